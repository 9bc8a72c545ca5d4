// Measures the calls of the statistics screens among many projects, over HTTP as the portal does.
//   npx tsx packages/server/bench/statistics.ts [projects]        on the embedded database, in memory
//   DATABASE_URL=postgres://… npx tsx packages/server/bench/statistics.ts [projects]     on PostgreSQL (an empty database, or that of an earlier run)
//   A further argument limits the run to cases whose name contains it.
import { createClient, type XinchuClient } from '@xinchu/sdk'
import { closedQuarter } from '@xinchu/validators'
import { sql } from 'kysely'
import { createApp } from '../src/app.ts'
import type { Db } from '../src/db/database.ts'
import { DEMO_PASSWORD } from '../src/domain/auth/demo-password.ts'
import { day } from '../src/runtime/time.ts'
import { randomFrom } from '../src/seed/random.ts'
import { benchConfig, FIRST_ID, openFilled } from './support/database.ts'
import { insertProjects, manyLike } from './support/many-projects.ts'
import { measure as measureCalls } from './support/measure.ts'

const PROJECTS = Number(process.argv[2] ?? 250_000)
const ONLY = process.argv[3] ?? ''
const GOAL_MS = 1_000
const FIRST_YEAR = 2020

async function measure(what: string, call: () => Promise<unknown>): Promise<void> {
  if (what.includes(ONLY)) await measureCalls(what, GOAL_MS, call)
}

function project(at: number): Record<string, unknown> {
  const random = randomFrom(at)
  const row = manyLike(FIRST_ID + at, random)
  const date = new Date(Date.UTC(FIRST_YEAR, 0, 1 + Math.floor(random() * 365 * 6)))
    .toISOString()
    .slice(0, 10)
  return { ...row, commission_date: row['build_status'] === '4' ? date : null, total_investment: 5_000 }
}

const period = closedQuarter(day(new Date()))

/** The last finished quarter, and those of the previous year. */
const periods = [period, ...[1, 2, 3, 4].map((quarter) => ({ year: period.year - 1, quarter }))]

/** Reports of two stations in three, and a snapshot with every project. */
async function fillPeriods(db: Db): Promise<void> {
  await sql`insert into usage_report (province_code, project_id, year, quarter, charge_energy, discharge_energy,
      off_grid_energy, on_grid_energy, planned_outage_hours, unplanned_outage_hours, unplanned_outage_times,
      revenue_spot, revenue_lease, status)
    select p.province_code, p.id, q.year, q.quarter, p.rated_energy * 6, p.rated_energy * 5,
      p.rated_energy * 6, p.rated_energy * 5, 20, 4, 1, 30, 10, '5'
    from es_project p cross join unnest(${periods.map(({ year }) => year)}::integer[],
      ${periods.map(({ quarter }) => quarter)}::smallint[]) q(year, quarter)
    where p.id >= ${FIRST_ID} and p.build_status = '4' and p.id % 3 > 0`.execute(db)
  await sql`insert into warehouse_project (province_code, year, quarter, project_id, project_version, sync_id,
      project_code, project_name, company_name, city_code, county_code, org_id, owner_group_id, owner_type,
      build_status, tech_type, app_scenario, app_sub_scenario, rated_power, rated_energy, grid_voltage,
      total_investment, commission_date, longitude, latitude, content)
    select p.province_code, w.year, w.quarter, p.id, 0, w.sync_id, p.project_code, p.project_name, p.company_name,
      p.city_code, p.county_code, p.org_id, p.owner_group_id, p.owner_type, p.build_status, p.tech_type,
      p.app_scenario, p.app_sub_scenario, p.rated_power, p.rated_energy, p.grid_voltage, p.total_investment,
      p.commission_date, p.longitude, p.latitude, to_jsonb(p)
    from es_project p cross join (select year, quarter, sync_id from warehouse_period where sync_id is not null
      order by year desc, quarter desc limit 1) w
    where p.id >= ${FIRST_ID}`.execute(db)
}

async function fill(db: Db): Promise<void> {
  await insertProjects(db, PROJECTS, project)
  await fillPeriods(db)
  for (const table of ['es_project', 'usage_report', 'warehouse_project'])
    await sql`vacuum analyze ${sql.ref(table)}`.execute(db)
}

async function measureScale(client: XinchuClient, who: string): Promise<void> {
  for (const source of ['warehouse', 'work'] as const) {
    const what = `${who}, ${source}, scale`
    await measure(what, () => client.statistics.getScaleLayout({ source }))
    for (const by of ['region', 'year', 'statTechGroup', 'regionGroup', 'durationBand'] as const)
      await measure(`${what} by ${by}`, () => client.statistics.getScaleLayout({ source, groupBy: [by] }))
  }
}

async function measureUsage(client: XinchuClient, who: string): Promise<void> {
  const quarter = { year: period.year, quarter: period.quarter as 1 | 2 | 3 | 4 } // a quarter is 1 to 4
  await measure(`${who}, use of a quarter`, () => client.statistics.getUsage(quarter))
  await measure(`${who}, use of a quarter by region`, () =>
    client.statistics.getUsage({ ...quarter, groupBy: ['region'] }),
  )
  await measure(`${who}, use of a year`, () => client.statistics.getUsage({ year: period.year - 1 }))
}

async function measureMaps(client: XinchuClient, who: string): Promise<void> {
  await measure(`${who}, map of projects`, () => client.projects.findLocations())
  await measure(`${who}, map of projects in a frame`, () =>
    client.projects.findLocations({ bbox: [105, 37, 107, 39] }),
  )
  await measure(`${who}, map of projects in cells`, () => client.projects.findLocations({ cell: 4.5 }))
  await measure(`${who}, map of projects in cells of a province`, () =>
    client.projects.findLocations({ bbox: [104, 35, 108, 40], cell: 0.3 }),
  )
  await measure(`${who}, map of projects in cells of a county`, () =>
    client.projects.findLocations({ bbox: [106, 37.5, 106.5, 38], cell: 0.03 }),
  )
  await measure(`${who}, divisions with figures`, () => client.statistics.listChinaDict({ withStats: true }))
}

const opened = await openFilled(fill)
const app = await createApp({ db: opened.db, config: benchConfig, captcha: () => ({ text: '', answer: '' }) })
const client = createClient({ baseUrl: await app.listen({ port: 0, host: '127.0.0.1' }) })
for (const username of ['nation', 'province_nx']) {
  await client.login({ username, password: DEMO_PASSWORD, code: '', uuid: '' })
  await measureScale(client, username)
  await measureUsage(client, username)
  await measureMaps(client, username)
}
await app.close()
await opened.close()
