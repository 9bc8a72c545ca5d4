import { DurationBand } from '@xinchu/contract/codes'
import type { ScaleLayoutRow } from '@xinchu/sdk'
import type { Shift } from './finding.ts'

export interface ShareGroup {
  key: string
  name: string
  /** Keys of the groups that are shown as one. */
  keys?: readonly string[]
}

export const keysOf = ({ key, keys = [key] }: ShareGroup): readonly string[] => keys

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

/** Groups shown as one. */
const joinedAs = (name: string, groups: readonly ShareGroup[]): ShareGroup => ({
  key: name,
  name,
  keys: groups.flatMap(keysOf),
})

const OTHERS = '其他'

/** Groups in bands, each of some keys. Bands without projects are left out; what is in no band comes last. */
export function inBands(
  groups: readonly ShareGroup[],
  bands: readonly (readonly [name: string, keys: readonly string[]])[],
): ShareGroup[] {
  const held = new Set(bands.flatMap(([, keys]) => keys))
  const parts = [
    ...bands.map(([name, keys]) => ({ name, own: groups.filter(({ key }) => keys.includes(key)) })),
    { name: OTHERS, own: groups.filter(({ key }) => !held.has(key)) },
  ]
  return parts.flatMap(({ name, own }) => (own.length > 0 ? joinedAs(name, own) : []))
}

/** The largest groups of the last year; further ones, and those named 其他, as one. */
export function largestGroups({ groups, years }: ShareCourse, most: number): ShareGroup[] {
  const last = years.at(-1)
  const size = (group: ShareGroup) => (last ? shareAt(last, keysOf(group)) : 0)
  const named = groups.filter(({ name }) => name !== OTHERS).toSorted((a, b) => size(b) - size(a))
  const shown = named.slice(0, groups.length > most ? most - 1 : most)
  const rest = groups.filter((each) => !shown.includes(each))
  return rest.length > 0 ? [...shown, joinedAs(OTHERS, rest)] : shown
}

/** Groups in the order of a list of keys; further ones last. */
export const inOrder = (groups: readonly ShareGroup[], keys: readonly string[]): ShareGroup[] =>
  groups.toSorted((a, b) => placeIn(keys, a) - placeIn(keys, b))
