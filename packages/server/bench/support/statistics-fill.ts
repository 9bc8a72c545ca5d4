import { closedQuarter } from '@xinchu/validators'
import { sql } from 'kysely'
import { randomFrom } from '../../../sample/src/random.ts'
import type { Db, DbPool } from '../../src/db/database.ts'
import { inTransaction } from '../../src/db/transaction.ts'
import { indexMissing } from '../../src/domain/text-search/project-index.ts'
import { day } from '../../src/runtime/time.ts'
import { FIRST_ID } from './database.ts'
import { insertProjects, manyLike } from './many-projects.ts'

const FIRST_YEAR = 2020

function project(at: number): Record<string, unknown> {
  const random = randomFrom(at)
  const row = manyLike(FIRST_ID + at, random)
  const date = new Date(Date.UTC(FIRST_YEAR, 0, 1 + Math.floor(random() * 365 * 6)))
    .toISOString()
    .slice(0, 10)
  return { ...row, commission_date: row['build_status'] === '4' ? date : null, total_investment: 5_000 }
}

/** The last finished quarter. */
export const period = closedQuarter(day(new Date()))

/** That quarter, and those of the previous year. */
const periods = [period, ...[1, 2, 3, 4].map((quarter) => ({ year: period.year - 1, quarter }))]

/** Reports of two stations in three, one in fifty out of the usual, and a snapshot with every project. */
async function fillPeriods(db: Db): Promise<void> {
  await sql`insert into usage_report (province_code, project_id, year, quarter, charge_energy, discharge_energy,
      off_grid_energy, on_grid_energy, planned_outage_hours, unplanned_outage_hours, unplanned_outage_times,
      revenue_spot, revenue_lease, status, first_submitted_at)
    select p.province_code, p.id, q.year, q.quarter, x.energy, x.energy * 0.86, x.energy * 1.01, x.energy * 0.84, 20, 4, 1,
      30, 10, '5', make_date(q.year, q.quarter * 3 - 2, 1) + interval '3 months' + (p.id * 7 + q.quarter) % 40 * interval '1 day'
    from es_project p cross join unnest(${periods.map(({ year }) => year)}::integer[],
      ${periods.map(({ quarter }) => quarter)}::smallint[]) q(year, quarter)
    cross join lateral (select p.rated_energy * (4 + (p.id * 31 + q.quarter * 17) % 100 / 20.0)
      * case when p.id % 50 = 1 then 30 else 1 end as energy) x
    where p.id >= ${FIRST_ID} and p.build_status = '4' and p.id % 3 > 0`.execute(db)
  await sql`insert into official_project (province_code, from_period, from_edition, project_id, project_version, sync_id,
      project_code, project_name, company_name, city_code, county_code, org_id, owner_group_id, owner_type,
      build_status, tech_type, app_scenario, app_sub_scenario, rated_power, rated_energy, grid_voltage,
      total_investment, commission_date, retire_date, longitude, latitude)
    select p.province_code, 0, w.sync_id, p.id, 0, w.sync_id, p.project_code, p.project_name, p.company_name,
      p.city_code, p.county_code, p.org_id, p.owner_group_id, p.owner_type, p.build_status, p.tech_type,
      p.app_scenario, p.app_sub_scenario, p.rated_power, p.rated_energy, p.grid_voltage, p.total_investment,
      p.commission_date, p.retire_date, p.longitude, p.latitude
    from es_project p cross join (select max(sync_id) as sync_id from warehouse_period) w
    where p.id >= ${FIRST_ID}`.execute(db)
  await sql`insert into official_record (province_code, project_id, sync_id, content)
    select p.province_code, p.id, w.sync_id, to_jsonb(p)
    from es_project p cross join (select max(sync_id) as sync_id from warehouse_period) w
    where p.id >= ${FIRST_ID}`.execute(db)
}

export async function fillStatistics(db: DbPool, projects: number): Promise<void> {
  await insertProjects(db, projects, project)
  await fillPeriods(db)
  await indexMissing((work) => inTransaction(db, work))
  for (const table of ['es_project', 'usage_report', 'official_project', 'project_search'])
    await sql`vacuum analyze ${sql.ref(table)}`.execute(db)
}
