import type { RuleCode } from '../book/texts.ts'
import { readCell } from './read-cell.ts'
import type { Finding, Lookups, RawCell, ReadSpec, Source } from './types.ts'
import { wordsOf } from './words.ts'

interface Problem {
  code: RuleCode
  message: string
}

/** The value of a workbook cell with what should be noted, or why it has none. */
export type CellValue = { value: unknown; note?: Problem } | Problem

const problemOf = (finding: Finding): Problem => ({ code: finding.code, message: wordsOf(finding) })

/**
 * Reads a cell, or a text alone, where a question cannot be asked yet: it is a problem whose message names the choices. A cell
 * that counts as empty has the value undefined.
 */
export function cellValue(
  cell: RawCell | string,
  spec: ReadSpec,
  source: Source,
  lookups?: Lookups,
): CellValue {
  const read = readCell(typeof cell === 'string' ? { kind: 'text', text: cell } : cell, spec, source, lookups)
  if (read.level === 'question' || read.level === 'refusal') return problemOf(read.finding)
  const value = read.level === 'value' ? read.value : undefined
  return read.note ? { value, note: problemOf(read.note) } : { value }
}
