import { isPlaceholder } from '@xinchu/validators'
import { type Factor, type Outcome, type ReadSpec, readCell, wordsOf } from '@xinchu/validators/reading'
import { today } from '../../lib/beijing.ts'
import { choosable } from '../choosable.ts'
import { namedChoice, type SheetColumn } from './model.ts'

/** A value that a text may mean, with its words. */
export interface InputChoice {
  value: string
  text: string
}

/** What a column makes of a text: its value, a question, or a refusal. */
export type InputReading =
  | { level: 'value'; value: string }
  | { level: 'asked'; words: string; choices: readonly InputChoice[] }
  | { level: 'refused'; words: string }

const storedText = (value: unknown): string => (value === undefined || value === null ? '' : String(value))

function specOf({ name, kind, unit, spec }: SheetColumn): ReadSpec {
  if (spec) return spec
  const own = unit === undefined ? { name } : { name, unit }
  if (kind === 'choice') return { ...own, kind: 'dict', dict: name }
  return { ...own, kind: kind === 'number' ? 'number' : 'string' }
}

/** Whether a placeholder may be stored: a text may say that there is nothing, a figure or a date cannot. */
function emptyReading(read: Outcome & { level: 'empty' }, spec: ReadSpec, text: string): InputReading {
  if (!read.note) return { level: 'value', value: '' }
  if (spec.kind === 'string') return { level: 'value', value: text.trim() }
  const why = spec.kind === 'dict' ? '不在可选项中' : '不是值，不填请留空'
  return { level: 'refused', words: `“${text.trim()}”${why}` }
}

function readingOf(read: Outcome, spec: ReadSpec, text: string): InputReading {
  switch (read.level) {
    case 'value':
      return { level: 'value', value: storedText(read.value) }
    case 'empty':
      return emptyReading(read, spec, text)
    case 'question': {
      const words = wordsOf(read.finding)
      if (read.choices.length === 0) return { level: 'refused', words }
      const choices = read.choices.map(({ value, text: shown }) => ({
        value: storedText(value),
        text: shown,
      }))
      return { level: 'asked', words, choices }
    }
    case 'refusal':
      return { level: 'refused', words: wordsOf(read.finding) }
  }
}

/**
 * Reads a text for a column, whether it was typed or pasted.
 * @param factor converts figures that are headed by another unit
 */
export function readInput(column: SheetColumn, text: string, factor?: Factor): InputReading {
  const words = text.trim()
  if (words === '' || (column.kind === 'text' && !column.spec)) return { level: 'value', value: words }
  const choices = column.choices ?? []
  const named = column.kind === 'choice' ? namedChoice(choices, words) : undefined
  if (named) return { level: 'value', value: named.value }
  const spec = specOf(column)
  const source = { by: 'clipboard', today: today() } as const
  const lookups = { entriesOf: () => choosable(choices, []) }
  const headed = factor ? { ...spec, factor } : spec
  return readingOf(readCell({ kind: 'text', text }, headed, source, lookups), spec, text)
}

/** Whether a text is a figure, not a placeholder for one. */
export function isFigure(text: string): boolean {
  if (text.trim() === '' || isPlaceholder(text)) return false
  const spec = { name: '', kind: 'number' } as const
  return readCell({ kind: 'text', text }, spec, { by: 'clipboard', today: today() }).level === 'value'
}
