import { fields } from '@xinchu/contract/fields'
import type { AnnualReport, DemoImplementation, ProgressSubmission } from '@xinchu/sdk'
import type { FieldSpec } from '@xinchu/validators'
import { figure } from '../../lib/figures.ts'
import { at, type FieldLine, line, rowLine, rowsOf, type Section } from './content-lines.tsx'

/** Fields shown elsewhere: the key of a report, and fields with a group of their own. */
const ELSEWHERE: ReadonlySet<string> = new Set([
  'demoProjectId',
  'year',
  'quarter',
  'milestones',
  'usage',
  'usageReason',
  'usageReasons',
  'photoIds',
  'targets',
  'economicEffect',
  'stampedFileId',
])

const specOf = (specs: readonly FieldSpec[], name: string): FieldSpec =>
  specs.find((spec) => spec.name === name) ?? { name, caption: name, kind: 'string' }

/** Lines of a report's own fields. Empty optional fields are left out. */
const ownLines = (specs: readonly FieldSpec[], report: object): FieldLine[] =>
  specs
    .filter((spec) => !ELSEWHERE.has(spec.name))
    .filter((spec) => spec.required === 'submit' || at(report, spec.name) !== undefined)
    .map((spec) => line(spec, report))

/** The properties of a part, which the review keeps as a list of one row. */
const partLines = (name: string, specs: readonly FieldSpec[], part: object | undefined): FieldLine[] =>
  specs
    .filter((spec) => part && at(part, spec.name) !== undefined)
    .map((spec) => ({ ...line(spec, part ?? {}), field: `${name}[0].${spec.name}` }))

const filled = (sections: readonly Section[]): Section[] => sections.filter(({ lines }) => lines.length > 0)

/** Quarterly progress: content, milestones with their names in the plan, and figures of the station. */
export function progressSections(report: ProgressSubmission, plan: DemoImplementation): Section[] {
  const milestones = specOf(fields.ProgressFields, 'milestones')
  const specs = fields.ProgressMilestone.filter(({ name }) => name !== 'milestoneId')
  const planned = new Map(plan.milestones?.map(({ id, name, planDate }) => [id, { name, planDate }]))
  const planSpec: FieldSpec = { name: 'planDate', caption: '计划完成日期', kind: 'date' }
  return filled([
    { key: 'progress', title: '本期进展', lines: ownLines(fields.ProgressFields, report) },
    {
      key: 'milestones',
      title: '里程碑',
      lines: (report.milestones ?? []).map((row, index) => {
        const own = planned.get(row.milestoneId)
        const shown = { ...row, ...(own?.planDate ? { planDate: own.planDate } : {}) }
        return rowLine(milestones, [planSpec, ...specs], shown, index, own?.name)
      }),
    },
    {
      key: 'usage',
      title: '本期运行情况',
      lines: partLines('usage', fields.ProgressUsage, report.usage),
    },
  ])
}

// Figures have four decimals.
const TOLERANCE = 0.000_05

/** A figure of the year beside the sum of its quarters, with the reason of a difference. */
function usageLines(report: AnnualReport): FieldLine[] {
  const { usage = {}, quarterSums = {}, usageReasons = [], usageReason } = report
  const lines = partLines('usage', fields.AnnualUsage, usage)
  return lines.map((own) => {
    const name = own.field?.split('.')[1] ?? ''
    const [value, sum] = [at(usage, name), at(quarterSums, name)]
    if (typeof value !== 'number' || typeof sum !== 'number' || Math.abs(value - sum) <= TOLERANCE) return own
    const reason = usageReasons.find(({ field }) => field === name)?.reason ?? usageReason
    return {
      ...own,
      isWide: true,
      content: (
        <>
          {own.content}
          <span className="text-warning"> 各季度汇总 {figure(sum)}</span>
          {reason && <span className="block text-ink-soft">修改原因：{reason}</span>}
        </>
      ),
    }
  })
}

/** An annual report: its texts, the figures beside those of the quarters, and the targets. */
export function annualSections(report: AnnualReport): Section[] {
  const targets = specOf(fields.AnnualReportFields, 'targets')
  const specs = fields.AnnualTarget.filter(({ name }) => name !== 'indicator')
  return filled([
    { key: 'report', title: '报告正文', lines: ownLines(fields.AnnualReportFields, report) },
    { key: 'usage', title: '年度运行指标', lines: usageLines(report) },
    {
      key: 'targets',
      title: '指标完成情况',
      lines: rowsOf(report, 'targets').map((row, index) =>
        rowLine(targets, specs, row, index, String(row['indicator'] ?? '') || undefined),
      ),
    },
    {
      key: 'economy',
      title: '经济效益',
      lines: partLines('economicEffect', fields.AnnualEconomy, report.economicEffect),
    },
  ])
}
