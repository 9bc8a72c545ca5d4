import type { components } from '@xinchu/contract/schema'
import { isLate, type MilestoneState, type QuarterDays } from '@xinchu/validators'
import { dayAfter } from '../progress.ts'

type Reported = components['schemas']['ProgressMilestone']

/** Facts that decide about the milestones of an announced project. */
export interface Schedule {
  /** Place in the list of the batch. */
  index: number
  /** yyyy-MM-dd: the planned day of operation. */
  planned: string
  /** yyyy-MM-dd: the day on which it began to operate; null while it is being built. */
  commissioned: string | null
  /** Planned days of its milestones, in their order. */
  plan: readonly string[]
}

const DAY_MS = 86_400_000
const daysBetween = (from: string, to: string) => Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS)

/** Milestones that a project has reached while it is being built. */
const REACHED = 4
// Days by which each milestone of such a project is later than the one before it.
const SLIP = 20
/** yyyy-MM-dd: when those projects expect to operate. */
export const EXPECTED = '2027-03-31'

/** Why a milestone was late, in the order of the milestones. */
const REASONS = [
  '用地手续办理推迟，开工顺延。',
  '升压变压器供货推迟，已与厂家商定分批到货。',
  '冬季低温停工，储能系统安装顺延。',
  '送出线路跨越手续办理推迟，倒送电相应顺延。',
  '并网检测排期推迟，调试相应顺延。',
  '试运行期间更换故障模组，投运顺延。',
] as const

/** The day when a milestone was reached; undefined while it is not. */
function reachedOn({ index, planned, commissioned, plan }: Schedule, at: number): string | undefined {
  const day = plan[at] ?? planned
  if (commissioned === null) return at < REACHED ? dayAfter(day, SLIP * at) : undefined
  const late = daysBetween(planned, commissioned)
  const share = at / (plan.length - 1)
  // Delays add up towards the end. Some of those in time are a few days early on the way.
  const early = late === 0 && share > 0 && share < 1 ? (index + at) % 6 : 0
  return dayAfter(day, Math.round(late * share ** 2) - early)
}

/** The days when the milestones were reached. */
export const reachedDays = (schedule: Schedule): (string | undefined)[] =>
  schedule.plan.map((_, at) => reachedOn(schedule, at))

/** Milestones of a quarter's report, with the reasons of late ones. */
export function milestonesAt(schedule: Schedule, firstId: number, days: QuarterDays) {
  const states = schedule.plan.map((planDate, at): MilestoneState => {
    const reached = reachedOn(schedule, at)
    if (reached !== undefined && reached <= days.last) return { planDate, actualDate: reached }
    const expectedDate = reached ?? dayAfter(EXPECTED, -30 * (schedule.plan.length - 1 - at))
    return planDate <= days.last ? { planDate, expectedDate } : { planDate }
  })
  const late = states.flatMap((state, at) => (isLate(state, days) ? (REASONS[at] ?? []) : []))
  return {
    milestones: states.flatMap(({ actualDate, expectedDate }, at): Reported[] => {
      const milestoneId = firstId + at
      if (actualDate) return [{ milestoneId, actualDate, progressPct: 100 }]
      return expectedDate ? [{ milestoneId, expectedDate, progressPct: 60 }] : []
    }),
    delayReason: late.length > 0 ? late.join('') : undefined,
  }
}
