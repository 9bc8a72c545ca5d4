import { BuildStatus, ReportStatus } from '@xinchu/contract/codes'
import {
  closedQuarter,
  decimal4OrZero,
  firstDueQuarter,
  isLate,
  type QuarterDays,
  quarterAfter,
} from '@xinchu/validators'
import { today } from '../../lib/beijing.ts'
import type { StoredFile } from '../../ui/ports.ts'
import { daysBetween, type GanttMilestone } from './gantt-model.ts'
import type { Milestone, Progress, ProgressDraft } from './progress-queries.ts'

export interface Quarter {
  year: number
  quarter: 1 | 2 | 3 | 4
}

export const textOf = ({ year, quarter }: Quarter): string => `${year}-${quarter}`
export const quarterName = ({ year, quarter }: Quarter): string => `${year} 年第 ${quarter} 季度`

const isQuarter = (value: number): value is Quarter['quarter'] => [1, 2, 3, 4].includes(value)

/** Parses a quarter, such as 2026-3. */
export function quarterFrom(text: unknown): Quarter | undefined {
  const [year, quarter] = String(text).split('-').map(Number)
  return year && quarter && isQuarter(quarter) ? { year, quarter } : undefined
}

const placeOf = ({ year, quarter }: { year: number; quarter: number }) => year * 4 + quarter

/**
 * The reporting quarters of a project: from the first whole one after its announcement to the last one that has ended.
 * None if that is still to come.
 */
export function quartersSince(announceDate: string | undefined): Quarter[] {
  const last = closedQuarter(today())
  const first = announceDate ? firstDueQuarter(announceDate) : last
  const count = Math.max(0, placeOf(last) - placeOf(first) + 1)
  return Array.from({ length: count }, (_, step) => quarterAfter(last, step + 1 - count)).flatMap(
    ({ year, quarter }) => (isQuarter(quarter) ? [{ year, quarter }] : []),
  )
}

export const isOf =
  (period: Quarter) =>
  (report: Progress): boolean =>
    report.year === period.year && report.quarter === period.quarter

/** The report of the previous quarter. */
export const previousOf = (reports: readonly Progress[], period: Quarter): Progress | undefined =>
  reports.find(
    (report) => placeOf({ year: report.year ?? 0, quarter: report.quarter ?? 0 }) === placeOf(period) - 1,
  )

/** Input for a milestone. */
export interface MilestoneEntry {
  date: string
  pct: string
}

/** Figures of an operating station, typed if no linked station reports them. */
export const USAGE_NAMES = ['chargeEnergy', 'dischargeEnergy', 'equivalentUtilizationHours'] as const
export type UsageName = (typeof USAGE_NAMES)[number]

/** A report in the form. Numbers stay as typed. */
export interface ProgressForm {
  buildStatus: string
  overallProgress: string
  progressDropReason: string
  periodInvestment: string
  cumulativeInvestment: string
  expectedCommissionDate: string
  progressContent: string
  nextPlan: string
  problems: string
  delayReason: string
  milestones: Readonly<Record<number, MilestoneEntry>>
  usage: Readonly<Record<UsageName, string>>
  photos: readonly StoredFile[]
}

const text = (value: string | number | undefined) => (value === undefined ? '' : String(value))

const milestonesOf = (report: Progress | undefined) =>
  Object.fromEntries(
    (report?.milestones ?? []).map(({ milestoneId, actualDate, expectedDate, progressPct }) => [
      milestoneId,
      { date: actualDate ?? expectedDate ?? '', pct: text(progressPct) },
    ]),
  )

/** The stored report, or a new one with the lasting values of the previous quarter. */
export function formOf(
  stored: Progress | undefined,
  previous: Progress | undefined,
  buildStatus: string | undefined,
): ProgressForm {
  const report = stored ?? {
    buildStatus: previous?.buildStatus ?? buildStatus,
    expectedCommissionDate: previous?.expectedCommissionDate,
  }
  return {
    buildStatus: text(report.buildStatus),
    overallProgress: text(stored?.overallProgress),
    progressDropReason: stored?.progressDropReason ?? '',
    periodInvestment: text(stored?.periodInvestment),
    cumulativeInvestment: text(stored?.cumulativeInvestment),
    expectedCommissionDate: text(report.expectedCommissionDate),
    progressContent: stored?.progressContent ?? '',
    nextPlan: stored?.nextPlan ?? '',
    problems: stored?.problems ?? '',
    delayReason: stored?.delayReason ?? '',
    milestones: milestonesOf(stored ?? previous),
    usage: {
      chargeEnergy: text(stored?.usage?.chargeEnergy),
      dischargeEnergy: text(stored?.usage?.dischargeEnergy),
      equivalentUtilizationHours: text(stored?.usage?.equivalentUtilizationHours),
    },
    photos: stored?.photos ?? [],
  }
}

const DONE = 100

const entryAt = (form: ProgressForm, id: number | undefined) => form.milestones[id ?? 0]
const isDone = (entry: MilestoneEntry | undefined) => Number(entry?.pct) >= DONE && entry?.date !== ''

/** Returns the milestones of the report. The date is the actual one at 100 per cent, otherwise the expected one. */
export const stateOf = (plan: readonly Milestone[], form: ProgressForm): GanttMilestone[] =>
  plan.map(({ id, name, planDate }) => {
    const entry = entryAt(form, id)
    const date = entry?.date || undefined
    return {
      name,
      planDate,
      actualDate: isDone(entry) ? date : undefined,
      expectedDate: isDone(entry) ? undefined : date,
      progressPct: Number(entry?.pct ?? 0) || 0,
    }
  })

/** Whether the previous quarter reported a milestone as done. It can no longer be changed. */
export const isSettled = (id: number | undefined, previous: Progress | undefined): boolean =>
  previous?.milestones?.some(
    ({ milestoneId, actualDate }) => milestoneId === id && actualDate !== undefined,
  ) ?? false

/** Describes the deviation of a milestone from its plan: 晚 12 天, 预计晚 101 天. */
export function deviationOf(
  milestone: GanttMilestone,
  days: QuarterDays,
): { words: string; isLate: boolean } {
  const { planDate, actualDate, expectedDate } = milestone
  const date = actualDate ?? expectedDate
  if (!planDate) return { words: '—', isLate: false }
  if (!date)
    return isLate(milestone, days) ? { words: '已逾期', isLate: true } : { words: '—', isLate: false }
  const off = daysBetween(planDate, date)
  const prefix = actualDate ? '' : '预计'
  if (off === 0) return { words: actualDate ? '按期' : '预计按期', isLate: false }
  return { words: `${prefix}${off > 0 ? '晚' : '早'} ${Math.abs(off)} 天`, isLate: off > 0 && !actualDate }
}

const number = (value: string) => (value.trim() === '' ? undefined : Number(value))
const isNumber = (value: string) => decimal4OrZero(value) === null
const filled = (value: string) => value.trim() || undefined

const { planned, filed, building } = BuildStatus
const BEFORE_OPERATION: readonly string[] = [planned, filed, building]
/** Whether a project of this state is not yet operating. */
export const isBuilding = (status: string): boolean => BEFORE_OPERATION.includes(status)

/** Whether all typed numbers are valid. */
export const isSound = (form: ProgressForm): boolean =>
  [
    form.overallProgress,
    form.periodInvestment,
    form.cumulativeInvestment,
    ...Object.values(form.usage),
    ...Object.values(form.milestones).map(({ pct }) => pct),
  ].every(isNumber)

/** The typed figures; none before operation, or while all are empty. */
function usageOf({ buildStatus, usage }: ProgressForm): ProgressDraft['usage'] {
  const typed = USAGE_NAMES.filter((name) => usage[name].trim() !== '')
  if (isBuilding(buildStatus) || typed.length === 0) return undefined
  return Object.fromEntries(typed.map((name) => [name, Number(usage[name])]))
}

/** Converts the form to the request, without empty values. */
export function draftOf(form: ProgressForm, plan: readonly Milestone[]): Omit<ProgressDraft, 'action'> {
  const buildStatus = Object.values(BuildStatus).find((each) => each === form.buildStatus)
  const fields = {
    buildStatus,
    overallProgress: number(form.overallProgress),
    progressDropReason: filled(form.progressDropReason),
    periodInvestment: number(form.periodInvestment),
    cumulativeInvestment: number(form.cumulativeInvestment),
    expectedCommissionDate: isBuilding(form.buildStatus) ? filled(form.expectedCommissionDate) : undefined,
    progressContent: filled(form.progressContent),
    nextPlan: filled(form.nextPlan),
    problems: filled(form.problems),
    delayReason: filled(form.delayReason),
    milestones: stateOf(plan, form).flatMap(({ actualDate, expectedDate, progressPct }, at) => {
      const milestoneId = plan[at]?.id
      if (milestoneId === undefined || !form.milestones[milestoneId]) return []
      return [
        {
          milestoneId,
          progressPct,
          ...(actualDate ? { actualDate } : {}),
          ...(expectedDate ? { expectedDate } : {}),
        },
      ]
    }),
    usage: usageOf(form),
    photoIds: form.photos.map(({ id }) => id),
  }
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))
}

/** States of a report that its author may change. */
export const isEditable = (status: string | undefined): boolean =>
  status === undefined || status === ReportStatus.draft || status === ReportStatus.returned
