import type { ReadSpec } from '@xinchu/validators/reading'
import { choosable } from '../choosable.ts'
import type { Choice } from '../ports.ts'

/** One column of a sheet. */
export interface SheetColumn {
  name: string
  title: string
  /** The caption in full, where the title relies on its group. */
  caption?: string
  /** Further names that the column has in tables of others. */
  names?: readonly string[]
  unit?: string | undefined
  kind: 'number' | 'choice' | 'text'
  choices?: readonly Choice[] | undefined
  /** The field as the reader needs it, where the kind does not say enough. */
  spec?: ReadSpec
  /** Whether its texts find the rows of a pasted block. */
  isKey?: boolean
  required?: boolean
  /** Title of the column group that starts here. A column with an empty group ends it. */
  group?: string
}

/** Input of a row: texts by column. */
export type SheetRow = Readonly<Record<string, string>>

export interface CellChange {
  row: number
  name: string
  value: string
}

/** Parses a table copied from a spreadsheet. Quoted cells may contain tabs, line breaks and doubled quotes. */
export function clipboardCells(text: string): string[][] {
  const rows: string[][] = [[]]
  let cell = ''
  let isQuoted = false
  const source = text.replace(/\r\n?/g, '\n').replace(/\n$/, '')
  for (let at = 0; at < source.length; at += 1) {
    const sign = source[at] ?? ''
    if (isQuoted) {
      if (sign !== '"') cell += sign
      else if (source[at + 1] === '"') {
        cell += '"'
        at += 1
      } else isQuoted = false
    } else if (sign === '"' && cell === '') isQuoted = true
    else if (sign === '\t' || sign === '\n') {
      rows.at(-1)?.push(cell)
      cell = ''
      if (sign === '\n') rows.push([])
    } else cell += sign
  }
  rows.at(-1)?.push(cell)
  return rows
}

const quoted = (cell: string) => (/[\t\n"]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)

/** Writes a table in clipboard format. `clipboardCells` reads it back. */
export const clipboardText = (cells: readonly (readonly string[])[]): string =>
  cells.map((row) => row.map(quoted).join('\t')).join('\n')

/** Whether there are several cells, which a single editor cannot take. */
export const isTable = (cells: readonly (readonly string[])[]): boolean =>
  cells.length > 1 || (cells[0]?.length ?? 0) > 1

/** The choice that a text names: its label or value, or the only label that starts with the text. */
export function namedChoice(choices: readonly Choice[], text: string): Choice | undefined {
  const words = text.trim()
  if (words === '') return undefined
  const offered = choosable(choices, [])
  const exact = offered.find(({ label, value }) => label === words || value === words)
  if (exact) return exact
  const begun = offered.filter(({ label }) => label.startsWith(words))
  return begun.length === 1 ? begun[0] : undefined
}
