import { closedQuarter, roundTo } from '@xinchu/validators'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import type { Caller } from '../caller.ts'
import { provinceOf, visibleParts } from '../scope.ts'
import { sumsByProvince } from '../statistics/kept-sums.ts'
import { readSnapshots } from '../warehouse/revision.ts'
import type { ProjectQuery } from './filters.ts'

/** Decimals of power and energy. */
const DECIMALS = 4

/** Number of a list's projects, and on demand their power and energy. */
export interface Totals {
  total: number
  power: number | null
  energy: number | null
}

interface TotalsRow extends Totals {
  province_code: string
}

export interface Counted {
  query: ProjectQuery
  user: Caller
  today: string
  from: RawBuilder<unknown>
  where: RawBuilder<boolean>
}

const sumsOf = ({ withSums }: ProjectQuery) =>
  withSums
    ? sql`sum(p.rated_power) as power, sum(p.rated_energy) as energy`
    : sql`null::numeric as power, null::numeric as energy`

/** Whether the filters read nothing but projects, and are not of one person's words. */
const isPlain = ({ keyword, suspected, warned, remarked, todo }: ProjectQuery): boolean =>
  keyword === undefined && !suspected && !warned && !remarked && !todo

/** Quarters whose reports a figure reads. */
function quartersOf({ figure, year, quarter }: ProjectQuery, today: string): number[] {
  if (figure !== 'reported' && figure !== 'unreported') return []
  const latest = closedQuarter(today)
  return [(year ?? latest.year) * 4 + (quarter ?? latest.quarter)]
}

function addedUp(rows: readonly Totals[], { withSums }: ProjectQuery): Totals {
  const sum = (of: keyof Totals) => rows.reduce((total, row) => total + (row[of] ?? 0), 0)
  const measured = (of: 'power' | 'energy') => (withSums ? roundTo(sum(of), DECIMALS) : null)
  return { total: sum('total'), power: measured('power'), energy: measured('energy') }
}

/** Counts the projects of the stored snapshots. */
export async function ledgerTotals(db: Db, counted: Counted): Promise<Totals> {
  const { query, today, from, where } = counted
  const statement = sql<Totals>`select count(*) as total, ${sumsOf(query)} from ${from} where ${where}`
  const isStored = isPlain(query) && quartersOf(query, today).length === 0
  const rows = isStored ? await readSnapshots(db, statement) : (await statement.execute(db)).rows
  return addedUp(rows, query)
}

/**
 * Counts working records: those of a figure as the statistics do, which keep them by province; others part by part, so
 * that an index answers each.
 */
export async function workTotals(db: Db, { query, user, today, from, where }: Counted): Promise<Totals> {
  if (query.figure && isPlain(query)) {
    const parts = { quarters: quartersOf(query, today), provinceCode: provinceOf(user) }
    const rows = await sumsByProvince<TotalsRow>(
      db,
      parts,
      (among) => sql`
        select p.province_code, count(*) as total, ${sumsOf(query)} from ${from} where ${where} and ${among('p')} group by 1`,
    )
    return addedUp(rows, query)
  }
  const counted = visibleParts(user).map(
    (part) => sql`(select count(*) as total, ${sumsOf(query)} from ${from} where ${where} and ${part})`,
  )
  const { rows } = await sql<Totals>`${sql.join(counted, sql` union all `)}`.execute(db)
  return addedUp(rows, query)
}
