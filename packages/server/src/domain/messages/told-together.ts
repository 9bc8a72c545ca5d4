import { groupedBy } from '../grouped.ts'
import { MOST_NAMES } from './catalogue/moves.ts'

interface Named {
  id: number
  name: string
}

/** What each office is told of records in one message: their number, the first names, and the id of an only one. */
export function toldTogether<Item extends Named>(
  items: readonly Item[],
  officesOf: (item: Item) => readonly (number | null | undefined)[],
): { office: number; names: string[]; count: number; id: number | undefined }[] {
  const told = items.flatMap((item) =>
    [...new Set(officesOf(item))].flatMap((office) => (office == null ? [] : [{ office, item }])),
  )
  return [...groupedBy(told, ({ office }) => office)].map(([office, own]) => ({
    office,
    names: own.slice(0, MOST_NAMES).map(({ item }) => item.name),
    count: own.length,
    id: own.length === 1 ? own[0]?.item.id : undefined,
  }))
}
