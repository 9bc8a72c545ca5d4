/**
 * Every figure of scale and of use is made of the projects that its link lists. Random projects, reports and two
 * snapshots; drawn: all dimensions of the contract (none to three at once), years, quarters, both sources, places of all
 * levels, technologies, scenarios, build statuses, regions, and an account of each kind of scope. Counts, power, energy,
 * investment, additions, means, shares, growth, reporting and amounts of use are compared, at least 1,000 cells each.
 * figure-files.test.ts compares the same through calls, pages and files; the portal's figure-cells.test.tsx what
 * screen, print sheet and its files show of a call.
 */
import type { ProjectsListQuery, UsageStatRow } from '@xinchu/sdk'
import { revenueFields, roundTo } from '@xinchu/validators'
import fc from 'fast-check'
import { type RawBuilder, sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Caller } from '../../src/domain/caller.ts'
import { snake } from '../../src/domain/columns.ts'
import { listConditions, periodOf } from '../../src/domain/es-project/filters.ts'
import { ledgerProjects } from '../../src/domain/ledger/ledger.ts'
import { listedFilter } from '../../src/domain/statistics/filter.ts'
import { scaleLayout } from '../../src/domain/statistics/scale.ts'
import { usageStatistics } from '../../src/domain/statistics/usage.ts'
import { usageSpread } from '../../src/domain/statistics/usage-spread.ts'
import { isCounted, type UseSource, useReports } from '../../src/domain/statistics/use-source.ts'
import { type Rig, startRig } from '../rig.ts'
import { loadCaller } from '../support/caller.ts'
import {
  asked,
  askedOfScale,
  CLOSED,
  cellsOf,
  compareDrawn,
  defined,
  SCOPES,
  scaleCase,
  storeRandom,
  THIS_YEAR,
  TODAY,
} from '../support/figure-cases.ts'

let rig: Rig
const callers = new Map<string, Caller>()
beforeAll(async () => {
  rig = await startRig()
  for (const each of SCOPES) callers.set(each, await loadCaller(rig.db, each))
  await storeRandom(rig.db)
})
afterAll(() => rig.close())

const callerOf = (name: string) => callers.get(name) as Caller // loaded above

/** What the projects of a list add up to; of use, with their reports of its quarter. */
const SUMS = (source: UseSource) => ({
  count: sql`count(*)`,
  power: sql`coalesce(sum(p.rated_power), 0)`,
  energy: sql`coalesce(sum(p.rated_energy), 0)`,
  investment: sql`coalesce(sum(p.total_investment), 0)`,
  charge: sql`sum(u.charge_energy)`,
  discharge: sql`sum(u.discharge_energy)`,
  outages: sql`sum(u.unplanned_outage_times)`,
  revenue: source.side === 'warehouse' ? sql`sum(u.total_revenue)` : REVENUE,
})

const REVENUE = sql`sum(${sql.join(
  revenueFields.map((field) => sql`coalesce(${sql.ref(`u.${snake(field)}`)}, 0)`),
  sql` + `,
)})`

interface Expected extends Partial<Record<keyof ReturnType<typeof SUMS>, number | null | undefined>> {
  query: ProjectsListQuery
}

/** Adds up the listed projects of all queries at once. */
async function summed(all: readonly Expected[], user: Caller) {
  if (all.length === 0) return []
  const sums = all.map(({ query }, at): RawBuilder<unknown> => {
    const from = query.source === 'warehouse' ? ledgerProjects(periodOf(query)) : sql`es_project p`
    const source = { side: query.source }
    const columns = Object.entries(SUMS(source)).map(([name, sum]) => sql`${sum} as ${sql.ref(name)}`)
    return sql`select ${sql.lit(at)} as at, ${sql.join(columns)} from ${from}
      left join ${useReports(source)} u on u.project_id = p.id and u.province_code = p.province_code
        and u.year = ${query.year ?? 0} and u.quarter = ${query.quarter ?? 0} and ${isCounted(source)}
      where ${listConditions(query, user, TODAY)}`
  })
  const { rows } = await sql<Record<string, unknown>>`
    select * from (${sql.join(sums, sql` union all `)}) s order by at`.execute(rig.db)
  return rows
}

/** Compares figures with the sums of their projects. Returns the number of compared cells. */
async function compare(all: readonly Expected[], user: Caller): Promise<number> {
  const found = await summed(all, user)
  for (const [at, { query, ...figures }] of all.entries()) {
    for (const [name, figure] of Object.entries(figures))
      expect([query, name, found[at]?.[name]]).toEqual([query, name, figure ?? null])
  }
  return all.length
}

const sum = (values: readonly number[]) => values.reduce((all, each) => all + each, 0)

test('every figure of scale is the sum of the projects that are listed for it', async () => {
  await compareDrawn(askedOfScale, 250, async (drawn) => {
    const { caller, dimensions, statistic, source, listOf } = scaleCase(drawn)
    const user = callerOf(caller)
    const rows = await scaleLayout(rig.db, { ...statistic, side: source, dimensions }, user, THIS_YEAR)
    for (const row of rows) {
      const { ratedPower, ratedEnergy, addPower, avgDuration, powerShare, energyShare, yoyPower } = row
      const year = rows.filter((each) => each.year === row.year)
      const part = (value: number, of: readonly number[]) => (value > 0 ? (100 * value) / sum(of) : 0)
      expect(avgDuration).toBe(ratedPower > 0 ? roundTo(ratedEnergy / ratedPower, 4) : undefined)
      const powers = year.map((each) => each.ratedPower)
      expect(powerShare).toBeCloseTo(part(ratedPower, powers), 3)
      const energies = year.map((each) => each.ratedEnergy)
      expect(energyShare).toBeCloseTo(part(ratedEnergy, energies), 3)
      const before = ratedPower - addPower
      expect(yoyPower).toBe(before > 0 ? roundTo((addPower / before) * 100, 4) : undefined)
    }
    const figures = rows.flatMap((row): Expected[] => {
      const query = listOf(cellsOf(row.keys.join(), dimensions))
      const { projectCount: count, ratedPower: power, ratedEnergy: energy, investment } = row
      return [
        { query: { ...query, figure: 'scale' }, count, power, energy, investment },
        { query: { ...query, figure: 'added' }, power: row.addPower, energy: row.addEnergy },
      ]
    })
    return compare(figures.slice(0, 60), user)
  })
})

test('several groups of a dimension list the projects of all of them', async () => {
  const cases = askedOfScale.filter(({ asked: { dimensions } }) => dimensions.some((each) => each !== 'year'))
  await compareDrawn(
    cases,
    // Most draws have a single group, or none.
    240,
    async ({ asked, ...more }) => {
      const first = asked.dimensions.find((each) => each !== 'year') ?? 'region'
      const drawn = { ...more, asked: { ...asked, dimensions: [first] } }
      const { caller, dimensions, statistic, source, listOf } = scaleCase(drawn)
      const user = callerOf(caller)
      const rows = await scaleLayout(rig.db, { ...statistic, side: source, dimensions }, user, THIS_YEAR)
      const some = rows.slice(0, 3)
      if (some.length < 2) return 0
      const query = listOf(some.flatMap(({ keys }) => cellsOf(keys.join(), dimensions)))
      const of = (name: 'projectCount' | 'ratedPower') => roundTo(sum(some.map((row) => row[name])), 4)
      const joint = { count: of('projectCount'), power: of('ratedPower') }
      return compare([{ query: { ...query, figure: 'scale' }, ...joint }], user)
    },
    40,
  )
})

/** Conditions of use, in the last year and this one. */
const askedOfUse = fc.record({
  asked,
  back: fc.integer({ min: -1, max: 0 }),
  source: fc.constantFrom('work', 'warehouse'),
})

/** Amounts of use of a row, which no report leaves without a value. */
const amountsOf = (row: UsageStatRow) => ({
  charge: row.chargeEnergy,
  discharge: row.dischargeEnergy,
  outages: row.unplannedOutageTimes,
  ...(row.revenue ? { revenue: row.revenue } : {}),
})

test('the figures of use are those of the projects listed as due, reported and not reported', async () => {
  await compareDrawn(askedOfUse, 80, async ({ asked: { caller, dimensions, ...more }, back, source }) => {
    const user = callerOf(caller)
    const { place, quarter, appScenario, techType } = more
    const year = CLOSED.year + back
    const filter = { ...place, year, ...(quarter ? { quarter } : {}), techType }
    const groups = dimensions.filter((each) => each !== 'year')
    const request = {
      ...listedFilter({ ...filter, appScenario }),
      ...(quarter ? { quarter } : {}),
      year,
      side: source,
      dimensions: groups,
    }
    const rows = await usageStatistics(rig.db, request, user, TODAY)
    const scenario = appScenario ? [`appScenario:${appScenario}`] : []
    const figures = rows.slice(0, 20).map((row) => {
      const cells = [...scenario, ...cellsOf(row.key, groups)]
      const query = defined<ProjectsListQuery>({ ...filter, source, quarter: row.quarter, cells })
      const { dueProjects, reportedProjects } = row
      return {
        row,
        lists: [
          { query: { ...query, figure: 'due' }, count: dueProjects },
          { query: { ...query, figure: 'reported' }, count: reportedProjects, ...amountsOf(row) },
          { query: { ...query, figure: 'unreported' }, count: dueProjects - reportedProjects },
        ] as const satisfies readonly Expected[],
      }
    })
    const lists = figures.flatMap((each) => [...each.lists])
    const found = await summed(lists, user)
    for (const [at, { row }] of figures.entries()) {
      const [due, reported] = [found[3 * at], found[3 * at + 1]].map((each) => Number(each?.['power']))
      const part = row.reportedProjects > 0 && due ? (100 * (reported ?? 0)) / due : undefined
      if (part !== undefined && reported) expect(row.powerRate).toBeCloseTo(part, 3)
      expect(row.reportRate).toBeCloseTo((100 * row.reportedProjects) / row.dueProjects, 3)
    }
    return compare(lists, user)
  })
})

test('the stations of each bar, box, side and dot of the spread are those listed for it', async () => {
  await compareDrawn(
    askedOfUse,
    40,
    async ({ asked: { caller, place, appScenario, techType, quarter = CLOSED.quarter }, back, source }) => {
      const user = callerOf(caller)
      const filter = { ...place, year: CLOSED.year + back, quarter, techType }
      const conditions = listedFilter({ ...place, techType, appScenario })
      const spread = { ...conditions, year: filter.year, quarter, side: source }
      const { bins, rows } = await usageSpread(rig.db, spread, user, TODAY)
      const scenario = appScenario ? [`appScenario:${appScenario}`] : []
      const listOf = (...cells: string[]) =>
        defined<ProjectsListQuery>({
          ...{ ...filter, source, figure: 'reported' },
          cells: [...scenario, ...cells],
        })
      const bars = bins.flatMap(({ from, user: users, other }) => [
        { query: listOf(`hoursBin:${from}`), count: users + other },
        { query: listOf(`hoursBin:${from}`, 'side:user'), count: users },
        { query: listOf(`hoursBin:${from}`, 'side:other'), count: other },
      ])
      // Of a place and scenario, all bins together are its stations with known hours.
      const boxes = rows.filter(({ by }) => by === 'appSubScenario' || by === 'region').slice(0, 3)
      const inBins = await Promise.all(
        boxes.map(({ by, key }) =>
          summed(
            bins.map(({ from }) => ({ query: listOf(`hoursBin:${from}`, `${by}:${key}`) })),
            user,
          ),
        ),
      )
      expect(inBins.map((all) => sum(all.map((each) => Number(each['count']))))).toEqual(
        boxes.map(({ projects }) => projects),
      )
      const stations = boxes.flatMap(({ by, key, projectIds }) =>
        projectIds.map((id) => ({ query: listOf(`${by}:${key}`, `project:${id}`), count: 1 })),
      )
      expect(boxes.map(({ values }) => values.length)).toEqual(boxes.map((each) => each.projectIds.length))
      return compare([...bars, ...stations], user)
    },
    300,
  )
})

test.each([
  'hoursBin:25',
  'hoursBin:1250',
  'hoursBin:',
  'hoursBin:x',
  'side:',
  'side:constructor',
  'project:x',
  'project:',
])('there are no stations of %s', async (cell) => {
  const query = { ...CLOSED, figure: 'reported', cells: [cell] } as ProjectsListQuery // a quarter of four
  expect(() => listConditions(query, callerOf('nation'), TODAY)).toThrow(/^分组：没有/)
})

test('only the projects that have reported have hours', () => {
  const query = { ...CLOSED, figure: 'due', cells: ['hoursBin:200'] } as ProjectsListQuery // a quarter of four
  expect(() => listConditions(query, callerOf('nation'), TODAY)).toThrow('只用于已报项目')
})
