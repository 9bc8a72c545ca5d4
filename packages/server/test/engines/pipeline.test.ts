/** Stages of projects: stock, moves, times and delays, against a plain reading of the rows by `stageAt`. */
import type { Pipeline, StatisticsGetPipelineQuery, XinchuClient } from '@xinchu/sdk'
import {
  closedQuarter,
  type PipelineStage,
  pipelineStages,
  quarterAfter,
  quarterDays,
  roundTo,
  stageAt,
} from '@xinchu/validators'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { randomOf, TEST_SEED } from '../../../../scripts/lib/test-seed.mjs'
import { day } from '../../src/runtime/time.ts'
import { type Rig, startRig } from '../rig.ts'
import { changedByHand } from '../support/changed-by-hand.ts'
import { soundProject } from '../support/projects.ts'
import { quantile } from '../support/quantile.ts'
import { storeCompared } from '../support/store-sync.ts'

const closed = closedQuarter(day(new Date()))
type Period = { year: number; quarter: 1 | 2 | 3 | 4 }
const periodAfter = (count: number): Period => {
  const { year, quarter } = quarterAfter(closed, count)
  return { year, quarter: quarter as Period['quarter'] } // a quarter is 1 to 4
}
const FIRST = periodAfter(0)
const NEXT = periodAfter(1)

let rig: Rig
let nation: XinchuClient
let clock = new Date()

beforeEach(async () => {
  clock = new Date()
  rig = await startRig({ now: () => clock })
  nation = await rig.sameAs('nation')
})
afterEach(async () => {
  expect(rig.offContract).toEqual([])
  await rig.close()
})

interface Row {
  id: number
  power: number
  energy: number
  buildStatus: string | null
  recordDate: string | null
  startDate: string | null
  gridDate: string | null
  commissionDate: string | null
  stopDate: string | null
  retireDate: string | null
  terminateDate: string | null
  firstPlan: string | null
}

const FACTS = sql`coalesce(p.rated_power, 0) as power, coalesce(p.rated_energy, 0) as energy,
  p.build_status as "buildStatus", p.record_date::text as "recordDate", p.start_date::text as "startDate",
  p.grid_date::text as "gridDate", p.commission_date::text as "commissionDate", p.stop_date::text as "stopDate",
  p.retire_date::text as "retireDate", p.terminate_date::text as "terminateDate",
  p.first_plan_grid_date::text as "firstPlan"`

const workRows = async (where = sql<boolean>`true`) =>
  (
    await sql<Row>`select p.id, ${FACTS} from (select * from es_project union all select * from submitted_project) p
      where not p.deleted and p.submitted_once and p.is_counted and ${where}`.execute(rig.db)
  ).rows

const officialRows = async ({ year, quarter }: { year: number; quarter: number }) =>
  (
    await sql<Row>`select p.project_id as id, ${FACTS} from official_project p where p.to_edition is null
      and p.from_period <= ${year * 4 + quarter} and (p.to_period is null or p.to_period >= ${year * 4 + quarter})`.execute(
      rig.db,
    )
  ).rows

/** A day some time before or after another; sometimes none. */
function dayNear(base: string, random: () => number): string | null {
  if (random() < 0.15) return null
  return new Date(Date.parse(base) + Math.floor((random() - 0.6) * 500) * 86_400_000)
    .toISOString()
    .slice(0, 10)
}

/** Gives projects random stages and dates, in any order. */
async function scatter(base: string, name: string, count: number, passed = false): Promise<void> {
  const random = randomOf(name)
  const { rows } = await sql<{ id: number }>`select id from es_project p where not deleted and submitted_once
    and is_counted and repeat_flag <> '2' and (not ${passed}::boolean or declare_status = '7') order by id`.execute(
    rig.db,
  )
  const chosen = rows.toSorted(() => random() - 0.5).slice(0, count)
  const dates = ['record_date', 'start_date', 'grid_date', 'stop_date', 'retire_date', 'terminate_date']
  const columns = [...dates, 'commission_date', 'first_plan_grid_date']
  for (const { id } of chosen) {
    const values = columns.map((column) => sql`${sql.ref(column)} = ${dayNear(base, random)}::date`)
    await sql`update es_project set build_status = ${String(1 + Math.floor(random() * 7))},
        rated_power = ${roundTo(random() * 300, 4)}, rated_energy = ${roundTo(random() * 900, 4)},
        ${sql.join(values)}, version = version + 1
        ${passed ? sql`, country_status = '3'` : sql``} where id = ${id}`.execute(rig.db)
  }
  await changedByHand(rig.db)
}

const sum = (rows: readonly Row[], of: (row: Row) => number) =>
  roundTo(
    rows.reduce((all, row) => all + of(row), 0),
    4,
  )

const daysBetween = (from: string, to: string) => (Date.parse(to) - Date.parse(from)) / 86_400_000

const amountOf = (rows: readonly Row[]) => ({
  projectCount: rows.length,
  ratedPower: sum(rows, ({ power }) => power),
  ratedEnergy: sum(rows, ({ energy }) => energy),
})

/** Rows at two days, and the stage of each row at its day. */
interface Plain {
  now: readonly Row[]
  before: readonly Row[]
  day: string
  previousDay: string
  stageNow: ReadonlyMap<number, PipelineStage>
  stageBefore: ReadonlyMap<number, PipelineStage>
}

/** What each stage has, had, gained and lost. */
const stocksOf = ({ now, before, stageNow, stageBefore }: Plain) =>
  pipelineStages.map((stage) => {
    const isHere = ({ id }: Row) => stageNow.get(id) === stage
    const wasHere = ({ id }: Row) => stageBefore.get(id) === stage
    const [here, there] = [now.filter(isHere), before.filter(wasHere)]
    const [stayed, stayedThen] = [amountOf(here.filter(wasHere)), amountOf(there.filter(isHere))]
    return {
      ...{ stage, ...amountOf(here), opening: amountOf(there) },
      entered: amountOf(here.filter((row) => !wasHere(row))),
      left: amountOf(there.filter((row) => !isHere(row))),
      corrected: {
        projectCount: 0,
        ratedPower: roundTo(stayed.ratedPower - stayedThen.ratedPower, 4),
        ratedEnergy: roundTo(stayed.ratedEnergy - stayedThen.ratedEnergy, 4),
      },
    }
  })

/** A project entered the stage that it has on an earlier day than the quarter begins. */
const isLate = (row: Row, { stageNow, previousDay }: Plain): boolean => {
  const { recordDate, startDate, commissionDate, stopDate, retireDate, terminateDate } = row
  const entered = {
    ...{ planned: null, filed: recordDate, building: startDate, operating: commissionDate },
    ...{ stopped: stopDate, retired: retireDate, terminated: terminateDate },
  }[stageNow.get(row.id) ?? 'planned']
  return entered !== null && entered <= previousDay
}

const ENDS = [undefined, ...pipelineStages]

/** Projects by their stages at both days; those that are gone with the amounts that they had. */
const flowsOf = (plain: Plain) =>
  ENDS.flatMap((from) =>
    ENDS.flatMap((to) => {
      const moved = (to ? plain.now : plain.before).filter(
        ({ id }) => plain.stageBefore.get(id) === from && plain.stageNow.get(id) === to,
      )
      if (moved.length === 0) return []
      const lateCount = from ? 0 : moved.filter((row) => isLate(row, plain)).length
      return [
        { ...(from && { from }), ...(to && { to }), ...amountOf(moved), ...(lateCount && { lateCount }) },
      ]
    }),
  )

/** Quantiles of days, or fewer than five days themselves. */
function quantilesOf(days: readonly number[]) {
  const values = days.toSorted((a, b) => a - b)
  if (values.length < 5) return { projectCount: values.length, values }
  const at = (share: number) => roundTo(quantile(values, share), 2)
  return { projectCount: values.length, p25: at(0.25), median: at(0.5), p75: at(0.75), values: [] }
}

/** Days between two dates of projects in some states, whose later date is in the quarter. */
const daysOf = (
  { now, day, previousDay }: Plain,
  states: string,
  [from, to]: readonly ['recordDate' | 'startDate' | 'gridDate' | 'firstPlan', keyof Row & `${string}Date`],
) =>
  now.flatMap((row) => {
    const [first, last] = [row[from], row[to]]
    const isIn = last !== null && last > previousDay && last <= day
    return states.includes(row.buildStatus ?? '-') && first && isIn ? [daysBetween(first, last)] : []
  })

const spansOf = (plain: Plain) =>
  (
    [
      ['filedToStarted', '34567', ['recordDate', 'startDate']],
      ['startedToConnected', '34567', ['startDate', 'gridDate']],
      ['connectedToCommissioned', '456', ['gridDate', 'commissionDate']],
      ['filedToCommissioned', '456', ['recordDate', 'commissionDate']],
    ] as const
  ).map(([span, states, dates]) => {
    const days = daysOf(plain, states, dates)
    const ordered = days.filter((each) => each >= 0)
    return { span, ...quantilesOf(ordered), reversed: days.length - ordered.length }
  })

function delayOf(plain: Plain) {
  const days = daysOf(plain, '34567', ['firstPlan', 'gridDate'])
  return { ...quantilesOf(days), onTime: days.filter((each) => each <= 0).length }
}

function overdueOf({ now, day, stageNow }: Plain) {
  const early: readonly PipelineStage[] = ['planned', 'filed', 'building']
  const overdue = now.filter(
    ({ id, gridDate, firstPlan }) =>
      early.includes(stageNow.get(id) ?? 'operating') &&
      !(gridDate && gridDate <= day) &&
      firstPlan !== null &&
      firstPlan < day,
  )
  const within = (least: number, most: number) =>
    overdue.filter(({ firstPlan }) => {
      const late = daysBetween(firstPlan ?? day, day)
      return late >= least && late <= most
    }).length
  return {
    ...{ projectCount: overdue.length, ratedPower: sum(overdue, ({ power }) => power) },
    ...{ within90: within(1, 90), within180: within(91, 180), beyond180: within(181, 10_000) },
  }
}

/** The answer by a plain reading of the rows at both days. */
function expected(
  now: readonly Row[],
  before: readonly Row[],
  [day, previousDay]: readonly [string, string],
): Pipeline {
  const stages = (rows: readonly Row[], on: string) => new Map(rows.map((row) => [row.id, stageAt(row, on)]))
  const stageNow = stages(now, day)
  const plain = { now, before, day, previousDay, stageNow, stageBefore: stages(before, previousDay) }
  return {
    ...{ day, previousDay, isBackcast: false },
    stages: stocksOf(plain),
    flows: flowsOf(plain),
    spans: spansOf(plain),
    delay: delayOf(plain),
    overdue: overdueOf(plain),
  }
}

/** What a stage had, gained, lost and corrected is what it has. */
function expectIdentities({ stages, flows = [] }: Pipeline): void {
  for (const { stage, opening, entered, left, corrected, ...closing } of stages) {
    for (const name of ['projectCount', 'ratedPower', 'ratedEnergy'] as const) {
      const moved = (entered?.[name] ?? 0) - (left?.[name] ?? 0) + (corrected?.[name] ?? 0)
      expect(roundTo((opening?.[name] ?? 0) + moved, 4), `${stage} ${name}`).toBe(closing[name])
    }
    const count = (which: (flow: (typeof flows)[number]) => boolean) =>
      flows.filter(which).reduce((all, flow) => all + flow.projectCount, 0)
    expect(count(({ to }) => to === stage)).toBe(closing.projectCount)
    expect(count(({ from, to }) => to === stage && from !== stage)).toBe(entered?.projectCount)
    expect(count(({ from, to }) => from === stage && to !== stage)).toBe(left?.projectCount)
  }
}

const spanOf = (period: Period) =>
  [quarterDays(period).last, quarterDays(quarterAfter(period, -1)).last] as const

describe(`working records with random stages and dates, seed ${TEST_SEED}`, () => {
  test('are told by stage, moves, times and delays, today and in any period', async () => {
    await scatter(quarterDays(FIRST).last, 'working stages', 300)
    const rows = await workRows()
    const now = await nation.statistics.getPipeline()
    expect(now).toEqual(expected(rows, rows, [day(clock), quarterDays(FIRST).last]))
    expectIdentities(now)
    // Enough projects for quantiles.
    for (const each of [...(now.spans ?? []), now.delay]) expect(each).toHaveProperty('median')
    expect(now.delay?.onTime).toBeGreaterThan(0)
    for (const back of [0, -1, -4]) {
      const found = await nation.statistics.getPipeline(periodAfter(back))
      expect(found).toEqual(expected(rows, rows, spanOf(periodAfter(back))))
      expectIdentities(found)
    }
  })

  test('are told to each office of its own alone, and by place, technology and scenario', async () => {
    await scatter(quarterDays(FIRST).last, 'stages of places', 200)
    const reach = [
      [
        'region_xb',
        sql<boolean>`p.province_code in (select code from region where level = 1 and region_group = 'XB')`,
      ],
      ['office_nx', sql<boolean>`p.province_code = '640000'`],
      ['province_nx', sql<boolean>`p.province_code = '640000'`],
      ['city_wz', sql<boolean>`p.city_code = '640300'`],
      ['county_yc', sql<boolean>`p.county_code = '640323'`],
    ] as const
    for (const [account, where] of reach) {
      const rows = await workRows(where)
      const found = await (await rig.as(account)).statistics.getPipeline()
      expect(found, account).toEqual(expected(rows, rows, [day(clock), quarterDays(FIRST).last]))
    }
    const filters: readonly (readonly [StatisticsGetPipelineQuery, ReturnType<typeof sql<boolean>>])[] = [
      [{ provinceCode: ['640000'] }, sql<boolean>`p.province_code = '640000'`],
      [{ techType: ['01', '03'] }, sql<boolean>`p.tech_type in ('01', '03')`],
      [
        { scaleBand: ['3', '4'], ownerType: ['1'] },
        sql<boolean>`p.rated_power >= 10 and p.rated_power < 1000 and p.owner_type = '1'`,
      ],
      [
        { countyCode: ['640323'], appScenario: ['1'] },
        sql<boolean>`p.county_code = '640323' and p.app_scenario = '1'`,
      ],
    ]
    for (const [query, where] of filters) {
      const rows = await workRows(where)
      expect(await nation.statistics.getPipeline(query)).toEqual(
        expected(rows, rows, [day(clock), quarterDays(FIRST).last]),
      )
    }
  })
})

describe('official data', () => {
  beforeEach(async () => {
    await sql`update fill_time set start_time = '2020-01-01', end_time = '2020-01-02'`.execute(rig.db)
  })

  /** Ends the next quarter, and stores it with random stages. */
  async function storeNext(): Promise<void> {
    clock = new Date(`${quarterDays(quarterAfter(NEXT, 1)).first}T10:00:00+08:00`)
    nation = await rig.sameAs('nation')
    await scatter(quarterDays(NEXT).last, 'official stages', 200, true)
    await sql`update es_project set deleted = true where id in (select project_id from official_project
      where to_edition is null order by project_id limit 7)`.execute(rig.db)
    await storeCompared(nation, { ...NEXT, reason: '按季入库' })
  }

  test('tell the moves from the period before, and what was added late', async () => {
    await storeNext()
    const found = await nation.statistics.getPipeline({ ...NEXT, source: 'warehouse' })
    const [now, before] = [await officialRows(NEXT), await officialRows(FIRST)]
    expect(found).toEqual(expected(now, before, spanOf(NEXT)))
    expectIdentities(found)
    expect((found.flows ?? []).reduce((all, { lateCount = 0 }) => all + lateCount, 0)).toBeGreaterThan(0)
    expect(found.flows?.find(({ to }) => to === undefined)).toMatchObject({ from: 'operating' })
  })

  test('have stages without moves in the first stored period, and stations in operation alone before it', async () => {
    const first = await nation.statistics.getPipeline({ ...FIRST, source: 'warehouse' })
    expect(first).toMatchObject({ isBackcast: false, stages: { length: 7 } })
    expect(first.flows).toBeUndefined()
    expect(first.stages[0]?.opening).toBeUndefined()
    expect(first.spans).toHaveLength(4)
    const period = { year: 2025, quarter: 4 } as const
    const earlier = await nation.statistics.getPipeline({ ...period, source: 'warehouse' })
    const [scale] = await nation.statistics.getScaleLayout({ ...period, source: 'warehouse' })
    expect(earlier).toEqual({
      ...{ day: '2025-12-31', previousDay: '2025-09-30', isBackcast: true },
      stages: [
        {
          stage: 'operating',
          projectCount: scale?.projectCount,
          ratedPower: scale?.ratedPower,
          ratedEnergy: scale?.ratedEnergy,
        },
      ],
    })
  })

  test('are read as they were in a batch, and working records have no history', async () => {
    const query = { ...FIRST, source: 'warehouse' } as const
    const before = await nation.statistics.getPipeline(query)
    const [batch] = await nation.statistics.listPublications(FIRST)
    await scatter(quarterDays(FIRST).last, 'corrected stages', 60, true)
    await storeCompared(nation, { ...FIRST, reason: '按核实结果更正' })
    expect(await nation.statistics.getPipeline(query)).not.toEqual(before)
    expect(await nation.statistics.getPipeline({ ...query, asOf: batch?.batch ?? '' })).toEqual(before)
    await expect(nation.statistics.getPipeline({ asOf: batch?.batch ?? '' })).rejects.toMatchObject({
      status: 400,
    })
    await expect(nation.statistics.getPipeline({ ...query, asOf: '2019Q1-01' })).rejects.toMatchObject({
      status: 404,
    })
  })
})

test('enterprises and experts may not read the stages', async () => {
  for (const account of ['enterprise_yc', 'expert'])
    await expect((await rig.as(account)).statistics.getPipeline()).rejects.toMatchObject({ status: 403 })
})

test('a later plan does not move the delay of a project, before it is connected and after', async () => {
  const enterprise = await rig.as('enterprise_yc')
  const county = await rig.as('county_yc')
  const draft = (planGridDate: string) => ({
    ...soundProject(731),
    planStartDate: '2025-03-01',
    planGridDate,
  })
  const overdue = async () => (await county.statistics.getPipeline()).overdue?.projectCount ?? 0
  const { id } = await enterprise.projects.create(draft('2025-06-30'))
  const before = await overdue()
  await enterprise.projects.submit({ ids: [id], action: 'SUBMIT' })
  expect(await overdue()).toBe(before + 1)
  await county.projects.submit({ ids: [id], action: 'RETURN', opinion: '请核对计划' })
  const { version = 0 } = await enterprise.projects.get(id)
  await enterprise.projects.update({ ...draft('2035-12-31'), id, version })
  expect(await overdue()).toBe(before + 1)
  await enterprise.projects.submit({ ids: [id], action: 'SUBMIT' })
  expect(await overdue()).toBe(before + 1)
  // It is built and connected today, and no other in the county is.
  const today = day(clock)
  for (const table of ['es_project', 'submitted_project'] as const)
    await sql`update ${sql.table(table)} set grid_date = null where county_code = '640323'`.execute(rig.db)
  await sql`update es_project set build_status = '3', start_date = '2025-03-01', grid_date = ${today}::date
    where id = ${id}`.execute(rig.db)
  await changedByHand(rig.db)
  const { delay } = await county.statistics.getPipeline()
  expect(delay).toEqual({ projectCount: 1, onTime: 0, values: [daysBetween('2025-06-30', today)] })
})
