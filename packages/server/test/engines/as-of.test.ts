/** Every call and page of official data as of a batch: as it was served when the batch was the newest. */
import type { XinchuClient } from '@xinchu/sdk'
import { closedQuarter } from '@xinchu/validators'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { day } from '../../src/runtime/time.ts'
import { type Rig, startRig } from '../rig.ts'
import { sessionCalls } from '../support/session.ts'
import { sheetOf } from '../support/sheet.ts'
import { storeCompared } from '../support/store-sync.ts'

const PERIOD = { year: 2025, quarter: 4 } as const
const BATCH = '2025Q4-01'
/** The period that the sample has stored itself. Published ones before it have its rows, and no ledger. */
const { year, quarter } = closedQuarter(day(new Date()))
const STORED = { year, quarter: quarter as 1 | 2 | 3 | 4 } // a quarter is 1 to 4

let rig: Rig
let nation: XinchuClient
let token = ''
const { tokensOf } = sessionCalls(() => rig.url)

const page = (address: string) =>
  fetch(`${rig.url}/planningmonitoring/project/${address}`, { headers: { Authorization: token } })

const jsonOf = async (address: string) => (await page(address)).json()

type AsOf = { asOf?: string }
type Reads = Readonly<Record<string, (asOf: AsOf) => Promise<unknown>>>

/** Every read of official data that knows moments, each with what it gives. */
const reads: Reads = {
  scale: (asOf) =>
    nation.statistics.getScaleLayout({ ...PERIOD, ...asOf, source: 'warehouse', groupBy: ['region'] }),
  use: (asOf) => nation.statistics.getUsage({ ...PERIOD, ...asOf, source: 'warehouse', groupBy: ['region'] }),
  spread: (asOf) => nation.statistics.getSpread({ ...PERIOD, ...asOf, source: 'warehouse' }),
  reported: (asOf) =>
    nation.projects.list({
      ...{ ...PERIOD, ...asOf, source: 'warehouse', figure: 'reported', withSums: true, size: 5 },
      cells: ['region:640000'],
    }),
  points: (asOf) => nation.projects.findLocations({ ...asOf, source: 'warehouse', provinceCode: ['640000'] }),
  cells: (asOf) => nation.projects.findLocations({ ...asOf, source: 'warehouse', cell: 2 }),
  provinces: (asOf) => nation.projects.listProvinceSummaries({ ...asOf, source: 'warehouse' }),
  cities: (asOf) =>
    nation.projects.listCitySummaries({ ...asOf, source: 'warehouse', provinceCode: '640000' }),
  counties: (asOf) =>
    nation.projects.listCountySummaries({ ...asOf, source: 'warehouse', provinceCode: '640000' }),
  ledger: (asOf) =>
    nation.projects.list({
      ...STORED,
      ...asOf,
      source: 'warehouse',
      provinceCode: '640000',
      withSums: true,
      size: 5,
    }),
  figure: (asOf) =>
    nation.projects.list({
      ...{ ...PERIOD, ...asOf, source: 'warehouse', figure: 'scale', withSums: true, size: 5 },
      cells: ['region:640000'],
    }),
}

let before: Record<string, unknown>
let pages: unknown[]
let ledger: unknown[][]
let reported: unknown[][]

const all = async (asOf: AsOf) =>
  Object.fromEntries(
    await Promise.all(Object.entries(reads).map(async ([name, read]) => [name, await read(asOf)])),
  )

/** Rows, columns and origin of both pages without the moment at which they were read. */
const pagesAsOf = async () =>
  Promise.all(
    [
      `scalelayout.json?asOf=${BATCH}`,
      `warehouse.json?year=${year}&quarter=${quarter}&asOf=${BATCH}`,
      `usage.json?asOf=${BATCH}`,
      `usage.json?asOf=${BATCH}&table=spread`,
    ].map(async (address) => {
      const { meta: _meta, ...rest } = (await jsonOf(address)) as { meta: unknown } // compared as it is
      return rest
    }),
  )

const ledgerFile = async (asOf: AsOf) =>
  sheetOf(await nation.projects.exportRecordList({ ...STORED, ...asOf, filter: { provinceCode: '640000' } }))
/** Stations of the stored period with an official report. */
const reportedRows = async (asOf: AsOf) =>
  sheetOf(
    await nation.projects.exportRecordList({
      ...{ ...STORED, ...asOf },
      filter: { provinceCode: '640000', figure: 'reported' },
    }),
  ).then(({ rows }) => rows)
const ledgerRows = async (asOf: AsOf) => (await ledgerFile(asOf)).rows

beforeAll(async () => {
  rig = await startRig()
  nation = await rig.sameAs('nation')
  ;({ token } = await tokensOf('nation'))
  before = await all({})
  expect(await all({ asOf: BATCH })).toEqual(before)
  pages = await pagesAsOf()
  ledger = await ledgerRows({})
  reported = await reportedRows({})
  await sql`update fill_time set start_time = '2020-01-01', end_time = '2020-01-02'`.execute(rig.db)
  await sql`update es_project set rated_power = rated_power + 7, declare_status = '7', country_status = '3',
    longitude = longitude + 0.5, version = version + 1 where province_code = '640000' and country_status = '4'`.execute(
    rig.db,
  )
  await sql`update usage_report set status = '5', version = version + 1 where province_code = '640000'
    and (year, quarter) = (${year}, ${quarter}) and status <> '5'`.execute(rig.db)
  const reason = '按核实结果更正额定功率'
  await storeCompared(nation, { ...STORED, revise: PERIOD, reason })
})
afterAll(async () => {
  expect(rig.offContract).toEqual([])
  await rig.close()
})

test.each(Object.keys(reads))(
  '%s as of a batch is what it was, and differs from that of today',
  async (name) => {
    const read = reads[name]
    expect(await read?.({ asOf: BATCH })).toEqual(before[name])
    expect(await read?.({})).not.toEqual(before[name])
    expect(await read?.({ asOf: '2025Q4-02' })).toEqual(await read?.({}))
  },
)

test('the addresses of the pages of scale and of the ledger give what they gave', async () => {
  expect(await pagesAsOf()).toEqual(pages)
  const [scale] = pages as { source: { basis: string; batch: string; status: string } }[] // its own page
  expect(scale?.source).toMatchObject({ batch: BATCH, status: '正式' })
  expect(scale?.source.basis).toContain(`按 ${BATCH} 当时的数`)
  const today = (await jsonOf('scalelayout.json?quarter=2025Q4')) as { source: object }
  expect(today.source).toMatchObject({ batch: '2025Q4-02', status: '修订' })
  const use = async (more: string) => ((await jsonOf(`usage.json?${more}`)) as { source: object }).source
  const official = '入库数据 · 国家已确认的季报 · 按功率加权'
  expect(await use(`asOf=${BATCH}`)).toMatchObject({
    basis: `${official} · 按 ${BATCH} 当时的数`,
    status: '正式',
  })
  expect(await use('quarter=2025Q4&source=warehouse')).toMatchObject({ basis: official, status: '修订' })
  expect(await use('quarter=2025Q4')).toMatchObject({ basis: official, status: '修订' })
  expect(await use('quarter=2025Q4&source=work')).toMatchObject({ status: '暂行' })
})

test('the workbook of scale as of a batch is made, and needs official data', async () => {
  const request = { ...PERIOD, dimensions: ['region' as const], asOf: BATCH }
  expect(
    (await nation.statistics.exportMapData({ ...request, source: 'warehouse' })).blob.size,
  ).toBeGreaterThan(0)
  await expect(nation.statistics.exportMapData({ ...request, source: 'work' })).rejects.toMatchObject({
    status: 400,
  })
})

const scaleTexts = async (asOf: AsOf) => {
  const request = { ...PERIOD, ...asOf, dimensions: ['region' as const], source: 'warehouse' as const }
  const { line = '', heading, rows } = await sheetOf(await nation.statistics.exportMapData(request))
  return [line, ...heading, ...rows.map(([first]) => first)].map((each) => String(each ?? '')).join('\n')
}

test('the workbook of scale as of a batch has the batch and status of then, and no later revision', async () => {
  const then = await scaleTexts({ asOf: BATCH })
  expect(then).toContain(`入库批次：${BATCH}`)
  expect(then).toContain('状态：正式')
  expect(then).toContain(`按 ${BATCH} 当时的数`)
  expect(then).not.toContain('修订记录：')
  for (const texts of [await scaleTexts({}), await scaleTexts({ asOf: '2025Q4-02' })]) {
    expect(texts).toContain('入库批次：2025Q4-02')
    expect(texts).toContain('状态：修订')
    expect(texts).toContain('修订记录：')
  }
})

test('the workbook of the ledger as of a batch has the rows of then, and says so', async () => {
  const { line, rows } = await ledgerFile({ asOf: BATCH })
  expect(rows).toEqual(ledger)
  expect(line).toContain(`按 ${BATCH} 当时的数`)
  const { rows: now, line: today } = await ledgerFile({})
  expect(now).not.toEqual(ledger)
  expect(today).not.toContain('当时的数')
  await expect(ledgerFile({ asOf: '2019Q1-01' })).rejects.toMatchObject({ status: 404 })
})

test('the ledger of reported stations as of a batch has those that had reported then', async () => {
  expect(reported).not.toEqual([])
  expect(await reportedRows({ asOf: BATCH })).toEqual(reported)
  expect((await reportedRows({})).length).toBeGreaterThan(reported.length)
})

test.each(['due', 'reported', 'unreported'] as const)(
  'a quarter without a batch lists no official station as %s, as it has no figures',
  async (figure) => {
    const bare = { year: 2023, quarter: 2, source: 'warehouse' } as const
    expect(await nation.statistics.getUsage(bare)).toEqual([])
    expect((await nation.projects.list({ ...bare, figure })).totalElements).toBe(0)
    expect(
      (await nation.projects.list({ ...PERIOD, source: 'warehouse', figure: 'due' })).totalElements,
    ).not.toBe(0)
  },
)

test('both sides of a comparison as of a batch are of then; the working records have no history', async () => {
  const compared = `scalelayout.json?compare=periods&quarter=2025Q4&asOf=${BATCH}`
  expect(await jsonOf(`${compared}&base=2024Q4`)).toMatchObject({
    source: {
      batch: BATCH,
      status: '正式',
      basis: expect.stringContaining(`按 ${BATCH} 当时的数`) as unknown,
    },
    baseSource: { batch: '2024Q4-01', basis: expect.stringContaining('当时的数') as unknown },
  })
  expect(await jsonOf(`${compared}&base=now`)).toMatchObject({
    baseSource: { basis: '在办数据 · 含未入库项目 · 在运' },
  })
})

test.each(Object.keys(reads))('%s refuses what is no batch and no moment', async (name) => {
  await expect(reads[name]?.({ asOf: '2019Q1-01' })).rejects.toMatchObject({ status: 404 })
  await expect(reads[name]?.({ asOf: '2999-01-01 00:00:00' })).rejects.toMatchObject({ status: 400 })
  await expect(reads[name]?.({ asOf: 'yesterday' })).rejects.toMatchObject({ status: 400 })
})

test.each([
  ['scalelayout.csv?asOf=2019Q1-01', 404],
  ['scalelayout.csv?asOf=yesterday', 400],
  [`scalelayout.csv?asOf=${BATCH}&source=work`, 400],
  ['warehouse.csv?asOf=2019Q1-01', 404],
  ['usage.csv?asOf=2019Q1-01', 404],
  [`usage.csv?asOf=${BATCH}&source=work`, 400],
] as const)('the page %s is refused', async (address, status) => {
  expect((await page(address)).status).toBe(status)
})
