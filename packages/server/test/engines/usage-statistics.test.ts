import type { UsageStatRow, XinchuClient } from '@xinchu/sdk'
import { closedQuarter, quarterDays, revenueFields } from '@xinchu/validators'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { budget } from '../../../../scripts/lib/test-seed.mjs'
import { day } from '../../src/runtime/time.ts'
import { type Rig, startRig } from '../rig.ts'
import { changedByHand } from '../support/changed-by-hand.ts'

let rig: Rig
let nation: XinchuClient
beforeAll(async () => {
  rig = await startRig()
  nation = await rig.as('nation')
})
afterAll(async () => {
  expect(rig.offContract).toEqual([])
  await rig.close()
})

// Beside the ids of the demonstration, in a province that has no stations of its own there.
const FIRST = 9_100_000
const PROVINCE = '820000'
const YEAR = closedQuarter(day(new Date())).year - 1
const DAY_MS = 86_400_000

const figure = fc.option(fc.integer({ min: 0, max: 9_999 }), { freq: 3 })
const dayIn = (from: number, to: number) =>
  fc.date({ min: new Date(Date.UTC(from, 0, 1)), max: new Date(Date.UTC(to, 11, 31)), noInvalidDate: true })

const report = fc.record({
  charge: figure,
  discharge: figure,
  offGrid: figure,
  onGrid: figure,
  planned: figure,
  unplanned: figure,
  times: figure,
  revenue: figure,
  status: fc.constantFrom('0', '1', '2', '3', '5'),
})

const station = fc.record({
  status: fc.constantFrom('3', '4', '5', '6', '7'),
  tech: fc.constantFrom('01', '02'),
  power: fc.integer({ min: 1, max: 300 }),
  energy: fc.integer({ min: 1, max: 900 }),
  cycles: fc.constantFrom(null, 0, 1, 1.5, 2),
  commissioned: fc.option(dayIn(YEAR - 1, YEAR)),
  retired: fc.option(dayIn(YEAR - 1, YEAR + 1), { freq: 2 }),
  isSubmitted: fc.boolean(),
  reports: fc.array(fc.option(report), { minLength: 4, maxLength: 4 }),
})
type Station = typeof station extends fc.Arbitrary<infer T> ? T : never

const iso = (date: Date | null) => (date === null ? null : date.toISOString().slice(0, 10))

async function store(stations: readonly Station[]): Promise<void> {
  await rig.db.deleteFrom('usage_report').where('province_code', '=', PROVINCE).execute()
  await rig.db.deleteFrom('es_project').where('province_code', '=', PROVINCE).execute()
  if (stations.length === 0) return void (await changedByHand(rig.db))
  await rig.db
    .insertInto('es_project')
    .values(
      stations.map((each, at) => ({
        id: FIRST + at,
        province_code: PROVINCE,
        project_code: `U${at}`,
        project_name: `使用测试${at}`,
        build_status: each.status,
        tech_type: each.tech,
        rated_power: each.power,
        rated_energy: each.energy,
        design_cycles_per_day: each.cycles,
        commission_date: iso(each.commissioned),
        retire_date: iso(each.retired),
        submitted_once: each.isSubmitted,
        origin_dept_id: 100,
      })),
    )
    .execute()
  const reports = stations.flatMap(({ reports: all }, at) =>
    all.flatMap((each, quarter) =>
      each
        ? [
            {
              province_code: PROVINCE,
              project_id: FIRST + at,
              year: YEAR,
              quarter: quarter + 1,
              charge_energy: each.charge,
              discharge_energy: each.discharge,
              off_grid_energy: each.offGrid,
              on_grid_energy: each.onGrid,
              planned_outage_hours: each.planned,
              unplanned_outage_hours: each.unplanned,
              unplanned_outage_times: each.times,
              revenue_lease: each.revenue,
              status: each.status,
            },
          ]
        : [],
    ),
  )
  if (reports.length > 0) await rig.db.insertInto('usage_report').values(reports).execute()
  await changedByHand(rig.db)
}

const sum = (values: readonly number[]) => values.reduce((all, each) => all + each, 0)

/** The figures of a quarter, added up report by report as the definitions say. */
function expected(stations: readonly Station[], quarter: number): Record<string, number> | undefined {
  const { first, last } = quarterDays({ year: YEAR, quarter: quarter as 1 | 2 | 3 | 4 })
  const due = stations.filter(
    (each) =>
      each.isSubmitted &&
      ['4', '5', '6'].includes(each.status) &&
      each.commissioned !== null &&
      (iso(each.commissioned) ?? '') <= last &&
      (each.retired === null || (iso(each.retired) ?? '') >= first),
  )
  if (due.length === 0) return undefined
  const reported = due.flatMap((each) => {
    const found = each.reports[quarter - 1]
    const from = Math.max(Date.parse(first), each.commissioned?.getTime() ?? 0)
    const hours = (Math.floor((Date.parse(last) - Math.floor(from / DAY_MS) * DAY_MS) / DAY_MS) + 1) * 24
    return found && ['1', '3', '5'].includes(found.status) ? [{ ...each, ...found, hours }] : []
  })
  const both = reported.flatMap((each) =>
    each.charge === null || each.discharge === null
      ? []
      : [{ ...each, charge: each.charge, discharge: each.discharge }],
  )
  const timed = reported.flatMap((each) =>
    each.planned === null || each.unplanned === null
      ? []
      : [{ hours: each.hours, stood: each.planned + each.unplanned }],
  )
  const netted = reported.flatMap((each) =>
    each.offGrid === null || each.onGrid === null ? [] : [{ off: each.offGrid, on: each.onGrid }],
  )
  const moved = 10 * sum(both.map(({ charge, discharge }) => charge + discharge))
  const all: [string, number, number][] = [
    ['equivalentUtilizationHours', moved, sum(both.map(({ power }) => power))],
    ['equivalentCycles', moved, sum(both.map(({ energy }) => 2 * energy))],
    [
      'conversionEfficiency',
      100 * sum(both.map(({ discharge }) => discharge)),
      sum(both.map(({ charge }) => charge)),
    ],
    ['comprehensiveEfficiency', 100 * sum(netted.map(({ on }) => on)), sum(netted.map(({ off }) => off))],
    [
      'availabilityFactor',
      100 * sum(timed.map(({ hours, stood }) => hours - stood)),
      sum(timed.map(({ hours }) => hours)),
    ],
    [
      'utilizationIndex',
      100 * moved,
      sum(both.map((each) => (each.energy * 2 * (each.cycles || 1) * each.hours) / 24)),
    ],
  ]
  const powerOf = (of: readonly { power: number }[]) => sum(of.map(({ power }) => power))
  if (reported.length > 0) all.push(['powerRate', 100 * powerOf(reported), powerOf(due)])
  const ratios = all.filter(([, , whole]) => whole > 0).map(([name, part, whole]) => [name, part / whole])
  const sums = (
    [
      ['chargeEnergy', reported.map(({ charge }) => charge)],
      ['dischargeEnergy', reported.map(({ discharge }) => discharge)],
      ['unplannedOutageTimes', reported.map(({ times }) => times)],
    ] as const
  ).flatMap(([name, values]) => {
    const given = values.filter((value) => value !== null)
    return given.length > 0 ? [[name, sum(given)]] : []
  })
  return {
    dueProjects: due.length,
    reportedProjects: reported.length,
    ...Object.fromEntries(ratios),
    ...Object.fromEntries(sums),
    ...(reported.length > 0 ? { revenue: sum(reported.map(({ revenue }) => revenue ?? 0)) } : {}),
  }
}

function expectFigures(row: UsageStatRow | undefined, figures: Record<string, number> | undefined): void {
  const { year: _year, quarter: _quarter, key: _key, label: _label, reportRate: _rate, ...rest } = row ?? {}
  // Which of the others still have time is a question of windows.
  const { pendingProjects = 0, overdueProjects = 0, ...found }: Partial<UsageStatRow> = rest
  expect(pendingProjects + overdueProjects).toBe((found.dueProjects ?? 0) - (found.reportedProjects ?? 0))
  expect(Object.keys(found).sort()).toEqual(Object.keys(figures ?? {}).sort())
  for (const [name, value] of Object.entries(found))
    expect(value, name).toBeCloseTo(figures?.[name] ?? Number.NaN, 1)
}

describe('the use of stations, whatever they are and have reported,', () => {
  test('is by quarter what their reports add up to', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(station, { maxLength: 12 }), async (stations) => {
        await store(stations)
        const rows = await nation.statistics.getUsage({ year: YEAR, provinceCode: [PROVINCE] })
        for (const quarter of [1, 2, 3, 4])
          expectFigures(
            rows.find((row) => row.quarter === quarter),
            expected(stations, quarter),
          )
      }),
      { numRuns: budget(8, 25) },
    )
  })

  test('is by technology what the reports of each add up to', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(station, { minLength: 4, maxLength: 12 }), async (stations) => {
        await store(stations)
        const rows = await nation.statistics.getUsage({
          year: YEAR,
          quarter: 2,
          provinceCode: [PROVINCE],
          groupBy: ['techType'],
        })
        for (const tech of ['01', '02'])
          expectFigures(
            rows.find(({ key }) => key === tech),
            expected(
              stations.filter((each) => each.tech === tech),
              2,
            ),
          )
      }),
      { numRuns: budget(5, 15) },
    )
  })
})

test('every kind of revenue counts', async () => {
  const [some] = fc.sample(station, 1)
  if (!some) throw new Error('no station')
  const sound = { charge: 1, discharge: 1, offGrid: 1, onGrid: 1, planned: 1, unplanned: 1, times: 1 }
  const reports = [{ ...sound, revenue: 0, status: '5' as const }, null, null, null]
  await store([
    {
      ...some,
      status: '4',
      isSubmitted: true,
      commissioned: new Date(Date.UTC(YEAR - 1, 0, 1)),
      retired: null,
      reports,
    },
  ])
  const kinds = Object.fromEntries(
    revenueFields.map((field, at) => [
      field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
      10 ** at,
    ]),
  )
  await rig.db.updateTable('usage_report').set(kinds).where('province_code', '=', PROVINCE).execute()
  const [row] = await nation.statistics.getUsage({ year: YEAR, quarter: 1, provinceCode: [PROVINCE] })
  expect(row?.revenue).toBe(sum(Object.values(kinds)))
})
