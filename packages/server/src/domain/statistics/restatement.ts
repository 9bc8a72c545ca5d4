import type { components } from '@xinchu/contract/schema'
import { type Quarter, quarterDays } from '@xinchu/validators'
import { sql } from 'kysely'
import type { Db, Trx } from '../../db/database.ts'
import type { Caller } from '../caller.ts'
import { reachOf } from '../scope.ts'
import { OPERATING } from './conditions.ts'

type Restatement = components['schemas']['StatRestatement']
type Row = components['schemas']['StatRestatementRow']

/** Code of the nation among those of provinces. */
const NATION = ''

interface Totals {
  projects: number
  power: number
  energy: number
}

/** Published totals by period and province. */
export type PeriodTotals = ReadonlyMap<string, Totals>

const keyOf = ({ year, quarter }: Quarter, province: string) => `${year}-${quarter}-${province}`
const NONE: Totals = { projects: 0, power: 0, energy: 0 }

/** Totals of the operating stations of a snapshot at the end of each period, as the statistics publish them. */
export async function publishedTotals(
  db: Db,
  stored: Quarter,
  periods: readonly Quarter[],
): Promise<PeriodTotals> {
  if (periods.length === 0) return new Map()
  const asked = periods.map(
    (each) =>
      sql`select ${each.year}::integer as year, ${each.quarter}::smallint as quarter, ${quarterDays(each).last}::date as last`,
  )
  const { rows } = await sql<Totals & Quarter & { province: string | null }>`
    select a.year, a.quarter, w.province_code as province, count(*) as projects,
      coalesce(sum(w.rated_power), 0) as power, coalesce(sum(w.rated_energy), 0) as energy
    from (${sql.join(asked, sql` union all `)}) a
      join warehouse_project w on w.year = ${stored.year} and w.quarter = ${stored.quarter}
        and w.build_status = any(${[...OPERATING]}::text[])
        and (w.commission_date is null or w.commission_date <= a.last)
    group by grouping sets ((a.year, a.quarter), (a.year, a.quarter, w.province_code))`.execute(db)
  return new Map(
    rows.map(({ province, projects, power, energy, ...period }) => [
      keyOf(period, province ?? NATION),
      { projects, power, energy },
    ]),
  )
}

const isSame = (one: Totals, other: Totals) =>
  one.projects === other.projects && one.power === other.power && one.energy === other.energy

/** Keeps the totals before and after a sync: of the nation, and of the provinces that moved. */
export async function keepRestatement(
  trx: Trx,
  syncId: number,
  periods: readonly Quarter[],
  totals: { before: PeriodTotals; after: PeriodTotals },
): Promise<void> {
  const provinces = new Set(
    [...totals.before.keys(), ...totals.after.keys()].map((key) => key.slice(key.lastIndexOf('-') + 1)),
  )
  const rows = periods.flatMap(({ year, quarter }) =>
    [NATION, ...[...provinces].filter((code) => code !== NATION)].flatMap((code) => {
      const key = keyOf({ year, quarter }, code)
      const [before, after] = [totals.before.get(key) ?? NONE, totals.after.get(key) ?? NONE]
      if (code !== NATION && isSame(before, after)) return []
      return {
        ...{ sync_id: syncId, year, quarter, province_code: code },
        ...{ projects_before: before.projects, projects_after: after.projects },
        ...{ power_before: before.power, power_after: after.power },
        ...{ energy_before: before.energy, energy_after: after.energy },
      }
    }),
  )
  if (rows.length > 0) await trx.insertInto('warehouse_restatement').values(rows).execute()
}

type RestatedRow = Row & { sync_id: number }

/** Restatements of a period, latest first, with the totals within the caller's scope. */
export async function restatements(db: Db, { year, quarter }: Quarter, user: Caller): Promise<Restatement[]> {
  const isOf = sql<boolean>`r.year = ${year} and r.quarter = ${quarter}`
  const syncs = await sql<
    Omit<Restatement, 'rows' | 'batch'> & { id: number; period: string; number: number }
  >`
    select s.id, s.year || 'Q' || s.quarter as period, s.finished_at as "restatedAt", coalesce(s.reason, '') as reason,
      o.org_name as "orgName", u.real_name as "realName",
      (select count(*) from warehouse_sync t where t.year = s.year and t.quarter = s.quarter and not t.dry_run
        and t.id <= s.id) as number
    from warehouse_sync s left join app_user u on u.username = s.create_by left join org o on o.id = u.org_id
    where exists (select 1 from warehouse_restatement r where r.sync_id = s.id and ${isOf})
    order by s.id desc`.execute(db)
  const { rows } = await sql<RestatedRow>`
    select p.sync_id, p.province_code as key, coalesce(g.short_name, '全国') as label,
      p.projects_before as "projectsBefore", p.projects_after as "projectsAfter", p.power_before as "powerBefore",
      p.power_after as "powerAfter", p.energy_before as "energyBefore", p.energy_after as "energyAfter"
    from (select r.*, null::text as city_code, null::text as county_code, null::bigint as org_id,
        null::bigint as owner_group_id from warehouse_restatement r where ${isOf}) p
      left join region g on g.code = p.province_code
    where ${reachOf(user)} order by p.province_code`.execute(db)
  return syncs.rows.map(({ id, period, number, ...each }) => ({
    ...each,
    batch: `${period}-${String(number).padStart(2, '0')}`,
    rows: rows.flatMap(({ sync_id, ...row }) => (sync_id === id ? row : [])),
  }))
}
