// @vitest-environment node
import { openXlsx } from 'hucre/xlsx'
import { describe, expect, test } from 'vitest'
import { answerRows } from '../../src/features/statistics/files/answer-rows.ts'
import type { Context } from '../../src/features/statistics/files/context.ts'
import { rowsOf } from '../../src/features/statistics/files/rows.ts'
import { rankFile } from '../../src/features/statistics/scale/rank-file.ts'
import { rankedPlaces } from '../../src/features/statistics/scale/ranks.ts'
import { csvOf } from '../../src/lib/csv.ts'
import { workbookOf } from '../../src/lib/workbook.ts'

const context: Context = {
  platform: '全国新型储能大数据平台',
  isSample: true,
  title: '全国规模布局统计',
  path: '',
  origin: '数据截至 2025-12-31；状态 正式',
  state: { status: '正式', batch: '2025Q4-01' },
  conditions: '取数口径 入库数据',
  moment: '2026-11-27 10:20:33',
}
const table = {
  title: '区域占比',
  group: '区域',
  columns: [
    { caption: '功率', unit: 'MW', isSum: true },
    { caption: '功率占比', unit: '%' },
  ],
  rows: [
    { name: '华北', values: [22_200.1, 30.0976] },
    { name: '<西北>', values: [18_730.2, undefined] },
  ],
}

test('the whole of a table stands below its rows as it is, where it is no sum of them', () => {
  expect(rowsOf({ ...table, total: [40_930.3, 100] }, context)[7]).toEqual([
    ...['合计', 40_930.3, 100],
    ...['正式', '2025Q4-01'],
  ])
})

describe('the file of a list that the server answers', () => {
  const answer = {
    title: '数字的组成',
    meta: {
      ...{ period: '2025年第2季度', status: '正式', total: '共 2 行' },
      ...{ source: '入库数据', moment: '2026-11-27 10:20:33' },
    },
    source: { asOf: '2025-06-30', basis: '入库数据', status: '正式' },
    columns: [
      { name: 'projectName', caption: '项目名称' },
      { name: 'ratedPower', caption: '额定功率', unit: 'MW' },
      { name: 'hours', caption: '等效利用小时', unit: 'h' },
      { name: 'isNew', caption: '新增' },
      { name: 'techType', caption: '技术路线', labels: { '01': '锂离子电池' } },
    ],
    rows: [
      { projectName: '甲', ratedPower: 100.1, hours: 240.1234, isNew: true, techType: '01' },
      { projectName: '乙', ratedPower: 0.2, isNew: false },
    ],
  }

  test('has what it is in a line, title, conditions and its own origin above all rows, and their count and amounts below', () => {
    expect(answerRows(answer, context)).toEqual([
      ['2025年第2季度 · 正式 · 共 2 行 · 入库数据 · 2026-11-27 10:20:33'],
      ['全国规模布局统计　数字的组成'],
      ['条件：取数口径 入库数据'],
      ['数据截至 2025-06-30；取数口径 入库数据；状态 正式'],
      [],
      ['项目名称', '额定功率（MW）', '等效利用小时（h）', '新增', '技术路线'],
      ['甲', 100.1, 240.1234, '是', '锂离子电池'],
      ['乙', 0.2, undefined, '否', undefined],
      ['合计 2 行', 100.3, undefined, undefined, undefined],
      [],
      ['来源：全国新型储能大数据平台。演示数据，不代表官方统计'],
    ])
  })
})

describe('the file of a chart', () => {
  const rows = rowsOf(table, context)

  test('begins with title, conditions and origin, and ends with notes, source and the mark of demonstration', () => {
    expect(rows.slice(0, 3)).toEqual([
      ['全国规模布局统计　区域占比'],
      ['条件：取数口径 入库数据'],
      ['数据截至 2025-12-31；状态 正式；共 2 行；导出时间 2026-11-27 10:20:33'],
    ])
    expect(rows.at(-1)?.[0]).toContain('演示数据，不代表官方统计')
  })

  test('has the figures in full precision and a total of what adds up', () => {
    expect(rows.slice(4, 8)).toEqual([
      ['区域', '功率（MW）', '功率占比（%）', '状态', '批次'],
      ['华北', 22_200.1, 30.0976, '正式', '2025Q4-01'],
      ['<西北>', 18_730.2, undefined, '正式', '2025Q4-01'],
      ['合计', 40_930.3, undefined, '正式', '2025Q4-01'],
    ])
  })

  test('says of each row of a course by its own period whether it may still change, and in which batch it is', () => {
    const course = {
      ...table,
      isCourse: true,
      rows: [
        { name: '2017年', values: [1, 2], state: undefined },
        { name: '2025年', values: [3, 4], state: { status: '正式', batch: '2025Q4-01' } },
        { name: '2026年1—9月', values: [5, 6], state: { status: '暂行', batch: '2026Q3-01' } },
      ],
    }
    expect(rowsOf(course, context).slice(4, 8)).toEqual([
      ['区域', '功率（MW）', '功率占比（%）', '状态', '批次'],
      ['2017年', 1, 2, undefined, undefined],
      ['2025年', 3, 4, '正式', '2025Q4-01'],
      ['2026年1—9月', 5, 6, '暂行', '2026Q3-01'],
    ])
  })

  test('of figures without a known state has no cells for it', () => {
    expect(rowsOf(table, { ...context, state: undefined })[4]).toEqual([
      '区域',
      '功率（MW）',
      '功率占比（%）',
    ])
  })

  test('as CSV begins with a byte order mark, so that spreadsheets read Chinese', async () => {
    const csv = csvOf(rows)
    expect([...new Uint8Array(await csv.arrayBuffer())].slice(0, 3)).toEqual([0xef, 0xbb, 0xbf])
    expect(await csv.text()).toContain('华北,22200.1,30.0976')
  })

  test('as workbook has the same rows: texts that no formula hides in, and plain numbers', async () => {
    const bytes = new Uint8Array(
      await (await workbookOf('区域：一/二', [...rows, ['=1+1', -2.7]])).arrayBuffer(),
    )
    const { sheets } = await openXlsx(bytes)
    expect(sheets[0]?.name).toBe('区域：一 二')
    const read = sheets[0]?.rows.map((row) => row.map((cell) => cell ?? undefined)) ?? []
    expect(read[5]?.slice(0, 2)).toEqual(['华北', 22_200.1])
    expect(read[6]?.[0]).toBe('<西北>')
    expect(read.at(-1)?.slice(0, 2)).toEqual(['=1+1', -2.7])
  })

  test('as CSV keeps a negative number a number, and a text that begins like a formula a text', async () => {
    expect(await csvOf([['=1+1', -2.7, undefined]]).text()).toContain("'=1+1,-2.7,\r\n")
    expect(await csvOf([["'=1+1"]]).text()).toContain("''=1+1\r\n")
  })
})

describe('the file of the ranking', () => {
  const places = rankedPlaces(
    [
      { key: '640000', label: '宁夏回族自治区', projectCount: 2, ratedPower: 300.3, ratedEnergy: 600 },
      { key: '150000', label: '内蒙古自治区', projectCount: 3, ratedPower: 100.1, ratedEnergy: 200 },
    ],
    [
      { key: '150000', label: '内蒙古自治区', projectCount: 3, ratedPower: 91, ratedEnergy: 200 },
      { key: '640000', label: '宁夏回族自治区', projectCount: 1, ratedPower: 70, ratedEnergy: 100 },
    ],
    () => '短名',
  )

  test('has all places by their full names with rank, share and change, and the whole', () => {
    const base = { caption: '同比', name: '2024年底' }
    const rows = rowsOf(rankFile(places, { unit: 'MW', base, note: '各期按现行区划归并。' }), context)
    expect(rows).toEqual([
      ['全国规模布局统计　地区排名'],
      ['条件：取数口径 入库数据'],
      ['数据截至 2025-12-31；状态 正式；共 2 行；导出时间 2026-11-27 10:20:33'],
      [],
      [
        ...['地区', '位次（位）', '功率（MW）', '占比（%）'],
        ...['2024年底功率（MW）', '同比（%）', '较2024年底上升位次（位）', '状态', '批次'],
      ],
      ['宁夏回族自治区', 1, 300.3, 75, 70, 329, 1, '正式', '2025Q4-01'],
      ['内蒙古自治区', 2, 100.1, 25, 91, 10, -1, '正式', '2025Q4-01'],
      ['合计', undefined, 400.4, 100, 161, 148.6957, undefined, '正式', '2025Q4-01'],
      [],
      ['说明：占比因四舍五入，合计可能不等于 100%。各期按现行区划归并。'],
      ['来源：全国新型储能大数据平台。演示数据，不代表官方统计'],
    ])
  })

  test('has no columns of a base that there is none of', () => {
    const { columns, rows, total } = rankFile(places, { unit: '万千瓦', base: undefined, note: '' })
    expect(columns.map(({ caption }) => caption)).toEqual(['位次', '功率', '占比'])
    expect([rows[0]?.values, total]).toEqual([
      [1, 300.3, 75],
      [undefined, 400.4, 100],
    ])
  })
})
