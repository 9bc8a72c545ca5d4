import { roundTo } from '@xinchu/validators'

/** Returns the share of each value in their sum in %, to four decimals. All 0 if the sum is 0. */
export function sharesOf(values: readonly number[]): number[] {
  const whole = values.reduce((sum, value) => sum + value, 0)
  return values.map((value) => (whole > 0 ? roundTo((value / whole) * 100, 4) : 0))
}
