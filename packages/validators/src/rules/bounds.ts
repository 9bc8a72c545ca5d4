import { messages } from '../messages.ts'
import { isEmpty, type Rule, rule, textOf } from '../rule.ts'

/** Text of at most so many characters, counted as a reader would: a rare character outside the BMP is one. */
export function maxLength(most: number): Rule {
  const message = `长度不能超过${most}个字`
  return rule((value) => {
    if (isEmpty(value)) return null
    const text = textOf(value)
    if (text === undefined) return message
    if (text.length <= most) return null
    // At most two code units make one character: beyond that there is no need to count.
    return text.length > most * 2 || [...text].length > most ? message : null
  })
}

export interface Range {
  minimum?: number | undefined
  exclusiveMinimum?: number | undefined
  maximum?: number | undefined
}

/**
 * A number within bounds. Empty passes; text that is no number is left to the decimal rule; what is neither text nor a
 * finite number fails.
 */
export function range({ minimum, exclusiveMinimum, maximum }: Range): Rule {
  return rule((value) => {
    if (isEmpty(value)) return null
    const text = textOf(value)
    if (text === undefined) return messages.range
    if (text.trim() === '') return null
    const number = Number(text)
    if (Number.isNaN(number)) return null
    const fits =
      (minimum === undefined || number >= minimum) &&
      (exclusiveMinimum === undefined || number > exclusiveMinimum) &&
      (maximum === undefined || number <= maximum)
    return fits ? null : messages.range
  })
}
