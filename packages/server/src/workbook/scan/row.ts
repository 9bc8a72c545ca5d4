import type { RawCell } from '@xinchu/validators/reading'
import { WorkbookError } from '../error.ts'
import { attributesOf, unreadable, type XmlElement } from './elements.ts'
import type { CellStyle } from './styles.ts'
import { contentOf, type MarkedText, plainText, stringItem } from './text.ts'

/** A cell as the file has it: a text, a number that is shown as it is, or what needs to be said of any other. */
export type SheetCell = string | number | boolean | RawCell | null

export interface ScannedRow {
  /** Row number in the workbook, from 1. */
  rowNo: number
  /** Cells from column A, without trailing empty cells. */
  cells: SheetCell[]
  isHidden?: true
}

/** What the cells of a workbook refer to. */
export interface CellParts {
  strings: readonly MarkedText[]
  styles: readonly CellStyle[]
}

const LAST_COLUMN = 16_384
const LAST_ROW = 1_048_576
// Numbers of more digits are handed over as the file writes them.
const SURE_LENGTH = 15
const LETTER_A = 64
const NO_STYLE: CellStyle = {}

/** Number of the column that a reference such as AB12 names. @throws WorkbookError for none of a sheet */
function columnIn(reference: string): number {
  let column = 0
  for (let at = 0; at < reference.length; at++) {
    const letter = reference.charCodeAt(at) - LETTER_A
    if (letter < 1 || letter > 26) break
    column = column * 26 + letter
    if (column > LAST_COLUMN) throw unreadable()
  }
  if (column === 0) throw unreadable()
  return column
}

/** Reads the cells of rows one after the other. */
export class RowReader {
  readonly #prefix: string
  readonly #parts: CellParts
  readonly #maxColumns: number
  #last = 0

  constructor(prefix: string, parts: CellParts, maxColumns: number) {
    this.#prefix = prefix
    this.#parts = parts
    this.#maxColumns = maxColumns
  }

  read({ attributes, content }: XmlElement): ScannedRow {
    const { r, hidden } = attributesOf(attributes)
    const rowNo = r === undefined ? this.#last + 1 : Number(r)
    if (!Number.isInteger(rowNo) || rowNo <= this.#last || rowNo > LAST_ROW)
      throw new WorkbookError('文件已损坏，请重新保存后再上传')
    this.#last = rowNo
    const isHidden = hidden === '1' || hidden === 'true'
    return { rowNo, cells: this.#cells(content), ...(isHidden ? { isHidden } : {}) }
  }

  #cells(xml: string): SheetCell[] {
    const start = `<${this.#prefix}c`
    const end = `</${this.#prefix}c>`
    const cells: SheetCell[] = []
    let column = 0
    for (let at = xml.indexOf(start); at !== -1; at = xml.indexOf(start, at)) {
      const open = xml.indexOf('>', at)
      if (open === -1) throw unreadable()
      const next = xml.charCodeAt(at + start.length)
      if (next > 0x20 && next !== 0x2f && next !== 0x3e) {
        at = open
        continue
      }
      const isEmpty = xml.charCodeAt(open - 1) === 0x2f
      const { r, s, t } = attributesOf(xml.slice(at + start.length, isEmpty ? open - 1 : open))
      column = r === undefined ? column + 1 : columnIn(r)
      const close = isEmpty ? open : xml.indexOf(end, open)
      if (close === -1) throw unreadable()
      at = close
      if (isEmpty || column > this.#maxColumns) continue
      const cell = this.#cell(t, s, xml.slice(open + 1, close))
      if (cell === null) continue
      while (cells.length < column) cells.push(null)
      cells[column - 1] = cell
    }
    return cells
  }

  #cell(kind: string | undefined, style: string | undefined, xml: string): SheetCell {
    const styled = style === undefined ? NO_STYLE : (this.#parts.styles[Number(style)] ?? NO_STYLE)
    if (kind === 'inlineStr') return this.#text(stringItem(xml, this.#prefix), styled)
    const stored = contentOf(xml, `${this.#prefix}v`)
    if (stored === undefined || stored === '') return this.#withoutResult(kind, xml)
    switch (kind) {
      case 's':
        return this.#text(this.#parts.strings[Number(stored)] ?? '', styled)
      case 'str':
      case 'd':
        return this.#text(plainText(stored), styled)
      case 'b':
        return stored === '1' || stored === 'true'
      case 'e':
        return { kind: 'error', text: plainText(stored) }
      default:
        return number(stored.trim(), styled)
    }
  }

  /** A formula without a result. One whose result is an empty text is an empty cell. */
  #withoutResult(kind: string | undefined, xml: string): SheetCell {
    const formula = contentOf(xml, `${this.#prefix}f`)
    if (formula === undefined || kind === 'str') return null
    return { kind: 'formula', text: `=${plainText(formula)}` }
  }

  #text(item: MarkedText, { marks }: CellStyle): SheetCell {
    const text = typeof item === 'string' ? item : item.text
    if (text === '') return null
    const mark = typeof item === 'string' ? marks : item.marks
    return mark ? { kind: 'text', text, marks: mark } : text
  }
}

function number(digits: string, { format, marks }: CellStyle): SheetCell {
  const value = Number(digits)
  if (!Number.isFinite(value)) return digits
  if (!format && !marks && digits.length <= SURE_LENGTH) return value
  return { kind: 'number', text: digits, ...(format ? { format } : {}), ...(marks ? { marks } : {}) }
}
