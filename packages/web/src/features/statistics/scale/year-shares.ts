import type { ScaleLayoutRow } from '@xinchu/sdk'
import { DurationBand } from '@xinchu/sdk/codes'
import type { Shift } from './finding.ts'

export interface ShareGroup {
  key: string
  name: string
}

/** Shares of power at the end of a year. */
export interface YearShares {
  year: number
  /** Percent by group; a group without projects has none. */
  shares: ReadonlyMap<string, number>
}

export interface ShareCourse {
  groups: readonly ShareGroup[]
  years: readonly YearShares[]
}

/** Years that a course shows. */
const YEARS = 5
export const LONG: readonly string[] = [DurationBand.above4h, DurationBand.above8h]

/** Shares by year from rows by year and group, whose keys and labels are of both. */
export function courseOf(rows: readonly ScaleLayoutRow[]): ShareCourse {
  const groups = new Map<string, ShareGroup>()
  const years = new Map<number, Map<string, number>>()
  for (const { key = '', label = '', powerShare = 0 } of rows) {
    const [year = '', group = ''] = key.split(',')
    groups.set(group, { key: group, name: label.slice(label.indexOf(' / ') + 3) })
    const shares = years.get(Number(year)) ?? new Map<string, number>()
    years.set(Number(year), shares.set(group, powerShare))
  }
  return {
    groups: [...groups.values()],
    years: [...years].map(([year, shares]) => ({ year, shares })).slice(-YEARS),
  }
}

export const shareAt = ({ shares }: YearShares, keys: readonly string[]): number =>
  keys.reduce((sum, key) => sum + (shares.get(key) ?? 0), 0)

/** The last two years, if they follow each other. */
function lastTwo({ years }: ShareCourse) {
  const [before, now] = years.slice(-2)
  return before && now && now.year === before.year + 1 ? { before, now } : undefined
}

/** Change of each group's share in the last year. */
export function shiftsOf(course: ShareCourse, dimension: string): Shift[] {
  const two = lastTwo(course)
  if (!two) return []
  return course.groups.map(({ key, name }) => ({
    name,
    from: shareAt(two.before, [key]),
    to: shareAt(two.now, [key]),
    opens: ['powerShare', `year:${two.now.year}`, `${dimension}:${key}`],
  }))
}

/** Change of the share of four hours and more. */
export function longShift(course: ShareCourse): Shift[] {
  const two = lastTwo(course)
  if (!two) return []
  const opens = ['powerShare', `year:${two.now.year}`, ...LONG.map((key) => `durationBand:${key}`)]
  return [{ name: '4 小时及以上', from: shareAt(two.before, LONG), to: shareAt(two.now, LONG), opens }]
}

/** Place of a group in a list of keys; after the last if it is not one of them. */
export const placeIn = (keys: readonly string[], { key }: ShareGroup): number =>
  keys.includes(key) ? keys.indexOf(key) : keys.length

/** Groups in the order of a list of keys; further ones last. */
export const inOrder = (groups: readonly ShareGroup[], keys: readonly string[]): ShareGroup[] =>
  groups.toSorted((a, b) => placeIn(keys, a) - placeIn(keys, b))
