import { roundTo } from '@xinchu/validators'
import type { StationGroup } from './station-use.ts'

/** Width of the bins of hours, and where the last begins, which holds all above. */
export const BIN_HOURS = 50
export const LAST_BIN = 1200

/**
 * Rounds a station's figure or a quantile, which is a quotient in binary, to four decimals. Rounds to eight first, so that
 * the noise of binary fractions does not decide about a half.
 */
export const roundQuotient = (value: number): number => roundTo(roundTo(value, 8), 4)

/** What figures need of a group's stations with known hours. */
interface Summary {
  /** Hours, ascending, and the index of each in the group. */
  sorted: Float64Array
  order: Uint32Array
  /** Sums of MW and MWh. */
  power: number
  energy: number
  /** Numbers of stations by the first hour of their bin. */
  bins: ReadonlyMap<number, number>
}

const summaries = new WeakMap<StationGroup, Summary>()

const sumOf = (values: readonly number[] | null) => (values ?? []).reduce((sum, value) => sum + value, 0)

/** Summary of a group, which is made once: groups of provinces without changes stay the same. */
export function summaryOf(group: StationGroup): Summary {
  const known = summaries.get(group)
  if (known) return known
  const hours = new Float64Array(group.hours ?? [])
  const order = Uint32Array.from(hours.keys()).sort((a, b) => (hours[a] ?? 0) - (hours[b] ?? 0))
  const bins = new Map<number, number>()
  for (const each of hours) {
    const from = Math.min(Math.floor(each / BIN_HOURS) * BIN_HOURS, LAST_BIN)
    bins.set(from, (bins.get(from) ?? 0) + 1)
  }
  const sums = { power: sumOf(group.powers), energy: sumOf(group.energies) }
  const summary = { sorted: hours.slice().sort(), order, ...sums, bins }
  summaries.set(group, summary)
  return summary
}
