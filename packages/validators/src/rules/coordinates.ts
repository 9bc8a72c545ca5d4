import { type Fault, isEmpty, type Rule, textOf } from '../rule.ts'

const DEGREES = /^-?[0-9]{1,3}(?:\.[0-9]+)?$/

const OUTSIDE: Fault = { code: 'F-011' }

const between =
  (least: number, most: number): Rule =>
  (value) => {
    if (isEmpty(value)) return null
    const text = textOf(value)
    if (text === undefined || !DEGREES.test(text)) return OUTSIDE
    return Number(text) >= least && Number(text) <= most ? null : OUTSIDE
  }

/** Longitude in degrees within the extent of China, 73 to 136 east. Empty passes. */
export const longitude: Rule = between(73, 136)

/** Latitude in degrees within the extent of China, 3 to 54 north. Empty passes. */
export const latitude: Rule = between(3, 54)

/** Whether two coordinates lie in China if they are exchanged. */
export const areSwapped = (lng: unknown, lat: unknown): boolean =>
  !isEmpty(lng) && !isEmpty(lat) && longitude(lat) === null && latitude(lng) === null
