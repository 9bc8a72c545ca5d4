import type { FillTime } from '@xinchu/sdk'
import { isExtension, missingPeriods, windowPeriod } from '@xinchu/validators'
import { LEVELS } from './window-words.ts'

export type BarState = 'open' | 'coming' | 'ended' | 'off'

export const BAR_STATES: Readonly<Record<BarState, string>> = {
  open: '开放中',
  coming: '未开始',
  ended: '已截止',
  off: '已停用',
}

/** A window in a year's row. Places are parts of the year from 0 to 1. */
export interface Bar {
  window: FillTime
  from: number
  to: number
  /** Row within the kind's row, so that bars do not cover each other. */
  lane: number
  state: BarState
  isExtension: boolean
  marks: readonly { name: string; time: string; at: number }[]
}

/** All windows of a kind in a year. */
export interface KindRow {
  kind: FillTime['fillType']
  bars: readonly Bar[]
  lanes: number
  /** Periods between others without a window. */
  gaps: readonly string[]
}

const momentOf = (time: string) => Date.parse(`${time.replace(' ', 'T')}Z`)

/** Place of a time in a year: 0 at its beginning, 1 at its end. */
export function placeIn(year: number, time: string): number {
  const start = Date.UTC(year, 0, 1)
  return (momentOf(time) - start) / (Date.UTC(year + 1, 0, 1) - start)
}

const bounded = (at: number) => Math.min(1, Math.max(0, at))

export function stateOf(
  { enabled, startTime, endTime }: Pick<FillTime, 'enabled' | 'startTime' | 'endTime'>,
  now: string,
): BarState {
  // Whether a window that is over was also switched off changes nothing.
  if (now > endTime) return 'ended'
  if (!enabled) return 'off'
  return now < startTime ? 'coming' : 'open'
}

function barOf(window: FillTime, year: number, now: string): Omit<Bar, 'lane'> {
  return {
    window,
    from: bounded(placeIn(year, window.startTime)),
    to: bounded(placeIn(year, window.endTime)),
    state: stateOf(window, now),
    isExtension: isExtension(window),
    marks: LEVELS.flatMap(([level, name]) => {
      const time = window.levelDeadlines?.[level]
      const at = time ? placeIn(year, time) : -1
      return time && at >= 0 && at <= 1 ? [{ name, time, at }] : []
    }),
  }
}

/** Narrowest bar that a finger can hit, as a part of the year. */
const LEAST = 0.035

/** Puts bars into as few lanes as they need. */
function inLanes(bars: readonly Omit<Bar, 'lane'>[]): Bar[] {
  const ends: number[] = []
  return bars
    .toSorted((one, other) => one.from - other.from || one.to - other.to)
    .map((bar) => {
      const free = ends.findIndex((end) => end <= bar.from)
      const lane = free < 0 ? ends.length : free
      ends[lane] = Math.max(bar.to, bar.from + LEAST)
      return { ...bar, lane }
    })
}

/** The rows of a year's calendar: every kind, also those without a window. */
export function kindRows(
  windows: readonly FillTime[],
  kinds: readonly FillTime['fillType'][],
  year: number,
  now: string,
): KindRow[] {
  return kinds.map((kind) => {
    const own = windows.filter(({ fillType }) => fillType === kind)
    const inYear = own.filter(
      ({ startTime, endTime }) => placeIn(year, startTime) < 1 && placeIn(year, endTime) > 0,
    )
    const bars = inLanes(inYear.map((window) => barOf(window, year, now)))
    const gaps = new Set(
      inYear
        .filter((window) => window.enabled && !isExtension(window))
        .flatMap((window) => missingPeriods(window, own).map(windowPeriod)),
    )
    return { kind, bars, lanes: Math.max(1, ...bars.map(({ lane }) => lane + 1)), gaps: [...gaps] }
  })
}
