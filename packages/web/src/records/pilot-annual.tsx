import { fields } from '@xinchu/contract/fields'
import type { AnnualReport } from '@xinchu/sdk'
import { figure } from '../lib/figures.ts'
import { outcomeOf, recordOf } from './decided.ts'
import { at, type FieldLine, rowLine, rowsOf, type Section } from './lines.tsx'
import { filled, ownLines, partLines, specOf } from './pilot-report.ts'
import type { PortalKind } from './portal-kind.ts'

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
function sectionsOf(report: AnnualReport): Section[] {
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

/** 示范项目年度报告. */
export const pilotAnnual: PortalKind<AnnualReport> = {
  code: 'ANNUAL',
  fetch: (sdk, id, signal) => sdk.annualReports.get({ id }, { signal }),
  sections: sectionsOf,
  files: ({ stampedFile, usageFiles = [] }) => ({
    stampedFileId: stampedFile ? [stampedFile] : [],
    usageReasons: usageFiles,
  }),
  history: ({ flow }) => flow.history,
  async decide(sdk, decision) {
    const { undo } = await sdk.annualReports.save({
      ...recordOf(decision),
      action: decision.goal.action as 'PASS', // the goals of a report are its actions
    })
    return outcomeOf(undefined, undo)
  },
}
