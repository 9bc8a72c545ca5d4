import { ReportStatus } from '@xinchu/contract/codes'
import { revenueFields } from '@xinchu/validators'
import { type RawBuilder, sql } from 'kysely'
import type { Db, Trx } from '../../db/database.ts'
import { snake } from '../columns.ts'

export interface SnapshotPeriod {
  year: number
  quarter: number
}

// Columns for statistics. The complete record is stored next to them.
const PROJECT_COLUMNS = [
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
  'longitude',
  'latitude',
  'is_demonstration',
] as const

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

const list = (columns: readonly string[], alias?: string) =>
  sql.join(columns.map((name) => sql.ref(alias ? `${alias}.${name}` : name)))

const replaced = (columns: readonly string[]) =>
  sql.join(columns.map((name) => sql`${sql.ref(name)} = excluded.${sql.ref(name)}`))

const TAKEN = ['project_version', 'sync_id', ...PROJECT_COLUMNS, 'content']

/** Copies records (es_project `p`) into a period's snapshot, replacing earlier copies. */
export async function takeProjects(
  trx: Trx,
  { year, quarter }: SnapshotPeriod,
  syncId: number,
  which: RawBuilder<boolean>,
): Promise<void> {
  await sql`
    insert into warehouse_project (province_code, year, quarter, project_id, ${list(TAKEN)})
    select p.province_code, ${year}::integer, ${quarter}::smallint, p.id, p.version, ${syncId}::bigint,
      ${list(PROJECT_COLUMNS, 'p')}, to_jsonb(p)
    from es_project p where ${which}
    on conflict (province_code, year, quarter, project_id) do update set ${replaced(TAKEN)}`.execute(trx)
}

/** Copies the rows of one period to another, keeping the syncs that wrote them. */
export async function carryProjects(trx: Trx, from: SnapshotPeriod, to: SnapshotPeriod): Promise<void> {
  await sql`
    insert into warehouse_project (province_code, year, quarter, project_id, ${list(TAKEN)})
    select province_code, ${to.year}::integer, ${to.quarter}::smallint, project_id, ${list(TAKEN)}
    from warehouse_project where year = ${from.year} and quarter = ${from.quarter}`.execute(trx)
}

const revenue = sql.join(
  revenueFields.map((field) => sql`coalesce(${sql.ref(`u.${snake(field)}`)}, 0)`),
  sql` + `,
)

const TAKEN_USAGE = [
  'usage_id',
  'usage_version',
  'sync_id',
  ...USAGE_COLUMNS,
  'period_hours',
  'total_revenue',
  'content',
]

/** Copies a quarter's confirmed reports into the snapshot, except unchanged ones. Returns the number of changes. */
export async function takeUsage(
  trx: Trx,
  { year, quarter }: SnapshotPeriod,
  syncId: number,
): Promise<number> {
  const first = sql`make_date(${year}::integer, ${(quarter - 1) * 3 + 1}::integer, 1)`
  const hours = sql`((${first} + interval '3 months')::date - greatest(${first}, coalesce(w.commission_date, ${first}))) * 24`
  const taken = await sql`
    insert into warehouse_usage as t (province_code, year, quarter, project_id, ${list(TAKEN_USAGE)})
    select u.province_code, u.year, u.quarter, u.project_id, u.id, u.version, ${syncId}::bigint,
      ${list(USAGE_COLUMNS, 'u')}, greatest(0, ${hours}), ${revenue}, to_jsonb(u)
    from usage_report u
    join warehouse_project w on w.province_code = u.province_code and w.year = u.year and w.quarter = u.quarter
      and w.project_id = u.project_id
    where u.year = ${year} and u.quarter = ${quarter} and u.status = ${ReportStatus.confirmed}
    on conflict (province_code, year, quarter, project_id) do update set ${replaced(TAKEN_USAGE)}
      where t.usage_version <> excluded.usage_version`.execute(trx)
  return Number(taken.numAffectedRows ?? 0)
}

/** Counts the projects and reports of a period's snapshot. */
export async function snapshotSize(
  db: Db,
  { year, quarter }: SnapshotPeriod,
): Promise<{ projects: number; usageRows: number }> {
  const { rows } = await sql<{ projects: number; usage_rows: number }>`
    select (select count(*) from warehouse_project where year = ${year} and quarter = ${quarter}) as projects,
      (select count(*) from warehouse_usage where year = ${year} and quarter = ${quarter}) as usage_rows`.execute(
    db,
  )
  return { projects: rows[0]?.projects ?? 0, usageRows: rows[0]?.usage_rows ?? 0 }
}

/** Returns the official snapshot of a period: its own, or the latest before it. */
export async function officialPeriod(
  db: Db,
  { year, quarter }: SnapshotPeriod,
): Promise<SnapshotPeriod | undefined> {
  const { rows } = await sql<SnapshotPeriod>`
    select year, quarter from warehouse_period
    where sync_id is not null and (year, quarter) <= (${year}::integer, ${quarter}::smallint)
    order by year desc, quarter desc limit 1`.execute(db)
  return rows[0]
}
