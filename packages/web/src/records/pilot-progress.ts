import { fields } from '@xinchu/contract/fields'
import type { DemoImplementation, ProgressSubmission } from '@xinchu/sdk'
import type { FieldSpec } from '@xinchu/validators'
import { outcomeOf, recordOf } from './decided.ts'
import { rowLine, type Section } from './lines.tsx'
import { filled, ownLines, partLines, specOf } from './pilot-report.ts'
import type { PortalKind } from './portal-kind.ts'

/** A quarterly report with the plan that names its milestones. */
interface Planned {
  report: ProgressSubmission
  plan: DemoImplementation
}

/** Quarterly progress: content, milestones with their names in the plan, and figures of the station. */
function sectionsOf({ report, plan }: Planned): Section[] {
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

/** 示范项目季度进展. */
export const pilotProgress: PortalKind<Planned> = {
  code: 'PROGRESS',
  async fetch(sdk, id, signal) {
    const [report] = (await sdk.progress.list({ id }, { signal })).content
    if (!report) return null
    const projectId = report.demoProjectId ?? 0
    return { report, plan: await sdk.demoProjects.getImplementation({ projectId }, { signal }) }
  },
  sections: sectionsOf,
  files: ({ report }) => ({ photoIds: report.photos ?? [] }),
  history: ({ report }) => report.flow.history,
  async decide(sdk, decision) {
    const { undo } = await sdk.progress.save({
      ...recordOf(decision),
      action: decision.goal.action as 'PASS', // the goals of a report are its actions
    })
    return outcomeOf(undefined, undo)
  },
}
