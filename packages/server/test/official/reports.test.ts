import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { components } from '@xinchu/contract/schema'
import { afterAll, describe, expect, test } from 'vitest'
import { annualDocument, type UsageLine } from '../../src/domain/documents/official/annual.ts'
import { figure } from '../../src/domain/documents/official/figures.ts'
import { scoreDocument } from '../../src/domain/documents/official/scores.ts'
import { write } from '../../src/domain/documents/official/write.ts'
import type { Fraction } from '../../src/domain/pilot-review/points.ts'
import { ranked } from '../../src/domain/pilot-review/ranking.ts'
import { readDocx } from '../support/docx.ts'

type Schemas = components['schemas']

const folder = mkdtempSync(join(tmpdir(), 'reports-'))
afterAll(() => rmSync(folder, { recursive: true }))

const bare = (text: string) => text.replace(/\s/g, '')

function searched(bytes: Uint8Array): string {
  const path = join(folder, 'read.pdf')
  writeFileSync(path, bytes)
  return bare(execFileSync('pdftotext', ['-raw', path, '-'], { encoding: 'utf8' }))
}

/** Six projects judged by five experts: totals, recommendations and scores of safety. */
const JUDGED = [
  ['DEMO202602017', '泰来', [91, 88.5, 90, 86, 92.5], [1, 1, 1, 1, 1], [22.5, 22, 22.5, 21.5, 23]],
  ['DEMO202602023', '盐池', [88, 90.5, 87, 89, 84], [1, 1, 1, 1, 0], [23, 23.5, 22.5, 23, 22]],
  ['DEMO202602031', '潜江', [85, 87.5, 83, 86, 90], [1, 1, 0, 1, 0], [21.5, 22, 21, 21.5, 22.5]],
  ['DEMO202602044', '德令哈', [86, 84.5, 88, 82.5, 91], [0, 0, 1, 0, 1], [21, 20.5, 21.5, 20, 22]],
  ['DEMO202602058', '芜湖', [80, 82, 78.5, 84, 76], [0, 0, 0, 0, 0], [20.5, 21, 20, 20.5, 20]],
  ['DEMO202602052', '长治', [81, 79.5, 83, 80, 77], [0, 0, 0, 0, 0], [20, 19.5, 20, 19.5, 19]],
] as const

const nameOf = (code: string) => JUDGED.find(([each]) => each === code)?.[1] ?? ''
const value = ({ sum, count }: Fraction) => Math.round(sum / count) / 10_000

function results(): Parameters<typeof scoreDocument>[0]['results'] {
  const candidates = JUDGED.map(([demoCode, , totals, recommends, safety]) => ({
    demoCode,
    sheets: totals.map((total, at) => ({
      expertNo: at + 1,
      total: total * 10_000,
      safety: (safety[at] ?? 0) * 10_000,
      recommend: recommends[at] === 1,
    })),
  }))
  const rows = ranked(candidates, 3).map((row, at): Schemas['ResultRow'] => ({
    projectId: at + 1,
    demoCode: row.candidate.demoCode,
    projectName: `${nameOf(row.candidate.demoCode)}示范项目`,
    status: '9',
    scores: row.candidate.sheets.map((sheet) => ({
      expertNo: sheet.expertNo,
      total: sheet.total / 10_000,
      recommend: sheet.recommend,
      outlier: false,
      ...(row.dropped.includes(sheet)
        ? { dropped: sheet === row.dropped[0] ? ('LOWEST' as const) : ('HIGHEST' as const) }
        : {}),
    })),
    ...(row.rank === undefined ? {} : { rank: row.rank }),
    trimmedAvg: value(row.trimmed),
    avg: value(row.plain),
    safety: value(row.safety),
    recommendCount: row.recommendCount,
    reasons: [...row.reasons],
    tied: false,
    withinQuota: row.isWithinQuota,
    outcome: row.isWithinQuota ? 'SHORTLISTED' : 'NOT_SELECTED',
    outcomeLabel: row.isWithinQuota ? '拟入选' : '未入选',
  }))
  const experts = [1, 2, 3, 4, 5].map((expertNo) => ({ expertNo, sheets: 6 }))
  return {
    batchYear: 2026,
    batchNo: 2,
    stage: 'EXCELLENT',
    opened: true,
    openedAt: '2026-09-20 10:00:00',
    root: '5d41'.repeat(16),
    groups: [{ groupId: 1, groupName: '长时储能优选组', quota: 3, experts, rows }],
  }
}

describe('a score summary', () => {
  const document = () =>
    scoreDocument({
      results: results(),
      platform: '平台',
      reader: { name: '国家能源局', date: '2026-09-21' },
    })

  test('ranks the worked example: trimmed averages, recommendations, safety, then the code', async () => {
    const { tables } = readDocx((await write({ form: 'word', document: document() })).bytes)
    const [, ...rows] = tables[0] ?? []
    expect(rows.map((row) => [row[0], row[1]?.slice(0, 13), row[7], row[8], row[9], row[10]])).toEqual([
      ['1', 'DEMO202602017', '89.8333', '5', '22.3000', '拟入选'],
      ['2', 'DEMO202602023', '88.0000', '4', '22.8000', '拟入选'],
      ['3', 'DEMO202602031', '86.1667', '3', '21.7000', '拟入选'],
      ['4', 'DEMO202602044', '86.1667', '2', '21.0000', '未入选'],
      ['5', 'DEMO202602058', '80.1667', '0', '20.4000', '未入选'],
      ['6', 'DEMO202602052', '80.1667', '0', '19.6000', '未入选'],
    ])
    // Scores that do not count are in brackets.
    expect(rows[0]?.slice(2, 7)).toEqual(['91', '88.5', '90', '(86)', '(92.5)'])
    expect(rows[3]?.slice(2, 7)).toEqual(['86', '84.5', '88', '(82.5)', '(91)'])
  })

  test('has every score, every reason and the seal as a PDF, and no name of an expert', async () => {
    const text = searched((await write({ form: 'pdf', document: document() })).bytes)
    for (const { rows } of results().groups)
      for (const row of rows) {
        for (const reason of row.reasons) expect(text).toContain(bare(reason))
        for (const { total } of row.scores) expect(text).toContain(bare(figure(total)))
      }
    expect(text).toContain('5d41'.repeat(16))
    expect(text).toContain('专家5')
  })
})

const report: Schemas['AnnualReport'] = {
  demoProjectId: 1,
  year: 2025,
  basic: {
    demoCode: 'DEMO202401007',
    projectName: '灵武市100MW/400MWh构网型储能示范项目',
    companyName: '宁夏灵武储能有限公司',
    provinceName: '宁夏回族自治区',
    ratedPower: 100,
    ratedEnergy: 400,
    totalInvestment: 52311.7,
    announceNo: '国家能源局公告2024年第1号',
  },
  status: '1',
  statusLabel: '已提交',
  submitTime: '2026-03-18 09:00:00',
  flow: { status: '1', statusLabel: '已提交', actions: [], history: [] },
  buildSummary: '全部建成。',
  operationSummary: '项目于 2025 年 6 月 28 日全容量并网投运，本年度运行 187 天。',
  usage: { chargeEnergy: 2610, dischargeEnergy: 2250, comprehensiveEfficiency: 82.7082 },
  targets: [
    { indicator: '综合效率', unit: '%', planValue: 82, actualValue: 82.7082, achieved: true },
    { indicator: '年等效利用小时', unit: 'h', planValue: 500, actualValue: 486.25, achieved: false },
  ],
  techEffect: '构网控制投入率 99.2%。',
  economicEffect: { revenue: 4321.5, cost: 3210.25, profit: 1111.25 },
  safetySummary: '无事故。',
  problems: '',
  nextYearPlan: '保持运行。',
}

const usage: UsageLine[] = [
  {
    caption: '充电量',
    unit: '万kWh',
    quarters: [undefined, undefined, 1322, 1288],
    sum: 2610,
    value: 2610,
    reason: undefined,
  },
  {
    caption: '综合效率',
    unit: '%',
    quarters: [undefined, undefined, 83.2092, 82.8887],
    sum: 83.0508,
    value: 82.7082,
    reason: '补计 12 月站用变下网电量 11.0 万kWh',
  },
]

describe('an annual report', () => {
  const document = (more: object = {}) =>
    annualDocument({
      report,
      usage,
      labels: new Map(),
      platform: '平台',
      submission: { no: 1, time: '2026-03-18 09:00:00' },
      ...more,
    })

  test('has ten chapters, the quarters beside the year, and why a figure was changed', async () => {
    const { tables, paragraphs } = readDocx((await write({ form: 'word', document: document() })).bytes)
    const headings = paragraphs.filter(({ style }) => style === 'Heading1').map(({ text }) => text)
    expect(headings).toHaveLength(10)
    expect(headings.at(-1)).toBe('十、下一年度计划')
    const bareRows = tables.map((table) => table.map((row) => row.map(bare)))
    expect(bareRows[1]).toEqual([
      ['指标', '单位', '第3季度', '第4季度', '季度合计', '年报值'],
      ['充电量', '万kWh', '1322', '1288', '2610', '2610'],
      ['综合效率', '%', '83.2092', '82.8887', '83.0508', '82.7082*'],
    ])
    expect(bareRows[2]).toEqual([
      ['指标', '季度合计', '年报值', '原因'],
      ['综合效率（%）', '83.0508', '82.7082', '补计12月站用变下网电量11.0万kWh'],
    ])
  })

  test('has every figure of the report as a PDF, and 无 for what was left empty', async () => {
    const text = searched((await write({ form: 'pdf', document: document() })).bytes)
    const figures = [100, 400, 52311.7, 82.7082, 486.25, 4321.5, 3210.25, 1111.25]
    for (const each of figures) expect(text).toContain(bare(figure(each)))
    expect(text).toContain('八、政策执行情况无')
    expect(text).toContain('表3-2修改说明')
    expect(text).toContain('表4-1指标完成情况')
  })

  test('is a draft until it is submitted', async () => {
    const text = searched((await write({ form: 'pdf', document: document({ submission: undefined }) })).bytes)
    expect(text).toContain('草稿，未签发核验码')
  })
})
