import { type RawBuilder, sql } from 'kysely'
import { sortedBy } from '../../db/sql.ts'

const REVERSED = '-'

const SORTABLE: Readonly<Record<string, string>> = {
  id: 'p.id',
  createTime: 'p.create_time',
  updateTime: 'p.update_time',
  projectName: 'p.project_name',
  ratedPower: 'p.rated_power',
  ratedEnergy: 'p.rated_energy',
  commissionDate: 'p.commission_date',
  waitingSince: 'p.waiting_since',
  // Longer waiting means an earlier start, so its direction is reversed.
  waitingDays: `${REVERSED}p.waiting_since`,
}

/** The columns of a sort with their directions. */
const columnsBy = (sort: readonly string[] | undefined) =>
  sortedBy(SORTABLE, sort).map(([column, direction]) =>
    column.startsWith(REVERSED)
      ? ([column.slice(REVERSED.length), direction === 'asc' ? 'desc' : 'asc'] as const)
      : ([column, direction] as const),
  )

/** Builds the `order by` list of projects (alias `p`); the id at its end keeps the order the same from page to page. */
export function orderOf(sort: readonly string[] | undefined): RawBuilder<unknown> {
  const parts = columnsBy(sort).map(
    ([column, direction]) => sql`${sql.ref(column)} ${sql.raw(direction)} nulls last`,
  )
  // Rows that are alike in all else follow the direction of the last column.
  const last = columnsBy(sort).at(-1)?.[1] ?? 'desc'
  return sql.join([...parts, sql`p.id ${sql.raw(last)}`])
}

/** The columns of projects (alias `p`) that identify and sort them. */
export const columnsOfOrder = (sort: readonly string[] | undefined): RawBuilder<unknown> =>
  sql.join(
    [...new Set(['p.province_code', 'p.id', ...columnsBy(sort).map(([column]) => column)])].map((column) =>
      sql.ref(column),
    ),
  )
