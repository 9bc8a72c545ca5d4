import { toPlainLine } from '@xinchu/validators'
import { type RawCell, readCell, type Source } from '@xinchu/validators/reading'
import { type MergedCell, type ScannedRow, type SheetCell, unguarded } from '../../workbook/index.ts'
import type { ImportColumn } from './columns.ts'
import type { Header } from './header.ts'
import { inOwnUnit } from './heading-units.ts'
import type { RawCells, RawRow } from './places.ts'
import { rawCell } from './raw-cell.ts'

/** A row as it was read: its texts, and the cells of which the file says more than their text. */
export interface ReadRow {
  raw: RawRow
  cells: RawCells
}

// The value of these may be meant for all rows of a merged range. A number may be the sum, a name is that of one project.
const FILLED: ReadonlySet<string> = new Set(['dict', 'dicts', 'date', 'region', 'boolean'])
const OF_ONE_PROJECT: ReadonlySet<string> = new Set(['projectName', 'recordNo', 'nationalCode'])

const LOOKED_UP: ReadonlySet<string> = new Set(['dict', 'dicts', 'region'])

interface Mutable {
  raw: Record<string, string>
  cells: Record<string, RawCell>
}

const plain = (text: string): string => toPlainLine(unguarded(text))

const isFilled = ({ name, spec }: ImportColumn): boolean =>
  !OF_ONE_PROJECT.has(name) && (FILLED.has(spec.kind) || spec.kind === 'string' || spec.source === 'owner')

const textOf = (value: unknown): string =>
  typeof value === 'boolean' ? (value ? '是' : '否') : String(value)

const shown = (cell: Exclude<SheetCell, null>): string =>
  typeof cell === 'string' ? plain(cell) : rawCell(cell).text

/** Reads the rows of a workbook cell by cell. */
export class CellReader {
  readonly #header: Pick<Header, 'columns' | 'units' | 'own'>
  readonly #source: Source
  /** Filled cells of columns without a meaning, by column from 1. */
  readonly strays = new Map<number, number>()
  /** Cells that were filled from a merged range, by range. */
  readonly filled = new Map<string, number>()

  constructor(header: Pick<Header, 'columns' | 'units' | 'own'>, source: Source) {
    this.#header = header
    this.#source = source
  }

  /** Reads a row; its merged cells have the value of their range. */
  read({ cells }: ScannedRow, merged: ReadonlyMap<number, MergedCell>): ReadRow {
    const row: Mutable = { raw: {}, cells: {} }
    const width = Math.max(cells.length, ...merged.keys())
    for (let at = 0; at < width; at++) {
      const column = this.#header.columns[at]
      const range = merged.get(at + 1)
      const cell = range ? range.value : (cells[at] ?? null)
      if (!column) this.#count(at + 1, cells[at])
      else if (range) this.#merged(row, column, at, range)
      else if (cell !== null) this.#cell(row, column, at, cell)
    }
    return row
  }

  #count(column: number, cell: SheetCell | undefined): void {
    if (cell === null || cell === undefined || this.#header.own.has(column)) return
    if (typeof cell === 'string' && cell.trim() === '') return
    this.strays.set(column, (this.strays.get(column) ?? 0) + 1)
  }

  #merged(row: Mutable, column: ImportColumn, at: number, { range, value }: MergedCell): void {
    if (value === null || (typeof value === 'string' && value.trim() === '')) return
    if (range.left !== range.right || (range.top !== range.bottom && !isFilled(column))) {
      row.raw[column.name] = shown(value)
      row.cells[column.name] = { kind: 'merged', text: range.ref }
      return
    }
    this.filled.set(range.ref, range.bottom - range.top + 1)
    this.#cell(row, column, at, value)
  }

  #cell(row: Mutable, column: ImportColumn, at: number, cell: Exclude<SheetCell, null>): void {
    const { name, spec } = column
    const unit = this.#header.units[at]
    if (unit) {
      const given: RawCell = typeof cell === 'string' ? { kind: 'text', text: plain(cell) } : rawCell(cell)
      const text = inOwnUnit(given, unit, column, this.#source)
      if (text !== '') row.raw[name] = text
      return
    }
    if (typeof cell === 'string') {
      const text = plain(cell)
      if (text !== '') row.raw[name] = text
      return
    }
    const given = rawCell(cell)
    // Places, owners and choices are looked up later by the text that the cell shows.
    const isNamed = LOOKED_UP.has(spec.kind) || spec.source === 'owner'
    const read = readCell(given, isNamed ? { name, kind: 'string' } : spec, this.#source)
    if (read.level === 'empty') return
    const isPlain = read.level === 'value' && !read.note
    row.raw[name] = isPlain ? textOf(read.value) : plain(given.text)
    if (!isPlain) row.cells[name] = given
  }
}
