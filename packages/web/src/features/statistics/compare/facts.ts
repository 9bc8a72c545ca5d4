import { type GroupPair, groupPairs, type Total, totalOf } from '@xinchu/validators'
import { useMemo } from 'react'
import type { CardState } from '../card-frame.tsx'
import { byDifference, longShareOf, regrouped, type Step, waterfallOf, withRest } from './model.ts'
import { useSides } from './reads.ts'
import type { Side } from './sides.ts'
import type { CompareState } from './use-compare.ts'
import { type PlaceName, useNames } from './use-names.ts'

/** Steps of a waterfall that has no regions. */
const MOST_STEPS = 9

/** Figures that all parts of a comparison share. */
export interface Facts extends Pick<CompareState, 'mode' | 'unit' | 'area' | 'isComparable'> {
  sides: readonly [base: Side, current: Side]
  names: ReadonlyMap<string, PlaceName>
  /** Divisions on both sides, with their short names; undefined while loading. */
  pairs: readonly GroupPair[] | undefined
  totals: readonly [base: Total, current: Total] | undefined
  /** Percent of power of projects that last four hours or longer. */
  longShares: readonly [base: number | undefined, current: number | undefined]
  /** Parts of the difference. */
  groups: readonly GroupPair[]
  steps: readonly Step[]
  /** Heading of the parts, and their dimension. */
  group: string
  dimension: 'regionGroup' | 'region'
  state: Required<CardState>
}

/** Reads both sides and compares them. */
export function useFacts(
  { mode, unit, area, isComparable }: CompareState,
  sides: readonly [base: Side, current: Side],
): Facts {
  const names = useNames()
  // When places are compared, both sides list the divisions of the same period.
  const whole = useMemo(
    () => (mode === 'periods' ? sides : ([withoutPlace(sides[1]), withoutPlace(sides[1])] as const)),
    [mode, sides],
  )
  const { base, current, ...places } = useSides(whole, unit, 'region')
  const { base: from, current: to, ...durations } = useSides(sides, unit, 'durationBand')
  const isNation = area.path.length === 0 && area.regionGroup === undefined
  const compared = useMemo(() => {
    if (!base || !current) return undefined
    const pairs = groupPairs(base, current).map((pair) => ({
      ...pair,
      name: names.get(pair.key)?.short ?? pair.name,
    }))
    const groupOf = ({ key }: GroupPair) => names.get(key)?.group ?? { key: '', name: '未填报' }
    const groups = isNation
      ? regrouped(pairs, groupOf)
      : withRest(byDifference(pairs), MOST_STEPS, (count) => `其余 ${count} 地`)
    const whole = totalOf(base)
    return {
      pairs,
      groups,
      steps: waterfallOf(groups, whole.power),
      totals: [whole, totalOf(current)] as const,
    }
  }, [base, current, names, isNation])
  const ofSides = useMemo(() => {
    return from && to
      ? {
          totals: [totalOf(from), totalOf(to)] as const,
          longShares: [longShareOf(from), longShareOf(to)] as const,
        }
      : undefined
  }, [from, to])
  return {
    ...{ mode, unit, area, isComparable, sides, names },
    pairs: compared?.pairs,
    totals: mode === 'periods' ? compared?.totals : ofSides?.totals,
    longShares: ofSides?.longShares ?? NONE,
    groups: compared?.groups ?? [],
    steps: compared?.steps ?? [],
    group: isNation ? '区域' : '地区',
    dimension: isNation ? 'regionGroup' : 'region',
    state: {
      error: places.error ?? durations.error,
      isStale: places.isStale || durations.isStale,
      onRetry: () => {
        places.onRetry()
        durations.onRetry()
      },
    },
  }
}

const NONE = [undefined, undefined] as const

const withoutPlace = ({ place: _place, ...side }: Side): Side => ({ ...side, place: undefined })
