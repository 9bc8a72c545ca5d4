import document from '@xinchu/contract/openapi.json' with { type: 'json' }
import type { ProjectsListQuery, StatDimension } from '@xinchu/sdk'
import { closedQuarter, type Quarter, revenueFields } from '@xinchu/validators'
import fc from 'fast-check'
import { sql } from 'kysely'
import { expect } from 'vitest'
import { budget, TEST_SEED } from '../../../../scripts/lib/test-seed.mjs'
import type { DbPool } from '../../src/db/database.ts'
import { snake } from '../../src/domain/columns.ts'
import { periodNumber } from '../../src/domain/ledger/official.ts'
import { COUNTED } from '../../src/domain/statistics/use-source.ts'
import { day } from '../../src/runtime/time.ts'
import { randomStations } from './random-stations.ts'

export const TODAY = day(new Date())
export const THIS_YEAR = Number(TODAY.slice(0, 4))
export const CLOSED = closedQuarter(TODAY)

/** An account of each kind of scope. */
export const SCOPES = [
  'nation',
  'query',
  'region_xb',
  'office_nx',
  'province_nx',
  'province_bj',
  'corps',
  'city_wz',
  'county_yc',
  'group_spic',
  'query_group',
  'query_nx',
  'query_yc',
  'enterprise_yc',
] as const

/** The dimensions of the contract. */
export const DIMENSIONS = document.components.schemas.StatDimension.enum as readonly StatDimension[] // its own values

/** Takes most counted reports of a quarter into its batch. */
const storeReports = (db: DbPool, { year, quarter }: Quarter) =>
  sql`
  insert into official_report (province_code, year, quarter, project_id, from_edition, usage_id, usage_version, sync_id,
    charge_energy, discharge_energy, off_grid_energy, on_grid_energy, planned_outage_hours, unplanned_outage_times,
    unplanned_outage_hours, period_hours, total_revenue, content)
  select u.province_code, u.year, u.quarter, u.project_id, r.edition, u.id, u.version, r.edition,
    u.charge_energy, u.discharge_energy, u.off_grid_energy, u.on_grid_energy, u.planned_outage_hours,
    u.unplanned_outage_times, u.unplanned_outage_hours, 2000,
    ${sql.join(
      revenueFields.map((field) => sql`coalesce(${sql.ref(`u.${snake(field)}`)}, 0)`),
      sql` + `,
    )}, to_jsonb(u)
  from usage_report u join official_revision r on r.year = u.year and r.quarter = u.quarter
  where u.year = ${year} and u.quarter = ${quarter} and u.status in (${COUNTED}) and u.id % 5 <> 0`.execute(
    db,
  )

/** Random projects and reports, and two snapshots of different parts of them with none between. */
export async function storeRandom(db: DbPool): Promise<void> {
  await randomStations(db, { projects: 900, ...CLOSED })
  await sql`delete from official_publication`.execute(db)
  await sql`delete from official_revision where origin = 'BACKCAST'`.execute(db)
  await sql`update official_project set from_period = ${periodNumber(CLOSED)}`.execute(db)
  for (const [at, period] of [
    { year: 2023, quarter: 4 },
    { year: 2025, quarter: 2 },
  ].entries()) {
    const { id } = await db
      .insertInto('warehouse_sync')
      .values({
        ...period,
        dry_run: false,
        ...{ projects: 0, usage_rows: 0, added: 0, changed: 0, removed: 0 },
        ...{ started_at: TODAY, finished_at: TODAY },
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    // Official data is written from the newest period on. Here, it is cut in parts.
    const next = at === 0 ? { year: 2025, quarter: 2 } : CLOSED
    await sql`insert into official_record (province_code, project_id, sync_id, content)
      select province_code, id, ${id}, to_jsonb(p) from es_project p where submitted_once and not deleted and id % 3 <> ${at}`.execute(
      db,
    )
    const { rows: columns } = await sql<{
      name: string
    }>`select column_name as name from information_schema.columns
      where table_name = 'official_project' and column_name in (
        select column_name from information_schema.columns where table_name = 'es_project')`.execute(db)
    const copied = sql.join(columns.map(({ name }) => sql.ref(name)))
    await sql`insert into official_project (project_id, from_edition, from_period, to_period, project_version, sync_id, ${copied})
      select id, ${id}, ${at === 0 ? 0 : periodNumber(period)}::integer, ${periodNumber(next) - 1}::integer, version, ${id}, ${copied}
      from es_project p where submitted_once and not deleted and id % 3 <> ${at}`.execute(db)
    await sql`insert into official_revision (year, quarter, no, edition, origin)
      values (${period.year}, ${period.quarter}, 1, ${id}, 'SYNC')`.execute(db)
    await db
      .insertInto('warehouse_period')
      .values({ ...period, sync_id: id })
      .onConflict((conflict) => conflict.columns(['year', 'quarter']).doUpdateSet({ sync_id: id }))
      .execute()
  }
  await sql`delete from official_report`.execute(db)
  for (const period of [{ year: 2025, quarter: 2 }, CLOSED]) await storeReports(db, period)
}

export const optional = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined, freq: 2 })

const place = fc.constantFrom(
  {},
  { provinceCode: '640000' },
  { provinceCode: '640000', cityCode: '640300' },
  { provinceCode: '640000', cityCode: '640300', countyCode: '640323' },
  { provinceCode: '110000' },
  { provinceCode: '660000' },
  { provinceCode: '370000', cityCode: '370100' },
)

/** Conditions that all statistics share. */
export const asked = fc.record({
  caller: fc.constantFrom(...SCOPES),
  dimensions: fc.uniqueArray(fc.constantFrom(...DIMENSIONS), { maxLength: 3 }),
  place,
  techType: optional(fc.subarray(['01', '02', '03'] as ('01' | '02' | '03')[], { minLength: 1 })),
  appScenario: optional(fc.constantFrom('1', '2', '3')),
  quarter: optional(fc.constantFrom(1, 2, 3, 4)),
})

/** Conditions of scale. */
export const askedOfScale = fc.record({
  asked,
  year: optional(fc.integer({ min: 2020, max: THIS_YEAR })),
  buildStatus: optional(fc.subarray(['3', '4', '6'] as ('3' | '4' | '6')[], { minLength: 1 })),
  regionGroup: optional(fc.constantFrom('XB', 'HB')),
  source: fc.constantFrom('work', 'warehouse'),
})

/** Without the properties that are undefined. */
export const defined = <T extends object>(given: { [Name in keyof T]: T[Name] | undefined }): T =>
  Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) as T // as its entries say

/** Cells of a row of a statistic: `dimension:key` for each of its dimensions. */
export function cellsOf(key: string | undefined, dimensions: readonly string[]): string[] {
  const keys = (key ?? '').split(',')
  return dimensions.map((dimension, at) => `${dimension}:${keys[at] ?? ''}`)
}

/** The list of a row of scale, and the conditions of its statistic. */
export function scaleCase({ asked: { dimensions, place, quarter, ...kinds }, ...more }: ScaleCase) {
  const { regionGroup, source, ...rest } = more
  const { appScenario, ...others } = kinds
  const filter = { ...place, ...others, ...rest, ...(more.year ? { quarter } : {}) }
  const groups = [
    ...(regionGroup ? [`regionGroup:${regionGroup}`] : []),
    ...(appScenario ? [`appScenario:${appScenario}`] : []),
  ]
  const { caller, ...listed } = filter
  return {
    caller,
    dimensions,
    statistic: defined<object>({ ...listed, appScenario, regionGroup }),
    source,
    listOf: (cells: readonly string[]) =>
      defined<ProjectsListQuery>({ ...(listed as ProjectsListQuery), source, cells: [...groups, ...cells] }), // of the contract's values
  }
}
type ScaleCase = typeof askedOfScale extends fc.Arbitrary<infer T> ? T : never

const LEAST_CELLS = 1_000

/** Draws further runs until enough cells are compared: groups without projects have none. The check does a fifth of it. */
export async function compareDrawn<Case>(
  cases: fc.Arbitrary<Case>,
  numRuns: number,
  compared: (drawn: Case) => Promise<number>,
  most = LEAST_CELLS,
): Promise<void> {
  const least = most / budget(5, 1)
  let cells = 0
  for (let round = 0; cells < least && round < 10; round += 1)
    await fc.assert(
      fc.asyncProperty(cases, async (drawn) => {
        cells += await compared(drawn)
      }),
      { numRuns: Math.ceil(numRuns / budget(5, 1)), seed: TEST_SEED + round },
    )
  expect(cells).toBeGreaterThanOrEqual(least)
}
