import { roundTo } from '../round.ts'

/** A row of scale, as the call answers. */
interface ScaleRow {
  key?: string
  label?: string
  projectCount: number
  ratedPower: number
  ratedEnergy: number
}

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

const DECIMALS = 4

/** Sum without binary remainders. */
export const sumOf = (values: readonly number[]): number =>
  roundTo(
    values.reduce((sum, value) => sum + value, 0),
    DECIMALS,
  )

/** Converts a row of scale. */
export const amountOf = ({ key = '', label = '', projectCount, ...row }: ScaleRow): Amount => ({
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
export const percentOf = (difference: number, base: number): number | undefined =>
  base > 0 ? (100 * difference) / base : undefined

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
