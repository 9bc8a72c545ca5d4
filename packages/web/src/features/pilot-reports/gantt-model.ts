/** A milestone as its report tells of it. Dates are yyyy-MM-dd. */
export interface GanttMilestone {
  name: string
  planDate: string | undefined
  actualDate: string | undefined
  expectedDate: string | undefined
  progressPct: number
}

/** A bar in parts of the whole time shown, from 0 to 1. */
export interface Bar {
  from: number
  to: number
}

export interface GanttRow {
  plan: Bar | undefined
  actual: Bar | undefined
  expected: Bar | undefined
}

export interface Gantt {
  rows: readonly GanttRow[]
  years: readonly { year: number; at: number }[]
  /** The end of the quarter. */
  mark: number
}

const DAY_MS = 86_400_000
const dayOf = (date: string) => Math.floor(Date.parse(date) / DAY_MS)
/** Days before the first planned date at which its bar begins. */
const LEAD_DAYS = 60
const PAD_DAYS = 20
const DONE = 100

type Days = { from: number; to: number } | undefined

const span = (from: number, to: number | undefined): Days =>
  to === undefined || to <= from ? undefined : { from, to }

/** Days from one date to a later one; negative if it is earlier. */
export const daysBetween = (from: string, to: string): number => dayOf(to) - dayOf(from)

/**
 * Lays out milestones one after the other: each planned bar begins at the plan before it, each actual one where the work
 * before it ended.
 */
export function layOut(milestones: readonly GanttMilestone[], lastDay: string): Gantt {
  const end = dayOf(lastDay)
  const planned = milestones.flatMap(({ planDate }) => (planDate ? [dayOf(planDate)] : []))
  const first = (planned.length > 0 ? Math.min(...planned) : end) - LEAD_DAYS
  let plannedFrom = first
  let workedFrom = first
  const days = milestones.map(({ planDate, actualDate, expectedDate, progressPct }) => {
    const plan = span(plannedFrom, planDate ? dayOf(planDate) : undefined)
    const isDone = actualDate !== undefined
    const actual = isDone
      ? span(workedFrom, dayOf(actualDate))
      : span(workedFrom, progressPct > 0 && progressPct < DONE ? end : undefined)
    const restFrom = Math.max(actual?.to ?? workedFrom, isDone ? workedFrom : end)
    const expected = isDone ? undefined : span(restFrom, expectedDate ? dayOf(expectedDate) : undefined)
    plannedFrom = plan?.to ?? plannedFrom
    workedFrom = expected?.to ?? actual?.to ?? workedFrom
    return { plan, actual, expected }
  })
  const ends = days.flatMap(({ plan, actual, expected }) => [plan?.to, actual?.to, expected?.to, end])
  const last = Math.max(...ends.flatMap((day) => (day === undefined ? [] : [day])), first + 1) + PAD_DAYS
  const at = (day: number) => (day - first) / (last - first)
  const bar = (part: Days): Bar | undefined => part && { from: at(part.from), to: at(part.to) }
  const yearOf = (day: number) => new Date(day * DAY_MS).getUTCFullYear()
  const years = Array.from({ length: yearOf(last) - yearOf(first) }, (_, step) => yearOf(first) + step + 1)
  return {
    rows: days.map(({ plan, actual, expected }) => ({
      plan: bar(plan),
      actual: bar(actual),
      expected: bar(expected),
    })),
    years: years.map((year) => ({ year, at: at(dayOf(`${year}-01-01`)) })),
    mark: at(end),
  }
}
