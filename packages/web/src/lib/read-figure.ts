import { codes } from '@xinchu/validators'
import { type Factor, type Finding, readCell } from '@xinchu/validators/reading'
import { today } from './beijing.ts'

/** A figure as its digits, empty for no text, or why a text is none. */
export type ReadFigure = { digits: string } | { finding: Finding }

/**
 * Parses a figure as spreadsheets write it. Never takes a text that typing refuses.
 * @param factor converts figures that are headed by another unit
 */
export function readFigure(text: string, unit?: string, factor?: Factor): ReadFigure {
  const spec = {
    name: '',
    kind: 'number',
    ...(unit ? { unit } : {}),
    ...(factor ? { factor } : {}),
  } as const
  const read = readCell({ kind: 'text', text }, spec, { by: 'clipboard', today: today() })
  if (read.level === 'value') return { digits: String(read.value) }
  if (read.level !== 'empty') return { finding: read.finding }
  // A placeholder is no figure, and does not empty a cell.
  return read.note ? { finding: { code: codes.decimal, original: text } } : { digits: '' }
}
