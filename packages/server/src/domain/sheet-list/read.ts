import { toPlainLine } from '@xinchu/validators'
import { unprocessable } from '../../errors.ts'
import { columnLetter } from '../../workbook/column-letter.ts'
import { type Cell, inspectWorkbook, readRowsInWorker, WorkbookError } from '../../workbook/index.ts'
import { type ListCells, type ListColumn, type ListForm, SAMPLE } from './form.ts'

/** One row of a list. */
export interface ListLine<Name extends string> {
  rowNo: number
  cells: ListCells<Name>
}

/** A list as read from a workbook. */
export interface SheetList<Name extends string> {
  lines: ListLine<Name>[]
  /** Column letters by name; only of columns that the workbook has. */
  letters: Readonly<Partial<Record<Name, string>>>
  /** Row numbers of headings. */
  headings: number[]
  /** The column of errors, from 1: that of an earlier check, or the next free one. */
  notes: number
}

/** Heading of the error column. */
export const NOTES = '问题说明'

const HEAD_ROWS = 10
const CELL_LENGTH = 2000

const plain = (cell: Cell | undefined): string =>
  String(cell ?? '')
    .normalize('NFKC')
    .replace(/[\s*]/g, '')

type Columns<Name extends string> = readonly (ListColumn<Name> | undefined)[]

/** Interprets a row as the heading; undefined if it is none. */
function headingOf<Name extends string>(
  cells: readonly Cell[],
  { columns: known, key, advice }: ListForm<Name>,
): Columns<Name> | undefined {
  const columns = cells.map((cell) =>
    known.find(({ name, caption, exported = caption }) =>
      [name, caption, plain(exported)].includes(plain(cell)),
    ),
  )
  const names = new Set(columns.flatMap((column) => column?.name ?? []))
  const required = known.filter(({ isRequired }) => isRequired)
  if (!names.has(key) || names.size < Math.min(3, required.length)) return undefined
  const missing = required.filter(({ name }) => !names.has(name))
  if (missing.length > 0)
    throw new WorkbookError(`工作簿缺少列：${missing.map(({ caption }) => caption).join('、')}，${advice}`)
  return columns
}

function cellsOf<Name extends string>(
  columns: Columns<Name>,
  cells: readonly Cell[],
  key: Name,
): ListCells<Name> | undefined {
  const row: Partial<Record<Name, string>> = {}
  columns.forEach((column, at) => {
    const text = toPlainLine(String(cells[at] ?? '').slice(0, CELL_LENGTH)).trim()
    if (column && text !== '') row[column.name] = text
  })
  return Object.keys(row).length === 0 || SAMPLE.test(row[key] ?? '') ? undefined : row
}

/** @throws WorkbookError if the file is no such workbook; HttpError 422 if it has no rows or too many */
export async function readSheetList<Name extends string>(
  path: string,
  form: ListForm<Name>,
): Promise<SheetList<Name>> {
  await inspectWorkbook(path)
  let columns: Columns<Name> | undefined
  let notes = 0
  const lines: ListLine<Name>[] = []
  const headings: number[] = []
  const options = { sheet: form.sheet, maxRows: form.maxRows + HEAD_ROWS, maxColumns: 60 }
  for await (const rows of readRowsInWorker(path, options))
    for (const { rowNo, cells } of rows) {
      const heading = rowNo <= HEAD_ROWS ? headingOf(cells, form) : undefined
      const earlier = cells.findIndex((cell) => String(cell).trim() === NOTES) + 1
      if (heading) {
        columns = heading
        headings.push(rowNo)
        notes = earlier || Math.max(notes, cells.length + 1)
        continue
      }
      const row = columns && cellsOf(columns, cells, form.key)
      if (row) lines.push({ rowNo, cells: row })
    }
  if (!columns) throw new WorkbookError(`未找到表头，${form.advice}`)
  if (lines.length === 0) throw unprocessable(form.code, form.empty, 'file')
  if (lines.length > form.maxRows) throw unprocessable(form.code, form.tooMany, 'file')
  const letters: Partial<Record<Name, string>> = {}
  columns.forEach((column, at) => {
    if (column) letters[column.name] = columnLetter(at + 1)
  })
  return { lines, letters, headings, notes }
}
