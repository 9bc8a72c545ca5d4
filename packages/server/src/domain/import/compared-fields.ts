import { type RawBuilder, sql } from 'kysely'
import { columns as projectColumns, projectFields } from '../es-project/columns.ts'
import type { BatchRow } from './batch-row.ts'
import { blankFields } from './blank-cells.ts'
import { keptFields } from './keep-corrections.ts'
import { renewedColumns } from './renewed-draft.ts'

const columnOf = new Map(projectColumns)

/** Kinds whose columns hold no empty texts. */
const PLAIN: ReadonlySet<string> = new Set(['number', 'integer', 'boolean', 'date', 'rows'])

/** SQL: a column of `row` such that equal contents are equal: without empty texts, and lists in one order. */
function comparable(row: 'p' | 'c', kind: string, column: string): string {
  const at = `${row}.${column}`
  if (kind === 'dicts') return `(select array_agg(each order by each) from unnest(${at}) as each)`
  return PLAIN.has(kind) ? at : `nullif(${at}, '')`
}

interface Compared {
  name: string
  old: string
  given: string
}

const compared: readonly Compared[] = projectFields.flatMap(({ name, kind }) => {
  const column = columnOf.get(name)
  if (column === undefined || !renewedColumns.includes(column)) return []
  return [{ name, old: comparable('p', kind, column), given: comparable('c', kind, column) }]
})

const fieldsWhere = (condition: (field: Compared) => string) =>
  sql.raw(
    `array_remove(array[${compared.map((field) => `case when ${condition(field)} then '${field.name}' end`).join(', ')}]::text[], null)`,
  )

/** SQL: the fields in which the renewed draft `c` differs from the draft `p`, as `differencesOf` finds them. */
const differing = fieldsWhere(({ old, given }) => `${old} is distinct from ${given}`)

/** SQL: the fields that the row leaves empty, `blank.fields`, and the draft keeps. */
const leftBlank = fieldsWhere(({ name, given }) => `'${name}' = any(blank.fields) and ${given} is not null`)

/**
 * SQL: a table of one row about the draft `p` and `c`, as a staged row would leave it: the number of `changes`, how many of
 * them are `cleared`, as `kept` the fields that differ and stay because a person has corrected them, and as `blank` those
 * that stay because the row has nothing for them. The plan and the commit share it, so that both tell the same.
 * @param row alias of the row in `import_row`
 */
export const comparedFields = (
  batch: Pick<BatchRow, 'force_fields' | 'letters'>,
  row: 'r' | 'q',
): RawBuilder<unknown> => sql`(
  select counted.*, ${leftBlank} as blank
  from (select ${blankFields(batch, row)} as fields) blank cross join lateral (
    select count(*) filter (where not coalesce(field = any(k.fields), false))::int as changes,
      count(*) filter (where field = any(blank.fields) and not coalesce(field = any(k.fields), false))::int as cleared,
      coalesce(array_agg(field) filter (where field = any(k.fields)), '{}') as kept
    from (select ${differing} as fields) a cross join lateral (select ${keptFields(batch, sql`p.id`)} as fields) k
      cross join lateral unnest(a.fields) as field) counted)`
