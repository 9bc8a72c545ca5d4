import type { XinchuClient } from '@xinchu/sdk'
import { closedQuarter } from '@xinchu/validators'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { day } from '../../src/runtime/time.ts'
import { type Rig, startRig } from '../rig.ts'
import { sheetOf } from '../support/sheet.ts'
import { storeCompared } from '../support/store-sync.ts'

const closed = closedQuarter(day(new Date()))
const last = { year: closed.year, quarter: closed.quarter as 1 | 2 | 3 | 4 } // a quarter is 1 to 4

let rig: Rig
let nation: XinchuClient
let moved: { id: number; province_code: string }

const scale = async (groupBy: ['region'] | [], client = nation) =>
  client.statistics.getScaleLayout({ ...last, source: 'warehouse', groupBy })
const amounts = ({ projectCount, ratedPower, ratedEnergy }: Awaited<ReturnType<typeof scale>>[number]) => [
  projectCount,
  ratedPower,
  ratedEnergy,
]

/** Numbers of messages of revisions that a city, its county and another province have. */
const told = () =>
  Promise.all(
    ['city_wz', 'county_yc', 'province_bj'].map(async (user) => {
      const { messages } = await rig.sameAs(user)
      return (await messages.list({ keyword: '已公布的统计数据有修订' })).content.length
    }),
  )

beforeAll(async () => {
  rig = await startRig()
  nation = await rig.sameAs('nation')
  // All windows have closed and all reports are reviewed, so that the last period is published.
  await sql`update fill_time set start_time = '2020-01-01', end_time = '2020-01-02' where fill_type = 'QUARTER'`.execute(
    rig.db,
  )
  await sql`update usage_report set status = '4' where status in ('1', '3')`.execute(rig.db)
  await nation.statistics.publishPeriod(last)
  // One project that the nation has passed since: in operation for years.
  await sql`update es_project set country_status = '4' where country_status = '3'`.execute(rig.db)
  const { rows } = await sql<typeof moved>`
    update es_project set country_status = '3', declare_status = '7', build_status = '4', repeat_flag = '0',
      city_code = '640300', county_code = '640323', commission_date = '2023-06-01', rated_power = 12.5, rated_energy = 25
    where id = (select min(p.id) from es_project p where p.province_code = '640000' and not p.deleted
      and not exists (select 1 from official_project w where w.project_id = p.id))
    returning id, province_code`.execute(rig.db)
  const [found] = rows
  if (!found) throw new Error('there is no project to store')
  moved = found
})
afterAll(async () => {
  expect(rig.offContract).toEqual([])
  await rig.close()
})

describe('a sync that would change published figures', () => {
  test('says so in a dry run, which needs no reason', async () => {
    const report = await nation.projects.syncWarehousingData({ ...last, dryRun: true })
    expect(report).toMatchObject({ isRestatement: true, added: 1 })
    expect(await nation.statistics.listRestatements(last)).toEqual([])
  })

  test.each([undefined, '', '  '])(
    'is refused without a reason (%j), and changes nothing',
    async (reason) => {
      const before = await scale([])
      await expect(
        nation.projects.syncWarehousingData({ ...last, ...(reason === undefined ? {} : { reason }) }),
      ).rejects.toMatchObject({ status: 400, errors: [{ field: 'reason' }] })
      expect(await scale([])).toEqual(before)
      expect((await nation.statistics.listPeriods())[0]?.status).toBe('OFFICIAL')
    },
  )

  test('keeps the figures before and after it with its reason, and changes no earlier period', async () => {
    const year = { year: 2024, quarter: 4, source: 'warehouse' } as const
    const [before] = await scale([])
    const [earlier] = await nation.statistics.getScaleLayout(year)
    const provinces = await scale(['region'])
    await storeCompared(nation, { ...last, reason: '补录一个漏报项目' })
    const [after] = await scale([])
    const [restated] = await nation.statistics.listRestatements(last)
    expect(restated).toMatchObject({
      reason: '补录一个漏报项目',
      batch: `${last.year}Q${last.quarter}-02`,
      orgName: expect.any(String),
    })
    if (!before || !after || !restated || !earlier) throw new Error('there are no figures')
    expect(amounts(after)).not.toEqual(amounts(before))
    const rowOf = (key: string) => {
      const row = restated.rows.find((each) => each.key === key)
      return [
        [row?.projectsBefore, row?.powerBefore, row?.energyBefore],
        [row?.projectsAfter, row?.powerAfter, row?.energyAfter],
      ]
    }
    expect(rowOf('')).toEqual([amounts(before), amounts(after)])
    const own = provinces.find(({ key }) => key === moved.province_code)
    expect(restated.rows.map(({ key }) => key)).toEqual(['', moved.province_code])
    expect(rowOf(moved.province_code)[0]).toEqual(own && amounts(own))
    // The figures of earlier periods, which are published too, stand.
    expect(await nation.statistics.getScaleLayout(year)).toEqual([earlier])
    expect(await nation.statistics.listRestatements({ year: 2024, quarter: 4 })).toEqual([])
    const periods = await nation.statistics.listPeriods()
    expect(periods.filter(({ status }) => status === 'REVISED')).toMatchObject([last])
  })

  test.each([
    ['query', true],
    ['admin', true],
    ['province_nx', true],
    ['city_wz', true],
    ['county_yc', true],
    ['province_bj', false],
    ['enterprise_yc', false],
  ])('is told to %s: %j', async (user, isTold) => {
    const { messages } = await rig.sameAs(user)
    const { content } = await messages.list({ keyword: '已公布的统计数据有修订' })
    expect(content.map(({ content: text }) => text?.includes('补录一个漏报项目'))).toEqual(
      isTold ? [true] : [],
    )
  })

  test('is an event, as its publication was', async () => {
    const { content } = await nation.events.read({ types: ['period'] })
    const code = `${last.year}Q${last.quarter}`
    const kinds = content.flatMap(({ kind, recordCode }) => (recordCode === code ? [kind] : []))
    expect(kinds.filter((kind) => kind !== 'period.stored')).toEqual(['period.published', 'period.revised'])
    const { messages } = await rig.sameAs('province_bj')
    const [told] = (await messages.list({ keyword: '的统计数据已正式公布' })).content
    expect(told?.link).toContain(`scalelayoutProvince?quarter=${code}&source=warehouse`)
  })

  test('shows its period as revised', async () => {
    expect((await nation.statistics.listPeriods())[0]).toMatchObject({ ...last, status: 'REVISED' })
  })

  test('is noted in the workbook of the figures', async () => {
    const file = await nation.statistics.exportMapData({
      ...last,
      source: 'warehouse',
      dimensions: ['region'],
    })
    const { rows } = await sheetOf(file)
    const notes = rows.map(([first]) => String(first ?? '')).filter((each) => each.startsWith('修订记录：'))
    expect(notes).toHaveLength(1)
    expect(notes[0]).toMatch(/全国在运项目 .+ → .+ 个，功率 .+ → .+ MW，.*原因：补录一个漏报项目。$/)
  })

  test.each([
    ['query', ['', '640000']],
    ['region_xb', ['640000']],
    ['province_nx', ['640000']],
    ['city_wz', []],
    ['county_yc', []],
    ['query_group', []],
  ])('%s sees the reason and the totals of %j', async (user, keys) => {
    const client = await rig.sameAs(user)
    const [restated] = await client.statistics.listRestatements(last)
    expect(restated?.reason).toBe('补录一个漏报项目')
    expect(restated?.rows.map(({ key }) => key)).toEqual(keys)
  })

  test('an enterprise sees none of it', async () => {
    const client = await rig.sameAs('enterprise_yc')
    await expect(client.statistics.listRestatements(last)).rejects.toMatchObject({ status: 403 })
  })

  test('without a change needs no reason and leaves no restatement', async () => {
    const report = await nation.projects.syncWarehousingData(last)
    expect(report.isRestatement).toBe(false)
    expect(await nation.statistics.listRestatements(last)).toHaveLength(1)
  })

  test.each([
    [
      'a station goes to another city',
      () => sql`update es_project set city_code = '640100', county_code = '640104', country_status = '3', version = version + 1
        where id = ${moved.id}`,
    ],
    [
      'only the revenue of a report changes',
      () => sql`update usage_report set revenue_lease = coalesce(revenue_lease, 0) + 1, version = version + 1
        where id = (select min(t.usage_id) from official_report t
          join official_project w on w.project_id = t.project_id and w.province_code = t.province_code
          where t.year = ${last.year} and t.quarter = ${last.quarter} and t.to_edition is null
            and w.to_edition is null and w.county_code = '640323')`,
    ],
  ] as const)('is told to the city and county of its stations when %s', async (_, change) => {
    const [city = 0, county = 0, other = 0] = await told()
    expect((await change().execute(rig.db)).numAffectedRows).toBe(1n)
    await storeCompared(nation, { ...last, reason: '按核实结果更正' })
    expect(await told()).toEqual([city + 1, county + 1, other])
  })

  test('is told to the county that a division was merged into, whose earlier rows keep the old code', async () => {
    const earlier = { year: 2025, quarter: 4 } as const
    const ofOld = sql`(select min(t.usage_id) from official_report t
      join official_project w on w.project_id = t.project_id and w.province_code = t.province_code
      where t.year = ${earlier.year} and t.quarter = ${earlier.quarter} and t.to_edition is null
        and w.to_edition is null and w.county_code = '640303')`
    await sql`update official_project set county_code = '640303' where county_code = '640323'`.execute(rig.db)
    await sql`update region set successor_code = '640323' where code = '640303'`.execute(rig.db)
    // Moves the rows of the last period. Those before it stay.
    await storeCompared(nation, { ...last, reason: '按区划变更更正' })
    const [, county = 0] = await told()
    const change = sql`update usage_report set revenue_lease = coalesce(revenue_lease, 0) + 1, version = version + 1
      where id = ${ofOld}`
    expect((await change.execute(rig.db)).numAffectedRows).toBe(1n)
    await storeCompared(nation, { ...last, revise: earlier, reason: '按核实结果更正' })
    expect((await told())[1]).toBe(county + 1)
  })
})
