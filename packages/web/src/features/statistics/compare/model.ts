import { DurationBand } from '@xinchu/contract/codes'
import {
  type Amount,
  type GroupPair,
  groupPairs,
  merged,
  percentOf,
  roundTo,
  sumOf,
  totalOf,
} from '@xinchu/validators'

/** A figure on both sides. The difference and the change in percent are absent where they are not meaningful. */
export interface Pair {
  base: number | undefined
  current: number | undefined
  difference?: number
  change?: number
}

const DECIMALS = 4

/** @param isComparable false if the sides have different bases, so that no difference is shown */
export function pairOf(base: number | undefined, current: number | undefined, isComparable = true): Pair {
  if (base === undefined || current === undefined || !isComparable) return { base, current }
  const difference = roundTo(current - base, DECIMALS)
  const change = percentOf(difference, base)
  return { base, current, difference, ...(change === undefined ? {} : { change }) }
}

export const byDifference = (pairs: readonly GroupPair[]): GroupPair[] =>
  pairs.toSorted((a, b) => b.difference - a.difference || a.key.localeCompare(b.key))

/** Adds up pairs under other keys, such as provinces under their regions. */
export function regrouped(
  pairs: readonly GroupPair[],
  groupOf: (pair: GroupPair) => { key: string; name: string },
): GroupPair[] {
  const side = (of: 'base' | 'current') =>
    merged(pairs.map((pair) => ({ ...groupOf(pair), count: 0, energy: 0, power: pair[of] }))).filter(
      ({ power }) => power !== 0,
    )
  return groupPairs(side('base'), side('current'))
}

/** Keeps the largest groups and adds up the rest. `orderOf` decides which are kept. */
export function withRest(pairs: readonly GroupPair[], most: number, name: (count: number) => string) {
  if (pairs.length <= most) return [...pairs]
  const rest = pairs.slice(most - 1)
  const sum = (of: (pair: GroupPair) => number) => sumOf(rest.map(of))
  const [base, difference] = [sum((each) => each.base), sum((each) => each.difference)]
  const last: GroupPair = {
    key: REST,
    keys: rest.map(({ key }) => key),
    name: name(rest.length),
    base,
    current: sum((each) => each.current),
    difference,
    change: percentOf(difference, base),
    baseShare: sum((each) => each.baseShare),
    currentShare: sum((each) => each.currentShare),
    baseRank: undefined,
    currentRank: undefined,
  }
  return [...pairs.slice(0, most - 1), last]
}

/** Key of the groups that were added up. */
export const REST = 'rest'

/** Cells by which a group leads to its rows. */
export const cellsOfGroup = (dimension: string, { key, keys = [key] }: Pick<GroupPair, 'key' | 'keys'>) =>
  keys.map((each) => `${dimension}:${each}`)

/** A column of the waterfall. */
export interface Step extends Pick<GroupPair, 'keys'> {
  key: string
  name: string
  from: number
  to: number
  difference: number
  /** Percent of the whole difference; undefined if there is none. */
  share: number | undefined
}

/** Steps from the base's total to the current one, largest growth first. */
export function waterfallOf(pairs: readonly GroupPair[], base: number): Step[] {
  const whole = sumOf(pairs.map(({ difference }) => difference))
  let at = base
  return pairs
    .filter(({ difference }) => difference !== 0)
    .toSorted(
      (a, b) =>
        // The summed rest stays last.
        Number(a.key === REST) - Number(b.key === REST) ||
        b.difference - a.difference ||
        a.key.localeCompare(b.key),
    )
    .map(({ key, keys, name, difference }) => {
      const from = at
      at = roundTo(at + difference, DECIMALS)
      const share = whole === 0 ? undefined : (100 * difference) / whole
      return { key, ...(keys && { keys }), name, from, to: at, difference, share }
    })
}

/** Bands of four hours and longer. */
export const LONG: readonly string[] = [DurationBand.above4h, DurationBand.above8h]

/** Percent of power of projects that last four hours or longer; undefined without power. */
export function longShareOf(durations: readonly Amount[]): number | undefined {
  const { power } = totalOf(durations)
  const long = totalOf(durations.filter(({ key }) => LONG.includes(key)))
  return power > 0 ? (100 * long.power) / power : undefined
}
