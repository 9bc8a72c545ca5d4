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
  const byOffice = new Map<number, Item[]>()
  for (const item of items)
    for (const office of new Set(officesOf(item)))
      if (office != null) byOffice.set(office, [...(byOffice.get(office) ?? []), item])
  return [...byOffice].map(([office, own]) => ({
    office,
    names: own.slice(0, MOST_NAMES).map(({ name }) => name),
    count: own.length,
    id: own.length === 1 ? own[0]?.id : undefined,
  }))
}
