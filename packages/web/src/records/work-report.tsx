import { fields } from '@xinchu/contract/fields'
import type { WorkReport } from '@xinchu/sdk'
import type { FieldSpec } from '@xinchu/validators'
import { figure } from '../lib/figures.ts'
import { outcomeOf, recordOf } from './decided.ts'
import { at, derived, type FieldLine, rowLine, rowsOf, type Section } from './lines.tsx'
import type { PortalKind } from './portal-kind.ts'
import { ownLines } from './provincial.ts'

const STATS = [
  ['demoCount', '示范项目', '个'],
  ['operatingCount', '已投运', '个'],
  ['power', '总功率', 'MW'],
  ['energy', '总能量', 'MWh'],
  ['investment', '总投资', '万元'],
] as const

const tableSpec = (fields.WorkReportFields as readonly FieldSpec[]).find(({ name }) => name === 'projects')
const rowSpecs = fields.WorkReportProject.filter(
  ({ name }) => name !== 'demoProjectId' && name !== 'projectName',
)

/** A figure of the table beside the one that the platform filled in. */
function projectLine(report: WorkReport, spec: FieldSpec, row: object, index: number): FieldLine {
  const own = rowLine(spec, rowSpecs, row, index, String(at(row, 'projectName') ?? '') || undefined)
  const filled = report.prefill?.projects.find(
    ({ demoProjectId }) => demoProjectId === at(row, 'demoProjectId'),
  )
  const progress = filled?.overallProgress
  if (!filled || progress === at(row, 'overallProgress')) return own
  return {
    ...own,
    content: (
      <>
        {own.content}
        <span className="text-warning">
          进展报送的总体进度为 {progress === undefined ? '空' : `${figure(progress)}%`}
        </span>
      </>
    ),
  }
}

/** A work report: its chapters, the platform's figures, and the table of announced projects. */
function sectionsOf(report: WorkReport): Section[] {
  const { stats } = report
  const rows = tableSpec
    ? rowsOf(report, 'projects').map((row, index) => projectLine(report, tableSpec, row, index))
    : []
  return [
    {
      key: 'stats',
      title: '平台汇总数据',
      lines: STATS.map(([name, caption, unit]) => derived(caption, `${figure(stats[name])} ${unit}`)),
    },
    { key: 'report', title: '报告正文', lines: ownLines(fields.WorkReportFields, report) },
    ...(rows.length > 0 ? [{ key: 'projects', title: '示范项目进展表', lines: rows }] : []),
  ]
}

/** 省级工作报告. */
export const workReport: PortalKind<WorkReport> = {
  code: 'WORK_REPORT',
  fetch: (sdk, id, signal) => sdk.workReports.getById({ id }, { signal }),
  sections: sectionsOf,
  files: ({ stampedFile }) => ({ stampedFileId: stampedFile ? [stampedFile] : [] }),
  history: ({ flow }) => flow.history,
  async decide(sdk, decision) {
    const { undo } = await sdk.workReports.save({
      ...recordOf(decision),
      action: decision.goal.action as 'CONFIRM', // the goals of what a province reports are its actions
    })
    return outcomeOf(undefined, undo)
  },
}
