import { quantity } from '@xinchu/validators'

/** A change above this many percent is written as a multiple. */
const MOST_PERCENT = 1_000

/** Sign of a number in the number style; none for zero. */
export const signOf = (value: number): string => (value > 0 ? '+' : value < 0 ? '−' : '')

/** A difference in its unit with its sign, without the unit. */
export const signed = (value: number, unit: string, total?: number): string => {
  const text = quantity(Math.abs(value), unit, total ?? (value === 0 ? Number.POSITIVE_INFINITY : value))
  // A value that rounds to zero has no sign.
  return /[1-9]/.test(text) ? `${signOf(value)}${text}` : text
}

/** A change in percent: sign, one decimal and the percent sign, or a multiple above 1,000 %. */
export function changeText(percent: number): string {
  const isMultiple = Math.abs(percent) > MOST_PERCENT
  const text = Math.abs(isMultiple ? percent / 100 : percent).toFixed(1)
  const sign = text === '0.0' ? '' : signOf(percent)
  return isMultiple ? `${sign}${text} 倍` : `${sign}${text}%`
}

/** A change of a share in percentage points. */
export function pointsText(points: number): string {
  const text = Math.abs(points).toFixed(1)
  return `${text === '0.0' ? '' : signOf(points)}${text} 点`
}
