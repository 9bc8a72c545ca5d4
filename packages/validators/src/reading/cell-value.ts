import type { RuleCode } from '../book/texts.ts'
import { readCell } from './read-cell.ts'
import type { Choice, Finding, Lookups, RawCell, ReadSpec, Source } from './types.ts'
import { wordsOf } from './words.ts'

interface Problem {
  code: RuleCode
  message: string
}

/** A problem that one of the choices solves. */
export interface AskedCell extends Problem {
  original: string
  choices: readonly Choice[]
}

/** The value of a workbook cell with what should be noted, or why it has none. */
export type CellValue = { value: unknown; note?: Problem } | AskedCell | Problem

/** Whether a cell has to be confirmed. */
export const isAsked = (read: CellValue): read is AskedCell => 'choices' in read

const problemOf = (finding: Finding): Problem => ({ code: finding.code, message: wordsOf(finding) })

const rawCell = (cell: RawCell | string): RawCell =>
  typeof cell === 'string' ? { kind: 'text', text: cell } : cell

/**
 * Reads a cell, or a text alone, as a value or a problem. A question with choices has them; its message names them too. A cell
 * that counts as empty has the value undefined.
 */
export function cellValue(
  cell: RawCell | string,
  spec: ReadSpec,
  source: Source,
  lookups?: Lookups,
): CellValue {
  const read = readCell(rawCell(cell), spec, source, lookups)
  if (read.level === 'refusal') return problemOf(read.finding)
  if (read.level === 'question') {
    const { finding, choices } = read
    return choices.length === 0
      ? problemOf(finding)
      : { ...problemOf(finding), original: finding.original, choices }
  }
  const value = read.level === 'value' ? read.value : undefined
  return read.note ? { value, note: problemOf(read.note) } : { value }
}
