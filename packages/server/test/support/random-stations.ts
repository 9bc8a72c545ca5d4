import type { ReportStatus } from '@xinchu/contract/codes'
import fc from 'fast-check'
import type { Db } from '../../src/db/database.ts'

const PLACES = [
  { province_code: '640000', city_code: '640300', county_code: '640323' },
  { province_code: '640000', city_code: '640300', county_code: '640302' },
  { province_code: '640000', city_code: '640100', county_code: null },
  { province_code: '640000', city_code: null, county_code: null },
  { province_code: '110000', city_code: null, county_code: '110105' },
  { province_code: '660000', city_code: null, county_code: null },
  { province_code: '370000', city_code: '370100', county_code: '370102' },
] as const

// Beside the ids of the demonstration.
const FIRST = 9_300_000

const some = <const T>(...values: readonly T[]) => fc.option(fc.constantFrom(...values), { freq: 8 })
const amount = fc.option(
  fc.integer({ min: 0, max: 12_000_000 }).map((each) => each / 10_000),
  { freq: 12 },
)
const date = (from: number, to: number) =>
  fc
    .date({ min: new Date(Date.UTC(from, 0, 1)), max: new Date(Date.UTC(to, 11, 31)), noInvalidDate: true })
    .map((each) => each.toISOString().slice(0, 10))

const report = fc.record({
  status: fc.constantFrom<ReportStatus>('0', '1', '2', '3', '5'),
  charge_energy: amount,
  discharge_energy: amount,
  unplanned_outage_times: fc.option(fc.nat({ max: 9 })),
  revenue_lease: amount,
})

const station = fc.record({
  place: fc.constantFrom(...PLACES),
  build_status: fc.constantFrom('1', '3', '4', '4', '4', '5', '6'),
  tech_type: some('01', '02', '03', '04', '10'),
  tech_sub_type: some('0101', '0102', '0201', '0301'),
  app_scenario: some('1', '2', '3'),
  app_sub_scenario: some('11', '12', '21', '31'),
  owner_type: some('1', '2', '3'),
  grid_voltage: some('1', '2', '3'),
  rated_power: amount,
  rated_energy: amount,
  total_investment: amount,
  commission_date: fc.option(date(2019, new Date().getUTCFullYear()), { freq: 8 }),
  retire_date: fc.option(date(2024, 2027), { freq: 1 }),
  submitted_once: fc.boolean(),
  deleted: fc.integer({ min: 0, max: 9 }).map((each) => each === 0),
  isOfGroup: fc.boolean(),
  isOfCompany: fc.boolean(),
  reports: fc.array(fc.option(report), { minLength: 8, maxLength: 8 }),
})

/** Stores random projects, and reports of the quarters of a year and the year before. */
export async function randomStations(
  db: Db,
  { projects, year }: { projects: number; year: number },
): Promise<void> {
  const officeOf = (username: string) =>
    db
      .selectFrom('app_user')
      .innerJoin('org', 'org.id', 'app_user.org_id')
      .select(['org.id', 'org.owner_group_id'])
      .where('username', '=', username)
      .executeTakeFirstOrThrow()
  const [company, group] = await Promise.all([officeOf('enterprise_yc'), officeOf('query_group')])
  const stations = fc.sample(station, projects)
  const rows = stations.map(({ place, isOfGroup, isOfCompany, reports: _reports, ...each }, at) => ({
    ...each,
    ...place,
    id: FIRST + at,
    project_code: `R${FIRST + at}`,
    project_name: `随机电站${at}`,
    origin_dept_id: 100 as const,
    org_id: isOfCompany ? company.id : null,
    owner_group_id: isOfGroup ? group.owner_group_id : null,
  }))
  const reports = stations.flatMap((each, at) =>
    each.reports.flatMap((values, back) =>
      values
        ? [
            {
              province_code: each.place.province_code,
              project_id: FIRST + at,
              year: year - Math.floor(back / 4),
              quarter: (back % 4) + 1,
              ...values,
            },
          ]
        : [],
    ),
  )
  for (let from = 0; from < rows.length; from += 300)
    await db
      .insertInto('es_project')
      .values(rows.slice(from, from + 300))
      .execute()
  for (let from = 0; from < reports.length; from += 1_000)
    await db
      .insertInto('usage_report')
      .values(reports.slice(from, from + 1_000))
      .execute()
}
