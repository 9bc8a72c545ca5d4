import { toPlainLine } from '@xinchu/validators'
import { columnLetter } from '../../workbook/column-letter.ts'
import { type Cell, WorkbookError } from '../../workbook/index.ts'
import type { RawRow } from './check-row.ts'
import { columnNamed, type ImportColumn, importColumns } from './columns.ts'

/** Which column of a workbook holds which cell of a project. */
export interface Header {
  columns: readonly (ImportColumn | undefined)[]
  /** Letters of the columns by machine name. */
  letters: Readonly<Record<string, string>>
  /** Captions of columns that mean nothing to an import. */
  unknown: readonly string[]
  /** The column, from 1, that holds what was wrong with a row when the workbook was imported before. */
  notes: number | undefined
}

/** The heading of the column for what is wrong with a row. */
export const NOTES = '问题说明'

const SEARCHED_ROWS = 10
const LEAST_COLUMNS = 5
const CELL_LENGTH = 2000
// Columns that our own workbooks carry beside those of a project.
const OWN = new Set(['序号', '行号', '状态', NOTES, 'SERIAL'])
const SAMPLE = /^【示例】/

const captionOf = (text: string): string =>
  text
    .normalize('NFKC')
    .replace(/[\s*●]/g, '')
    .replace(/\([^()]*\)$/, '')

const byCaption = new Map(
  importColumns.flatMap((column): [string, ImportColumn][] => [
    [column.caption.normalize('NFKC').replace(/\s/g, ''), column],
    [captionOf(column.caption), column],
  ]),
)

const columnIn = (cell: Cell | undefined): ImportColumn | undefined => {
  const text = String(cell ?? '').trim()
  return (
    columnNamed(text) ??
    byCaption.get(text.normalize('NFKC').replace(/[\s*●]/g, '')) ??
    byCaption.get(captionOf(text))
  )
}

/** What a row means as a heading, or undefined when it is none. */
function headerOf(cells: readonly Cell[]): Header | undefined {
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
  return { columns, letters, unknown, notes: notes || undefined }
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

/** Finds the heading among the first rows; the last of several counts, so that machine names win over captions. */
export class HeaderSearch {
  #searched = 0
  #header: Header | undefined
  /** Numbers of the rows that are headings. */
  readonly rows: number[] = []

  /** The heading under which a row with this content stands; undefined while the row is not one of the data. */
  under(rowNo: number, cells: readonly Cell[]): Header | undefined {
    if (rowNo <= SEARCHED_ROWS) {
      this.#searched += 1
      const found = headerOf(cells)
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

  /** @throws WorkbookError when there was none */
  get(): Header {
    if (!this.#header) throw noHeader()
    return this.#header
  }
}

const noHeader = () => new WorkbookError('未找到表头，请使用导入模板填写')

/** The cells of a row as texts by machine name; undefined for the sample and for rows with nothing to import. */
export function rawRow({ columns }: Header, cells: readonly Cell[]): RawRow | undefined {
  const raw: Record<string, string> = {}
  for (const [at, cell] of cells.entries()) {
    const column = columns[at]
    if (!column || cell === null) continue
    const text =
      typeof cell === 'boolean' ? (cell ? '是' : '否') : toPlainLine(String(cell).slice(0, CELL_LENGTH))
    if (text !== '') raw[column.name] = text
  }
  if (Object.keys(raw).length === 0 || SAMPLE.test(raw['projectName'] ?? '')) return undefined
  return raw
}
