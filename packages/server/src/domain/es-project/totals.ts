import { closedQuarter, roundTo } from '@xinchu/validators'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import type { Caller } from '../caller.ts'
import { readSnapshots } from '../revisions/warehouse.ts'
import { provinceOf, submittedProjects } from '../scope.ts'
import { sumsByProvince } from '../statistics/kept-sums.ts'
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

interface CountedParts extends Counted {
  /** Disjoint parts of the list, the submitted projects first. */
  parts: readonly RawBuilder<boolean>[]
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

/** Parameters that change nothing about which projects a list has. */
const UNFILTERING: ReadonlySet<string> = new Set(['page', 'size', 'afterId', 'sort', 'source', 'withSums'])

const isUnfiltered = (query: ProjectQuery): boolean =>
  Object.entries(query).every(([name, value]) => value === undefined || UNFILTERING.has(name))

/** Totals of the projects of a condition, which are kept by province. */
const keptTotals = (db: Db, { query, user, today, from, where }: Counted) =>
  sumsByProvince<TotalsRow>(
    db,
    { quarters: quartersOf(query, today), provinceCode: provinceOf(user) },
    (among) => sql`
      select p.province_code, count(*) as total, ${sumsOf(query)} from ${from}
      where ${where} and ${among('p')} group by 1`,
  )

/**
 * Counts working records: those of a figure, and the submitted ones of a list without filters, as the statistics do, which
 * keep them by province; others part by part, so that an index answers each.
 */
export async function workTotals(db: Db, counted: CountedParts): Promise<Totals> {
  const { query, user, from, where, parts } = counted
  if (query.figure && isPlain(query)) return addedUp(await keptTotals(db, counted), query)
  const isKept = isUnfiltered(query)
  const kept = isKept ? await keptTotals(db, { ...counted, where: submittedProjects(user) }) : []
  const statements = parts
    .slice(isKept ? 1 : 0)
    .map((part) => sql`(select count(*) as total, ${sumsOf(query)} from ${from} where ${where} and ${part})`)
  const { rows } = await sql<Totals>`${sql.join(statements, sql` union all `)}`.execute(db)
  return addedUp([...kept, ...rows], query)
}
