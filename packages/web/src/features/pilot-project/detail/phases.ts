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

/** Phases with the actions that end each. What the caller may not know of the review is not in the history. */
const PHASES = [
  ['申报', ['SUBMIT']],
  ['推荐', ['PASS']],
  ['形审', ['ACCEPT']],
  ['评审', ['EXCELLENT_PASS', 'EXCELLENT_FAIL']],
  ['公示', ['ANNOUNCE']],
] as const satisfies [string, Step['action'][]][]

type Told = Pick<DemoProjectDetail, 'status' | 'createTime' | 'commissionDate' | 'announcedAt' | 'flow'>

/** The action that ended the review of a project that was not selected, and the announcement of its batch. */
const endOfFailed = (steps: readonly Step[], { announcedAt }: Told, title: string): string | undefined => {
  if (title === '公示') return announcedAt
  return title === '评审' ? steps.findLast(({ action }) => action === 'PRIMARY_FAIL')?.time : undefined
}

const FAILED: readonly string[] = [DemoStatus.primaryFailed, DemoStatus.notSelected]

/** The phases that a project went through, with dates and days. One that was not selected ends with the announcement. */
export function phasesOf(project: Told): readonly Phase[] {
  const steps: readonly Step[] = project.flow.history ?? []
  const hasFailed = FAILED.includes(project.status)
  const ends = PHASES.map(([title, actions]) => ({
    title,
    at:
      steps.findLast(({ action }) => actions.some((each) => each === action))?.time ??
      (hasFailed ? endOfFailed(steps, project, title) : undefined),
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
