import type { DemoProjectDetail } from '@xinchu/sdk'
import { daysUntil } from '../../../lib/due.ts'

type Line = NonNullable<DemoProjectDetail['life']>[number]
type Step = NonNullable<DemoProjectDetail['flow']['history']>[number]
export type IssuedDocument = NonNullable<DemoProjectDetail['documents']>[number]

export type EventKind = 'FLOW' | 'RETURN' | 'PROGRESS' | 'REPORT'

/** An event in the life of a project. */
export interface LifeEvent {
  kind: EventKind
  /** yyyy-MM-dd, with the time of day where it is known. */
  time: string
  title: string
  tag: string | undefined
  text: string
  opinion?: string
  /** Page of the submitted report. */
  link?: string
  /** Documents issued for this submission. */
  documents: readonly IssuedDocument[]
}

type Plan = NonNullable<DemoProjectDetail['implementation']>

type Told = Partial<Pick<DemoProjectDetail, 'life' | 'documents'>> & {
  flow: { history?: readonly Step[] }
  implementation?: Pick<Plan, 'milestones'>
}

/** What each line of a project's life is, and whether documents are issued for it. */
const LINES: Readonly<Record<Line['kind'], { event: EventKind; isIssued: boolean }>> = {
  PROGRESS: { event: 'PROGRESS', isIssued: false },
  ANNUAL: { event: 'REPORT', isIssued: true },
  ASSESS: { event: 'REPORT', isIssued: false },
}

/** Whether documents are issued for a line: it is an annual report. */
export const isIssued = ({ kind }: Line): boolean => LINES[kind].isIssued

/** The documents issued for an annual report, by the year at the end of its link. */
export const issuedFor = (line: Line, documents: readonly IssuedDocument[]): IssuedDocument[] =>
  documents.filter(({ year }) => isIssued(line) && year !== undefined && line.link?.endsWith(`year=${year}`))

const RETURNS: readonly string[] = ['RETURN', 'WITHDRAW']

function flowEvents(history: readonly Step[], documents: readonly IssuedDocument[]): LifeEvent[] {
  let submissions = 0
  return history.map((step) => {
    const isSubmission = step.action === 'SUBMIT'
    if (isSubmission) submissions += 1
    const due = step.dueDate ? `　请于 ${step.dueDate} 前改正` : ''
    return {
      kind: RETURNS.includes(step.action) ? 'RETURN' : 'FLOW',
      time: step.time,
      title: step.actionLabel ?? step.action,
      tag: step.toStatusLabel,
      text: `${[step.orgName, step.userName].filter(Boolean).join(' ')}　${step.time.slice(11, 16)}${due}`,
      ...(step.opinion ? { opinion: step.opinion } : {}),
      documents: isSubmission
        ? documents.filter(({ year, submissionNo }) => year === undefined && submissionNo === submissions)
        : [],
    }
  })
}

/** Describes the deviation of a milestone from its plan. */
function offPlan(planDate: string | undefined, actualDate: string): string {
  if (!planDate) return ''
  const days = daysUntil(actualDate, planDate)
  const off = days === 0 ? '按期' : days > 0 ? `晚 ${days} 天` : `早 ${-days} 天`
  return `计划 ${planDate}，${off}`
}

const milestoneEvents = ({ implementation }: Told): LifeEvent[] => {
  const milestones = implementation?.milestones ?? []
  return milestones.flatMap(({ name, planDate, actualDate }, index) =>
    actualDate
      ? [
          {
            kind: 'PROGRESS' as const,
            time: actualDate,
            title: name,
            tag: `里程碑 ${index + 1}/${milestones.length}`,
            text: offPlan(planDate, actualDate),
            documents: [],
          },
        ]
      : [],
  )
}

const reportEvents = ({ life = [], documents = [] }: Told): LifeEvent[] =>
  life.map((line) => ({
    kind: LINES[line.kind].event,
    time: line.time,
    title: line.title,
    tag: line.statusLabel,
    text: line.text ?? '',
    ...(line.link ? { link: line.link } : {}),
    documents: issuedFor(line, documents),
  }))

/** All events of a project, newest first. */
export function lifeOf(project: Told): LifeEvent[] {
  const { history = [] } = project.flow
  const events = [
    ...flowEvents(history, project.documents ?? []),
    ...milestoneEvents(project),
    ...reportEvents(project),
  ]
  // Equal times keep their order. The flow is the last of them, so that its later steps are listed first.
  return events.toReversed().sort((one, other) => other.time.localeCompare(one.time))
}
