import { type Fault, isEmpty, type Rule, textOf } from '../rule.ts'

/** Text of at most `max` characters. A character outside the BMP counts as one. */
export function maxLength(most: number): Rule {
  const fault: Fault = { code: 'F-021', values: { most } }
  return (value) => {
    if (isEmpty(value)) return null
    const text = textOf(value)
    if (text === undefined) return fault
    if (text.length <= most) return null
    // A character has at most two code units, so longer text needs no counting.
    return text.length > most * 2 || [...text].length > most ? fault : null
  }
}

const OUT_OF_RANGE: Fault = { code: 'F-016' }

export interface Range {
  minimum?: number | undefined
  exclusiveMinimum?: number | undefined
  maximum?: number | undefined
}

/**
 * A number within bounds. Empty passes. Non-numeric text passes, because the decimal rule reports it. Any other type and
 * non-finite numbers fail.
 */
export function range({ minimum, exclusiveMinimum, maximum }: Range): Rule {
  return (value) => {
    if (isEmpty(value)) return null
    const text = textOf(value)
    if (text === undefined) return OUT_OF_RANGE
    if (text.trim() === '') return null
    const number = Number(text)
    if (Number.isNaN(number)) return null
    const fits =
      (minimum === undefined || number >= minimum) &&
      (exclusiveMinimum === undefined || number > exclusiveMinimum) &&
      (maximum === undefined || number <= maximum)
    return fits ? null : OUT_OF_RANGE
  }
}
