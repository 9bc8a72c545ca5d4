import { type RawBuilder, sql } from 'kysely'
import { columns as projectColumns, projectFields } from '../es-project/columns.ts'
import type { BatchRow } from './batch-row.ts'
import { renewedColumns } from './drafts.ts'
import { keptFields } from './keep-corrections.ts'

const columnOf = new Map(projectColumns)

/** SQL: a column of `row` such that equal contents are equal: without empty texts, and lists in one order. */
function comparable(row: 'p' | 'c', kind: string, column: string): string {
  const at = `${row}.${column}`
  if (kind === 'dicts') return `(select array_agg(each order by each) from unnest(${at}) as each)`
  return kind === 'number' || kind === 'integer' || kind === 'boolean' || kind === 'date'
    ? at
    : `nullif(${at}, '')`
}

/** SQL: the fields in which the staged project `c` differs from its draft `p`, as `differencesOf` finds them. */
const differing = sql.raw(
  `array_remove(array[${projectFields
    .flatMap(({ name, kind }) => {
      const column = columnOf.get(name)
      if (column === undefined || !renewedColumns.includes(column)) return []
      const [old, given] = [comparable('p', kind, column), comparable('c', kind, column)]
      return [`case when ${old} is distinct from ${given} then '${name}' end`]
    })
    .join(', ')}]::text[], null)`,
)

/**
 * SQL: a table of one row about the staged project `c` and its draft `p`: the number of `changes`, and as `kept` the fields
 * that differ and stay because a person has corrected them. The plan and the commit share it, so that both tell the same.
 */
export const comparedFields = (batch: Pick<BatchRow, 'force_fields'>): RawBuilder<unknown> => sql`(
  select count(*) filter (where k.fields is null or not field = any(k.fields))::int as changes,
    coalesce(array_agg(field) filter (where field = any(k.fields)), '{}') as kept
  from (select ${differing} as fields) a cross join lateral (select ${keptFields(batch, sql`p.id`)} as fields) k
    cross join lateral unnest(a.fields) as field)`
