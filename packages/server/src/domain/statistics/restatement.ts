import type { components } from '@xinchu/contract/schema'
import { type Quarter, quarterDays } from '@xinchu/validators'
import { sql } from 'kysely'
import type { Db, Trx } from '../../db/database.ts'
import type { Caller } from '../caller.ts'
import { REPORTING } from '../flow/report-states.ts'
import { coversPeriod, ofEdition, periodNumber } from '../ledger/official.ts'
import { reply } from '../reply.ts'
import { reachOf } from '../scope.ts'
import { OPERATING } from './conditions.ts'
import { batchName } from './periods.ts'

type Restatement = components['schemas']['StatRestatement']
type Row = components['schemas']['StatRestatementRow']

/** Code of the nation among those of provinces. */
const NATION = ''

/** Published figures of a place at the end of a period. */
export interface Totals {
  projects: number
  power: number
  energy: number
  due: number
  reported: number
  /** Full-power hours of the reported stations; null without reports. */
  hours: number | null
}

/** Published totals by period and province. */
export type PeriodTotals = ReadonlyMap<string, Totals>

const keyOf = (period: Quarter, province: string) => `${periodNumber(period)}-${province}`
const NONE: Totals = { projects: 0, power: 0, energy: 0, due: 0, reported: 0, hours: null }

/** SQL: periods as rows `a`, with their number, first and last day. */
const askedRows = (periods: readonly Quarter[]) =>
  sql.join(
    periods.map((each) => {
      const { first, last } = quarterDays(each)
      return sql`select ${periodNumber(each)}::integer as n, ${each.year}::integer as year, ${each.quarter}::smallint as quarter,
        ${first}::date as first, ${last}::date as last`
    }),
    sql` union all `,
  )

/**
 * Totals of official data at the end of each period, of the nation and of each province; those of use from the reports in it.
 * @param edition default: the newest
 */
export async function publishedTotals(
  db: Db,
  periods: readonly Quarter[],
  edition?: number,
): Promise<PeriodTotals> {
  if (periods.length === 0) return new Map()
  const operates = sql`w.build_status = any(${[...OPERATING]}::text[]) and (w.commission_date is null or w.commission_date <= a.last)`
  const isDue = sql`w.build_status = any(${[...REPORTING]}::text[]) and w.commission_date <= a.last
    and (w.retire_date is null or w.retire_date >= a.first)`
  const isKnown = sql`${isDue} and t.charge_energy is not null and t.discharge_energy is not null`
  const { rows } = await sql<Totals & { n: number; province: string | null }>`
    select a.n, w.province_code as province, count(*) filter (where ${operates}) as projects,
      coalesce(sum(w.rated_power) filter (where ${operates}), 0) as power,
      coalesce(sum(w.rated_energy) filter (where ${operates}), 0) as energy,
      count(*) filter (where ${isDue}) as due, count(t.usage_id) filter (where ${isDue}) as reported,
      round(10 * sum(t.charge_energy + t.discharge_energy) filter (where ${isKnown})
        / nullif(sum(w.rated_power) filter (where ${isKnown}), 0), 4) as hours
    from (${askedRows(periods)}) a
      join official_project w on ${ofEdition(edition)} and ${coversPeriod(sql`a.n`)}
      left join official_report t on t.province_code = w.province_code and t.year = a.year and t.quarter = a.quarter
        and t.project_id = w.project_id and ${ofEdition(edition, 't')}
    group by grouping sets ((a.n), (a.n, w.province_code))`.execute(db)
  return new Map(rows.map(({ n, province, ...totals }) => [`${n}-${province ?? NATION}`, totals]))
}

const isSame = (one: Totals, other: Totals) =>
  (Object.keys(NONE) as (keyof Totals)[]).every((name) => one[name] === other[name]) // its own names

/** Totals before and after an act. */
export interface MovedTotals {
  before: PeriodTotals
  after: PeriodTotals
}

/** The nation's totals of a period before and after an act, and those of the provinces that moved. */
export function movedTotals(
  period: Quarter,
  { before, after }: MovedTotals,
): { code: string; before: Totals; after: Totals }[] {
  const start = keyOf(period, '')
  const codes = new Set(
    [...before.keys(), ...after.keys()]
      .filter((key) => key.startsWith(start))
      .map((key) => key.slice(start.length)),
  )
  return [NATION, ...[...codes].filter((code) => code !== NATION).sort()].flatMap((code) => {
    const totals = { before: before.get(start + code) ?? NONE, after: after.get(start + code) ?? NONE }
    return code !== NATION && isSame(totals.before, totals.after) ? [] : { code, ...totals }
  })
}

/** Keeps the totals before and after an act: of the nation, and of the provinces that moved. */
export async function keepRestatement(
  trx: Trx,
  edition: number,
  periods: readonly Quarter[],
  totals: MovedTotals,
): Promise<void> {
  const rows = periods.flatMap(({ year, quarter }) =>
    movedTotals({ year, quarter }, totals).map(({ code, before, after }) => ({
      ...{ edition, year, quarter, province_code: code },
      ...{ projects_before: before.projects, projects_after: after.projects },
      ...{ power_before: before.power, power_after: after.power },
      ...{ energy_before: before.energy, energy_after: after.energy },
      ...{ due_before: before.due, due_after: after.due },
      ...{ reported_before: before.reported, reported_after: after.reported },
      ...{ hours_before: before.hours, hours_after: after.hours },
    })),
  )
  if (rows.length > 0) await trx.insertInto('warehouse_restatement').values(rows).execute()
}

type RestatedRow = Row & { edition: number }

/** Restatements of a period, latest first, with the totals within the caller's scope. */
export async function restatements(db: Db, { year, quarter }: Quarter, user: Caller): Promise<Restatement[]> {
  const isOf = sql<boolean>`r.year = ${year} and r.quarter = ${quarter}`
  const acts = await sql<Omit<Restatement, 'rows' | 'batch'> & { id: number; number: number }>`
    select e.id, e.at as "restatedAt", coalesce(e.reason, '') as reason,
      o.org_name as "orgName", u.real_name as "realName",
      coalesce((select max(v.no) from official_revision v where v.year = ${year} and v.quarter = ${quarter}
        and v.edition <= e.id), 1) as number
    from official_edition e left join app_user u on u.username = e.by_user left join org o on o.id = u.org_id
    where exists (select 1 from warehouse_restatement r where r.edition = e.id and ${isOf})
    order by e.id desc`.execute(db)
  const { rows } = await sql<RestatedRow>`
    select p.edition, p.province_code as key, coalesce(g.short_name, '全国') as label,
      p.projects_before as "projectsBefore", p.projects_after as "projectsAfter", p.power_before as "powerBefore",
      p.power_after as "powerAfter", p.energy_before as "energyBefore", p.energy_after as "energyAfter",
      p.due_before as "dueBefore", p.due_after as "dueAfter", p.reported_before as "reportedBefore",
      p.reported_after as "reportedAfter", p.hours_before as "hoursBefore", p.hours_after as "hoursAfter"
    from (select r.*, null::text as city_code, null::text as county_code, null::bigint as org_id,
        null::bigint as owner_group_id from warehouse_restatement r where ${isOf}) p
      left join region g on g.code = p.province_code
    where ${reachOf(user)} order by p.province_code`.execute(db)
  return acts.rows.map(({ id, number, ...each }) => ({
    ...each,
    batch: batchName({ year, quarter }, number),
    rows: rows.flatMap(({ edition, ...row }) => (edition === id ? reply<Row>(row) : [])),
  }))
}
