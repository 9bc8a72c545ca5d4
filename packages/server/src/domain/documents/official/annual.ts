import type { components } from '@xinchu/contract/schema'
import { momentOf } from '../../../runtime/time.ts'
import type { Labels } from '../../dict/labels.ts'
import { dateWords, figure } from './figures.ts'
import type { Block, Issue, OfficialDocument } from './model.ts'
import { prose } from './prose.ts'

type Report = components['schemas']['AnnualReport']

/** A figure of the year beside those of its quarters. */
export interface UsageLine {
  caption: string
  unit: string
  quarters: readonly (number | undefined)[]
  sum: number | undefined
  value: number | undefined
  /** Reason why the value differs from the sum. */
  reason: string | undefined
}

export interface AnnualSource {
  report: Report
  /** The figures of operation, in the order of the form. */
  usage: readonly UsageLine[]
  labels: Labels
  platform: string
  /** The latest submission; undefined for a draft. */
  submission: { no: number; time: string } | undefined
  reader?: { name: string; date: string }
  issue?: Issue
}

const text = (words: string | undefined): Block[] =>
  words?.trim() ? prose(words) : [{ kind: 'text', text: '无' }]

const captionOf = ({ caption, unit }: { caption: string; unit?: string | undefined }) =>
  unit ? `${caption}（${unit}）` : caption

const isChanged = ({ sum, value }: UsageLine) => sum !== undefined && value !== undefined && sum !== value

function basicTable({ basic }: Report, labels: Labels): Block {
  const labelOf = (dict: string, value: string | undefined) =>
    value === undefined ? '—' : (labels.get(dict)?.get(value) ?? value)
  const rows: readonly (readonly [string, string])[] = [
    ['示范项目编号', basic.demoCode ?? '—'],
    ['申报单位', basic.companyName ?? '—'],
    ['省份', basic.provinceName ?? '—'],
    ['技术路线', labelOf('tech_type', basic.techType)],
    ['细分场景', labelOf('app_sub_scenario', basic.appSubScenario)],
    ['额定功率（MW）', figure(basic.ratedPower)],
    ['额定能量（MWh）', figure(basic.ratedEnergy)],
    ['总投资（万元）', figure(basic.totalInvestment)],
    ['建设状态', labelOf('build_status', basic.buildStatus)],
    ['投运日期', basic.commissionDate ?? '—'],
    ['公布文号', basic.announceNo ?? '—'],
    ['公布日期', basic.announceDate ?? '—'],
  ]
  return {
    kind: 'table',
    caption: '项目基本情况',
    columns: [
      { caption: '项目', share: 35 },
      { caption: '内容', share: 65 },
    ],
    rows,
  }
}

function usageTables(year: number, lines: readonly UsageLine[], reason: string | undefined): Block[] {
  const quarters = [0, 1, 2, 3].filter((at) => lines.some((line) => line.quarters[at] !== undefined))
  const hasSums = lines.some(({ sum }) => sum !== undefined)
  const changed = lines.filter(isChanged)
  const center = 'center' as const
  const usage: Block = {
    kind: 'table',
    caption: `${year} 年运行数据`,
    columns: [
      { caption: '指标', share: 24 },
      { caption: '单位', share: 12, align: center },
      ...quarters.map((at) => ({ caption: `第 ${at + 1} 季度`, share: 14, align: center })),
      ...(hasSums ? [{ caption: '季度合计', share: 15, align: center }] : []),
      { caption: '年报值', share: 16, align: center },
    ],
    rows: lines.map((line) => [
      line.caption,
      line.unit,
      ...quarters.map((at) => figure(line.quarters[at])),
      ...(hasSums ? [figure(line.sum)] : []),
      `${figure(line.value)}${isChanged(line) ? ' *' : ''}`,
    ]),
    ...(changed.length > 0 ? { note: '* 为修改后的数值。效率按电量重新计算，不取季度平均。' } : {}),
  }
  if (changed.length === 0) return reason ? [usage, { kind: 'text', text: `修改说明：${reason}` }] : [usage]
  return [
    usage,
    {
      kind: 'table',
      caption: '修改说明',
      columns: [
        { caption: '指标', share: 26 },
        { caption: '季度合计', share: 15, align: center },
        { caption: '年报值', share: 15, align: center },
        { caption: '原因', share: 44 },
      ],
      rows: changed.map((line) => [
        captionOf(line),
        figure(line.sum),
        figure(line.value),
        line.reason ?? '—',
      ]),
    },
  ]
}

function targetTable({ targets = [] }: Report): Block {
  if (targets.length === 0) return { kind: 'text', text: '无' }
  return {
    kind: 'table',
    caption: '指标完成情况',
    columns: [
      { caption: '指标', share: 40 },
      { caption: '计划值', share: 20, align: 'center' },
      { caption: '实际值', share: 20, align: 'center' },
      { caption: '是否完成', share: 20, align: 'center' },
    ],
    rows: targets.map((target) => [
      captionOf({ caption: target.indicator, unit: target.unit }),
      figure(target.planValue),
      figure(target.actualValue),
      target.achieved === undefined ? '—' : target.achieved ? '完成' : '未完成',
    ]),
  }
}

function economyBlocks({ economicEffect = {} }: Report): Block[] {
  const { revenue, cost, profit } = economicEffect
  return [
    {
      kind: 'table',
      caption: '收入、成本与利润',
      columns: [
        { caption: '收入（万元）', share: 1, align: 'center' },
        { caption: '成本（万元）', share: 1, align: 'center' },
        { caption: '利润（万元）', share: 1, align: 'center' },
      ],
      rows: [[figure(revenue), figure(cost), figure(profit)]],
    },
    ...(economicEffect.text ? prose(economicEffect.text) : []),
  ]
}

function chaptersOf({ report, usage, labels }: AnnualSource): readonly (readonly [string, Block[]])[] {
  return [
    ['项目基本情况', [basicTable(report, labels)]],
    ['建设情况', text(report.buildSummary)],
    ['运行情况', [...text(report.operationSummary), ...usageTables(report.year, usage, report.usageReason)]],
    ['指标完成情况', [targetTable(report)]],
    ['技术示范效果', text(report.techEffect)],
    ['经济效益', economyBlocks(report)],
    ['安全情况', text(report.safetySummary)],
    ['政策执行情况', text(report.policyExecution)],
    ['问题与建议', text(report.problems)],
    ['下一年度计划', text(report.nextYearPlan)],
  ]
}

/** A project's report of a year. */
export function annualDocument(source: AnnualSource): OfficialDocument {
  const { report, platform, submission, reader, issue } = source
  const { basic, year } = report
  const date = submission?.time ?? report.updateTime ?? report.createTime ?? ''
  const isDraft = submission === undefined
  const mark = reader ?? { name: basic.companyName ?? '', date: date.slice(0, 10) }
  return {
    title: `新型储能试点示范项目年度报告（${year} 年）`,
    subject: basic.projectName ?? '',
    platform,
    cover: {
      facts: [
        ['项目名称', basic.projectName ?? '—'],
        ['项目编号', basic.demoCode ?? '—'],
        ['报告年度', `${year} 年`],
        ['报送单位', basic.companyName ?? '—'],
        ['公布文号', basic.announceNo ?? '—'],
      ],
      date: isDraft ? '' : dateWords(date),
    },
    pledge: {
      title: '真实性承诺',
      paragraphs: [
        `本单位承诺：${year} 年度报告所列建设、运行、效益与安全情况真实、准确、完整，运行数据与各季度报送一致，修改之处已逐项说明原因。如有不实，愿承担由此产生的一切责任。`,
      ],
      signers: [basic.companyName ?? '报送单位'],
    },
    hasContents: true,
    blocks: chaptersOf(source).flatMap(([title, blocks]): Block[] => [
      { kind: 'heading', level: 1, text: title },
      ...blocks,
    ]),
    watermark: [isDraft ? '草稿' : '', mark.name, mark.date].filter(Boolean).join('　'),
    isDraft,
    ...(issue ? { issue } : {}),
    date: momentOf(date || '2000-01-01 00:00:00'),
  }
}
