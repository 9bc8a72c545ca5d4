import { ReportStatus } from '@xinchu/contract/codes'
import { revenueFields } from '@xinchu/validators'
import { type RawBuilder, sql } from 'kysely'
import type { Db, Trx } from '../../db/database.ts'
import { snake } from '../columns.ts'
import { countsIn, periodNumber } from '../ledger/official.ts'

// Only this module and `restore.ts` write official rows. Rows are inserted, and closed once; nothing else of them ever changes.

export interface SnapshotPeriod {
  year: number
  quarter: number
}

/** An act on official data: its number, and the number of the first period that it changes. */
export interface Edition {
  edition: number
  from: number
}

/** Later columns for the stages of projects. Digests cover them by the record that they repeat. */
export const STAGE_COLUMNS = [
  'record_date',
  'start_date',
  'grid_date',
  'stop_date',
  'terminate_date',
  'first_plan_grid_date',
] as const

// Columns for statistics. The complete record is stored next to them.
export const PROJECT_COLUMNS = [
  'project_code',
  'project_name',
  'company_name',
  'city_code',
  'county_code',
  'org_id',
  'owner_group_id',
  'owner_type',
  'build_status',
  'tech_type',
  'tech_sub_type',
  'app_scenario',
  'app_sub_scenario',
  'rated_power',
  'rated_energy',
  'design_cycles_per_day',
  'grid_voltage',
  'total_investment',
  'commission_date',
  'retire_date',
  'longitude',
  'latitude',
  'is_demonstration',
  ...STAGE_COLUMNS,
] as const

const PLACED = ['city_code', 'county_code', 'owner_group_id'] as const

const USAGE_COLUMNS = [
  'charge_energy',
  'discharge_energy',
  'off_grid_energy',
  'on_grid_energy',
  'charge_times',
  'discharge_times',
  'run_hours',
  'planned_outage_hours',
  'unplanned_outage_times',
  'unplanned_outage_hours',
  'safety_events',
] as const

/** SQL: names of columns. */
export const list = (columns: readonly string[], alias?: string) =>
  sql.join(columns.map((name) => sql.ref(alias ? `${alias}.${name}` : name)))

/** Columns of an official row besides its key and where it counts. */
export const ROW = ['project_version', 'sync_id', ...PROJECT_COLUMNS]

/** Closes official rows (`w`) from a period on. What counted before it goes on in rows of their own. */
export async function closeProjects(
  trx: Trx,
  { edition, from }: Edition,
  which: RawBuilder<boolean>,
): Promise<void> {
  await sql`
    with closed as (
      update official_project w set to_edition = ${edition}
      where w.to_edition is null and (w.to_period is null or w.to_period >= ${from}) and ${which} returning *)
    insert into official_project (province_code, project_id, from_edition, from_period, to_period, ${list(ROW)})
    select province_code, project_id, ${edition}::bigint, from_period, ${from - 1}::integer, ${list(ROW)}
    from closed where from_period < ${from}`.execute(trx)
}

/** Takes records (es_project `p`) into official data from a period on, in place of their rows there. */
export async function takeProjects(trx: Trx, act: Edition, which: RawBuilder<boolean>): Promise<void> {
  await closeProjects(
    trx,
    act,
    sql`exists (select from es_project p where p.province_code = w.province_code and p.id = w.project_id and ${which})`,
  )
  await sql`insert into official_record (province_code, project_id, sync_id, content)
    select p.province_code, p.id, ${act.edition}::bigint, to_jsonb(p) from es_project p where ${which}`.execute(
    trx,
  )
  await sql`insert into official_project (province_code, project_id, from_edition, from_period, ${list(ROW)})
    select p.province_code, p.id, ${act.edition}::bigint, ${act.from}::integer, p.version, ${act.edition}::bigint,
      ${list(PROJECT_COLUMNS, 'p')}
    from es_project p where ${which}`.execute(trx)
}

/** SQL: latest official rows (`w`) whose division or owner has ended since, with the ones of today. */
export const movedRows = sql`
  (select w.*, coalesce(c.successor_code, w.county_code) as new_county,
      case when c.successor_code is not null then d.city_code else coalesce(t.successor_code, w.city_code) end as new_city, coalesce(o.merged_into, w.owner_group_id) as new_owner
    from official_project w
      left join region c on c.code = w.county_code left join region d on d.code = c.successor_code
      left join region t on t.code = w.city_code left join owner_dict o on o.id = w.owner_group_id
    where ${countsIn({})}
      and (c.successor_code is not null or t.successor_code is not null or o.merged_into is not null)) w`

/** Writes the divisions and owners of today into the latest rows of projects, from a period on. */
export async function moveProjects(trx: Trx, act: Edition, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return
  const others = ROW.filter((name) => !(PLACED as readonly string[]).includes(name))
  await sql`
    with moved as (select * from ${movedRows} where w.project_id = any(${[...ids]}::bigint[])),
    closed as (
      update official_project w set to_edition = ${act.edition} from moved m
      where w.province_code = m.province_code and w.project_id = m.project_id and w.from_edition = m.from_edition
        and w.from_period = m.from_period),
    left_over as (
      insert into official_project (province_code, project_id, from_edition, from_period, to_period, ${list(ROW)})
      select province_code, project_id, ${act.edition}::bigint, from_period, ${act.from - 1}::integer, ${list(ROW)}
      from moved where from_period < ${act.from})
    insert into official_project (province_code, project_id, from_edition, from_period, ${list(others)}, ${list(PLACED)})
    select province_code, project_id, ${act.edition}::bigint, greatest(from_period, ${act.from}::integer), ${list(others)},
      new_city, new_county, new_owner from moved`.execute(trx)
}

const revenue = sql.join(
  revenueFields.map((field) => sql`coalesce(${sql.ref(`u.${snake(field)}`)}, 0)`),
  sql` + `,
)

export const USAGE_KEY = ['province_code', 'year', 'quarter', 'project_id']

/** Columns of an official report besides its key and where it counts. */
export const TAKEN_USAGE = [
  'usage_id',
  'usage_version',
  'sync_id',
  ...USAGE_COLUMNS,
  'period_hours',
  'total_revenue',
  'content',
]

/** Takes a quarter's confirmed reports into official data, except unchanged ones. Returns the number of changes. */
export async function takeUsage(trx: Trx, period: SnapshotPeriod, edition: number): Promise<number> {
  const { year, quarter } = period
  const first = sql`make_date(${year}::integer, ${(quarter - 1) * 3 + 1}::integer, 1)`
  const hours = sql`((${first} + interval '3 months')::date - greatest(${first}, coalesce(w.commission_date, ${first}))) * 24`
  const taken = await sql`
    with taken as (
      select ${list(USAGE_KEY, 'u')}, u.id as usage_id, u.version as usage_version, ${edition}::bigint as sync_id,
        ${list(USAGE_COLUMNS, 'u')}, greatest(0, ${hours}) as period_hours, ${revenue} as total_revenue,
        to_jsonb(u) as content
      from usage_report u
        join official_project w on w.province_code = u.province_code and w.project_id = u.project_id and ${countsIn(period)}
      where u.year = ${year} and u.quarter = ${quarter} and u.status = ${ReportStatus.confirmed}
        and not exists (select from official_report t where t.province_code = u.province_code and t.year = u.year
          and t.quarter = u.quarter and t.project_id = u.project_id and t.to_edition is null
          and t.usage_id = u.id and t.usage_version = u.version)),
    closed as (
      update official_report t set to_edition = ${edition} from taken n
      where t.province_code = n.province_code and t.year = n.year and t.quarter = n.quarter
        and t.project_id = n.project_id and t.to_edition is null)
    insert into official_report (${list(USAGE_KEY)}, from_edition, ${list(TAKEN_USAGE)})
    select ${list(USAGE_KEY)}, ${edition}::bigint, ${list(TAKEN_USAGE)} from taken`.execute(trx)
  return Number(taken.numAffectedRows ?? 0)
}

/** Takes the reports of removed projects out of a quarter. */
export async function closeUsage(
  trx: Trx,
  { year, quarter }: SnapshotPeriod,
  edition: number,
  projects: readonly number[],
): Promise<void> {
  await sql`update official_report set to_edition = ${edition}
    where year = ${year} and quarter = ${quarter} and to_edition is null
      and project_id = any(${[...projects]}::bigint[])`.execute(trx)
}

/** Counts the projects and reports of a period. */
export async function snapshotSize(
  db: Db,
  period: SnapshotPeriod,
): Promise<{ projects: number; usageRows: number }> {
  const { year, quarter } = period
  const { rows } = await sql<{ projects: number; usage_rows: number }>`
    select (select count(*) from official_project w where ${countsIn(period)}) as projects,
      (select count(*) from official_report where year = ${year} and quarter = ${quarter} and to_edition is null) as usage_rows`.execute(
    db,
  )
  return { projects: rows[0]?.projects ?? 0, usageRows: rows[0]?.usage_rows ?? 0 }
}

const covers = sql`w.from_period <= n and (w.to_period is null or w.to_period >= n)`

/** SQL: facts of the projects that count in a period `n` that an act took out of official data, and of those that it added. */
export function changedRows(edition: number): RawBuilder<unknown> {
  const facts = sql`w.province_code, w.project_id, w.sync_id, w.city_code, w.county_code, w.owner_group_id`
  const old = sql`select ${facts} from official_project w where w.to_edition = ${edition} and ${covers}`
  const fresh = sql`select ${facts} from official_project w where w.from_edition = ${edition} and ${covers}`
  return sql`(${old} except ${fresh}) union all (${fresh} except ${old})`
}

/** SQL condition: an act took in or took out a report (`t`) of a period `n`. */
export const isChangedReport = (edition: number) =>
  sql<boolean>`((t.from_edition = ${edition} or t.to_edition = ${edition}) and t.year * 4 + t.quarter = n)`

/**
 * Numbers of the periods, of the given ones, in which the rows of projects or reports differ from the edition before. Parts
 * of a row that stay as they were count as the same row.
 */
export async function changedPeriods(
  db: Db,
  periods: readonly SnapshotPeriod[],
  edition: number,
): Promise<Set<number>> {
  const { rows } = await sql<{ n: number }>`
    select n from unnest(${periods.map(periodNumber)}::integer[]) n
    where exists (${changedRows(edition)})
      or exists (select from official_report t where ${isChangedReport(edition)})`.execute(db)
  return new Set(rows.map(({ n }) => Number(n)))
}

/** Codes of the divisions that have projects, before or after an act, whose rows or reports it changes in these periods. */
export async function changedPlaces(
  db: Db,
  periods: readonly SnapshotPeriod[],
  edition: number,
): Promise<string[]> {
  const { rows } = await sql<{ code: string }>`
    select distinct code from unnest(${periods.map(periodNumber)}::integer[]) n
      cross join lateral (
        select province_code, city_code, county_code from (${changedRows(edition)}) p
        union all
        select w.province_code, w.city_code, w.county_code from official_report t
          join official_project w on w.province_code = t.province_code and w.project_id = t.project_id
            and (w.to_edition is null or w.to_edition = ${edition}) and ${covers}
        where ${isChangedReport(edition)}) p
      cross join lateral unnest(array[p.province_code, p.city_code, p.county_code]) code
    where code is not null order by code`.execute(db)
  return rows.map(({ code }) => code)
}
