import { type RawBuilder, sql } from 'kysely'
import { columns } from '../es-project/columns.ts'
import type { BatchRow } from './batch-row.ts'
import { importColumns, SHOWN_AT } from './columns.ts'
import { PLACES, type Values } from './places.ts'

const columnOfField = new Map(columns)

/** Each field that a column fills: the one of its name, and those that show their value there. */
const filled = importColumns.flatMap(({ name, spec }) =>
  [spec.name, ...Object.keys(SHOWN_AT).filter((field) => SHOWN_AT[field] === spec.name)].flatMap((field) => {
    const column = columnOfField.get(field)
    return column === undefined ? [] : [{ field, name, column }]
  }),
)

const texts = (list: readonly string[]) => sql`${[...list]}::text[]`

/**
 * SQL: an array of the fields that a staged row names and leaves empty. They are told apart from those that its file does not
 * have: those stay in a draft whatever is asked for, these may be cleared. A cell that only says that there is nothing, as
 * `/`, is empty. Most rows of a file leave most of its columns empty, so that this is found when it is asked for, not stored.
 * @param batch its `letters` name the columns of the workbook; rows that were sent without one name their own
 */
export const blankFields = (
  { letters }: Pick<BatchRow, 'letters'>,
  row: 'r' | 'q',
): RawBuilder<string[]> => sql`array(
  select unnest(array_agg(f.field))
  from unnest(${texts(filled.map(({ field }) => field))}, ${texts(filled.map(({ name }) => name))},
    ${texts(filled.map(({ column }) => column))}) as f(field, name, given)
  where f.name = any(${texts(Object.keys(letters))}) or ${sql.ref(row)}.raw ? f.name
  group by f.name having count(${sql.ref(row)}.project ->> f.given) = 0)`

const hasValue = (values: Values, field: string): boolean =>
  values[field] !== undefined && values[field] !== null

/** Groups of which one value replaces all: the levels above a place, and the date of the project's state. */
const GROUPS: readonly (readonly string[])[] = [['stopDate', 'retireDate', 'terminateDate']]

/** Fields without a value of their own that lose the one they had, because another of their group has one now. */
export function replacedFields(values: Values): string[] {
  const lowest = PLACES.findLastIndex((field) => hasValue(values, field))
  const places = PLACES.slice(0, Math.max(lowest, 0))
  const groups = GROUPS.filter((fields) => fields.some((field) => hasValue(values, field))).flat()
  return [...places, ...groups].filter((field) => !hasValue(values, field))
}
