import { normalisedName } from '../es-project/name.ts'

/** A unit's name as it is compared: without width, case, punctuation and words that occur in every name. */
export const unitName = (name: string): string => normalisedName(name)

/** Whether two names mean the same unit, whatever way they are written. */
export const isSameUnit = (a: string, b: string): boolean => unitName(a) !== '' && unitName(a) === unitName(b)

/** A telephone number as it is compared: digits without the country's code; undefined if it has too few to tell. */
export function telephoneOf(text: string): string | undefined {
  const digits = text.normalize('NFKC').replace(/\D/g, '')
  const local = digits.replace(/^(?:00)?86(?=1\d{10}$|0?\d{10,11}$)/, '')
  return local.length < 7 ? undefined : local
}

/** An e-mail address as it is compared; undefined if it is none. */
export function emailOf(text: string): string | undefined {
  const address = text.normalize('NFKC').trim().toLowerCase()
  return address.includes('@') ? address : undefined
}

// The house number ends the address of a building; floors and rooms follow it.
const HOUSE = /^(.*?\d+号)/

/** An address as it is compared: up to the house number; undefined without one, because a street has many units. */
export function placeOf(text: string): string | undefined {
  const plain = text.normalize('NFKC').replace(/[\p{P}\p{S}\s]/gu, '')
  return HOUSE.exec(plain)?.[1]
}
