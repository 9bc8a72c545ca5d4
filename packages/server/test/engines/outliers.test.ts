import type { UsageOutlier, XinchuClient } from '@xinchu/sdk'
import { closedQuarter, quarterAfter, quarterDays } from '@xinchu/validators'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { budget } from '../../../../scripts/lib/test-seed.mjs'
import { touchReports } from '../../src/domain/revisions/statistics.ts'
import { day } from '../../src/runtime/time.ts'
import { type Rig, startRig } from '../rig.ts'
import { changedByHand } from '../support/changed-by-hand.ts'
import { quantile } from '../support/quantile.ts'

let rig: Rig
let nation: XinchuClient
beforeAll(async () => {
  rig = await startRig()
  nation = await rig.as('nation')
  await rig.db.deleteFrom('usage_report').execute()
})
afterAll(async () => {
  expect(rig.offContract).toEqual([])
  await rig.close()
})

// Beside the ids of the demonstration, in provinces that have no stations of their own there.
const FIRST = 9_200_000
const PROVINCES = ['810000', '820000'] as const
const PERIOD = closedQuarter(day(new Date()))
const BEFORE = quarterAfter(PERIOD, -1)
const DAYS = quarterDays(PERIOD)
const DAY_MS = 86_400_000

const energy = fc.option(fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 400 })), { freq: 12 })
const status = fc.constantFrom('0', '1', '2', '3', '3', '5', '5')
const report = fc.record({ charge: energy, discharge: energy, offGrid: energy, onGrid: energy, status })
const station = fc.record({
  province: fc.constantFrom(...PROVINCES),
  build: fc.constantFrom('4', '4', '4', '5', '6', '3'),
  scenario: fc.constantFrom('21', '21', '21', '31', null),
  power: fc.option(fc.integer({ min: 0, max: 40 }), { freq: 12 }),
  energy: fc.integer({ min: 1, max: 100 }),
  cycles: fc.constantFrom(null, 0, 0.5, 1, 2),
  commissioned: fc.date({
    min: new Date(Date.UTC(PERIOD.year - 1, 0, 1)),
    max: new Date(Date.UTC(PERIOD.year, 11, 31)),
    noInvalidDate: true,
  }),
  now: fc.option(report, { freq: 12 }),
  before: fc.option(report, { freq: 4 }),
})
type Station = typeof station extends fc.Arbitrary<infer T> ? T : never

const iso = (date: Date) => date.toISOString().slice(0, 10)

async function clear(): Promise<void> {
  await rig.db.deleteFrom('usage_report').execute()
  await rig.db.deleteFrom('es_project').where('province_code', 'in', PROVINCES).execute()
  await changedByHand(rig.db)
}

async function store(stations: readonly Station[]): Promise<void> {
  await clear()
  if (stations.length === 0) return
  const projects = stations.map((each, at) => ({
    id: FIRST + at,
    province_code: each.province,
    project_code: `O${at}`,
    project_name: `复核测试${at}`,
    build_status: each.build,
    app_scenario: each.scenario?.[0] === '3' ? ('3' as const) : ('2' as const),
    app_sub_scenario: each.scenario,
    rated_power: each.power,
    rated_energy: each.energy,
    design_cycles_per_day: each.cycles,
    commission_date: iso(each.commissioned),
    submitted_once: true,
    origin_dept_id: 100 as const,
  }))
  await rig.db.insertInto('es_project').values(projects).execute()
  const reports = stations.flatMap(({ now, before, province }, at) =>
    [[PERIOD, now] as const, [BEFORE, before] as const].flatMap(([{ year, quarter }, each]) =>
      each
        ? [
            {
              province_code: province,
              project_id: FIRST + at,
              ...{ year, quarter, status: each.status },
              charge_energy: each.charge,
              discharge_energy: each.discharge,
              off_grid_energy: each.offGrid,
              on_grid_energy: each.onGrid,
            },
          ]
        : [],
    ),
  )
  if (reports.length > 0) await rig.db.insertInto('usage_report').values(reports).execute()
  await changedByHand(rig.db)
}

const isCounted = (each: Station['now']) => each !== null && ['1', '3', '5'].includes(each.status)
const movedOf = (each: Station['now']) =>
  each && each.charge !== null && each.discharge !== null && isCounted(each)
    ? (each.charge + each.discharge) * 10
    : undefined
const daysIn = (period: typeof PERIOD, from: Date) => {
  const { first, last } = quarterDays(period)
  return (Date.parse(last) - Math.max(Date.parse(first), Date.parse(iso(from)))) / DAY_MS + 1
}

/** A station that has reported, with its hours. */
function used(stations: readonly Station[]) {
  return stations.flatMap((each, at) => {
    const { now, power } = each
    const isDue = ['4', '5', '6'].includes(each.build) && iso(each.commissioned) <= DAYS.last
    if (!isDue || !now || !isCounted(now)) return []
    const moved = movedOf(now)
    const hours = moved !== undefined && power ? moved / power : undefined
    const isIdle = (now.charge ?? 0) + (now.discharge ?? 0) === 0
    return [{ ...each, ...now, id: FIRST + at, moved, hours, isIdle }]
  })
}

const isMore = (a: number | null, b: number | null) => a !== null && b !== null && a > b

/** The marks as the rule book says, station by station: `rule indicator project`. */
function marksOf(stations: readonly Station[], province?: string): string[] {
  const all = used(stations)
  const peersOf = (scenario: string | null) =>
    all
      .flatMap((each) =>
        each.scenario === scenario && !each.isIdle && each.hours !== undefined ? [each.hours] : [],
      )
      .toSorted((a, b) => a - b)
  const peers = new Map(['21', '31', null].map((scenario) => [scenario, peersOf(scenario)]))
  return all
    .filter((each) => province === undefined || each.province === province)
    .flatMap((each) => {
      const { id, moved, hours, power } = each
      const days = daysIn(PERIOD, each.commissioned)
      const marks: string[] = []
      const mark = (rule: string, indicator: string, isSo: boolean) =>
        isSo && marks.push(`${rule} ${indicator} ${id}`)
      if (moved !== undefined) {
        const allowed = each.cycles ? 2 * each.energy * each.cycles * days : Number.POSITIVE_INFINITY
        mark('OUT-P', 'utilizationIndex', moved > allowed)
        mark('OUT-P', 'equivalentUtilizationHours', power !== null && moved > power * days * 24)
      }
      mark('OUT-P', 'conversionEfficiency', isMore(each.discharge, each.charge))
      mark('OUT-P', 'comprehensiveEfficiency', isMore(each.onGrid, each.offGrid))
      const before = movedOf(each.before)
      const daysBefore = daysIn(BEFORE, each.commissioned)
      if (moved && before && daysBefore > 0) {
        const [now, then] = [moved * daysBefore, before * days]
        mark('OUT-T', 'equivalentUtilizationHours', now > 5 * then || 5 * now < then)
      }
      const others = peers.get(each.scenario) ?? []
      if (!each.isIdle && hours !== undefined) {
        const at = (share: number) => others[Math.ceil(share * others.length) - 1] ?? 0
        mark('OUT-H', 'equivalentUtilizationHours', hours < at(0.01) || hours > at(0.99))
      }
      mark('OUT-L', 'equivalentUtilizationHours', each.isIdle && each.build === '4')
      return marks
    })
}

const markOf = ({ rule, indicator, projectId }: UsageOutlier) => `${rule} ${indicator} ${projectId}`
const many = fc.array(station, { maxLength: 30 })
// Quantiles of less than a hundred peers mark no one.
const crowd = fc.array(station, { minLength: 240, maxLength: 340, size: 'max' })

const meanOf = (stations: ReturnType<typeof used>) => {
  const sum = (values: readonly number[]) => values.reduce((all, each) => all + each, 0)
  const given = stations.filter(({ moved }) => moved !== undefined)
  const power = sum(given.map((each) => each.power ?? 0))
  return power > 0 ? sum(given.map(({ moved = 0 }) => moved)) / power : undefined
}

const PERIOD_QUERY = { year: PERIOD.year, quarter: PERIOD.quarter as 1 | 2 | 3 | 4 } // a quarter is 1 to 4
const list = (more: object = {}) => nation.statistics.listOutliers({ ...PERIOD_QUERY, size: 9999, ...more })

/** Changes one report as a submission does, so that all other provinces stay as they are kept. */
async function reportAgain(stations: readonly Station[], at: number, now: Station['now']) {
  const [each] = stations.slice(at, at + 1)
  if (!each?.now || !now) return stations
  await rig.db.transaction().execute(async (trx) => {
    const { id } = await trx
      .updateTable('usage_report')
      .set({ charge_energy: now.charge, discharge_energy: now.discharge, status: now.status })
      .set({ off_grid_energy: now.offGrid, on_grid_energy: now.onGrid })
      .where('project_id', '=', FIRST + at)
      .where('year', '=', PERIOD.year)
      .where('quarter', '=', PERIOD.quarter)
      .returning('id')
      .executeTakeFirstOrThrow()
    await touchReports(trx, [id])
  })
  return stations.with(at, { ...each, now })
}

/** The list, and the means beside it, are those of the rule book, of all places and of one. */
async function expectMarked(stations: readonly Station[]): Promise<void> {
  for (const provinceCode of [undefined, PROVINCES[0]]) {
    const found = await list({ provinceCode })
    const marks = marksOf(stations, provinceCode)
    expect(found.content.map(markOf).toSorted()).toEqual(marks.toSorted())
    expect(found.totalElements).toBe(marks.length)
    const marked = new Set(marks.map((mark) => Number(mark.split(' ')[2])))
    expect(found.projects).toBe(marked.size)
    const all = used(stations).filter((each) => (provinceCode ?? each.province) === each.province)
    const rest = all.filter(({ id }) => !marked.has(id))
    for (const [value, mean] of [
      [found.hours, meanOf(all)],
      [found.hoursWithout, meanOf(rest)],
    ] as const)
      if (mean === undefined) expect(value).toBeUndefined()
      else expect(value).toBeCloseTo(mean, 3)
  }
}

describe('the list of values to check', () => {
  test.each([
    ['few', many, budget(8, 25)],
    ['many', crowd, budget(2, 6)],
  ] as const)('has what the rules mark among %s stations, and no others', async (_, some, numRuns) => {
    await fc.assert(
      fc.asyncProperty(some, fc.nat(), report, async (stations, which, changed) => {
        await store(stations)
        await expectMarked(stations)
        if (stations.length > 0)
          await expectMarked(await reportAgain(stations, which % stations.length, changed))
      }),
      { numRuns },
    )
  })
})

/** A sound station of 10 MW, independent storage, that ran for some hours. */
const sound = (hours: number, more: Partial<Station> = {}): Station => ({
  province: PROVINCES[0],
  build: '4',
  scenario: '21',
  power: 10,
  energy: 200,
  cycles: 2,
  commissioned: new Date(Date.UTC(PERIOD.year - 1, 0, 1)),
  now: { charge: hours / 2, discharge: hours / 2, offGrid: null, onGrid: null, status: '3' },
  before: null,
  ...more,
})

describe('a marked value', () => {
  const rows = async (...stations: readonly Station[]) => {
    await store(stations)
    return (await list()).content.map(({ rule, value, reference, reason }) => [
      rule,
      value,
      reference,
      reason,
    ])
  }

  test('says in words what it is compared with and why', async () => {
    const crowdOf300 = Array.from({ length: 149 }, () => sound(300))
    expect(await rows(...crowdOf300, sound(976))).toEqual([
      ['OUT-H', 976, '同场景 ≤ 300.00 h', '高于同场景 99% 的电站'],
    ])
    const report = { charge: 100, discharge: 101, offGrid: 0, onGrid: 0, status: '1' as const }
    expect(await rows(sound(0, { now: report }))).toEqual([['OUT-P', 101, '≤ 100%', '放电量大于充电量']])
    const before = { ...report, charge: 10, discharge: 10 }
    const lasting = daysIn(PERIOD, new Date(0)) / daysIn(BEFORE, new Date(0))
    const [jump] = await rows(sound(204, { before }))
    expect(jump?.[2]).toBe(`上期 ${(20 * lasting).toFixed(2)} h`)
    expect(jump?.[3]).toBe(`日均电量为上期的 ${(10.2 / lasting).toFixed(1)} 倍，请核对计量单位`)
    expect(await rows(sound(0))).toEqual([['OUT-L', 0, '> 0', '在运但没有充放电']])
  })

  test('leaves the list when its report is returned, and not before', async () => {
    await store([sound(0)])
    const [row] = (await list()).content
    expect(row).toMatchObject({ status: '3', projectName: '复核测试0' })
    await rig.db
      .updateTable('usage_report')
      .set({ status: '2' })
      .where('id', '=', row?.itemId ?? 0)
      .execute()
    await changedByHand(rig.db)
    expect((await list()).content).toEqual([])
  })

  test('stays marked, and alone, when its rule, its place or a page is asked for', async () => {
    await store([
      ...Array.from({ length: 120 }, () => sound(300)),
      sound(0),
      sound(0),
      sound(900, { province: PROVINCES[1] }),
    ])
    const all = (await list()).content
    expect(all.map(({ rule }) => rule)).toEqual(['OUT-H', 'OUT-L', 'OUT-L'])
    const idle = await list({ rule: ['OUT-L'] })
    expect([idle.totalElements, idle.rules]).toEqual([
      2,
      [
        { rule: 'OUT-H', count: 1 },
        { rule: 'OUT-L', count: 2 },
      ],
    ])
    expect((await list({ provinceCode: PROVINCES[1] })).content).toEqual([all[0]])
    const pages = await Promise.all([0, 1, 2].map(async (page) => (await list({ page, size: 1 })).content))
    expect(pages.flat()).toEqual(all)
  })

  test('of a place is shown to its offices and to the nation alone', async () => {
    await store([sound(0)])
    const other = await rig.as('province_nx')
    expect((await other.statistics.listOutliers({ ...PERIOD_QUERY })).totalElements).toBe(0)
  })
})

describe('the spread of hours', () => {
  test('is that of the reported stations, by side, scenario and place', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(station, { maxLength: 60 }), async (stations) => {
        await store(stations)
        const { bins, rows } = await nation.statistics.getSpread(PERIOD_QUERY)
        const all = used(stations).flatMap((each) =>
          each.hours === undefined ? [] : [{ ...each, hours: each.hours }],
        )
        expect(bins.reduce((sum, { user, other }) => sum + user + other, 0)).toBe(all.length)
        for (const { from, user, other } of bins) {
          const inBin = all.filter(({ hours }) => Math.min(Math.floor(hours / 50) * 50, 1200) === from)
          const users = inBin.filter(({ scenario }) => scenario?.[0] === '3').length
          expect([user, other]).toEqual([users, inBin.length - users])
        }
        const marked = new Set(marksOf(stations).map((mark) => Number(mark.split(' ')[2])))
        for (const row of rows) {
          const group = all.filter(
            (each) =>
              row.by === 'all' ||
              (row.by === 'region' && each.province === row.key) ||
              (row.by === 'appSubScenario' && (each.scenario ?? '') === row.key) ||
              (row.by === 'side' && (each.scenario?.[0] === '3' ? 'user' : 'other') === row.key),
          )
          const hours = group.map((each) => each.hours).toSorted((a, b) => a - b)
          const flagged = group.filter(({ id }) => marked.has(id))
          expect([row.projects, row.flagged]).toEqual([group.length, flagged.length])
          for (const [name, share] of [
            ['p10', 0.1],
            ['p25', 0.25],
            ['median', 0.5],
            ['p75', 0.75],
            ['p90', 0.9],
          ] as const)
            expect(row[name], `${row.by} ${row.key} ${name}`).toBeCloseTo(quantile(hours, share), 3)
          expect(row.mean).toBeCloseTo(meanOf(group) ?? 0, 3)
          expect(row.values).toHaveLength(group.length < 5 ? group.length : Math.min(12, flagged.length))
        }
        expect(rows.filter(({ by }) => by === 'all')).toHaveLength(all.length > 0 ? 1 : 0)
      }),
      { numRuns: budget(8, 25) },
    )
  })

  test('of a quarter that has not ended is empty', async () => {
    await store([sound(300)])
    const next = { ...PERIOD_QUERY, year: PERIOD.year + 1 }
    expect(await nation.statistics.getSpread(next)).toEqual({ bins: [], rows: [] })
    expect((await nation.statistics.listOutliers(next)).totalElements).toBe(0)
  })
})
