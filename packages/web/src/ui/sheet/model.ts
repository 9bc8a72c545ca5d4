import { choosable } from '../choosable.ts'
import type { Choice } from '../ports.ts'

/** One column of a sheet. */
export interface SheetColumn {
  name: string
  title: string
  /** The caption in full, where the title relies on its group. */
  caption?: string
  unit?: string | undefined
  kind: 'number' | 'choice' | 'text'
  choices?: readonly Choice[] | undefined
  required?: boolean
  /** Title of the column group that starts here. */
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

/** Parses a figure as written by spreadsheets, with thousands separators or a dash for none. */
const plainFigure = (text: string) => text.replace(/[,，\s]/g, '').replace(/^[-—–]+$/, '')

/** Converts a pasted text to a column's value. Choices match by label or value. */
export function pastedValue({ kind, choices = [] }: SheetColumn, text: string): string {
  const trimmed = text.trim()
  if (kind === 'number') return plainFigure(trimmed)
  if (kind === 'text') return trimmed
  const offered = choosable(choices, [])
  return offered.find(({ label, value }) => label === trimmed || value === trimmed)?.value ?? ''
}

/** Whether there are several cells, which a single editor cannot take. */
export const isTable = (cells: readonly (readonly string[])[]): boolean =>
  cells.length > 1 || (cells[0]?.length ?? 0) > 1

export interface PasteTarget {
  columns: readonly (SheetColumn & { isReadOnly?: boolean })[]
  /** Editable rows. */
  isOpen: (row: number) => boolean
  rowCount: number
  at: { row: number; name: string }
}

/** Changes of a paste from a cell to the right and down, and the number of cells that did not fit. */
export function pasteChanges(
  cells: readonly (readonly string[])[],
  { columns, isOpen, rowCount, at }: PasteTarget,
): { changes: CellChange[]; lost: number } {
  const first = columns.findIndex(({ name }) => name === at.name)
  const changes: CellChange[] = []
  let lost = 0
  for (const [down, line] of cells.entries()) {
    const row = at.row + down
    for (const [right, text] of line.entries()) {
      const column = columns[first + right]
      if (!column || column.isReadOnly || row >= rowCount || !isOpen(row)) lost += 1
      else changes.push({ row, name: column.name, value: pastedValue(column, text) })
    }
  }
  return { changes, lost }
}
