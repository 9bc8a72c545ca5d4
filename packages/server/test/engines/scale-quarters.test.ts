/** Scale at the ends of quarters, against plain sums of the rows, after two published quarters were revised. */
import type { ScaleQuarterRow, StatisticsGetScaleQuartersQuery, XinchuClient } from '@xinchu/sdk'
import { closedQuarter, quarterAfter, roundTo } from '@xinchu/validators'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { day } from '../../src/runtime/time.ts'
import { type Rig, startRig } from '../rig.ts'
import { changedByHand } from '../support/changed-by-hand.ts'
import { storeCompared } from '../support/store-sync.ts'

type Period = { year: number; quarter: number }
const CLOSED = closedQuarter(day(new Date()))
const LAST = { year: CLOSED.year, quarter: CLOSED.quarter as 1 | 2 | 3 | 4 } // a quarter is 1 to 4
/** The end of a year, published long ago. */
const YEAR_END = { year: 2025, quarter: 4 } as const
const [LAST_CODE, YEAR_END_CODE] = [`${LAST.year}Q${LAST.quarter}`, '2025Q4']
/** More quarters than have a batch. */
const ALL = { source: 'warehouse', quarters: 40 } as const

let rig: Rig
let nation: XinchuClient
let group: number | null
/** All official quarters before the revision. */
let before: readonly ScaleQuarterRow[]

beforeAll(async () => {
  rig = await startRig()
  nation = await rig.sameAs('nation')
  ;({ owner_group_id: group } = await rig.db
    .selectFrom('app_user')
    .innerJoin('org', 'org.id', 'app_user.org_id')
    .select('org.owner_group_id')
    .where('username', '=', 'query_group')
    .executeTakeFirstOrThrow())
  await sql`update fill_time set start_time = '2020-01-01', end_time = '2020-01-02' where fill_type = 'QUARTER'`.execute(
    rig.db,
  )
  await sql`update usage_report set status = '4' where status in ('1', '3')`.execute(rig.db)
  await nation.statistics.publishPeriod(LAST)
  before = await nation.statistics.getScaleQuarters(ALL)
  // Some grow, some retire, and of some no one knows any more when they were commissioned.
  await sql`update es_project set rated_power = rated_power + 7, rated_energy = rated_energy + 9, declare_status = '7',
      country_status = '3', build_status = case when id % 5 = 0 then '6' else build_status end,
      commission_date = case when id % 7 = 0 then null else commission_date end, version = version + 1
    where province_code in ('640000', '370000') and country_status = '4' and id % 2 = 0`.execute(rig.db)
  await changedByHand(rig.db)
  await storeCompared(nation, { ...LAST, revise: YEAR_END, reason: '按核实结果更正' })
  await sql`update es_project set rated_power = rated_power + 11, country_status = '3', version = version + 1
    where province_code = '640000' and country_status = '4' and id % 3 = 0`.execute(rig.db)
  await storeCompared(nation, { ...LAST, reason: '按核实结果再次更正' })
})
afterAll(async () => {
  expect(rig.offContract).toEqual([])
  await rig.close()
})

interface Row {
  province_code: string
  county_code: string | null
  region_group: string
  owner_group_id: number | null
  tech_type: string | null
  app_scenario: string | null
  build_status: string
  /** Number of the quarter of commissioning: four a year. */
  entered: number | null
  power: number
  energy: number
  from_period: number
  to_period: number | null
}

const FACTS = sql`p.province_code, p.county_code, r.region_group, p.owner_group_id, p.tech_type, p.app_scenario, p.build_status,
  (extract(year from p.commission_date) * 4 + extract(quarter from p.commission_date))::integer as entered,
  coalesce(p.rated_power, 0) as power, coalesce(p.rated_energy, 0) as energy`

const rowsOf = async (source: 'work' | 'warehouse') =>
  (source === 'work'
    ? await sql<Row>`select ${FACTS}, 0 as from_period, null::integer as to_period from (
          select * from es_project union all select * from submitted_project) p join region r on r.code = p.province_code
        where not p.deleted and p.submitted_once and p.is_counted`.execute(rig.db)
    : await sql<Row>`select ${FACTS}, p.from_period, p.to_period from official_project p
        join region r on r.code = p.province_code where p.to_edition is null`.execute(rig.db)
  ).rows

const numberOf = ({ year, quarter }: Period) => year * 4 + quarter

const sum = (rows: readonly Row[], of: 'power' | 'energy') => rows.reduce((total, row) => total + row[of], 0)

/** Figures of the end of a quarter: what had come by then, and what came in it. */
function figuresOf(rows: readonly Row[], { year, quarter }: Period) {
  const number = numberOf({ year, quarter })
  const there = rows.filter(
    ({ from_period: from, to_period: to, entered }) =>
      from <= number && (to ?? number) >= number && (entered ?? number) <= number,
  )
  const added = there.filter(({ entered }) => entered === number)
  const [power, energy] = [sum(there, 'power'), sum(there, 'energy')]
  return {
    ...{ year, quarter, projectCount: there.length },
    ...{ ratedPower: roundTo(power, 4), ratedEnergy: roundTo(energy, 4) },
    ...(power > 0 && { avgDuration: roundTo(energy / power, 4) }),
    ...{ addPower: roundTo(sum(added, 'power'), 4), addEnergy: roundTo(sum(added, 'energy'), 4) },
  }
}

const lastQuarters = (count: number, last: Period = LAST) =>
  Array.from({ length: count }, (_, at) => quarterAfter(last, at + 1 - count))

/** The current batch of each quarter that has one of its own, and its status: the last quarter is published. */
async function batchesOf(): Promise<ReadonlyMap<number, { status: string; batch: string }>> {
  const publications = await nation.statistics.listPublications({})
  return new Map(
    publications
      .filter(({ isCurrent }) => isCurrent)
      .map(({ publishedAt, reason, batch, ...period }) => [
        numberOf(period),
        { batch, status: reason ? 'REVISED' : publishedAt ? 'OFFICIAL' : 'CONTINUED' },
      ]),
  )
}

const operates = ({ build_status: status }: Row) => ['4', '5'].includes(status)
type Query = StatisticsGetScaleQuartersQuery

const CASES: readonly (readonly [account: string, filter: Query, isOwn: (row: Row) => boolean])[] = [
  ['nation', { source: 'warehouse' }, operates],
  ['nation', ALL, operates],
  [
    'nation',
    { source: 'warehouse', techType: ['01', '03'] },
    (row) => operates(row) && ['01', '03'].includes(row.tech_type ?? ''),
  ],
  [
    'nation',
    { source: 'warehouse', provinceCode: ['640000', '370000'], ...YEAR_END, quarters: 5 },
    (row) => operates(row) && ['640000', '370000'].includes(row.province_code),
  ],
  [
    'nation',
    { source: 'work', provinceCode: ['640000'], appScenario: ['2'] },
    (row) => operates(row) && row.province_code === '640000' && row.app_scenario === '2',
  ],
  ['nation', { source: 'work', buildStatus: ['6'] }, ({ build_status: status }) => status === '6'],
  ['region_xb', { source: 'warehouse' }, (row) => operates(row) && row.region_group === 'XB'],
  ['province_nx', {}, (row) => operates(row) && row.province_code === '640000'],
  ['county_yc', { source: 'warehouse' }, (row) => operates(row) && row.county_code === '640323'],
  ['query_group', { source: 'warehouse' }, (row) => operates(row) && row.owner_group_id === group],
]

describe.each(CASES)('the quarters of %s with %o', (account, filter, isOwn) => {
  const source = filter.source ?? 'work'

  test('have the plain sums of their ends and of what they added, official ones with their own batch', async () => {
    const last = { year: filter.year ?? LAST.year, quarter: filter.quarter ?? LAST.quarter }
    const quarters = lastQuarters(filter.quarters ?? 12, last)
    const own = (await rowsOf(source)).filter(isOwn)
    const batches = await batchesOf()
    const expected =
      source === 'work'
        ? quarters.map((each) => figuresOf(own, each))
        : quarters.flatMap((each) => {
            const batch = batches.get(numberOf(each))
            return batch ? [{ ...figuresOf(own, each), ...batch }] : []
          })
    const found = await (await rig.sameAs(account)).statistics.getScaleQuarters(filter)
    expect(found).toEqual(expected)
    expect(found.length).toBeGreaterThanOrEqual(5)
    expect(found.some(({ addPower, addEnergy }) => addPower > 0 && addEnergy > 0)).toBe(true)
  })

  test('have the figures of the page of scale at their ends', async () => {
    const client = await rig.sameAs(account)
    const { quarters: _most, ...conditions } = filter
    const rows = (await client.statistics.getScaleQuarters(filter)).slice(-5)
    expect(rows).toHaveLength(5)
    for (const { year, quarter, projectCount, ratedPower, ratedEnergy, avgDuration } of rows) {
      const [total] = await client.statistics.getScaleLayout({ ...conditions, year, quarter })
      expect([projectCount, ratedPower, ratedEnergy, avgDuration]).toEqual([
        total?.projectCount ?? 0,
        total?.ratedPower ?? 0,
        total?.ratedEnergy ?? 0,
        total?.avgDuration,
      ])
    }
  })
})

test('the additions of the four quarters of a year are those of the year, as of one batch', async () => {
  // A revision of its last quarter alone leaves the others as they are.
  const asked = { source: 'warehouse', ...YEAR_END, asOf: `${YEAR_END_CODE}-01` } as const
  const rows = await nation.statistics.getScaleQuarters({ ...asked, quarters: 4 })
  const [year] = await nation.statistics.getScaleLayout(asked)
  expect(rows.map(({ quarter }) => quarter)).toEqual([1, 2, 3, 4])
  expect(year?.addPower).toBeGreaterThan(0)
  expect(rows.reduce((sum, { addPower }) => sum + addPower, 0)).toBeCloseTo(year?.addPower ?? 0, 4)
  expect(rows.reduce((sum, { addEnergy }) => sum + addEnergy, 0)).toBeCloseTo(year?.addEnergy ?? 0, 4)
})

test('quarters before the first batch are left out, of official figures alone', async () => {
  const official = await nation.statistics.getScaleQuarters(ALL)
  expect(official.map(numberOf)).toEqual([...(await batchesOf()).keys()].toSorted((a, b) => a - b))
  expect(official.length).toBeLessThan(40)
  const working = await nation.statistics.getScaleQuarters({ quarters: 40 })
  expect(working.map(numberOf)).toEqual(lastQuarters(40).map(numberOf))
})

describe('as of a batch', () => {
  const find = (rows: readonly ScaleQuarterRow[], batch: string) => rows.find((row) => row.batch === batch)

  test('quarters are as they were before they were revised, with the batch and the status of then', async () => {
    const now = await nation.statistics.getScaleQuarters(ALL)
    const revised = now.filter(({ status }) => status === 'REVISED')
    expect(revised.map(({ batch }) => batch)).toEqual([`${YEAR_END_CODE}-02`, `${LAST_CODE}-03`])
    const then = await nation.statistics.getScaleQuarters({ ...ALL, asOf: `${LAST_CODE}-01` })
    // Quarters that were never published were provisional then.
    expect(then).toEqual(
      before.map((row) => (row.status === 'CONTINUED' ? { ...row, status: 'PROVISIONAL' } : row)),
    )
    expect(find(then, `${LAST_CODE}-01`)?.status).toBe('OFFICIAL')
    const former = before.filter((row) => numberOf(row) <= numberOf(YEAR_END))
    const asOf = `${YEAR_END_CODE}-01`
    expect(await nation.statistics.getScaleQuarters({ ...ALL, ...YEAR_END, asOf })).toEqual(former)
    expect(await nation.statistics.getScaleQuarters({ ...ALL, ...YEAR_END })).not.toEqual(former)
    expect(find(now, `${YEAR_END_CODE}-02`)?.ratedPower).not.toBe(find(former, asOf)?.ratedPower)
  })

  test('a second revision leaves what the first had made', async () => {
    const first = await nation.statistics.getScaleQuarters({ ...ALL, asOf: `${LAST_CODE}-02` })
    const now = await nation.statistics.getScaleQuarters(ALL)
    const [once, twice] = [find(first, `${LAST_CODE}-02`), find(now, `${LAST_CODE}-03`)]
    const power = find(before, `${LAST_CODE}-01`)?.ratedPower ?? 0
    expect(once).toMatchObject({ status: 'REVISED' })
    expect(new Set([power, once?.ratedPower, twice?.ratedPower]).size).toBe(3)
  })

  test('there are no working figures, and none of a batch that there never was', async () => {
    await expect(nation.statistics.getScaleQuarters({ asOf: `${YEAR_END_CODE}-01` })).rejects.toMatchObject({
      status: 400,
    })
    await expect(
      nation.statistics.getScaleQuarters({ source: 'warehouse', asOf: '2019Q1-01' }),
    ).rejects.toMatchObject({ status: 404 })
  })
})
