import { type RawBuilder, sql } from 'kysely'
import { columns, projectFields } from '../es-project/columns.ts'
import type { BatchRow } from './batch-row.ts'
import { blankFields } from './blank-cells.ts'
import { columnOf, SHOWN_AT } from './columns.ts'

const columnOfField = new Map(columns)

/** Importable fields with their columns. What a workbook cannot hold, such as attachments, no import touches. */
export const importedFields: readonly (readonly [string, string])[] = projectFields.flatMap(({ name }) => {
  const column = columnOf(SHOWN_AT[name] ?? name) ? columnOfField.get(name) : undefined
  return column === undefined ? [] : [[name, column] as const]
})

/** The columns of a draft that a row may replace. */
export const renewedColumns: readonly string[] = importedFields.map(([, column]) => column)

/** SQL: pairs of two texts, as a table. */
export const pairs = (list: readonly (readonly [string, string])[]): RawBuilder<unknown> =>
  sql`unnest(${list.map(([first]) => first)}::text[], ${list.map(([, second]) => second)}::text[])`

/** Keys go with their numbers. */
const clearable = [...importedFields, ['recordNo', 'record_key'], ['nationalCode', 'national_key']] as const

/** Nothing for empty cells that keep what the draft has; a null for each that clears it. */
const cleared = (row: 'r' | 'q', batch: Pick<BatchRow, 'clear_blank' | 'letters'>) =>
  batch.clear_blank
    ? sql`(select coalesce(jsonb_object_agg(k.name, null::text), '{}'::jsonb) from ${pairs(clearable)} as k(field, name)
        where k.field = any(${blankFields(batch, row)}))`
    : sql`'{}'::jsonb`

/** A city or county that the row does not name is left only if it lies in the place that the row names. */
const withoutOtherPlace = (row: RawBuilder<unknown>, draft: RawBuilder<unknown>) => {
  const given = (column: string) => sql`(${row}.project ->> ${sql.lit(column)})`
  const isAbsent = (column: string) => sql`${row}.project -> ${sql.lit(column)} is null`
  const isElsewhere = (column: string, within: string, digits: number) =>
    sql`left(${draft}.${sql.ref(column)}, ${sql.lit(digits)}) <> left(${given(within)}, ${sql.lit(digits)})`
  return sql`case when ${isAbsent('city_code')} and ${isElsewhere('city_code', 'province_code', 2)}
      then '{"city_code": null}'::jsonb else '{}'::jsonb end
    || case when ${isAbsent('county_code')} and (${isElsewhere('county_code', 'province_code', 2)} or ${isElsewhere('county_code', 'city_code', 4)})
      then '{"county_code": null}'::jsonb else '{}'::jsonb end`
}

/**
 * SQL: the draft as a staged row would leave it, before the corrections of people are looked at. A column that the row does
 * not have keeps its value; so does an empty cell, unless the batch says that empty cells clear.
 * @param row alias of the row in `import_row`
 * @param draft alias of the draft in `es_project`
 */
export function renewedDraft(
  batch: Pick<BatchRow, 'clear_blank' | 'letters'>,
  { row, draft, kept = sql`'{}'::jsonb` }: { row: 'r' | 'q'; draft: 'p' | 'o'; kept?: RawBuilder<unknown> },
): RawBuilder<unknown> {
  const [r, p] = [sql.ref(row), sql.ref(draft)]
  return sql`jsonb_populate_record(${p}, ${r}.project || ${withoutOtherPlace(r, p)} || ${cleared(row, batch)} || ${kept})`
}
