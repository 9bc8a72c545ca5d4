import { normalisedName } from '../es-project/name.ts'

/** Normalizes a unit's name for comparison: removes width, case, punctuation and words that occur in every name. */
export const unitName = (name: string): string => normalisedName(name)

/** Whether two names mean the same unit, regardless of spelling. */
export const isSameUnit = (a: string, b: string): boolean => unitName(a) !== '' && unitName(a) === unitName(b)

/** Normalizes a telephone number for comparison: digits without country code. Returns undefined below seven digits. */
export function telephoneOf(text: string): string | undefined {
  const digits = text.normalize('NFKC').replace(/\D/g, '')
  const local = digits.replace(/^(?:00)?86(?=1\d{10}$|0?\d{10,11}$)/, '')
  return local.length < 7 ? undefined : local
}

/** Normalizes an e-mail address for comparison. Returns undefined for other text. */
export function emailOf(text: string): string | undefined {
  const address = text.normalize('NFKC').trim().toLowerCase()
  return address.includes('@') ? address : undefined
}

// The house number ends the address of a building; floors and rooms follow it.
const HOUSE = /^(.*?\d+号)/

/** Normalizes an address up to its house number. Returns undefined without one, because a street has many units. */
export function placeOf(text: string): string | undefined {
  const plain = text.normalize('NFKC').replace(/[\p{P}\p{S}\s]/gu, '')
  return HOUSE.exec(plain)?.[1]
}
