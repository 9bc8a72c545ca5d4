import { DemoStatus } from '@xinchu/contract/codes'
import type { DemoProjectDetail } from '@xinchu/sdk'
import { daysUntil } from '../../../lib/due.ts'

type Step = NonNullable<DemoProjectDetail['flow']['history']>[number]

/** One phase of a project's life. */
export interface Phase {
  title: string
  from: string | undefined
  to: string | undefined
  /** Whole days between both, or until today. */
  days: number | undefined
}

type Told = Pick<DemoProjectDetail, 'status' | 'createTime' | 'commissionDate' | 'announcedAt' | 'flow'>

interface PhaseEnd {
  title: string
  actions: readonly Step['action'][]
  /** Time of the end for a project that was not selected, where no action tells it. */
  ofFailed?: (steps: readonly Step[], project: Told) => string | undefined
}

const lastOf = (steps: readonly Step[], actions: readonly Step['action'][]): string | undefined =>
  steps.findLast(({ action }) => actions.includes(action))?.time

/** Phases with what ends each. What the caller may not know of the review is not in the history. */
const PHASES: readonly PhaseEnd[] = [
  { title: '申报', actions: ['SUBMIT'] },
  { title: '推荐', actions: ['PASS'] },
  { title: '形审', actions: ['ACCEPT'] },
  {
    title: '评审',
    actions: ['EXCELLENT_PASS', 'EXCELLENT_FAIL'],
    ofFailed: (steps) => lastOf(steps, ['PRIMARY_FAIL']),
  },
  // The announcement of the batch is no step of who was not selected.
  { title: '公示', actions: ['ANNOUNCE'], ofFailed: (_, { announcedAt }) => announcedAt },
]

const FAILED: readonly string[] = [DemoStatus.primaryFailed, DemoStatus.notSelected]

/** The phases that a project went through, with dates and days. One that was not selected ends with the announcement. */
export function phasesOf(project: Told): readonly Phase[] {
  const steps: readonly Step[] = project.flow.history ?? []
  const hasFailed = FAILED.includes(project.status)
  const ends = PHASES.map(({ title, actions, ofFailed }) => ({
    title,
    at: lastOf(steps, actions) ?? (hasFailed ? ofFailed?.(steps, project) : undefined),
  }))
  const phases: Phase[] = []
  let from = project.createTime
  for (const { title, at } of ends) {
    const isReached = from !== undefined
    phases.push({ title, from, to: at, days: isReached && from ? daysBetween(from, at) : undefined })
    from = at
  }
  if (hasFailed) return phases
  const built = project.commissionDate
  phases.push({ title: '建设', from, to: from && built, days: from ? daysBetween(from, built) : undefined })
  phases.push({ title: '运行', from: from && built, to: undefined, days: undefined })
  return phases
}

const daysBetween = (from: string, to: string | undefined): number =>
  Math.max(0, to ? -daysUntil(from, to.slice(0, 10)) : -daysUntil(from))
