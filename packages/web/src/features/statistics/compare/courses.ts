import type { GroupPair } from '@xinchu/validators'
import { changeText } from '../change.ts'
import { byDifference } from './model.ts'
import type { Series } from './reads.ts'
import type { Side } from './sides.ts'

/** A value at a moment, in years: the end of 2025 is 2026. */
export interface Point {
  at: number
  power: number
}

/** Power of a division over time, with both sides of the comparison. */
export interface Course {
  key: string
  name: string
  change: number | undefined
  base: number
  current: number
  points: readonly Point[]
  /** Moments of the sides. */
  baseAt: number
  currentAt: number
}

/** A change in percent without decimals, for which a small plot has no room. Multiples keep theirs. */
export const wholeChangeText = (percent: number): string =>
  changeText(percent).endsWith('%')
    ? changeText(Math.round(percent)).replace('.0%', '%')
    : changeText(percent)

/** Years of a course before its end. */
const YEARS = 4

/** Moment of a side; that of today counts as the end of its last year. */
const momentOf = ({ period }: Side, last: number) =>
  period ? period.year + (period.quarter ?? 4) / 4 : last + 1

/**
 * Courses of the divisions by growth, largest first. Year ends are of the later side's own figures; the sides' own
 * figures replace them at their moments.
 */
export function coursesOf(
  pairs: readonly GroupPair[],
  series: Series,
  [base, current]: readonly [Side, Side],
): Course[] {
  const last = Math.max(0, ...[...series.values()].flatMap((each) => each.map(({ year }) => year)))
  const [baseAt, currentAt] = [momentOf(base, last), momentOf(current, last)]
  const [from, to] = [Math.min(baseAt, currentAt), Math.max(baseAt, currentAt)]
  const first = Math.min(to - YEARS, from)
  return byDifference(pairs).map((pair) => {
    const ends = (series.get(pair.key) ?? [])
      .map(({ year, power }) => ({ at: year + 1, power }))
      .filter(({ at }) => at >= first && at < to && at !== baseAt && at !== currentAt)
    const points = [...ends, { at: baseAt, power: pair.base }, { at: currentAt, power: pair.current }]
    return {
      ...{ key: pair.key, name: pair.name, change: pair.change, base: pair.base, current: pair.current },
      ...{ baseAt, currentAt },
      points: points.toSorted((a, b) => a.at - b.at),
    }
  })
}

/** The least round number that holds all values: 1, 2, 3, 4, 6, 8 or 9 times a power of ten, with one more digit. */
export function roundAbove(value: number): number {
  if (value <= 0) return 1
  const size = 10 ** Math.floor(Math.log10(value))
  const digit = [1, 1.2, 1.5, 1.8, 2, 2.5, 3, 4, 5, 6, 8, 10].find((each) => each * size >= value) ?? 10
  return digit * size
}
