import type { Factor } from './units.ts'

/** Digits of a workbook's number that are sure. */
export const SURE_DIGITS = 15
const KEPT_PLACES = 12

interface Scaled {
  units: bigint
  places: number
}

function scaled(text: string): Scaled {
  const [whole = '', part = ''] = text.split('.')
  return { units: BigInt(`${whole}${part}`), places: part.length }
}

function written({ units, places }: Scaled): string {
  const sign = units < 0n ? '-' : ''
  const digits = String(units < 0n ? -units : units).padStart(places + 1, '0')
  const part = digits.slice(digits.length - places).replace(/0+$/, '')
  const whole = places === 0 ? digits : digits.slice(0, digits.length - places)
  return `${sign}${whole}${places > 0 && part !== '' ? `.${part}` : ''}`
}

/** Rounds half away from zero. */
function divided(units: bigint, by: bigint): bigint {
  const half = by / 2n
  return units < 0n ? -((-units + half) / by) : (units + half) / by
}

/** Writes a decimal in its shortest form: no plus, no grouping, no needless zeros. */
export function shortest(text: string): string {
  const [, sign = '', whole = '', part = ''] = /^([+-]?)(\d*)\.?(\d*)$/.exec(text.replaceAll(',', '')) ?? []
  const digits = whole.replace(/^0+(?=\d)/, '') || '0'
  const places = part.replace(/0+$/, '')
  const plain = places === '' ? digits : `${digits}.${places}`
  return sign === '-' && plain !== '0' ? `-${plain}` : plain
}

/** Multiplies a decimal exactly; a quotient without an end keeps twelve places. */
export function converted(text: string, [times, per]: Factor): string {
  const { units, places } = scaled(shortest(text))
  const more = 10n ** BigInt(KEPT_PLACES)
  return written({
    units: divided(units * BigInt(times) * more, BigInt(per)),
    places: places + KEPT_PLACES,
  })
}

/** Rounds a decimal half away from zero. */
export function rounded(text: string, places: number): string {
  const from = scaled(shortest(text))
  if (from.places <= places) return written(from)
  return written({ units: divided(from.units, 10n ** BigInt(from.places - places)), places })
}

export const placesOf = (text: string): number => shortest(text).split('.')[1]?.length ?? 0

export const wholeDigits = (text: string): number =>
  shortest(text).replace('-', '').split('.')[0]?.length ?? 0

/** Writes a number as a spreadsheet shows it: 15 significant digits, never an exponent. Undefined for no number. */
export function sureDigits(text: string): string | undefined {
  const number = Number(text)
  if (text.trim() === '' || !Number.isFinite(number)) return undefined
  const [digits = '', exponent = '0'] = number.toPrecision(SURE_DIGITS).toLowerCase().split('e')
  const { units, places } = scaled(digits)
  const shift = Number(exponent) - places
  return shortest(
    shift >= 0
      ? written({ units: units * 10n ** BigInt(shift), places: 0 })
      : written({ units, places: -shift }),
  )
}
