import type { ScaleLayoutRow } from '@xinchu/sdk'
import { DurationBand } from '@xinchu/sdk/codes'
import { roundTo } from '@xinchu/validators'

/** Amounts of a group of projects, in the chosen unit. */
export interface Amount {
  key: string
  name: string
  count: number
  power: number
  energy: number
}

export interface Total {
  count: number
  power: number
  energy: number
  /** Hours; undefined without power. */
  duration: number | undefined
}

/** A figure on both sides. The difference and the change in percent are absent where they say nothing. */
export interface Pair {
  base: number | undefined
  current: number | undefined
  difference?: number
  change?: number
}

const DECIMALS = 4

const sumOf = (values: readonly number[]) =>
  roundTo(
    values.reduce((sum, value) => sum + value, 0),
    DECIMALS,
  )

/** Converts a row of scale. */
export const amountOf = ({ key = '', label = '', projectCount, ...row }: ScaleLayoutRow): Amount => ({
  key,
  name: label,
  count: projectCount,
  power: row.ratedPower,
  energy: row.ratedEnergy,
})

export function totalOf(amounts: readonly Amount[]): Total {
  const power = sumOf(amounts.map((each) => each.power))
  const energy = sumOf(amounts.map((each) => each.energy))
  return {
    count: sumOf(amounts.map(({ count }) => count)),
    power,
    energy,
    duration: power > 0 ? energy / power : undefined,
  }
}

/** Merges amounts of the same key. */
export function merged(amounts: readonly Amount[]): Amount[] {
  const groups = new Map<string, Amount[]>()
  for (const each of amounts) groups.set(each.key, [...(groups.get(each.key) ?? []), each])
  return [...groups].map(([key, each]) => ({ ...totalOf(each), key, name: each[0]?.name ?? key }))
}

/** The second groups of rows by two groups, of one first group or of all. */
export function withinPlace(rows: readonly Amount[], place: string | undefined): Amount[] {
  const parts = rows.flatMap(({ key, name, ...amount }) => {
    const [first = '', second = ''] = key.split(',')
    if (place !== undefined && first !== place) return []
    return [{ ...amount, key: second, name: name.slice(name.indexOf(' / ') + 3) }]
  })
  return merged(parts)
}

/** Percent of the base; undefined if the base is missing or 0. */
const percentOf = (difference: number, base: number): number | undefined =>
  base > 0 ? (100 * difference) / base : undefined

/** @param isComparable false where the sides have different bases, whose difference says nothing */
export function pairOf(base: number | undefined, current: number | undefined, isComparable = true): Pair {
  if (base === undefined || current === undefined || !isComparable) return { base, current }
  const difference = roundTo(current - base, DECIMALS)
  const change = percentOf(difference, base)
  return { base, current, difference, ...(change === undefined ? {} : { change }) }
}

/** Ranks, largest first. Equal values share a rank; 0 has none. */
export const ranksOf = (values: readonly number[]): (number | undefined)[] =>
  values.map((value) => (value > 0 ? 1 + values.filter((other) => other > value).length : undefined))

/** A group on both sides. A group missing on one side has no projects there. */
export interface GroupPair {
  key: string
  /** Keys of the groups that were added up. */
  keys?: readonly string[]
  name: string
  base: number
  current: number
  difference: number
  change: number | undefined
  /** Percent of the whole. */
  baseShare: number
  currentShare: number
  baseRank: number | undefined
  currentRank: number | undefined
}

const shareIn = (value: number, whole: number) => (whole > 0 ? (100 * value) / whole : 0)

/** Groups of both sides by power, largest of the current side first. */
export function groupPairs(base: readonly Amount[], current: readonly Amount[]): GroupPair[] {
  const [before, now] = [base, current].map((side) => new Map(side.map((each) => [each.key, each])))
  const keys = [...new Set([...current, ...base].map(({ key }) => key))]
  const powers = (side: typeof now) => keys.map((key) => side?.get(key)?.power ?? 0)
  const [bases, currents] = [powers(before), powers(now)]
  const [baseRanks, currentRanks] = [ranksOf(bases), ranksOf(currents)]
  const [baseTotal, currentTotal] = [sumOf(bases), sumOf(currents)]
  const pairs = keys.map((key, at) => {
    const [from = 0, to = 0] = [bases[at], currents[at]]
    const difference = roundTo(to - from, DECIMALS)
    return {
      key,
      name: (now?.get(key) ?? before?.get(key))?.name ?? key,
      base: from,
      current: to,
      difference,
      change: percentOf(difference, from),
      baseShare: shareIn(from, baseTotal),
      currentShare: shareIn(to, currentTotal),
      baseRank: baseRanks[at],
      currentRank: currentRanks[at],
    }
  })
  return pairs.toSorted((a, b) => b.current - a.current || a.key.localeCompare(b.key))
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
        // What was added up stays last.
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
