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

/** Phases with the action that ends each. What the caller may not know of the review is not in the history. */
const PHASES = [
  ['申报', 'SUBMIT'],
  ['推荐', 'PASS'],
  ['形审', 'ACCEPT'],
  ['评审', 'EXCELLENT_PASS'],
  ['公示', 'ANNOUNCE'],
] as const

/** The phases that a project went through, with dates and days. */
export function phasesOf(
  project: Pick<DemoProjectDetail, 'createTime' | 'commissionDate' | 'flow'>,
): readonly Phase[] {
  const steps: readonly Step[] = project.flow.history ?? []
  const ends = PHASES.map(([title, action]) => ({
    title,
    at: steps.findLast((step) => step.action === action)?.time,
  }))
  const phases: Phase[] = []
  let from = project.createTime
  for (const { title, at } of ends) {
    const isReached = from !== undefined
    phases.push({ title, from, to: at, days: isReached && from ? daysBetween(from, at) : undefined })
    from = at
  }
  const built = project.commissionDate
  phases.push({ title: '建设', from, to: from && built, days: from ? daysBetween(from, built) : undefined })
  phases.push({ title: '运行', from: from && built, to: undefined, days: undefined })
  return phases
}

const daysBetween = (from: string, to: string | undefined): number =>
  Math.max(0, to ? -daysUntil(from, to.slice(0, 10)) : -daysUntil(from))
