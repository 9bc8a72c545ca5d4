import type { ProjectsListQuery, XinchuClient } from '@xinchu/sdk'
import { closedQuarter, quarterDays, roundTo } from '@xinchu/validators'
import fc from 'fast-check'
import { type RawBuilder, sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Caller } from '../../src/domain/caller.ts'
import { listConditions, periodOf } from '../../src/domain/es-project/filters.ts'
import { scaleLayout } from '../../src/domain/statistics/scale.ts'
import { usageStatistics } from '../../src/domain/statistics/usage.ts'
import { ledgerProjects } from '../../src/domain/warehouse/ledger.ts'
import { takeProjects } from '../../src/domain/warehouse/snapshot.ts'
import { day } from '../../src/runtime/time.ts'
import { type Rig, startRig } from '../rig.ts'
import { loadCaller } from '../support/caller.ts'
import { randomStations } from '../support/random-stations.ts'
import { sheetOf } from '../support/sheet.ts'

const TODAY = day(new Date())
const THIS_YEAR = Number(TODAY.slice(0, 4))
const CLOSED = closedQuarter(TODAY)
const SCOPES = ['nation', 'region_xb', 'province_nx', 'city_wz', 'county_yc', 'query_group', 'enterprise_yc']

let rig: Rig
let callers: readonly Caller[]
let nation: XinchuClient
beforeAll(async () => {
  rig = await startRig()
  nation = await rig.as('nation')
  callers = await Promise.all(SCOPES.map((each) => loadCaller(rig.db, each)))
  await randomStations(rig.db, { projects: 900, ...CLOSED })
  // Two snapshots of different parts, and none in the years before and between them.
  for (const [at, period] of [
    { year: 2023, quarter: 4 },
    { year: 2025, quarter: 2 },
  ].entries()) {
    const { id } = await rig.db
      .insertInto('warehouse_sync')
      .values({
        ...period,
        dry_run: false,
        ...{ projects: 0, usage_rows: 0, added: 0, changed: 0, removed: 0 },
        ...{ started_at: TODAY, finished_at: TODAY },
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await sql`delete from warehouse_project where year = ${period.year} and quarter = ${period.quarter}`.execute(
      rig.db,
    )
    await rig.db
      .transaction()
      .execute((trx) =>
        takeProjects(trx, period, id, sql`p.submitted_once and not p.deleted and p.id % 3 <> ${at}`),
      )
    await rig.db
      .insertInto('warehouse_period')
      .values({ ...period, sync_id: id })
      .onConflict((conflict) => conflict.columns(['year', 'quarter']).doUpdateSet({ sync_id: id }))
      .execute()
  }
})
afterAll(async () => {
  expect(rig.offContract).toEqual([])
  await rig.close()
})

const DIMENSIONS = [
  'region',
  'regionGroup',
  'techType',
  'statTechGroup',
  'appScenario',
  'appSubScenario',
  'statScenarioGroup',
  'scaleBand',
  'durationBand',
  'ownerType',
  'gridVoltage',
  'buildStatus',
  'year',
] as const

const optional = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined, freq: 2 })
const place = fc.constantFrom(
  {},
  { provinceCode: '640000' },
  { provinceCode: '640000', cityCode: '640300' },
  { provinceCode: '640000', cityCode: '640300', countyCode: '640323' },
  { provinceCode: '110000' },
  { provinceCode: '660000' },
)
const asked = fc.record({
  caller: fc.nat({ max: SCOPES.length - 1 }),
  dimensions: fc.uniqueArray(fc.constantFrom(...DIMENSIONS), { maxLength: 2 }),
  place,
  techType: optional(fc.subarray(['01', '02', '03'], { minLength: 1 })),
  appScenario: optional(fc.constantFrom('1', '2', '3')),
  quarter: optional(fc.constantFrom(1, 2, 3, 4)),
})

/** Without the properties that are undefined. */
const defined = <T extends object>(given: { [Name in keyof T]: T[Name] | undefined }): T =>
  Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) as T // as its entries say

interface Expected {
  query: ProjectsListQuery
  count?: number
  power?: number
  energy?: number
}

/** Adds up the listed projects of all queries at once. */
async function summed(all: readonly Expected[], user: Caller) {
  if (all.length === 0) return []
  const sums = all.map(({ query }, at): RawBuilder<unknown> => {
    const from = query.source === 'warehouse' ? ledgerProjects(periodOf(query)) : sql`es_project p`
    return sql`select ${sql.lit(at)} as at, count(*) as count, coalesce(sum(p.rated_power), 0) as power,
      coalesce(sum(p.rated_energy), 0) as energy from ${from} where ${listConditions(query, user, TODAY)}`
  })
  const { rows } = await sql<{ count: number; power: number; energy: number }>`
    select * from (${sql.join(sums, sql` union all `)}) s order by at`.execute(rig.db)
  return rows
}

/** Compares figures with the sums of their projects. Returns the number of compared cells. */
async function compare(all: readonly Expected[], user: Caller): Promise<number> {
  const found = await summed(all, user)
  for (const [at, { query, ...figures }] of all.entries()) {
    const { count, power, energy } = found[at] ?? {}
    const sums: Record<string, unknown> = { count, power, energy }
    for (const [name, figure] of Object.entries(figures))
      expect([query, name, sums[name]]).toEqual([query, name, figure])
  }
  return all.length
}

const keysOf = (key: string | undefined, dimensions: readonly string[]) => {
  const keys = (key ?? '').split(',')
  return dimensions.map((dimension, at) => `${dimension}:${keys[at] ?? ''}`)
}

const LEAST_CELLS = 1_000

/** Draws further runs until enough cells are compared: groups without projects have none. */
async function compareDrawn<Case>(
  cases: fc.Arbitrary<Case>,
  numRuns: number,
  compared: (drawn: Case) => Promise<number>,
): Promise<void> {
  let cells = 0
  for (let round = 0; cells < LEAST_CELLS && round < 10; round += 1)
    await fc.assert(
      fc.asyncProperty(cases, async (drawn) => {
        cells += await compared(drawn)
      }),
      { numRuns },
    )
  expect(cells).toBeGreaterThanOrEqual(LEAST_CELLS)
}

test('every figure of scale is the sum of the projects that are listed for it', async () => {
  const scale = fc.record({
    asked,
    year: optional(fc.integer({ min: 2020, max: THIS_YEAR })),
    buildStatus: optional(fc.subarray(['3', '4', '6'] as ('3' | '4' | '6')[], { minLength: 1 })),
    regionGroup: optional(fc.constantFrom('XB', 'HB')),
    source: fc.constantFrom('work' as const, 'warehouse' as const),
  })
  await compareDrawn(scale, 250, async ({ asked, ...more }) => {
    const { caller, dimensions, place, quarter, ...kinds } = asked
    const user = callers[caller] as Caller // one of them
    const { regionGroup, source, ...rest } = more
    const filter = { ...place, ...kinds, ...rest, ...(more.year ? { quarter } : {}) }
    const rows = await scaleLayout(
      rig.db,
      { ...filter, regionGroup, side: source, dimensions },
      user,
      THIS_YEAR,
    )
    const groups = regionGroup ? [`regionGroup:${regionGroup}`] : []
    const scenario = kinds.appScenario ? [`appScenario:${kinds.appScenario}`] : []
    const { appScenario: _scenario, ...listed } = filter
    const figures = rows.flatMap((row): Expected[] => {
      const cells = [...groups, ...scenario, ...keysOf(row.keys.join(), dimensions)]
      const query = defined<ProjectsListQuery>({ ...listed, source, cells })
      const { projectCount: count, ratedPower: power, ratedEnergy: energy } = row
      return [
        { query: { ...query, figure: 'scale' }, count, power, energy },
        { query: { ...query, figure: 'added' }, power: row.addPower, energy: row.addEnergy },
      ]
    })
    return compare(figures.slice(0, 60), user)
  })
})

test('as many projects are listed as due, reported and not reported as the use statistics count', async () => {
  const use = fc.record({ asked, back: fc.integer({ min: -1, max: 0 }) })
  await compareDrawn(use, 80, async ({ asked: { caller, dimensions, ...more }, back }) => {
    const user = callers[caller] as Caller // one of them
    const { place, quarter, appScenario, techType } = more
    const year = CLOSED.year + back
    const filter = { ...place, year, ...(quarter ? { quarter } : {}), techType }
    const groups = dimensions.filter((each) => each !== 'year')
    const rows = await usageStatistics(rig.db, { ...filter, appScenario, dimensions: groups }, user, TODAY)
    const scenario = appScenario ? [`appScenario:${appScenario}`] : []
    const figures = rows.flatMap((row): Expected[] => {
      const cells = [...scenario, ...keysOf(row.key, groups)]
      const query = defined<ProjectsListQuery>({ ...filter, quarter: row.quarter, cells })
      return [
        { query: { ...query, figure: 'due' }, count: row.dueProjects },
        { query: { ...query, figure: 'reported' }, count: row.reportedProjects },
        { query: { ...query, figure: 'unreported' }, count: row.dueProjects - row.reportedProjects },
      ]
    })
    return compare(figures.slice(0, 60), user)
  })
})

async function listAll(query: ProjectsListQuery) {
  const rows = []
  for (let page = 0; ; page += 1) {
    const found = await nation.projects.list({
      ...query,
      sort: ['ratedPower,desc'],
      page,
      size: 200,
      withSums: true,
    })
    rows.push(...found.content)
    if (found.content.length === 0 || rows.length >= found.totalElements) return { ...found, rows }
  }
}

const sum = (values: readonly (number | undefined)[]) =>
  roundTo(
    values.reduce<number>((all, each) => all + (each ?? 0), 0),
    4,
  )

test.each<ProjectsListQuery>([
  { figure: 'scale', source: 'warehouse', cells: ['region:640000'] },
  { figure: 'scale', source: 'warehouse', year: 2021, cells: ['durationBand:2'] },
  { figure: 'added', source: 'warehouse', year: 2025, quarter: 3, cells: ['statTechGroup:li'] },
  { figure: 'scale', source: 'work', provinceCode: '640000', cells: ['region:640300', 'year:2024'] },
  { figure: 'unreported', provinceCode: '640000', cells: ['scaleBand:'] },
  { figure: 'reported', ...(CLOSED as { year: number; quarter: 1 }), cells: [] },
])('pages and an export of %o hold the same projects, and the sum of all', async (query) => {
  const { rows, ratedPower, ratedEnergy } = await listAll(query)
  expect(sum(rows.map((row) => row.ratedPower))).toBe(ratedPower)
  expect(sum(rows.map((row) => row.ratedEnergy))).toBe(ratedEnergy)
  const { withSums: _sums, page: _page, size: _size, sort: _sort, ...filter } = query
  const file = await nation.projects.download({ filter, columns: ['projectCode', 'ratedPower'] })
  const exported = (await sheetOf(file)).column('项目编号')
  expect(exported.toSorted()).toEqual(rows.map(({ projectCode }) => projectCode).toSorted())
})

test('a quarter that has not ended and a group that no statistic has list nothing', async () => {
  const { year, quarter } = CLOSED
  const after = quarter === 4 ? ([year + 1, 1] as const) : ([year, quarter + 1] as const)
  expect(quarterDays({ year: after[0], quarter: after[1] }).last > TODAY).toBe(true)
  const next = { year: after[0], quarter: after[1] as 1, figure: 'due' as const }
  expect((await nation.projects.list(next)).totalElements).toBe(0)
  await expect(nation.projects.list({ figure: 'scale', cells: ['colour:red'] })).rejects.toMatchObject({
    status: 400,
    message: '分组：没有统计维度 colour',
  })
  await expect(nation.projects.list({ figure: 'added', cells: ['year:x'] })).rejects.toMatchObject({
    status: 400,
  })
})
