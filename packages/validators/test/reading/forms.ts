import { readFileSync } from 'node:fs'
import type { RawCell, Source } from '../../src/reading/index.ts'

/** A written form, and what reading it gives. */
export interface WrittenForm {
  field: string
  sources: readonly Source[]
  cell: RawCell
  /** `= value code`, `empty code`, `ask code choices`, `refuse code` or `rule code`. */
  outcome: string
}

export const TODAY = '2026-11-28'

const unescaped = (text: string): string =>
  text
    .replaceAll('\\n', '\n')
    .replaceAll('\\t', '\t')
    .replace(/\\u([0-9a-f]{4})/g, (_all, code: string) => String.fromCodePoint(Number.parseInt(code, 16)))

const PATHS: Readonly<Record<string, readonly string[]>> = {
  any: ['workbook', 'csv', 'rows', 'clipboard', 'form'],
}

const sourcesOf = (text: string): Source[] =>
  (PATHS[text] ?? text.split(',')).map((each): Source => {
    const by = each.replace('-1904', '') as Source['by'] // the table names no others
    return { by, today: TODAY, ...(each.endsWith('-1904') ? { is1904: true } : {}) }
  })

/** The lines of `forms.tsv`. Blanks and signs that cannot be seen are escaped in it. */
export function writtenForms(): WrittenForm[] {
  const text = readFileSync(new URL('../../src/reading/forms.tsv', import.meta.url), 'utf8')
  const [, ...lines] = text.trimEnd().split('\n')
  return lines.map((line) => {
    const [field = '', sources = '', kind = '', written = '', format = '', outcome = ''] = line.split('\t')
    const cell = { kind: kind as RawCell['kind'], text: unescaped(written) } // the table names no others
    return { field, sources: sourcesOf(sources), cell: format ? { ...cell, format } : cell, outcome }
  })
}
