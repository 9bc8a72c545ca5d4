/**
 * Filters of statistics: each narrows every statistic to the projects that plain SQL and JavaScript find, together they
 * narrow each other, repeated values are alternatives, and none reaches beyond the caller's scope.
 */
import type { StatisticsGetScaleLayoutQuery, XinchuClient } from '@xinchu/sdk'
import { quarterAfter, quarterDays, roundTo } from '@xinchu/validators'
import fc from 'fast-check'
import { type RawBuilder, sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Rig, startRig } from '../rig.ts'
import { CLOSED, storeRandom } from '../support/figure-cases.ts'
import { quantile } from '../support/quantile.ts'
import { refusal } from '../support/refusal.ts'
import { sheetOf } from '../support/sheet.ts'

interface Project {
  id: number
  province_code: string
  city_code: string | null
  county_code: string | null
  region_group: string
  tech_type: string | null
  tech_sub_type: string | null
  app_scenario: string | null
  app_sub_scenario: string | null
  owner_type: string | null
  owner_group_id: number | null
  grid_voltage: string | null
  build_status: string
  rated_power: number | null
  rated_energy: number | null
  commissioned: string | null
  retired: string | null
  is_located: boolean
}

/** Report of a project for the asked quarter. */
interface Report {
  project_id: number
  /** 万kWh */
  charge: number | null
  discharge: number | null
  is_counted: boolean
  /** Null if it was never submitted. */
  is_on_time: boolean | null
}

type Filter = Omit<StatisticsGetScaleLayoutQuery, 'year' | 'quarter' | 'groupBy' | 'source' | 'asOf'>
type Name = keyof Filter

const THEN = { year: 2025, quarter: 2 } as const
const period = { year: CLOSED.year, quarter: CLOSED.quarter as 1 | 2 | 3 | 4 } // a quarter is 1 to 4
/** Enterprises' deadline of the quarter, in the month after it. */
const DEADLINE = `${quarterDays(quarterAfter(CLOSED, 1)).first.slice(0, 8)}20 23:59:59`
const OPERATING = ['4', '5']
const REPORTING = ['4', '5', '6']

let rig: Rig
let nation: XinchuClient
let owner = 0
/** Projects of each source. */
const projects: Record<'work' | 'warehouse' | 'former', readonly Project[]> = {
  work: [],
  warehouse: [],
  former: [],
}
/** Reports of the asked quarter by project, of each source. */
const reports: Record<'work' | 'warehouse', ReadonlyMap<number, Report>> = {
  work: new Map(),
  warehouse: new Map(),
}

const COLUMNS = sql`p.province_code, p.city_code, p.county_code, r.region_group, p.tech_type, p.tech_sub_type,
  p.app_scenario, p.app_sub_scenario, p.owner_type, p.owner_group_id, p.grid_voltage, p.build_status, p.rated_power,
  p.rated_energy, p.commission_date::text as commissioned, p.retire_date::text as retired,
  p.longitude is not null and p.latitude is not null as is_located`

async function officialAt(n: number, edition?: number): Promise<readonly Project[]> {
  const isOf =
    edition === undefined
      ? sql`p.to_edition is null`
      : sql`p.from_edition <= ${edition} and (p.to_edition is null or p.to_edition > ${edition})`
  const { rows } = await sql<Project>`select p.project_id as id, ${COLUMNS} from official_project p
    join region r on r.code = p.province_code
    where ${isOf} and p.from_period <= ${n} and (p.to_period is null or p.to_period >= ${n})`.execute(rig.db)
  return rows
}

/** Sets the deadline of the asked quarter, and the first submissions some days before and after it. */
async function submitAroundDeadline(): Promise<void> {
  const { year, quarter } = period
  await sql`update fill_time set level_deadlines = ${JSON.stringify({ enterprise: DEADLINE })}::jsonb
    where fill_type = 'QUARTER' and year = ${year} and quarter = ${quarter}`.execute(rig.db)
  await sql`update usage_report set first_submitted_at = case when id % 7 = 0 then null
      else (${DEADLINE}::timestamp at time zone 'Asia/Shanghai') + (id % 41 - 20) * interval '1 day' end
    where year = ${year} and quarter = ${quarter}`.execute(rig.db)
}

const COUNTS = ['1', '3', '5']

async function readReports(): Promise<void> {
  const { year, quarter } = period
  const read = async (columns: RawBuilder<unknown>, where: RawBuilder<unknown>) => {
    const { rows } =
      await sql<Report>`select project_id, charge_energy as charge, discharge_energy as discharge, ${columns}
      where year = ${year} and quarter = ${quarter} and ${where}`.execute(rig.db)
    return new Map(rows.map((row) => [row.project_id, row]))
  }
  reports.work = await read(
    sql`status = any(${COUNTS}::text[]) as is_counted,
      first_submitted_at <= ${DEADLINE}::timestamp at time zone 'Asia/Shanghai' as is_on_time from usage_report`,
    sql`true`,
  )
  reports.warehouse = await read(
    sql`true as is_counted, null::boolean as is_on_time from official_report`,
    sql`to_edition is null`,
  )
}

beforeAll(async () => {
  rig = await startRig()
  nation = await rig.as('nation')
  await storeRandom(rig.db)
  await submitAroundDeadline()
  // Random voltages are no entries of the dictionary.
  for (const table of ['es_project', 'submitted_project', 'official_project'] as const)
    await sql`update ${sql.table(table)} set grid_voltage = case grid_voltage when '1' then '10' when '2' then '35' else '110' end
      where grid_voltage in ('1', '2', '3')`.execute(rig.db)
  const { rows } = await sql<Project>`select p.id, ${COLUMNS} from (
      select * from es_project union all select * from submitted_project) p join region r on r.code = p.province_code
    where not p.deleted and p.submitted_once and p.is_counted`.execute(rig.db)
  projects.work = rows
  projects.warehouse = await officialAt(period.year * 4 + period.quarter)
  const { edition } = await rig.db
    .selectFrom('official_revision')
    .select('edition')
    .where('year', '=', THEN.year)
    .where('quarter', '=', THEN.quarter)
    .executeTakeFirstOrThrow()
  projects.former = await officialAt(THEN.year * 4 + THEN.quarter, edition)
  await readReports()
  owner = rows.find(({ owner_group_id: id }) => id !== null)?.owner_group_id ?? 0
})
afterAll(async () => {
  expect(rig.offContract).toEqual([])
  await rig.close()
})

const scaleBandOf = ({ rated_power: power }: Project) =>
  power === null ? '5' : power < 1 ? '1' : power < 10 ? '2' : power < 100 ? '3' : power < 1000 ? '4' : '5'

function durationBandOf({ rated_power: power, rated_energy: energy }: Project) {
  if (power === null || power <= 0 || energy === null) return undefined
  const hours = energy / power
  return hours < 2 ? '1' : hours < 4 ? '2' : hours < 8 ? '3' : '4'
}

const VALUE_OF: Readonly<Record<Name, (project: Project) => string | number | null | undefined>> = {
  provinceCode: (each) => each.province_code,
  cityCode: (each) => each.city_code,
  countyCode: (each) => each.county_code,
  regionGroup: (each) => each.region_group,
  techType: (each) => each.tech_type,
  techSubType: (each) => each.tech_sub_type,
  appScenario: (each) => each.app_scenario,
  appSubScenario: (each) => each.app_sub_scenario,
  ownerType: (each) => each.owner_type,
  ownerGroupId: (each) => each.owner_group_id,
  gridVoltage: (each) => each.grid_voltage,
  scaleBand: scaleBandOf,
  durationBand: durationBandOf,
  buildStatus: (each) => each.build_status,
}

const isAmong = (project: Project, filter: Filter): boolean =>
  (Object.keys(filter) as Name[]).every(
    (
      name, // the filter has no others
    ) => (filter[name] as readonly unknown[]).includes(VALUE_OF[name](project)),
  )

const until = ({ year, quarter }: { year: number; quarter: number }) => quarterDays({ year, quarter }).last

const sum = (all: readonly (number | null)[]) =>
  roundTo(
    all.reduce<number>((total, each) => total + (each ?? 0), 0),
    4,
  )

/** Projects, MW and MWh that scale counts of some projects at the end of a period. */
function scaleOf(all: readonly Project[], filter: Filter, last: string) {
  const found = all.filter(
    (each) =>
      isAmong(each, filter) &&
      (filter.buildStatus ?? OPERATING).includes(each.build_status as '4') && // of the same dictionary
      (each.commissioned === null || each.commissioned <= last),
  )
  return {
    projectCount: found.length,
    ratedPower: sum(found.map((each) => each.rated_power)),
    ratedEnergy: sum(found.map((each) => each.rated_energy)),
  }
}

/** Stations due to report for a quarter. */
const dueOf = (all: readonly Project[], filter: Filter) => {
  const { first, last } = quarterDays(period)
  return all.filter(
    (each) =>
      isAmong(each, filter) &&
      REPORTING.includes(each.build_status) &&
      each.commissioned !== null &&
      each.commissioned <= last &&
      (each.retired === null || each.retired >= first),
  )
}

/** Due stations with their counted report, of which some lack a value. */
const reportedOf = (source: 'work' | 'warehouse', filter: Filter) =>
  dueOf(projects[source], filter).flatMap((each) => {
    const report = reports[source].get(each.id)
    return report?.is_counted ? [{ ...each, ...report }] : []
  })

/** Stations with both values: MW, and MWh that moved. */
const usedOf = (source: 'work' | 'warehouse', filter: Filter) =>
  reportedOf(source, filter).flatMap(({ charge, discharge, rated_power: power }) =>
    charge === null || discharge === null ? [] : [{ power: power ?? 0, moved: (charge + discharge) * 10 }],
  )

type Used = ReturnType<typeof usedOf>

/** Hours of all stations together, weighted by their power; undefined without any power. */
function meanOf(used: Used): number | undefined {
  const power = sum(used.map((each) => each.power))
  return power > 0 ? sum(used.map((each) => each.moved)) / power : undefined
}

/** Spread of the hours of stations with power; undefined without a station. */
function spreadOf(all: Used) {
  const used = all.filter(({ power }) => power > 0)
  if (used.length === 0) return undefined
  const hours = used.map(({ power, moved }) => moved / power).toSorted((a, b) => a - b)
  const near = (value: number) => expect.closeTo(value, 3)
  return {
    projects: used.length,
    mean: near(meanOf(used) ?? 0),
    p10: near(quantile(hours, 0.1)),
    median: near(quantile(hours, 0.5)),
    p90: near(quantile(hours, 0.9)),
  }
}

/** More than half of the filters keep some. */
function expectMost(counts: readonly number[]): void {
  expect(counts.filter((count) => count > 0).length).toBeGreaterThan(counts.length / 2)
}

const NOTHING = { projectCount: 0, ratedPower: 0, ratedEnergy: 0 }

async function shownScale(client: XinchuClient, query: StatisticsGetScaleLayoutQuery) {
  const [row] = await client.statistics.getScaleLayout(query)
  const { projectCount, ratedPower, ratedEnergy } = row ?? NOTHING
  return { projectCount, ratedPower, ratedEnergy }
}

const FILTERS = (): readonly Filter[] => [
  { provinceCode: ['640000'] },
  { provinceCode: ['640000', '370000'] },
  { cityCode: ['640300'] },
  { cityCode: ['640300', '640100'] },
  { countyCode: ['640323', '110105'] },
  { regionGroup: ['XB'] },
  { regionGroup: ['XB', 'HB'] },
  { techType: ['01', '02'] },
  { techSubType: ['0101'] },
  { techSubType: ['0101', '0201'] },
  { appScenario: ['1'] },
  { appScenario: ['1', '3'] },
  { appSubScenario: ['11', '31'] },
  { ownerType: ['1'] },
  { ownerType: ['1', '3'] },
  { ownerGroupId: [owner] },
  { gridVoltage: ['10', '35'] },
  { scaleBand: ['3'] },
  { scaleBand: ['1', '4'] },
  { durationBand: ['1', '4'] },
  { buildStatus: ['3'] },
  { buildStatus: ['4', '6'] },
]

const SOURCES = [
  ['work', { ...period }],
  ['warehouse', { ...period, source: 'warehouse' }],
  ['former', { ...THEN, source: 'warehouse', asOf: '2025Q2-01' }],
] as const

describe.each(SOURCES)('of %s figures', (source, asked) => {
  test('each filter keeps the projects that have one of its values', async () => {
    for (const filter of FILTERS()) {
      const expected = scaleOf(projects[source], filter, until(asked))
      expect([filter, await shownScale(nation, { ...asked, ...filter })]).toEqual([filter, expected])
    }
    // Filters that keep nothing, or all, would show nothing.
    const counts = FILTERS().map((filter) => scaleOf(projects[source], filter, until(asked)).projectCount)
    expect(counts.filter((count) => count > 0).length).toBeGreaterThan(counts.length / 2)
    const all = scaleOf(projects[source], {}, until(asked)).projectCount
    expect(counts.filter((count) => count < all).length).toBeGreaterThan(counts.length / 2)
  })

  test('filters narrow each other', async () => {
    const all = fc.uniqueArray(fc.constantFrom(...FILTERS()), {
      minLength: 2,
      maxLength: 4,
      selector: (filter) => Object.keys(filter).join(),
    })
    await fc.assert(
      fc.asyncProperty(all, async (drawn) => {
        const filter: Filter = Object.assign({}, ...drawn)
        const expected = scaleOf(projects[source], filter, until(asked))
        expect(await shownScale(nation, { ...asked, ...filter })).toEqual(expected)
      }),
      { numRuns: 40 },
    )
  })

  test.each(['province_nx', 'region_xb', 'group_spic'])(
    'no filter shows %s more than its own',
    async (name) => {
      const client = await rig.sameAs(name)
      const isOwn = (each: Project) =>
        name === 'province_nx'
          ? each.province_code === '640000'
          : name === 'region_xb'
            ? each.region_group === 'XB'
            : each.owner_group_id === group
      const { owner_group_id: group } = await rig.db
        .selectFrom('app_user')
        .innerJoin('org', 'org.id', 'app_user.org_id')
        .select('org.owner_group_id')
        .where('username', '=', name)
        .executeTakeFirstOrThrow()
      const own = projects[source].filter(isOwn)
      for (const filter of FILTERS())
        expect([filter, await shownScale(client, { ...asked, ...filter })]).toEqual([
          filter,
          scaleOf(own, filter, until(asked)),
        ])
    },
  )
})

describe('the same filters', () => {
  test.each(['work', 'warehouse'] as const)('narrow use of %s reports, and its spread', async (source) => {
    const counts: number[] = []
    for (const filter of FILTERS()) {
      const [row] = await nation.statistics.getUsage({ ...period, source, ...filter })
      const reported = reportedOf(source, filter)
      expect([
        filter,
        row?.dueProjects ?? 0,
        row?.reportedProjects ?? 0,
        row?.chargeEnergy ?? 0,
        row?.dischargeEnergy ?? 0,
      ]).toEqual([
        filter,
        dueOf(projects[source], filter).length,
        reported.length,
        sum(reported.map(({ charge }) => charge)),
        sum(reported.map(({ discharge }) => discharge)),
      ])
      const { bins, rows } = await nation.statistics.getSpread({ ...period, source, ...filter })
      const spread = spreadOf(usedOf(source, filter))
      const all = rows.find(({ by }) => by === 'all')
      expect([filter, all]).toEqual([filter, spread && expect.objectContaining(spread)])
      expect(sum(bins.map(({ user, other }) => user + other))).toBe(spread?.projects ?? 0)
      counts.push(spread?.projects ?? 0)
    }
    expectMost(counts)
  })

  test('narrow timeliness', async () => {
    const counts: number[] = []
    for (const filter of FILTERS()) {
      const { rows, courses } = await nation.statistics.getTimeliness({ ...period, ...filter })
      const sent = dueOf(projects.work, filter).flatMap(({ id }) => {
        const report = reports.work.get(id)
        return report && report.is_on_time !== null ? [report] : []
      })
      // What was returned since has no share in the rates.
      const [onTime, late] = [true, false].map(
        (isOnTime) => sent.filter((each) => each.is_counted && each.is_on_time === isOnTime).length,
      )
      const total = rows.find(
        ({ key, year, quarter }) => key === '' && year === period.year && quarter === period.quarter,
      )
      expect([filter, total?.onTime ?? 0, total?.late ?? 0]).toEqual([filter, onTime, late])
      expect(sum((courses[0]?.days ?? []).map(({ count }) => count))).toBe(sent.length)
      counts.push(Math.min(onTime ?? 0, late ?? 0))
    }
    expectMost(counts)
  })

  test('narrow the values to check to those of their projects, and the hours beside them', async () => {
    const counts: number[] = []
    const known = new Map(projects.work.map((each) => [each.id, each]))
    const all = await nation.statistics.listOutliers({ ...period, size: 9999 })
    expect(all.content).toHaveLength(all.totalElements)
    for (const filter of FILTERS()) {
      const found = await nation.statistics.listOutliers({ ...period, ...filter, size: 9999 })
      const own = all.content.filter(({ projectId }) => {
        const project = known.get(projectId)
        return project !== undefined && isAmong(project, filter)
      })
      const hours = meanOf(usedOf('work', filter))
      expect([filter, found.totalElements, found.content, found.hours]).toEqual([
        ...[filter, own.length],
        // A filter of places names smaller ones.
        own.map((each) => ({ ...each, placeName: expect.any(String) })),
        hours === undefined ? undefined : expect.closeTo(hours, 3),
      ])
      counts.push(own.length)
    }
    expectMost(counts)
    expect(Math.min(...counts)).toBeLessThan(all.totalElements)
  })

  test('narrow the map and the figures of divisions', async () => {
    for (const filter of FILTERS()) {
      const points = await nation.projects.findLocations({ ...filter, limit: 10_000 })
      const located = projects.work.filter((each) => each.is_located && isAmong(each, filter))
      expect([filter, sum(points.map(({ count = 1 }) => count))]).toEqual([filter, located.length])
      const { provinceCode, cityCode, countyCode, ...kinds } = filter
      const divisions = await nation.statistics.listChinaDict({
        level: 1,
        withStats: true,
        year: period.year,
        ...kinds,
      })
      const { projectCount } = scaleOf(projects.work, kinds, until({ ...period, quarter: 4 }))
      expect([kinds, sum(divisions.map(({ projectCount: count = 0 }) => count))]).toEqual([
        kinds,
        projectCount,
      ])
    }
  })

  test('narrow the workbook, which names them', async () => {
    const filter: Filter = { ownerGroupId: [owner], scaleBand: ['3', '4'], appScenario: ['1', '2'] }
    const file = await nation.statistics.exportMapData({ ...period, ...filter, dimensions: ['region'] })
    const { rows, line, heading } = await sheetOf(file)
    const text = [line, heading, ...rows].flat().join(' ')
    const { projectCount } = scaleOf(projects.work, filter, until(period))
    expect(rows.find(([first]) => first === '合计')?.[1]).toBe(projectCount)
    for (const caption of ['投资主体：', '规模分档：', '应用场景：电源侧、电网侧'])
      expect(text).toContain(caption)
    // As before there were lists.
    const single: object = { provinceCode: '640000', appScenario: '1' }
    const one = await nation.statistics.exportMapData({ ...period, dimensions: ['region'], ...single })
    const [province] = await nation.statistics.getScaleLayout({
      ...{ ...period, provinceCode: ['640000'], appScenario: ['1'] },
    })
    const sheet = await sheetOf(one)
    expect(sheet.rows.find(([first]) => first === '合计')?.[1]).toBe(province?.projectCount)
  })

  test('are alternatives of which one may be given twice, and in any order', async () => {
    const asked = { ...period, techType: ['02', '01', '01'], provinceCode: ['640000'] }
    expect(await nation.statistics.getScaleLayout(asked)).toEqual(
      await nation.statistics.getScaleLayout({ ...period, techType: ['01', '02'], provinceCode: ['640000'] }),
    )
  })

  test('of several divisions are grouped by those divisions', async () => {
    const keysOf = async (filter: Filter) =>
      (await nation.statistics.getScaleLayout({ ...period, ...filter, groupBy: ['region'] })).map(
        ({ key }) => key,
      )
    expect((await keysOf({ provinceCode: ['640000', '370000'] })).toSorted()).toEqual(['370000', '640000'])
    expect(new Set(await keysOf({ cityCode: ['640300', '640100'] }))).toEqual(new Set(['640300', '640100']))
  })
})

describe('a value that there is not', () => {
  test.each<[string, Record<string, unknown>, string]>([
    ['a province', { provinceCode: ['640000', '999999'] }, '“999999”'],
    ['a city as a province', { provinceCode: ['640300'] }, '“640300”'],
    ['a county', { countyCode: ['640399'] }, '“640399”'],
    ['a region', { regionGroup: ['ZZ'] }, '“ZZ”'],
    ['a technology', { techType: ['01', '77'] }, '“77”'],
    ['a kind of technology', { techSubType: ['7777'] }, '“7777”'],
    ['a scenario', { appScenario: ['9'] }, '“9”'],
    ['a part of a scenario', { appSubScenario: ['99'] }, '“99”'],
    ['a kind of owner', { ownerType: ['99'] }, '“99”'],
    ['an owner', { ownerGroupId: [987_654] }, '“987654”'],
    ['a voltage', { gridVoltage: ['99'] }, '“99”'],
    ['a size', { scaleBand: ['9'] }, '“9”'],
    ['a duration', { durationBand: ['0'] }, '“0”'],
    ['a state', { buildStatus: ['8'] }, '“8”'],
  ])('is refused by name: %s', async (_what, filter, named) => {
    const calls: ((query: object) => Promise<unknown>)[] = [
      (query) => nation.statistics.getScaleLayout(query),
      (query) => nation.statistics.getUsage(query),
      (query) => nation.statistics.getSpread(query),
      (query) => nation.statistics.getTimeliness(query),
      (query) => nation.statistics.listOutliers(query),
      (query) => nation.statistics.getScaleQuarters(query),
      // The stages are of all states.
      ...('buildStatus' in filter ? [] : [(query: object) => nation.statistics.getPipeline(query)]),
      (query) => nation.projects.findLocations(query),
    ]
    for (const call of calls) {
      const { status, message } = (await refusal(call(filter))) ?? { status: 200, message: '' }
      expect(status).toBe(400)
      expect(message).toContain(named)
    }
  })
})
