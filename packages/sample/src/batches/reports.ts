import { ReportStatus } from '@xinchu/contract/codes'
import type { components } from '@xinchu/contract/schema'
import { closedQuarter, quarterAfter, quarterDays } from '@xinchu/validators'

import { EXPECTED, milestonesAt } from './milestones.ts'

type Schemas = components['schemas']
type AnnualFigures = Pick<Schemas['AnnualReportFields'], 'usage' | 'usageReasons'>
type Period = { year: number; quarter: number }

/** Facts in the reports of an announced project. */
export interface Reporting {
  id: number
  /** Place in the list of the batch. */
  index: number
  provinceCode: string
  power: number
  energy: number
  investment: number
  /** yyyy-MM-dd: the planned begin and the planned day of operation. */
  begin: string
  planned: string
  /** yyyy-MM-dd: the day on which it began to operate; null while it is being built. */
  commissioned: string | null
  isOwn: boolean
  /** Planned days of its milestones, and the number of the first. */
  plan: readonly string[]
  firstMilestone: number
}

// Shares of the station's energy that a day moves, and of what it gives back.
const CYCLES_A_DAY = 0.62
const EFFICIENCY = 0.86
const DAYS = 91
const MWH_IN_WAN_KWH = 10
const UNCOUNTED = 11

const rounded = (value: number) => Math.round(value * 10_000) / 10_000
const isOperating = ({ commissioned }: Reporting, last: string) =>
  commissioned !== null && commissioned <= last

function usageOf({ energy, power, index }: Reporting): Schemas['ProgressUsage'] {
  const charged = rounded((energy * CYCLES_A_DAY * DAYS * (1 + (index % 5) / 50)) / MWH_IN_WAN_KWH)
  const given = rounded(charged * EFFICIENCY)
  return {
    chargeEnergy: charged,
    dischargeEnergy: given,
    equivalentUtilizationHours: rounded((((charged + given) / 2) * MWH_IN_WAN_KWH) / power),
  }
}

/** Per cent of a project that is built at the end of a quarter. */
function builtAt(reporting: Reporting, last: string): number {
  const from = Date.parse(reporting.begin)
  const until = Date.parse(reporting.commissioned ?? reporting.planned)
  // A late project rests for a while before its end.
  const most = reporting.commissioned === null ? 92 : 100
  return Math.max(2, Math.min(most, Math.round(((Date.parse(last) - from) / (until - from)) * 100)))
}

function contentAt(reporting: Reporting, period: Period): Omit<Schemas['ProgressFields'], 'demoProjectId'> {
  const days = quarterDays(period)
  const { last } = days
  const before = quarterDays(quarterAfter(period, -1)).last
  const share = builtAt(reporting, last)
  const spent = (day: string) => Math.round((reporting.investment * builtAt(reporting, day)) / 100)
  const runs = isOperating(reporting, last)
  const { milestones, delayReason } = milestonesAt(reporting, reporting.firstMilestone, days)
  return {
    buildStatus: runs ? '4' : '3',
    overallProgress: share,
    periodInvestment: Math.max(0, spent(last) - spent(before)),
    cumulativeInvestment: spent(last),
    progressContent: runs
      ? '电站按调度计划运行，完成季度检修与安全巡检。'
      : `工程形象进度${share}%，土建与设备安装按计划推进。`,
    nextPlan: runs ? '继续参与调峰调频，开展性能评估。' : '继续设备安装，开展分系统调试准备。',
    milestones,
    ...(delayReason ? { delayReason } : {}),
    ...(runs
      ? { usage: usageOf(reporting) }
      : { expectedCommissionDate: reporting.commissioned ?? EXPECTED }),
  }
}

/** State of the last quarter's report: that of the account's enterprise is not begun; of the others some wait. */
const LATEST: readonly ReportStatus[] = [
  ReportStatus.submitted,
  ReportStatus.passed,
  ReportStatus.confirmed,
  ReportStatus.passed,
]

/** Progress of all quarters since the announcement. */
export function progressRows(reporting: Reporting, announced: Period, today: string) {
  const latest = closedQuarter(today)
  const rows: object[] = []
  for (let at = announced; ; at = quarterAfter(at)) {
    const isLatest = at.year === latest.year && at.quarter === latest.quarter
    if (at.year * 4 + at.quarter > latest.year * 4 + latest.quarter) return rows
    if (isLatest && reporting.isOwn) return rows
    const submitted = `${quarterDays(quarterAfter(at)).first.slice(0, 8)}08 10:00:00`
    rows.push({
      demo_project_id: reporting.id,
      province_code: reporting.provinceCode,
      ...at,
      content: contentAt(reporting, at),
      status: isLatest ? LATEST[reporting.index % LATEST.length] : ReportStatus.confirmed,
      submit_time: submitted,
      version: 2,
      create_by: 'system',
      create_time: submitted,
      update_by: 'system',
      update_time: submitted,
    })
  }
}

/** Some reports correct the year's figures and say why. 万kWh that the quarters had not counted. */
function corrected(usage: Schemas['AnnualUsage'], { index }: Reporting): AnnualFigures {
  const { chargeEnergy = 0, dischargeEnergy = 0 } = usage
  if (index % 6 !== 2 || chargeEnergy === 0) return { usage }
  const charged = rounded(chargeEnergy + UNCOUNTED)
  return {
    usage: {
      ...usage,
      chargeEnergy: charged,
      conversionEfficiency: rounded((dischargeEnergy / charged) * 100),
    },
    usageReasons: [
      { field: 'chargeEnergy', reason: '补计十二月站用变压器下网电量11.0万千瓦时，按电费结算单更正。' },
      { field: 'conversionEfficiency', reason: '随充电量更正重新计算，放电量未变。' },
    ],
  }
}

/** The report of a year: the sum of its quarters. Years before the last one are confirmed. */
export function annualRow(reporting: Reporting, year: number, today: string): object | undefined {
  const isLast = year === Number(today.slice(0, 4)) - 1
  if (isLast && reporting.isOwn) return undefined
  const quarters = [1, 2, 3, 4].filter((quarter) =>
    isOperating(reporting, quarterDays({ year, quarter }).last),
  ).length
  const one = usageOf(reporting)
  const usage =
    quarters === 0
      ? {}
      : {
          chargeEnergy: rounded((one.chargeEnergy ?? 0) * quarters),
          dischargeEnergy: rounded((one.dischargeEnergy ?? 0) * quarters),
          equivalentUtilizationHours: rounded((one.equivalentUtilizationHours ?? 0) * quarters),
          conversionEfficiency: EFFICIENCY * 100,
        }
  const submitted = `${year + 1}-01-25 10:00:00`
  return {
    demo_project_id: reporting.id,
    province_code: reporting.provinceCode,
    year,
    content: {
      buildSummary:
        quarters > 0
          ? '项目已全部建成投运，各项建设内容与实施方案一致。'
          : '项目按实施方案建设，主体工程基本完成。',
      operationSummary: quarters > 0 ? '全年接受省级调度直接调用，运行安全稳定。' : '本年度尚未投入运行。',
      ...corrected(usage, reporting),
      targets: [
        { indicator: '系统综合效率', unit: '%', planValue: 72, actualValue: 73.2, achieved: true },
        { indicator: '装备国产化率', unit: '%', planValue: 98, actualValue: 98.5, achieved: true },
      ],
      techEffect: '构网控制与能量管理系统经过全年工况检验，达到设计要求。',
      economicEffect: { text: '收益由容量补偿、调峰辅助服务与现货价差构成，与可行性研究基本一致。' },
      safetySummary: '全年未发生安全事故，完成两次联合消防演练。',
      nextYearPlan: '继续优化运行策略，按季度报送进展。',
    },
    status: isLast ? LATEST[reporting.index % LATEST.length] : ReportStatus.confirmed,
    submit_time: submitted,
    version: 2,
    create_by: 'system',
    create_time: submitted,
    update_by: 'system',
    update_time: submitted,
  }
}
