import { toPlainLine } from '@xinchu/validators'
import { SURE_DIGITS, sureDigits, wholeDigits } from '@xinchu/validators/reading'
import { columnLetter } from '../../workbook/column-letter.ts'
import { type Cell, WorkbookError } from '../../workbook/index.ts'
import type { RawRow } from './check-row.ts'
import { columnNamed, type ImportColumn, importColumns } from './columns.ts'
import { type HeadingUnit, headingUnit, inOwnUnit, withoutUnit } from './heading-units.ts'

/** Mapping of a workbook's columns to project cells. */
export interface Header {
  columns: readonly (ImportColumn | undefined)[]
  /** Column letters by machine name. */
  letters: Readonly<Record<string, string>>
  /** Captions of columns that the import ignores. */
  unknown: readonly string[]
  /** Error column of an earlier import, from 1. */
  notes: number | undefined
  /** By column: the unit of a heading that is not the field's. */
  units: readonly (HeadingUnit | undefined)[]
}

/** Heading of the error column. */
export const NOTES = '问题说明'

const SEARCHED_ROWS = 10
const LEAST_COLUMNS = 5
const CELL_LENGTH = 2000
// Further columns of our own workbooks.
const OWN = new Set(['序号', '行号', '状态', NOTES, 'SERIAL'])
const SAMPLE = /^【示例】/

const captionOf = (text: string): string =>
  text
    .normalize('NFKC')
    .replace(/[\s*●]/g, '')
    .replace(/[([【][^()[\]【】]*[)\]】]$/, '')

const byCaption = new Map(
  importColumns.flatMap((column): [string, ImportColumn][] => [
    [column.caption.normalize('NFKC').replace(/\s/g, ''), column],
    [captionOf(column.caption), column],
  ]),
)

const captioned = (text: string): ImportColumn | undefined =>
  byCaption.get(text.normalize('NFKC').replace(/[\s*●]/g, '')) ?? byCaption.get(captionOf(text))

const columnIn = (cell: Cell | undefined): ImportColumn | undefined => {
  const text = String(cell ?? '').trim()
  const found = columnNamed(text) ?? captioned(text)
  if (found) return found
  const column = captioned(text.replace(/[/／][^/／]*$/, ''))
  return column && withoutUnit(text, column) !== text ? column : undefined
}

/** Interprets a row as a heading; undefined if it is none. Units of a heading above it hold where it has none. */
function headerOf(cells: readonly Cell[], above: Header | undefined): Header | undefined {
  const columns = cells.map(columnIn)
  const known = columns.filter((column) => column !== undefined)
  if (known.length < LEAST_COLUMNS || !known.some(({ name }) => name === 'projectName')) return undefined
  const twice = known.find((column, at) => known.indexOf(column) !== at)
  if (twice) throw new WorkbookError(`工作簿中有两列“${twice.caption}”，请使用导入模板填写`)
  const letters: Record<string, string> = {}
  for (const [at, column] of columns.entries()) if (column) letters[column.name] = columnLetter(at + 1)
  const unknown = cells
    .filter((cell, at) => cell !== null && !columns[at] && !OWN.has(String(cell).trim().toUpperCase()))
    .map((cell) => String(cell).slice(0, 20))
  const notes = cells.findIndex((cell) => String(cell).trim() === NOTES) + 1
  const units = columns.map((column, at) => {
    const unit = column && headingUnit(String(cells[at]), column)
    return unit ?? (column === above?.columns[at] ? above?.units[at] : undefined)
  })
  return { columns, letters, unknown, notes: notes || undefined, units }
}

function assertComplete({ letters }: Header): void {
  const missing = importColumns.filter(
    ({ name, spec }) => spec.required === 'submit' && letters[name] === undefined,
  )
  if (missing.length > 0)
    throw new WorkbookError(
      `工作簿缺少列：${missing.map(({ caption }) => caption).join('、')}，请使用最新导入模板填写`.slice(
        0,
        500,
      ),
    )
}

/** Finds the heading in the first rows. The last one counts, so that machine names win over captions. */
export class HeaderSearch {
  #searched = 0
  #header: Header | undefined
  /** Row numbers of headings. */
  readonly rows: number[] = []

  /** Heading that applies to a data row; undefined for rows before the data. */
  under(rowNo: number, cells: readonly Cell[]): Header | undefined {
    if (rowNo <= SEARCHED_ROWS) {
      this.#searched += 1
      const found = headerOf(cells, this.#header)
      if (found) {
        this.#header = found
        this.rows.push(rowNo)
        assertComplete(found)
        return undefined
      }
    }
    if (!this.#header && this.#searched > 0 && rowNo > SEARCHED_ROWS) throw noHeader()
    return this.#header
  }

  /** @throws WorkbookError if there is none */
  get(): Header {
    if (!this.#header) throw noHeader()
    return this.#header
  }
}

const noHeader = () => new WorkbookError('未找到表头，请使用导入模板填写')

/** A number as a spreadsheet shows it. One of more digits than it keeps shows that they are lost. */
function figureText(figure: number): string {
  const digits = sureDigits(String(figure)) ?? String(figure)
  return wholeDigits(digits) > SURE_DIGITS ? figure.toExponential(SURE_DIGITS - 1).toUpperCase() : digits
}

function textOf(cell: NonNullable<Cell>): string {
  if (typeof cell === 'boolean') return cell ? '是' : '否'
  if (typeof cell === 'number') return figureText(cell)
  return toPlainLine(cell.slice(0, CELL_LENGTH))
}

/** Cell texts of a row by machine name; undefined for the sample and for empty rows. */
export function rawRow({ columns, units }: Header, cells: readonly Cell[]): RawRow | undefined {
  const raw: Record<string, string> = {}
  for (const [at, cell] of cells.entries()) {
    const column = columns[at]
    if (!column || cell === null) continue
    const unit = units[at]
    const text = unit ? inOwnUnit(textOf(cell), unit, column) : textOf(cell)
    if (text !== '') raw[column.name] = text
  }
  if (Object.keys(raw).length === 0 || SAMPLE.test(raw['projectName'] ?? '')) return undefined
  return raw
}
