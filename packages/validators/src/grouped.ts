import { roundTo } from './round.ts'

const THOUSANDS = /\B(?=(?:\d{3})+$)/g

/**
 * Writes a finite number with separators of thousands, as `Intl.NumberFormat` does for Chinese. The first `NumberFormat` of a
 * page costs a slow machine a tenth of a second before anything is shown.
 * @param most decimals to which it is rounded, half away from zero
 * @param least decimals that it has at least
 */
export function grouped(value: number, most: number, least = 0): string {
  const sign = value < 0 || Object.is(value, -0) ? '-' : ''
  const [whole = '', decimals = ''] = Math.abs(roundTo(value, most)).toFixed(most).split('.')
  const shown = decimals.slice(0, least) + decimals.slice(least).replace(/0+$/, '')
  return `${sign}${whole.replace(THOUSANDS, ',')}${shown && `.${shown}`}`
}
