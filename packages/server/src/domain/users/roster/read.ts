import { toPlainLine } from '@xinchu/validators'
import { unprocessable } from '../../../errors.ts'
import { columnLetter } from '../../../workbook/column-letter.ts'
import { type Cell, inspectWorkbook, readRowsInWorker, WorkbookError } from '../../../workbook/index.ts'
import { MOST_ROWS, type RosterCells, type RosterColumn, rosterColumns, SAMPLE, SHEET } from './columns.ts'

/** One person of the workbook. */
export interface RosterLine {
  rowNo: number
  cells: RosterCells
}

/** A workbook as read. */
export interface Roster {
  lines: RosterLine[]
  /** Column letters by name. */
  letters: Readonly<Partial<Record<RosterColumn['name'], string>>>
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

const columnIn = (cell: Cell | undefined): RosterColumn | undefined =>
  rosterColumns.find(({ name, caption }) => plain(cell) === caption || plain(cell) === name)

type Columns = readonly (RosterColumn | undefined)[]

/** Interprets a row as the heading; undefined if it is none. */
function headingOf(cells: readonly Cell[]): Columns | undefined {
  const columns = cells.map(columnIn)
  const names = new Set(columns.flatMap((column) => column?.name ?? []))
  if (!names.has('username') || names.size < 3) return undefined
  const missing = rosterColumns.filter(({ name, isRequired }) => isRequired && !names.has(name))
  if (missing.length > 0)
    throw new WorkbookError(
      `工作簿缺少列：${missing.map(({ caption }) => caption).join('、')}，请使用模板填写`,
    )
  return columns
}

function cellsOf(columns: Columns, cells: readonly Cell[]): RosterCells | undefined {
  const found = columns.flatMap((column, at) => {
    const text = toPlainLine(String(cells[at] ?? '').slice(0, CELL_LENGTH)).trim()
    return column && text !== '' ? [[column.name, text] as const] : []
  })
  const row: RosterCells = Object.fromEntries(found)
  return found.length === 0 || SAMPLE.test(row.username ?? '') ? undefined : row
}

/** @throws WorkbookError if the file is no such workbook; HttpError 422 if it names nobody or too many */
export async function readRoster(path: string): Promise<Roster> {
  await inspectWorkbook(path)
  let columns: Columns | undefined
  let notes = 0
  const lines: RosterLine[] = []
  const headings: number[] = []
  const options = { sheet: SHEET, maxRows: MOST_ROWS + HEAD_ROWS, maxColumns: 60 }
  for await (const rows of readRowsInWorker(path, options))
    for (const { rowNo, cells } of rows) {
      const heading = rowNo <= HEAD_ROWS ? headingOf(cells) : undefined
      const earlier = cells.findIndex((cell) => String(cell).trim() === NOTES) + 1
      if (heading) {
        columns = heading
        headings.push(rowNo)
        notes = earlier || Math.max(notes, cells.length + 1)
        continue
      }
      const row = columns && cellsOf(columns, cells)
      if (row) lines.push({ rowNo, cells: row })
    }
  if (!columns) throw new WorkbookError('未找到表头，请使用模板填写')
  if (lines.length === 0) throw unprocessable('A-025', '名单中没有人员', 'file')
  if (lines.length > MOST_ROWS) throw unprocessable('A-025', `每次至多创建${MOST_ROWS}个账号，请拆分`, 'file')
  const letters = Object.fromEntries(
    columns.flatMap((column, at) => (column ? [[column.name, columnLetter(at + 1)]] : [])),
  )
  return { lines, letters, headings, notes }
}
