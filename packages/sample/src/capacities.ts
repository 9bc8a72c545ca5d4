import { oneOf } from './random.ts'

export interface Capacity {
  /** MW */
  power: number
  /** MWh */
  energy: number
}

/** Sizes of stations in MW, and their shares of the power. */
export interface Sizes {
  large: readonly number[]
  largeShare: number
  /** Half a large station, so that leftovers too small for one even out between provinces. */
  halfLarge: number
  medium: readonly number[]
  smallShare: number
}

/** Published for the end of 2024: stations of 100 MW and more had 62.3 % of the power, those below 10 MW 4.9 %. */
const SIZES: Sizes = {
  large: [100, 100, 100, 150, 200, 200, 300],
  largeShare: 0.623,
  halfLarge: 50,
  medium: [30, 50, 50, 50, 60, 80],
  smallShare: 0.049,
}

/** In September 2025 stations of 100 MW and more had above two thirds of all the power: new ones are mostly large. */
export const LATER_SIZES: Sizes = {
  large: [100, 200, 300, 400, 500],
  largeShare: 0.9,
  halfLarge: 100,
  medium: [10, 30, 50, 80, 90, 90],
  smallShare: 0,
}
const SMALL = [2, 5, 6, 8, 9, 9]

// Minimum share of one-hour stations. A province with a short average duration has more.
const ONE_HOUR_SHARE = 0.08

/** Fills a budget with sizes from a list as long as one fits. */
function fill(budget: number, sizes: readonly number[], random: () => number): number[] {
  const filled: number[] = []
  let rest = budget
  while (rest >= Math.min(...sizes)) {
    const size = oneOf(
      sizes.filter((each) => each <= rest),
      random,
    )
    filled.push(size)
    rest -= size
  }
  return filled
}

const sum = (numbers: readonly number[]) => numbers.reduce((all, each) => all + each, 0)

/** Capacities in whole MW that add up to the total. */
function powersOf(total: number, random: () => number, sizes: Sizes): number[] {
  const budget = Math.min(total, Math.round(total * sizes.largeShare) + sizes.halfLarge)
  const large = fill(budget, sizes.large, random)
  const medium = fill(total - sum(large) - Math.round(total * sizes.smallShare), sizes.medium, random)
  const small = fill(total - sum(large) - sum(medium), SMALL, random)
  const rest = total - sum(large) - sum(medium) - sum(small)
  return [...large, ...medium, ...small, ...(rest > 0 ? [rest] : [])]
}

/** Takes items in random order as long as they fit a budget. */
function take(powers: readonly number[], budget: number, random: () => number): Set<number> {
  const order = powers.map((_, index) => ({ index, draw: random() })).sort((a, b) => a.draw - b.draw)
  const taken = new Set<number>()
  let rest = budget
  for (const { index } of order) {
    const power = powers[index] ?? 0
    if (power > rest) continue
    taken.add(index)
    rest -= power
  }
  return taken
}

/**
 * Creates stations of one, two and four hours whose power and energy add up exactly to the totals.
 * @param power MW, whole
 * @param energy MWh, whole
 */
export function capacitiesOf(
  power: number,
  energy: number,
  random: () => number,
  sizes: Sizes = SIZES,
): Capacity[] {
  const powers = powersOf(power, random, sizes)
  // Two hours are standard. A higher mean needs four-hour stations, a lower one one-hour stations.
  const beyond = energy / power - 2
  const oneHour = Math.max(ONE_HOUR_SHARE, -beyond)
  const long = take(powers, (power * Math.max(0, beyond + oneHour)) / 2, random)
  const others = powers.map((each, index) => (long.has(index) ? Number.POSITIVE_INFINITY : each))
  const short = take(others, power * oneHour, random)
  const energies = powers.map((each, index) => each * (long.has(index) ? 4 : short.has(index) ? 1 : 2))
  spread(energy - sum(energies), energies, powers)
  return powers.map((each, index) => ({ power: each, energy: energies[index] ?? 0 }))
}

/** Distributes the rounding remainder to the largest stations, at most a tenth of their energy each. */
function spread(difference: number, energies: number[], powers: readonly number[]): void {
  const largest = powers.map((_, index) => index).sort((a, b) => (powers[b] ?? 0) - (powers[a] ?? 0))
  let rest = difference
  while (rest !== 0) {
    const before = rest
    for (const index of largest) {
      const energy = energies[index] ?? 0
      const step = Math.sign(rest) * Math.min(Math.abs(rest), Math.ceil(energy / 10))
      energies[index] = energy + step
      rest -= step
    }
    if (rest === before) throw new RangeError('the totals cannot be met')
  }
}
