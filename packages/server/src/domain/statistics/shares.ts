const TENTHS = 10
const WHOLE = 100

/** Percentages to 0.1 that add up to 100.0. The largest absorbs the rounding difference. All 0 if the whole is 0. */
export function sharesOf(values: readonly number[]): number[] {
  const whole = values.reduce((sum, value) => sum + value, 0)
  if (whole <= 0) return values.map(() => 0)
  const tenths = values.map((value) => Math.round((value / whole) * WHOLE * TENTHS))
  const rest = WHOLE * TENTHS - tenths.reduce((sum, value) => sum + value, 0)
  const largest = values.indexOf(values.reduce((most, value) => Math.max(most, value)))
  return tenths.map((value, at) => (at === largest ? value + rest : value) / TENTHS)
}
