import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DuckDBInstance } from '@duckdb/node-api'
import { AppScenario, ReportStatus } from '@xinchu/contract/codes'
import type { StatisticsGetScaleLayoutQuery, StatPeriod, XinchuClient } from '@xinchu/sdk'
import {
  closedQuarter,
  coverageText,
  figureStatus,
  groupPairs,
  PERIOD_STATUS,
  periodOf,
  periodText,
  quarterDays,
  type SnapshotOrigin,
  snapshotText,
  USE_PERIODS,
} from '@xinchu/validators'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { budget } from '../../../scripts/lib/test-seed.mjs'
import { gridOf, missingOf } from '../../web/src/features/statistics/completeness/model.ts'
import { POINT_GROUPS } from '../../web/src/features/statistics/options/points.ts'
import type { Ask } from '../src/page-tables/ask.ts'
import { ledgerTable } from '../src/page-tables/ledger.ts'
import { MAP_STATES } from '../src/page-tables/map.ts'
import { packageRoot } from '../src/runtime/package-root.ts'
import { day } from '../src/runtime/time.ts'
import { type Rig, startRig } from './rig.ts'
import { csvTable } from './support/csv-table.ts'
import { pageCell } from './support/page-cell.ts'
import { sessionCalls } from './support/session.ts'

const PAGES = '/planningmonitoring/project'
type Row = Readonly<Record<string, unknown>>

interface Answer {
  title: string
  period?: string
  notice?: string
  meta: Row
  source: Row
  baseSource?: Row
  conditions: Row
  columns: readonly { name: string; caption: string; unit?: string }[]
  rows: readonly Row[]
}

let rig: Rig
let nation: XinchuClient
let province: XinchuClient
let periods: readonly StatPeriod[]
const tokens = new Map<string, string>()
const { tokensOf } = sessionCalls(() => rig.url)

async function open(address: string, user = 'nation'): Promise<Response> {
  const token = tokens.get(user) ?? (await tokensOf(user)).token
  tokens.set(user, token)
  return fetch(`${rig.url}${PAGES}/${address}`, { headers: { Authorization: token } })
}

async function json(address: string, user?: string): Promise<Answer> {
  const reply = await open(address, user)
  expect([address, reply.status]).toEqual([address, 200])
  return reply.json() as Promise<Answer> // compared below
}

/** Results of queries of the Parquet file at an address. */
async function parquetOf(address: string, ...queries: ((file: string) => string)[]) {
  const folder = mkdtempSync(join(tmpdir(), 'page-table-'))
  try {
    const file = join(folder, 'table.parquet')
    writeFileSync(file, new Uint8Array(await (await open(address)).arrayBuffer()))
    const duck = await (await DuckDBInstance.create(':memory:')).connect()
    const results: Row[][] = []
    for (const query of queries)
      results.push((await duck.runAndReadAll(query(file))).getRowObjectsJson() as Row[]) // by the query
    return results
  } finally {
    rmSync(folder, { recursive: true })
  }
}

beforeAll(async () => {
  rig = await startRig()
  nation = await rig.sameAs('nation')
  province = await rig.sameAs('province_nx')
  periods = await nation.statistics.listPeriods()
})
afterAll(async () => {
  expect(rig.offContract).toEqual([])
  await rig.close()
})

const at = ({ year, quarter }: StatPeriod) => ({ year, quarter })
const latestOf = (shown: readonly StatPeriod[]) => {
  const period = periodOf(shown, undefined)
  if (!period) throw new Error('there is no period')
  return period
}
const latest = () => latestOf(periods)
/** The same of the pages of use, which show fewer periods. */
const latestUse = () => latestOf(periods.slice(0, USE_PERIODS))
const officialUse = () => ({ ...at(latestUse()), source: 'warehouse' as const })

const scale = (query: StatisticsGetScaleLayoutQuery, client = nation) =>
  client.statistics.getScaleLayout(query)

/** The last quarter, whose batch the demonstration has. */
const stored = closedQuarter(day(new Date()))
const STORED = `year=${stored.year}&quarter=${stored.quarter}`

const ledger = async (query: object, client = nation) =>
  (await client.projects.list({ ...query, source: 'warehouse', size: 9_999 })).content

/** Projects behind the official power of 宁夏. */
const rowsOfNingxia = (query: object) =>
  ledger({ ...at(latest()), figure: 'scale', cells: ['region:640000'], ...query })

/** Rows without their keys and the caller's rights, which no file has. */
const outward = (rows: readonly object[]): Row[] =>
  rows.map((row) =>
    Object.fromEntries(
      Object.entries(row).filter(
        ([name]) => !/^(?:id|version)$|Id$/.test(name) && !['editable', 'deletable'].includes(name),
      ),
    ),
  )

/** Rows as the address has them: each with the state of its figures, which lists to be reviewed and maps have not. */
function stated(address: string, rows: readonly Row[], { meta, source }: Answer): Row[] {
  if (/^map|table=outliers/.test(address)) return [...rows]
  const isRecord = /^warehouse|rows=/.test(address)
  const batch = source['batch'] === undefined ? {} : { batch: String(source['batch']).slice(0, 9) }
  return rows.map((row) => ({ ...row, [isRecord ? 'dataStatus' : 'status']: meta['status'], ...batch }))
}

/** Addresses with the call that their page makes. */
const cases: readonly [address: string, user: string, read: () => Promise<readonly object[]>][] = [
  ['scalelayout', 'nation', () => scale({ ...at(latest()), source: 'warehouse', groupBy: ['region'] })],
  [
    'scalelayoutProvince',
    'province_nx',
    () => scale({ ...at(latest()), provinceCode: ['640000'], source: 'work', groupBy: ['region'] }, province),
  ],
  [
    'scalelayout?source=work&quarter=now&groupBy=techType',
    'nation',
    () => scale({ source: 'work', groupBy: ['techType'] }),
  ],
  [
    'scalelayout?year=2024&groupBy=statScenarioGroup&groupBy=year',
    'nation',
    () => scale({ year: 2024, quarter: 4, source: 'warehouse', groupBy: ['statScenarioGroup', 'year'] }),
  ],
  [
    'scalelayout?groupBy=&techType=01&appScenario=1&unit=wan',
    'nation',
    () => scale({ ...at(latest()), source: 'warehouse', techType: ['01'], appScenario: ['1'] }),
  ],
  [
    'scalelayoutRegion',
    'region_xb',
    async () =>
      scale({ ...at(latest()), source: 'warehouse', groupBy: ['region'] }, await rig.sameAs('region_xb')),
  ],
  [
    'usage',
    'nation',
    () => nation.statistics.getUsage({ ...at(latestUse()), source: 'warehouse', groupBy: ['region'] }),
  ],
  [
    'usageProvince?groupBy=statTechGroup&metric=reportRate',
    'province_nx',
    () =>
      province.statistics.getUsage({
        ...at(latestUse()),
        provinceCode: ['640000'],
        groupBy: ['statTechGroup'],
      }),
  ],
  ['usage?table=spread', 'nation', async () => (await nation.statistics.getSpread(officialUse())).rows],
  ['usage?table=histogram', 'nation', async () => (await nation.statistics.getSpread(officialUse())).bins],
  [
    'usage?table=outliers&rule=OUT-H',
    'nation',
    async () =>
      (await nation.statistics.listOutliers({ ...at(latestUse()), rule: ['OUT-H'], size: 9_999 })).content,
  ],
  [
    'usage?table=outliers&reviewPlace=650000',
    'nation',
    async () =>
      (await nation.statistics.listOutliers({ ...at(latestUse()), provinceCode: ['650000'], size: 9_999 }))
        .content,
  ],
  [
    'map?state=operating&techType=01',
    'nation',
    () => nation.projects.findLocations({ techType: ['01'], buildStatus: ['4', '5'] }),
  ],
  [
    'pipeline?table=flows',
    'nation',
    async () => (await nation.statistics.getPipeline({ source: 'work' })).flows ?? [],
  ],
  [
    'pipeline?table=spans&techType=01',
    'province_nx',
    async () =>
      (await province.statistics.getPipeline({ provinceCode: ['640000'], source: 'work', techType: ['01'] }))
        .spans ?? [],
  ],
  [
    'pipeline?table=delay',
    'region_xb',
    async () => {
      const client = await rig.sameAs('region_xb')
      const { delay } = await client.statistics.getPipeline({ source: 'work' })
      return delay ? [delay] : []
    },
  ],
  [
    'pipeline?table=overdue&quarter=2025Q4&source=work',
    'nation',
    async () => {
      const { overdue } = await nation.statistics.getPipeline({ year: 2025, quarter: 4, source: 'work' })
      return overdue ? [overdue] : []
    },
  ],
  [
    `pipeline?source=warehouse&quarter=${periodText(stored)}`,
    'nation',
    async () => (await nation.statistics.getPipeline({ ...stored, source: 'warehouse' })).stages,
  ],
  [
    'pipeline?rows=stageProjects,stage:operating&rowsFind=储能&rowsSort=ratedEnergy,desc&techType=01',
    'province_nx',
    async () =>
      (
        await province.projects.list({
          ...{ source: 'work', figure: 'stage', cells: ['stage:operating'], provinceCode: '640000' },
          ...{ keyword: '储能', techType: ['01'], sort: ['ratedEnergy,desc'], size: 9_999 },
        })
      ).content,
  ],
  ['warehouse', 'nation', () => ledger(stored)],
  [
    `warehouse?${STORED}&techType=01,02&powerMin=100&keyword=储能&sort=ratedPower,desc&page=2&size=50`,
    'nation',
    () =>
      ledger({
        ...{ ...stored, techType: ['01', '02'], powerMin: 100, keyword: '储能' },
        sort: ['ratedPower,desc'],
      }),
  ],
  [`warehouse?${STORED}`, 'province_nx', () => ledger(stored, province)],
  ['scalelayout?rows=ratedPower,region:640000', 'nation', () => rowsOfNingxia({ sort: ['ratedPower,desc'] })],
  [
    'scalelayout?rows=ratedPower,region:640000&rowsFind=盐池&rowsSort=commissionDate,asc',
    'nation',
    () => rowsOfNingxia({ keyword: '盐池', sort: ['commissionDate,asc'] }),
  ],
  [
    'usage?rows=unreportedProjects&source=work',
    'nation',
    async () =>
      (
        await nation.projects.list({
          ...at(latestUse()),
          figure: 'unreported',
          sort: ['ratedPower,desc'],
          size: 9_999,
        })
      ).content,
  ],
]

describe('the address of a page', () => {
  test.each(cases)(
    '%s with .json has the rows of its call, and with .csv the same',
    async (address, user, read) => {
      const [page = '', query = ''] = address.split('?')
      const rows = await read()
      const answer = await json(`${page}.json?${query}`, user)
      // Each year has a batch of its own.
      const isByYear = address.includes('groupBy=year')
      const shown = isByYear ? answer.rows.map(({ batch: _batch, ...row }) => row) : answer.rows
      const wanted = stated(address, outward(rows), answer)
      expect(shown).toEqual(isByYear ? wanted.map(({ batch: _batch, ...row }) => row) : wanted)
      expect(rows.length).toBeGreaterThan(0)
      const reply = await open(`${page}.csv?${query}`, user)
      expect(reply.headers.get('content-type')).toBe('text/csv; charset=utf-8')
      const [, head, ...lines] = csvTable(new Uint8Array(await reply.arrayBuffer()))
      expect(head).toEqual(
        answer.columns.map(({ caption, unit }) => (unit ? `${caption}（${unit}）` : caption)),
      )
      const found = answer.rows.map((row) => answer.columns.map(({ name }) => pageCell(name, row)))
      expect(lines.slice(0, found.length)).toEqual(found)
      const hasSum = page.startsWith('scalelayout') && !isByYear && !/rows=|groupBy=&/.test(query)
      expect(lines.slice(found.length).map((line) => line[head?.indexOf('分组名称') ?? 0])).toEqual(
        hasSum ? ['合计'] : [],
      )
    },
  )

  test('with .parquet has the same rows as a file of its own, which says what they are', async () => {
    const [rows, about] = await parquetOf(
      'scalelayout.parquet?groupBy=region',
      (file) => `select key, "ratedPower" as power from '${file}'`,
      (file) =>
        `select decode(value) as text from parquet_kv_metadata('${file}') where decode(key) = 'xinchu'`,
    )
    const answer = await json('scalelayout.json')
    expect(rows).toEqual(answer.rows.map(({ key, ratedPower }) => ({ key, power: ratedPower })))
    const { rows: _rows, meta, ...rest } = answer
    const moment = expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/)
    expect(JSON.parse(String(about?.[0]?.['text']))).toEqual({ ...rest, meta: { ...meta, moment } })
  })

  test('of the ledger names the origin of each row as its screen does', async () => {
    const { columns, rows } = await json(`warehouse.json?${STORED}&size=1`)
    expect(columns.at(-1)).toEqual({ name: 'snapshot', caption: '入库出处' })
    const texts = rows.map(({ snapshot }) => snapshotText(snapshot as SnapshotOrigin)) // by the contract
    expect(texts[0]).toMatch(
      new RegExp(
        `^${stored.year}年第${stored.quarter}季度快照 · 项目第\\d+版 · 同步任务\\d+（[\\d-]{10} [\\d:]{5}）$`,
      ),
    )
    const reply = await open(`warehouse.csv?${STORED}`)
    const [, head = [], ...lines] = csvTable(new Uint8Array(await reply.arrayBuffer()))
    expect(lines.map((line) => line[head.indexOf('入库出处')])).toEqual(texts)
    const [cells] = await parquetOf(
      `warehouse.parquet?${STORED}`,
      (file) => `select "snapshot" from '${file}'`,
    )
    expect(cells?.map(({ snapshot }) => snapshot)).toEqual(texts)
  })

  test('with .csv or .parquet leads to what the rows are by its link', async () => {
    const pages = [
      'usage.csv?techType=01&groupBy=region',
      'scalelayout.parquet?rows=ratedPower,region:640000',
    ]
    for (const address of pages) {
      const { headers } = await open(address)
      const [, target = '', rest] = /^<([^>]+)>(.*)$/.exec(headers.get('link') ?? '') ?? []
      expect(rest).toBe('; rel="describedby"; type="application/json"')
      expect(target).toBe(`${PAGES}/${address.replace(/\.\w+\?/, '.json?')}`)
      const { source, notice } = await json(target.slice(`${PAGES}/`.length))
      const period = address.startsWith('usage') ? latestUse() : latest()
      const status = PERIOD_STATUS[figureStatus('warehouse', period)]
      expect([source['status'], notice]).toEqual([status, '演示数据，不代表官方统计'])
    }
    expect((await open('usage.json')).headers.get('link')).toBeNull()
  })

  test('has the sum of the rows below them in .csv alone', async () => {
    const { columns, rows } = await json('scalelayout.json?provinceCode=640000')
    const reply = await open('scalelayout.csv?provinceCode=640000')
    const last = csvTable(new Uint8Array(await reply.arrayBuffer())).at(-1)
    const [whole] = await scale({ ...at(latest()), source: 'warehouse', provinceCode: ['640000'] })
    const sum = { ...whole, label: '合计', status: '正式', batch: latest().batch }
    expect(last).toEqual(columns.map(({ name }) => pageCell(name, sum)))
    expect(rows.map(({ label }) => label)).not.toContain('合计')
  })

  test('names a year that has not ended by its months, without growth, and each year by its own batch', async () => {
    const [newest] = periods
    if (!newest || newest.quarter === 4) throw new Error('the latest quarter ends a year')
    const months = `${newest.year}年1—${newest.quarter * 3}月`
    const { rows } = await json(`scalelayout.json?quarter=${periodText(newest)}&groupBy=year`)
    const [before, running] = rows.slice(-2)
    expect(running).toMatchObject({
      ...{ year: newest.year, label: months },
      ...{ status: PERIOD_STATUS[newest.status], batch: newest.batch },
    })
    expect(running).not.toHaveProperty('yoyPower')
    const yearEnd = periods.find(({ year, quarter }) => year === newest.year - 1 && quarter === 4)
    expect(before).toMatchObject({ label: `${newest.year - 1}年`, status: '正式', batch: yearEnd?.batch })
    expect(before).toHaveProperty('yoyPower')
    const listed = await json(`scalelayout.json?rows=addPower,year:${newest.year}`)
    expect(listed.rows[0]).toMatchObject({ dataStatus: running?.['status'], batch: newest.batch })
  })

  test('has the status and the batch of each quarter of the trend of use', async () => {
    const { rows } = await json('usage.json?table=quarters')
    const states = rows.map(({ year, quarter, status, batch }) => [`${year}Q${quarter}`, status, batch])
    const known = new Map(periods.map((each) => [periodText(each), each]))
    expect(states.length).toBeGreaterThan(0)
    for (const [period, status, batch] of states) {
      const own = known.get(String(period))
      expect([period, status, batch]).toEqual([period, own && PERIOD_STATUS[own.status], own?.batch])
    }
  })

  test('has the last quarters of scale with their own batches, whatever the period of the page', async () => {
    const { rows } = await json('scalelayout.json?table=quarters&provinceCode=640000&quarter=2025Q2')
    const found = await nation.statistics.getScaleQuarters({ source: 'warehouse', provinceCode: ['640000'] })
    expect(rows).toEqual(
      found.map(({ status, ...row }) => ({ ...row, status: status && PERIOD_STATUS[status] })),
    )
    expect(rows.at(-1)).toMatchObject({
      status: '暂行',
      batch: expect.stringContaining(`Q${found.at(-1)?.quarter}-`),
    })
  })

  test('names how many of the due reports the figures of use cover', async () => {
    const provincial = { provinceCode: ['640000'], techType: ['01'] }
    const [total] = await nation.statistics.getUsage({ ...at(latestUse()), ...provincial })
    const [official] = await nation.statistics.getUsage({ ...officialUse(), ...provincial })
    if (!total || !official) throw new Error('there are no figures of use')
    for (const table of ['groups', 'spread', 'outliers', 'quarters']) {
      const { source } = await json(`usageProvince.json?provinceCode=640000&techType=01&table=${table}`)
      expect([table, source['coverage']]).toEqual([
        table,
        coverageText(table === 'outliers' ? total : official),
      ])
    }
    const [whole] = await nation.statistics.getUsage(at(latestUse()))
    const { source } = await json(`completeness.json?quarter=${periodText(latestUse())}`)
    expect(source['coverage']).toBe(whole && coverageText(whole))
  })

  test('names the origin of the period that a figure is of', async () => {
    const quarter = periods.find((each) => periodText(each) !== periodText(latest()))
    if (!quarter) throw new Error('there is no other period')
    const asOf = quarterDays(quarter).last
    const rows = `rows=chargeEnergy,quarter:${periodText(quarter)}`
    const [total] = await nation.statistics.getUsage(at(quarter))
    expect(await json(`usage.json?source=work&${rows}`)).toMatchObject({
      period: periodText(quarter),
      source: { asOf, coverage: total && coverageText(total) },
    })
    expect(await json(`scalelayout.json?rows=ratedPower,quarter:${periodText(quarter)}`)).toMatchObject({
      period: periodText(quarter),
      source: { asOf },
    })
  })

  test('says what the rows are: conditions, period and origin', async () => {
    const answer = await json('scalelayout.json')
    expect(answer).toMatchObject({ title: '规模布局统计', period: periodText(latest()) })
    expect(answer.source).toMatchObject({ basis: '入库数据 · 国家审核通过 · 在运', status: '正式' })
    expect(answer.columns).toContainEqual({ name: 'addPower', caption: '当年新增功率', unit: 'MW' })
    const { headers } = await open('scalelayout.csv')
    expect(headers.get('cache-control')).toBe('private, no-store')
    expect(decodeURIComponent(headers.get('content-disposition') ?? '')).toContain(
      `规模布局统计-${periodText(latest())}.csv`,
    )
  })

  test('shows completeness as its grid does', async () => {
    const shown = periods.slice(0, 12)
    const years = [...new Set(shown.map(({ year }) => year))]
    const read = async (groupBy: ['region'] | []) =>
      (await Promise.all(years.map((year) => nation.statistics.getUsage({ year, groupBy })))).flat()
    const grid = gridOf(shown.toReversed(), await read([]), await read(['region']))
    const cells = (row: typeof grid.total) =>
      grid.quarters.flatMap((period, at) => {
        const cell = row.cells[at]
        return cell ? [[row.code, periodText(period), cell.due, cell.reported]] : []
      })
    const { rows } = await json('completeness.json')
    const order = rows.map((row) => `${row['key']} ${row['year']}Q${row['quarter']}`)
    expect(order).toEqual(order.toSorted())
    const found = rows.map((row) => [
      row['key'],
      `${row['year']}Q${row['quarter']}`,
      row['dueProjects'],
      row['reportedProjects'],
    ])
    expect(new Set(found.map(String))).toEqual(
      new Set([grid.total, ...grid.places].flatMap(cells).map(String)),
    )
    const chosen = grid.places.find(({ cells: own }) => missingOf(own.at(-1)) > 0)
    const missing = await json(`completeness.json?table=missing&place=${chosen?.code}`)
    expect(missing.rows).toHaveLength(missingOf(chosen?.cells.at(-1)))
    expect(missing.rows.every(({ status }) => status !== ReportStatus.passed)).toBe(true)
    expect((await json('completeness.json?table=progress')).rows.length).toBeGreaterThan(0)
  })

  test('narrows completeness to the kinds of its address, the missing projects, too', async () => {
    const kinds = { techType: ['01'], ownerType: ['1', '2'] }
    const query = 'techType=01&ownerType=1&ownerType=2'
    const { year, quarter } = latestUse()
    const period = { year, quarter }
    const [total] = await nation.statistics.getUsage({ ...period, ...kinds })
    const [all] = await nation.statistics.getUsage(period)
    expect(total?.dueProjects).toBeLessThan(all?.dueProjects ?? 0)
    const { rows } = await json(`completeness.json?${query}`)
    const own = rows.find(
      (row) => row['key'] === '' && row['year'] === period.year && row['quarter'] === period.quarter,
    )
    expect(own).toMatchObject({ dueProjects: total?.dueProjects, overdueProjects: total?.overdueProjects })
    const missing = await json(`completeness.json?table=missing&${query}&quarter=${periodText(period)}`)
    expect(missing.rows).toHaveLength((total?.dueProjects ?? 0) - (total?.reportedProjects ?? 0))
    expect((await open('completeness.json?regionGroup=XB')).status).toBe(400)
  })

  test('compares what the page compares', async () => {
    const [now, before] = [
      latest(),
      periods.find(({ year, quarter }) => year === latest().year - 1 && quarter === latest().quarter),
    ]
    const amounts = async (query: StatisticsGetScaleLayoutQuery) =>
      (await scale({ source: 'warehouse', ...query })).map(({ key = '', label = '', ...row }) => ({
        ...{ key, name: label, count: row.projectCount, power: row.ratedPower, energy: row.ratedEnergy },
      }))
    const own = await json('scalelayout.json?compare=periods')
    const pairs = groupPairs(
      await amounts({ ...(before && at(before)), groupBy: ['region'] }),
      await amounts({ ...at(now), groupBy: ['region'] }),
    )
    const states = {
      ...{ baseStatus: '正式', baseBatch: before?.batch },
      ...{ currentStatus: '正式', currentBatch: now.batch },
    }
    expect(own.rows).toEqual(JSON.parse(JSON.stringify(pairs.map((row) => ({ ...row, ...states })))))
    expect(own).toMatchObject({
      source: { asOf: `${now.year}-12-31`, status: '正式' },
      baseSource: { asOf: `${now.year - 1}-12-31` },
    })
    const places = await json('scalelayout.json?compare=places&place=640000&basePlace=all&groupBy=ownerType')
    expect(places.conditions).toMatchObject({ place: '640000' })
    expect(places.rows.length).toBeGreaterThan(1)
  })

  test.each([
    ['scalelayout', 'sort=share,asc'],
    ['completeness', 'sort=late&measure=power'],
    ['usage', 'review=confirmed'],
  ])('%s with %s has its rows, in whatever order and view the page shows them', async (page, view) => {
    const [plain, viewed] = [await json(`${page}.json`), await json(`${page}.json?${view}`)]
    expect(viewed.rows).toEqual(plain.rows)
  })

  test('has the values to check that were confirmed, as the list does', async () => {
    const { rows, conditions } = await json('usage.json?table=outliers&review=confirmed')
    const found = await nation.statistics.listOutliers({ ...at(latestUse()), confirmed: true, size: 9_999 })
    expect(conditions).toMatchObject({ confirmed: true })
    expect(rows).toEqual(outward(found.content))
  })

  test('has the reports by day of the place that was chosen', async () => {
    const { rows } = await json('completeness.json?table=progress&place=640000')
    const { courses } = await nation.statistics.getTimeliness({
      ...at(periods[0] ?? latest()),
      provinceCode: ['640000'],
    })
    expect(rows.map(({ day, count }) => [day, count])).toEqual(
      courses.flatMap(({ days }) => days.map(({ day, count }) => [day, count])),
    )
  })

  test('knows every condition that a page keeps in its address', async () => {
    const folder = join(packageRoot, '../web/src/features/statistics')
    const sources = readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.tsx?$/.test(name))
      .map((name) => readFileSync(join(folder, name), 'utf8'))
    const kept = sources.flatMap((source) => [
      ...[...source.matchAll(/search\['(\w+)'\]/g)].map(([, name = '']) => name),
      ...[...source.matchAll(/change\(\{ \.\.\.search, (\w+)/g)].map(([, name = '']) => name),
      ...[...source.matchAll(/area\.set\('(\w+)'/g)].map(([, name = '']) => name),
    ])
    const unknown = async (name: string) => {
      const refusals = await Promise.all(
        ['scalelayout', 'usage', 'completeness', 'map'].map(async (page) =>
          (await open(`${page}.json?${name}=`)).text(),
        ),
      )
      return refusals.every((text) => text.includes('不支持的条件')) ? [name] : []
    }
    expect(kept.length).toBeGreaterThan(10)
    expect((await Promise.all([...new Set(kept)].map(unknown))).flat()).toEqual([])
  })

  test('takes filters that are repeated or joined by commas, also for the rows of a figure', async () => {
    const address = 'scalelayout.json?scaleBand=3,4&ownerType=1&ownerType=2&regionGroup=XB&source=warehouse'
    const filter = { scaleBand: ['3', '4'] as ('3' | '4')[], ownerType: ['1', '2'] }
    const [total] = await nation.statistics.getScaleLayout({
      ...{ ...at(latest()), ...filter },
      ...{ source: 'warehouse', regionGroup: ['XB'] },
    })
    const { rows } = await json(address)
    const counts = rows.map(({ projectCount }) => Number(projectCount))
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(total?.projectCount)
    const listed = await json(`${address}&rows=projectCount,scaleBand:3`)
    const [band] = await nation.statistics.getScaleLayout({
      ...{ ...at(latest()), ...filter, scaleBand: ['3'] },
      ...{ source: 'warehouse', regionGroup: ['XB'] },
    })
    expect(listed.rows.length).toBe(band?.projectCount)
    expect(listed.rows.length).toBeGreaterThan(0)
  })

  test('groups the states of the map as the page does', () => {
    for (const { code, states } of POINT_GROUPS) expect([code, MAP_STATES[code]]).toEqual([code, [...states]])
  })
})

const NOT_OFFICIAL = '报送值复核清单只有在办数据，没有入库数据，也不能按当时的数'

describe('an address is refused', () => {
  test.each([
    ['an unknown condition', 'scalelayout.json?provinceCod=640000', 400, '不支持的条件“provinceCod”'],
    ['a period that is none', 'scalelayout.csv?quarter=2025Q9', 400, '没有统计期次“2025Q9”'],
    ['a scenario that is none', 'usage.json?appScenario=77', 400, '应用场景：没有“77”'],
    ['a repeated condition', 'usage.json?source=work&source=work', 400, '条件“source”只能给出一个'],
    ['groups that are none', 'scalelayout.json?groupBy=colour', 400, expect.stringContaining('')],
    ['a quarter that is none', 'warehouse.csv?year=2025&quarter=5', 400, '年度与季度：取值不正确'],
    ['an amount that is none', 'warehouse.csv?powerMin=much', 400, expect.stringContaining('')],
    [
      'an order that is none',
      'scalelayout.json?rows=ratedPower&rowsSort=colour,asc',
      400,
      '不能按“colour,asc”排序',
    ],
    ['a figure that is none', 'scalelayout.json?rows=colour', 400, '没有统计数“colour”'],
    ['official values to check', 'usage.csv?table=outliers&source=warehouse', 400, NOT_OFFICIAL],
    ['values to check of a batch', 'usage.json?table=outliers&asOf=2025Q4-01', 400, NOT_OFFICIAL],
    [
      'working values as of a batch',
      'usage.csv?table=outliers&source=work&asOf=2025Q4-01',
      400,
      '按当时的数：在办数据没有历史',
    ],
  ])('for %s', async (_why, address, status, message) => {
    const reply = await open(address)
    expect([reply.status, reply.headers.get('content-type')]).toEqual([
      status,
      'application/json; charset=utf-8',
    ])
    expect(await reply.json()).toMatchObject({
      status,
      message,
      requestId: reply.headers.get('x-request-id'),
    })
  })

  test.each([
    ['scalelayoutProvince.csv?provinceCode=110000', 'province_nx'],
    ['scalelayout.json?provinceCode=110000', 'province_nx'],
    ['usageRegion.json?provinceCode=110000', 'region_xb'],
    ['scalelayoutRegion.json?regionGroup=HB', 'region_xb'],
    ['map.csv?provinceCode=110000', 'province_nx'],
    ['warehouse.csv?provinceCode=110000', 'province_nx'],
  ])('%s for a division outside the scope', async (address, user) => {
    const reply = await open(address, user)
    expect(reply.status).toBe(403)
    expect(await reply.json()).toMatchObject({ code: 'W-001', message: '该地区不在您的数据范围' })
  })

  test('without a session, and for who may read no statistics', async () => {
    expect((await fetch(`${rig.url}${PAGES}/scalelayout.csv`)).status).toBe(401)
    expect((await open('scalelayout.csv', 'enterprise_yc')).status).toBe(403)
    expect((await open('nothing.csv')).status).toBe(404)
  })
})

test('the ledger is read page by page, and its reply breaks off if the ledger changes meanwhile', async () => {
  const TOTAL = 12_000
  const ask = (totalOf: (page: number) => number) =>
    (async (id: string, query: { page?: number; size?: number }) => {
      if (id === 'getAuthInfo') return { user: { deptId: 1, roles: [] } }
      if (id === 'listStatPeriods') return []
      const { page = 0, size = 0 } = query
      const content = Array.from({ length: Math.min(size, TOTAL - page * size) }, (_, at) => ({
        id: page * size + at,
      }))
      return { content, totalElements: totalOf(page) }
    }) as unknown as Ask // answers what the table asks for
  const idsOf = async (read: Ask) => {
    const { rows } = await ledgerTable(read, {}, '2026-11-26')
    if (!(Symbol.asyncIterator in rows)) throw new Error('the rows are not paged')
    const pages: unknown[][] = []
    for await (const page of rows) pages.push(page.map(({ id }) => id))
    return pages
  }
  const pages = await idsOf(ask(() => TOTAL))
  expect(pages.length).toBeGreaterThan(1)
  expect(pages.flat()).toEqual(Array.from({ length: TOTAL }, (_, id) => id))
  await expect(idsOf(ask((page) => TOTAL + page))).rejects.toThrow('the ledger changed')
})

test('a browser opens it with the session of the portal, other sites cannot', async () => {
  const { token } = await tokensOf('nation')
  const cookie = `size=small; xinchu_token=${encodeURIComponent(token)}`
  const from = (site: string) =>
    fetch(`${rig.url}${PAGES}/scalelayout.csv`, { headers: { Cookie: cookie, 'Sec-Fetch-Site': site } })
  expect((await from('none')).status).toBe(200)
  expect((await from('same-origin')).status).toBe(200)
  expect((await from('cross-site')).status).toBe(401)
})

test('any conditions of a page give the rows of the call that the page makes', async () => {
  const asked = fc.record(
    {
      provinceCode: fc.constantFrom('640000', '650000', '110000'),
      techType: fc.constantFrom('01', '02'),
      appScenario: fc.constantFrom(...Object.values(AppScenario)),
      source: fc.constantFrom('work' as const, 'warehouse' as const),
      quarter: fc.constantFrom(...periods.map(periodText)),
      groupBy: fc.constantFrom('region' as const, 'ownerType' as const, 'durationBand' as const),
    },
    { requiredKeys: [] },
  )
  await fc.assert(
    fc.asyncProperty(asked, async (search) => {
      const query = new URLSearchParams(
        Object.entries(search).map(([name, value]): [string, string] => [name, String(value)]),
      )
      const period = periodOf(periods, search.quarter)
      const { groupBy = 'region', provinceCode, techType, appScenario, source = 'warehouse' } = search
      const rows = await scale({
        ...(provinceCode && { provinceCode: [provinceCode] }),
        ...(techType && { techType: [techType] }),
        ...(appScenario && { appScenario: [appScenario] }),
        ...(period && at(period)),
        source,
        groupBy: [groupBy],
      })
      const answer = await json(`scalelayout.json?${query}`)
      expect(answer.rows).toEqual(stated('scalelayout', outward(rows), answer))
    }),
    { numRuns: budget(8, 20) },
  )
})
