import { folded, sureDigits, wordsOf } from '@xinchu/validators/reading'
import { otherRow } from '@xinchu/validators/reading/table'
import { columnLetter } from '../../workbook/column-letter.ts'
import { MergedCells, type ScannedRow, type SheetCell } from '../../workbook/index.ts'
import type { ChosenSheet } from './choose-sheet.ts'
import { importColumns } from './columns.ts'
import { isRepeatedHeading } from './header.ts'
import { conversionNotes } from './heading-units.ts'
import { BEYOND, type RawCells, type RawRow } from './places.ts'
import { CellReader, type ReadRow } from './read-cells.ts'
import { sampleKind } from './sample.ts'

const MOST_NAMED = 10
const NEAR = 0.001

const OTHER = { total: '合计', signature: '签署', note: '说明', heading: '重复的表头' } as const

const figures = importColumns.filter(({ spec }) => spec.kind === 'number' && spec.unit !== '°')

const listed = (rows: readonly number[]): string =>
  rows.length > MOST_NAMED ? `${rows.slice(0, MOST_NAMED).join('、')} 等` : rows.join('、')

/** Ranges of the same number of rows together. */
function byCount(filled: ReadonlyMap<string, number>): [count: number, ranges: string][] {
  const ranges = new Map<number, string[]>()
  for (const [range, count] of filled) ranges.set(count, [...(ranges.get(count) ?? []), range])
  return [...ranges].map(([count, each]) => [count, each.slice(0, MOST_NAMED).join('、')])
}

/** Whether all cells of a project are struck out, by which people withdraw it. */
function isStruck({ cells }: ScannedRow, { columns }: ChosenSheet['header']): boolean {
  const isMarked = (cell: SheetCell) => typeof cell === 'object' && cell?.marks === 'struck'
  const isBlank = (cell: SheetCell) => cell === null || (typeof cell === 'string' && cell.trim() === '')
  return cells.some(isMarked) && cells.every((cell, at) => !columns[at] || isBlank(cell) || isMarked(cell))
}

/** The text of a figure without grouping; undefined for none. */
const figureOf = (text: string | undefined): number | undefined => {
  const number = Number(folded(text ?? '').replaceAll(',', ''))
  return text === undefined || text.trim() === '' || Number.isNaN(number) ? undefined : number
}

/**
 * Tells the projects of a sheet from what else stands in its rows, and keeps account of all that is not read or is read in another
 * way than it is written.
 */
export class WorkbookRows {
  readonly #chosen: ChosenSheet
  readonly #cells: CellReader
  readonly #merged: MergedCells
  readonly #hidden: number[] = []
  readonly #struck: number[] = []
  readonly #others = new Map<keyof typeof OTHER, number[]>()
  readonly #sums = new Map<string, number>()
  readonly #totals: string[] = []
  #dragged = 0
  #samples = 0
  #last: RawRow = {}

  constructor(chosen: ChosenSheet, source: ConstructorParameters<typeof CellReader>[1]) {
    this.#chosen = chosen
    this.#cells = new CellReader(chosen.header, source)
    this.#merged = new MergedCells(chosen.sheet.merged)
  }

  /** The project of a row; undefined for a row that is none. Rows must come in order. */
  read(row: ScannedRow): ReadRow | undefined {
    const merged = this.#merged.in(row)
    if (row.rowNo <= this.#chosen.header.lastRow) return undefined
    if (isRepeatedHeading(row, this.#chosen.header)) return this.#leave('heading', row.rowNo)
    const read = this.#cells.read(row, merged)
    const { raw } = read
    if (Object.keys(raw).length === 0) return undefined
    const other = otherRow(row.cells)
    if (other === 'total') this.#compareTotal(raw)
    if (other) return this.#leave(other, row.rowNo)
    if (sampleKind(raw) === 'sample') {
      this.#samples += 1
      return undefined
    }
    if (this.#isDragged(raw)) {
      this.#dragged += 1
      return undefined
    }
    this.#last = raw
    if (row.isHidden) this.#hidden.push(row.rowNo)
    if (isStruck(row, this.#chosen.header)) this.#struck.push(row.rowNo)
    for (const { name } of figures)
      this.#sums.set(name, (this.#sums.get(name) ?? 0) + (figureOf(raw[name]) ?? 0))
    return { raw, cells: { ...read.cells, ...this.#beyond(row) } }
  }

  /** A separator may be one too many: then all cells behind it stand in another column. */
  #beyond({ cells }: ScannedRow): RawCells {
    const { header, sheet } = this.#chosen
    if (!sheet.text) return {}
    const width = header.width
    const columns = cells.flatMap((cell, at) => (at >= width && cell !== null ? [columnLetter(at + 1)] : []))
    return columns.length > 0 ? { [BEYOND]: { kind: 'text', text: columns.join('、') } } : {}
  }

  #leave(kind: keyof typeof OTHER, rowNo: number): undefined {
    const rows = this.#others.get(kind) ?? []
    rows.push(rowNo)
    this.#others.set(kind, rows)
  }

  /** A row without a name that repeats what stands above it was filled in by dragging. */
  #isDragged(raw: RawRow): boolean {
    if (raw['projectName'] !== undefined || raw['companyName'] !== undefined) return false
    return Object.entries(raw).every(([name, text]) => this.#last[name] === text)
  }

  #compareTotal(raw: RawRow): void {
    // A sheet may have a total below each of its groups.
    if (this.#totals.length >= MOST_NAMED) return
    for (const { name, caption } of figures) {
      const total = figureOf(raw[name])
      const sum = this.#sums.get(name) ?? 0
      if (total === undefined || Math.abs(total - sum) <= Math.abs(sum) * NEAR) continue
      const args = { caption, total: String(total), sum: sureDigits(String(sum)) ?? '' }
      this.#totals.push(wordsOf({ code: 'C-085', original: '', args }))
    }
  }

  /** Hidden columns that mean something. */
  #hiddenColumns(): string[] {
    const { header, sheet } = this.#chosen
    return header.columns.flatMap((column, at) => {
      const isHidden = sheet.hiddenColumns.some(([first, last]) => first <= at + 1 && at + 1 <= last)
      return column && isHidden ? [`${columnLetter(at + 1)} ${column.caption}`] : []
    })
  }

  #ignored(): string[] {
    const { ignored } = this.#chosen.header
    const columns = [...new Set([...ignored.keys(), ...this.#cells.strays.keys()])].toSorted((a, b) => a - b)
    const named = columns.flatMap((column) => {
      const heading = ignored.get(column)
      const count = this.#cells.strays.get(column) ?? 0
      if (heading === undefined) return count === 0 ? [] : [`${columnLetter(column)}（${count} 格）`]
      return [`${heading}（${count} 格）`]
    })
    return named.length > 0
      ? [wordsOf({ code: 'C-075', original: '', args: { columns: named.join('、') } })]
      : []
  }

  /** What is to be said of the rows read so far. */
  get words(): string[] {
    const { header, words } = this.#chosen
    const say = (
      code: 'C-004' | 'C-083' | 'C-084' | 'C-086',
      original: string,
      args: Record<string, string>,
    ) => wordsOf({ code, original, args })
    const said = [...words, ...header.words, ...conversionNotes(header.units), ...this.#ignored()]
    if (this.#samples > 0) said.push(`示例行 ${this.#samples} 行未读取`)
    for (const [count, ranges] of byCount(this.#cells.filled))
      said.push(say('C-004', ranges, { count: String(count) }))
    if (this.#hidden.length > 0)
      said.push(say('C-083', '', { count: String(this.#hidden.length), rows: listed(this.#hidden) }))
    const columns = this.#hiddenColumns()
    if (columns.length > 0) said.push(`已读取隐藏的列：${columns.join('、')}`)
    if (this.#struck.length > 0) said.push(`第 ${listed(this.#struck)} 行带有删除线，已读取，请核对是否作废`)
    for (const [kind, rows] of this.#others)
      said.push(say('C-084', '', { rows: listed(rows), what: OTHER[kind] }))
    if (this.#dragged > 0) said.push(say('C-086', '', { count: String(this.#dragged) }))
    return [...said, ...this.#totals]
  }
}
