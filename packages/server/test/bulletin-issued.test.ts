/** Bulletins of published periods are issued once with a code, and stay as they were when their figures are revised. */
import { createHash } from 'node:crypto'
import { createClient, type PublicationsDownloadBulletinQuery, type XinchuClient } from '@xinchu/sdk'
import { closedQuarter, periodAsOf } from '@xinchu/validators'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { revisionsOf } from '../src/domain/documents/bulletin/revisions.ts'
import { placeOf } from '../src/domain/statistics/figure-place.ts'
import { type Batch, batches } from '../src/domain/statistics/publications.ts'
import { scaleLayouts } from '../src/domain/statistics/scale.ts'
import { usageStatistics } from '../src/domain/statistics/usage.ts'
import { day } from '../src/runtime/time.ts'
import { type Rig, startRig } from './rig.ts'
import { loadCaller } from './support/caller.ts'
import { counting } from './support/counting.ts'
import { readDocx } from './support/docx.ts'
import { readPdf } from './support/pdf.ts'
import { storeCompared } from './support/store-sync.ts'

const PUBLIC_URL = 'https://storage.example'
const PERIOD = { year: 2025, quarter: 4 } as const
const { year, quarter } = closedQuarter(day(new Date()))
const LAST = { year, quarter: quarter as 1 | 2 | 3 | 4 } // a quarter is 1 to 4

let rig: Rig
let nation: XinchuClient
let before: Uint8Array
let province: Uint8Array
let moment: string

async function bulletin(query: Partial<PublicationsDownloadBulletinQuery> = {}, client = nation) {
  const { blob } = await client.publications.downloadBulletin({ ...PERIOD, ...query })
  return new Uint8Array(await blob.arrayBuffer())
}

const textOf = async (bytes: Uint8Array) => (await readPdf(bytes)).text.replaceAll(/\s/g, '')
const codeOf = async (bytes: Uint8Array) =>
  /核验码([2-9A-Z-]{14})/.exec(await textOf(bytes))?.[1]?.replaceAll('-', '')
const verify = async (bytes: Uint8Array) =>
  createClient({ baseUrl: rig.url }).documents.verify((await codeOf(bytes)) ?? '')
const isSame = (one: Uint8Array, other: Uint8Array) => Buffer.compare(one, other) === 0

beforeAll(async () => {
  rig = await startRig({ config: { publicUrl: PUBLIC_URL } })
  nation = await rig.sameAs('nation')
  const [first, second] = await Promise.all([bulletin(), bulletin()])
  expect(isSame(first, second)).toBe(true)
  before = first
  province = await bulletin({}, await rig.sameAs('province_nx'))
})
afterAll(async () => {
  expect(rig.offContract).toEqual([])
  await rig.close()
})

test('a bulletin of a published period has a code that proves its bytes', async () => {
  expect(await textOf(before)).toContain('核验网址storage.example/verify')
  expect(await verify(before)).toMatchObject({
    state: 'GENUINE',
    title: '全国新型储能发展情况季度通报',
    subject: '全国',
    number: '2025Q4-01',
    sha256: createHash('sha256').update(before).digest('hex'),
  })
  expect(await verify(province)).toMatchObject({ state: 'GENUINE', subject: '宁夏回族自治区' })
})

test('a draft for comment has no code and is not kept', async () => {
  expect(await codeOf(await bulletin(LAST))).toBeUndefined()
  const { rows } =
    await sql`select 1 from issued_bulletin where (year, quarter) = (${year}, ${quarter})`.execute(rig.db)
  expect(rows).toEqual([])
})

test('offices of one place get the same bulletin, and those of another do not', async () => {
  expect(isSame(await bulletin({}, await rig.sameAs('query')), before)).toBe(true)
  expect(isSame(province, before)).toBe(false)
})

test.each([
  ['province_nx', '110000'],
  ['city_wz', '110000'],
  ['province_bj', '640000'],
] as const)('%s gets nothing of province %s, though its bulletin is kept', async (account, provinceCode) => {
  await bulletin({}, await rig.sameAs('province_bj'))
  const client = await rig.sameAs(account)
  for (const format of ['pdf', 'docx'] as const)
    await expect(bulletin({ provinceCode, format }, client)).rejects.toMatchObject({ status: 404 })
})

test('an office of a place may name its own province', async () => {
  const client = await rig.sameAs('province_nx')
  expect(isSame(await bulletin({ provinceCode: '640000' }, client), province)).toBe(true)
})

test('a revised bulletin is another one, which opens with figures before and after and the reason', async () => {
  const { rows } = await sql<{
    moment: string
  }>`select to_char(max(at) at time zone 'Asia/Shanghai' + interval '1 second',
    'YYYY-MM-DD HH24:MI:SS') as moment from official_edition`.execute(rig.db)
  moment = rows[0]?.moment ?? ''
  await sql`update fill_time set start_time = '2020-01-01', end_time = '2020-01-02'`.execute(rig.db)
  await sql`update es_project set rated_power = 77, rated_energy = 154, commission_date = '2024-05-01',
      build_status = '4', declare_status = '7', country_status = '3', version = version + 1
    where id = (select min(id) from es_project where county_code = '640323' and not deleted and repeat_flag <> '2')`.execute(
    rig.db,
  )
  await storeCompared(nation, { ...LAST, revise: PERIOD, reason: '按核实结果更正' })
  const after = await bulletin()
  const text = await textOf(after)
  expect(text).toMatch(/修订说明修订记录：.{10}批次2025Q4-02，全国在运项目.+原因：按核实结果更正。/)
  expect(await codeOf(after)).not.toBe(await codeOf(before))
  expect(await verify(after)).toMatchObject({ state: 'GENUINE', number: '2025Q4-02' })
})

test.each([
  ['query', '全国'],
  ['region_xb', '西北区域'],
  ['province_nx', '宁夏回族自治区'],
  ['city_wz', '吴忠市'],
  ['county_yc', '盐池县'],
])('the revised bulletin of %s has the totals of its place before and after', async (account, name) => {
  const client = await rig.sameAs(account)
  const [was, is] = await Promise.all(
    ['2025Q4-01', '2025Q4-02'].map(async (asOf) => {
      const [row] = await client.statistics.getScaleLayout({ ...PERIOD, source: 'warehouse', asOf })
      return (row?.ratedPower ?? 0).toLocaleString('en', { maximumFractionDigits: 4 })
    }),
  )
  expect(was).not.toBe(is)
  expect(readDocx(await bulletin({ format: 'docx' }, client)).text).toMatch(
    new RegExp(`批次2025Q4-02，${name}在运项目.+功率${was}→${is}MW.+原因：按核实结果更正。`),
  )
})

test('the old code says that it was revised, by which batch, and where the present figures are', async () => {
  expect(await verify(before)).toMatchObject({
    state: 'SUPERSEDED',
    message: '已修订',
    latestBatches: ['2025Q4-02'],
    latestUrl: `${PUBLIC_URL}/planningmonitoring/project/scalelayout?quarter=2025Q4&source=warehouse`,
  })
})

/** Searches of the links of a bulletin to the pages of figures. */
const linksOf = (bytes: Uint8Array) =>
  [
    ...Buffer.from(bytes)
      .toString('latin1')
      .matchAll(/(scalelayout|usage)(?:Province)?\?([^\s()]+)/g),
  ].map(([, page, search]) => ({ page, search: new URLSearchParams(search) }))

test('its links of scale and of use still show its figures, each as of its batch', async () => {
  const links = linksOf(before)
  expect(new Set(links.map(({ page }) => page))).toEqual(new Set(['scalelayout', 'usage']))
  expect(new Set(links.map(({ search }) => search.get('asOf')))).toEqual(new Set(['2025Q4-01']))
  expect(new Set(linksOf(await bulletin()).map(({ search }) => search.get('asOf')))).toEqual(
    new Set(['2025Q4-02']),
  )
})

test('the page of a revised code is of the place of the bulletin', async () => {
  expect(await verify(province)).toMatchObject({
    state: 'SUPERSEDED',
    latestUrl: `${PUBLIC_URL}/planningmonitoring/project/scalelayoutProvince?quarter=2025Q4&source=warehouse&provinceCode=640000`,
  })
})

test('as of its batch or of a moment before the revision, a bulletin is the same to the byte', async () => {
  // A name of today would be printed in a bulletin that is drawn again.
  await sql`update region set name = '宁夏区' where code = '640000'`.execute(rig.db)
  expect(isSame(await bulletin({ asOf: '2025Q4-01' }), before)).toBe(true)
  expect(isSame(await bulletin({ asOf: moment }), before)).toBe(true)
  expect(isSame(await bulletin({ asOf: '2025Q4-02' }), before)).toBe(false)
})

test('one that nobody had asked for before the revision still has the figures of its batch', async () => {
  const { text } = readDocx(await bulletin({ asOf: '2025Q4-01', format: 'docx', provinceCode: '370000' }))
  const [then] = await nation.statistics.getScaleLayout({
    ...PERIOD,
    ...{ provinceCode: ['370000'], source: 'warehouse', asOf: '2025Q4-01' },
  })
  expect(text).not.toContain('修订说明')
  expect(text).toContain(
    `${((then?.ratedPower ?? 0) / 10).toLocaleString('en', { minimumFractionDigits: 2 })}`,
  )
  const made = await bulletin({ asOf: '2025Q4-01', provinceCode: '370000' })
  expect(await verify(made)).toMatchObject({ state: 'SUPERSEDED', number: '2025Q4-01' })
})

test('a batch that there is not is not found, and a moment to come is refused', async () => {
  await expect(bulletin({ asOf: '2025Q4-09' })).rejects.toMatchObject({ status: 404 })
  await expect(bulletin({ asOf: '2099-01-01 00:00:00' })).rejects.toMatchObject({ status: 400 })
})

test('a bulletin whose compared period alone was revised says that period’s revision and reason', async () => {
  const compared = { year: 2025, quarter: 3 } as const
  await sql`update usage_report set charge_energy = charge_energy + 1000, version = version + 1
    where id = (select min(usage_id) from official_report where (year, quarter) = (2025, 3) and to_edition is null)`.execute(
    rig.db,
  )
  await storeCompared(nation, { ...LAST, revise: compared, reason: '更正第三季度电量' })
  const { text } = readDocx(await bulletin({ format: 'docx' }))
  const use = await Promise.all(
    ['2025Q3-01', '2025Q3-02'].map(async (asOf) => {
      const [row] = await nation.statistics.getUsage({ ...compared, source: 'warehouse', asOf })
      return (row?.equivalentUtilizationHours ?? 0).toLocaleString('en', { maximumFractionDigits: 4 })
    }),
  )
  const hours = `利用小时 ${use.join(' → ')} h；原因：更正第三季度电量。`
  expect(use[0]).not.toBe(use[1])
  expect(text).toMatch(/批次2025Q3-02，全国在运项目[^；]+（未变），利用小时/)
  expect(text).toContain(hours.replaceAll(' ', ''))
  const { messages } = await rig.sameAs('query')
  const [told] = (await messages.list({ keyword: '已公布的统计数据有修订：2025年第3季度' })).content
  expect(told?.content).toContain(hours)
  expect(text.match(/2025Q4-0\d/g)).not.toContain('2025Q4-03')
})

test('published after a compared period was revised, a bulletin links to published figures', async () => {
  await nation.statistics.publishPeriod(LAST)
  const all = await nation.statistics.listPublications({})
  const own = all.find(
    ({ isCurrent, ...each }) => isCurrent && each.year === year && each.quarter === quarter,
  )
  const asOf = [...new Set(linksOf(await bulletin(LAST)).map(({ search }) => search.get('asOf')))]
  expect(asOf).toEqual([own?.publishedAt])
  const then = asOf[0] ?? ''
  expect(periodAsOf(LAST, then, all)).toMatchObject({ batch: own?.batch, status: 'OFFICIAL' })
  const now = await nation.statistics.getScaleLayout({ ...LAST, source: 'warehouse' })
  expect(await nation.statistics.getScaleLayout({ ...LAST, source: 'warehouse', asOf: then })).toEqual(now)
})

test('a bulletin reads each batch before a revision once, and the newest with its own figures', async () => {
  const user = await loadCaller(rig.db, 'nation')
  const today = day(new Date())
  const { db, count } = counting(rig.db)
  const reader = { db, user, today, place: await placeOf(rig.db, user, undefined) }
  const [second, first] = await batches(rig.db, { year: 2025, quarter: 3 })
  if (!second || !first) throw new Error('the third quarter was not revised')
  const third = { ...second, batch: '2025Q3-03', edition: second.edition + 1 }
  const read = ({ edition }: Batch) => {
    const filter = { year: 2025, quarter: 3, side: 'warehouse', edition } as const
    return Promise.all([
      scaleLayouts(db, { total: [] }, filter, user, 2025),
      usageStatistics(db, { ...filter, dimensions: [] }, user, today),
    ])
  }
  const costOf = async (act: () => Promise<unknown>) => {
    await act() // fills the caches
    const before = count()
    await act()
    return count() - before
  }
  const [ofFirst, ofSecond] = [await costOf(() => read(first)), await costOf(() => read(second))]
  const newest = [{ period: first, total: undefined, usage: undefined }]
  for (const [all, cost] of [
    [[first], 0],
    [[second, first], ofFirst],
    [[third, second, first], ofFirst + ofSecond],
  ] as const)
    expect(await costOf(() => revisionsOf(reader, newest, all))).toBe(cost)
  const [latest, former] = await revisionsOf(reader, newest, [third, second, first])
  expect(latest?.rows[0]).toMatchObject({ projectsAfter: 0, reportedAfter: 0 })
  expect(latest?.rows[0]?.powerBefore).toBe(former?.rows[0]?.powerAfter)
  expect(latest?.rows[0]?.hoursBefore).toBe(former?.rows[0]?.hoursAfter)
})

test('a withdrawn revision is told by another bulletin with its reason, and its own says that it was revised', async () => {
  const [revised, then] = [await bulletin(), await bulletin({ asOf: '2025Q4-02' })]
  await nation.statistics.withdrawRevision({ batch: '2025Q4-02', reason: '补报的数尚未核实' })
  const after = await bulletin()
  expect(await textOf(after)).toMatch(
    /批次2025Q4-03，全国在运项目.+原因：撤回修订2025Q4-02：补报的数尚未核实。/,
  )
  expect(await verify(after)).toMatchObject({ state: 'GENUINE', number: '2025Q4-03' })
  expect(await verify(revised)).toMatchObject({ state: 'SUPERSEDED', latestBatches: ['2025Q4-03'] })
  expect(isSame(await bulletin({ asOf: '2025Q4-02' }), then)).toBe(true)
})
