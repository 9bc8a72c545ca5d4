/** A fill window as the plan reads it. Times are `yyyy-MM-dd HH:mm:ss`. */
export interface FillWindow {
  id?: number
  fillType: string
  year: number
  quarter?: number
  batchNo?: number
  startTime: string
  endTime: string
  levelDeadlines?: Readonly<Record<string, string>>
  regionCodes?: readonly string[]
  orgIds?: readonly number[]
  enabled: boolean
}

type Period = Pick<FillWindow, 'year' | 'quarter' | 'batchNo'>

const QUARTERS = 4

/** Name of a window's period, such as 2026年第3季度. */
export const windowPeriod = ({ year, quarter, batchNo }: Period): string =>
  `${year}年${quarter ? `第${quarter}季度` : ''}${batchNo ? `第${batchNo}批` : ''}`

/** Whether a window is limited to regions or offices. */
export const isExtension = ({ regionCodes = [], orgIds = [] }: FillWindow): boolean =>
  regionCodes.length + orgIds.length > 0

/** Number of a period among those of its form; neighbours differ by 1. */
const indexOf = ({ year, quarter }: Period): number =>
  quarter === undefined ? year : year * QUARTERS + quarter - 1

function periodAt(index: number, like: Period): Period {
  if (like.quarter === undefined) return { year: index }
  return { year: Math.floor(index / QUARTERS), quarter: (index % QUARTERS) + 1 }
}

const daysIn = (year: number, month: number) => new Date(Date.UTC(year, month, 0)).getUTCDate()

/** A time some months later. The last day of a month stays the last day. */
function monthsAfter(time: string, count: number): string {
  const [year = 0, month = 0, day = 0] = time.slice(0, 10).split('-').map(Number)
  const index = year * 12 + month - 1 + count
  const [y, m] = [Math.floor(index / 12), (index % 12) + 1]
  const last = daysIn(y, m)
  const d = day === daysIn(year, month) ? last : Math.min(day, last)
  return `${y}-${String(m).padStart(2, '0')}-${String(d).padStart(2, '0')}${time.slice(10)}`
}

/** The same window one period later: a quarter for quarterly forms, otherwise a year. */
export function nextWindow(window: FillWindow): FillWindow {
  const { id: _id, levelDeadlines = {}, ...rest } = window
  const months = window.quarter === undefined ? 12 : 3
  return {
    ...rest,
    ...periodAt(indexOf(window) + 1, window),
    startTime: monthsAfter(window.startTime, months),
    endTime: monthsAfter(window.endTime, months),
    levelDeadlines: Object.fromEntries(
      Object.entries(levelDeadlines).map(([level, deadline]) => [level, monthsAfter(deadline, months)]),
    ),
  }
}

/** Whether two windows have the same form, period and batch. */
export const isSamePeriod = (one: FillWindow, other: FillWindow): boolean =>
  one.fillType === other.fillType &&
  indexOf(one) === indexOf(other) &&
  (one.quarter === undefined) === (other.quarter === undefined) &&
  (one.batchNo ?? 0) === (other.batchNo ?? 0)

/** The latest window of each form, without extensions and disabled ones. */
export function latestWindows<W extends FillWindow>(windows: readonly W[]): W[] {
  const latest = new Map<string, W>()
  for (const window of windows) {
    const known = latest.get(window.fillType)
    if (!window.enabled || isExtension(window)) continue
    if (!known || indexOf(window) > indexOf(known)) latest.set(window.fillType, window)
  }
  return [...latest.values()]
}

const DAY_MS = 86_400_000
const LEAP_YEAR_DAYS = 366

/** Whether a window lasts more than a year and so has no next period. */
export const isStanding = ({ startTime, endTime }: FillWindow): boolean =>
  Date.parse(endTime.slice(0, 10)) - Date.parse(startTime.slice(0, 10)) > LEAP_YEAR_DAYS * DAY_MS

/** Periods between a window and its nearest neighbours for which none is set. */
export function missingPeriods(window: FillWindow, others: readonly FillWindow[]): Period[] {
  const own = indexOf(window)
  const set = others
    .filter((other) => other.fillType === window.fillType && other.enabled && !isExtension(other))
    .filter((other) => (other.quarter === undefined) === (window.quarter === undefined))
    .map(indexOf)
  const before = Math.max(...set.filter((index) => index < own))
  const after = Math.min(...set.filter((index) => index > own))
  const indices: number[] = []
  if (Number.isFinite(before)) for (let at = before + 1; at < own; at += 1) indices.push(at)
  if (Number.isFinite(after)) for (let at = own + 1; at < after; at += 1) indices.push(at)
  return indices.map((index) => periodAt(index, window))
}

const SHOWN = 4

const spanOf = ({ startTime, endTime }: FillWindow) => `${startTime.slice(0, 10)} 至 ${endTime.slice(0, 10)}`

/** Returns warnings about a window among the others: overlaps, and periods without a window. */
export function windowWarnings(window: FillWindow, windows: readonly FillWindow[]): string[] {
  if (!window.enabled || isExtension(window)) return []
  const others = windows.filter((other) => other.id === undefined || other.id !== window.id)
  const overlaps = others.filter(
    (other) =>
      other.enabled &&
      !isExtension(other) &&
      other.fillType === window.fillType &&
      !isSamePeriod(other, window) &&
      other.startTime < window.endTime &&
      other.endTime > window.startTime,
  )
  const missing = missingPeriods(window, others)
  const more = missing.length > SHOWN ? `等${missing.length}期` : ''
  return [
    ...overlaps.map((other) => `与${windowPeriod(other)}的填报时间（${spanOf(other)}）重叠`),
    ...(missing.length > 0
      ? [`${missing.slice(0, SHOWN).map(windowPeriod).join('、')}${more}尚未设置填报时间`]
      : []),
  ]
}
