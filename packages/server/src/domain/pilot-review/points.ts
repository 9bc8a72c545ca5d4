/** Scores are whole numbers of 1/10,000 point, so that sums and comparisons are exact. */
export const UNITS_PER_POINT = 10_000

/** An exact average: a sum of units over a number of scores. */
export interface Fraction {
  sum: number
  count: number
}

export const fraction = (sum: number, count: number): Fraction => ({ sum, count })

/**
 * Compares two averages by cross multiplication.
 * @returns negative if `a` is smaller; an average of nothing is the smallest
 */
export function compareFractions(a: Fraction, b: Fraction): number {
  if (a.count === 0 || b.count === 0) return a.count - b.count
  return a.sum * b.count - b.sum * a.count
}

/**
 * Rounds an average to whole units, half up.
 * @returns units of 1/10,000 point; undefined for an average of nothing
 */
export function rounded({ sum, count }: Fraction): number | undefined {
  return count === 0 ? undefined : Math.floor((2 * sum + count) / (2 * count))
}

/** Units from points as the contract sends them, with at most four decimals. */
export const toUnits = (points: number): number => Math.round(points * UNITS_PER_POINT)

/** Points for display, without trailing zeros: 865000 units are 86.5. */
export const toDecimal = (units: number): string => String(units / UNITS_PER_POINT)

/** An average as points for display, rounded half up to four decimals, without trailing zeros. */
export const toPoints = (average: Fraction): string => toDecimal(rounded(average) ?? 0)
