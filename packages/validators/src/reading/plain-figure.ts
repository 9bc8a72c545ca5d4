import { folded, visible } from './fold.ts'

const PLAIN = /^(?:[+-]?(?:[1-9]\d{0,2}(?:,\d{3})+|\d+)(?:\.\d*)?|[+-]?\.\d+)$/
const LEADING_ZERO = /^[+-]?0+\d/

/** Whether a text is a number as it may be written: grouped by thousands or not at all. */
export const isPlainFigure = (text: string): boolean => PLAIN.test(text)

export const hasLeadingZero = (text: string): boolean => LEADING_ZERO.test(text)

/** The number that a text is, of any width; undefined for a text that is none beyond doubt. */
export function plainFigure(text: string): number | undefined {
  const written = folded(visible(text)).trim()
  return isPlainFigure(written) && !hasLeadingZero(written) ? Number(written.replaceAll(',', '')) : undefined
}
