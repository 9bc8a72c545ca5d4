import type { Readable } from 'node:stream'
import { toPlainLine } from '@xinchu/validators'
import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import { unprocessable } from '../../errors.ts'
import {
  type Cell,
  inspectWorkbook,
  readRowsInWorker,
  type SheetColumn,
  WorkbookError,
  workbookStream,
} from '../../workbook/index.ts'

export const SHEET = '字典项'
export const MOST_ROWS = 2000
const HEAD_ROWS = 10
const CELL_LENGTH = 2000

export type ColumnName = 'value' | 'label' | 'parent' | 'sort' | 'enabled'

/** Columns of the workbook, in order. */
export const COLUMNS: readonly (SheetColumn & { name: ColumnName })[] = [
  { name: 'value', header: '取值', kind: 'text', width: 16 },
  { name: 'label', header: '名称', kind: 'text', width: 40 },
  { name: 'parent', header: '上级取值', kind: 'text', width: 14 },
  { name: 'sort', header: '排序', kind: 'number', width: 10 },
  { name: 'enabled', header: '启用', kind: 'text', width: 10 },
]

/** A row of the workbook as texts. */
export interface SheetLine {
  rowNo: number
  cells: Readonly<Partial<Record<ColumnName, string>>>
}

/** Writes all entries of a dictionary. */
export async function exportDict(db: Db, dictId: number): Promise<Readable> {
  const { rows } = await sql<{
    value: string
    label: string
    parent: string | null
    dict_sort: number
    enabled: boolean
  }>`
    select value, label, parent, dict_sort, enabled from dict_entry where dict_id = ${dictId}
    order by dict_sort, id`.execute(db)
  return workbookStream({
    name: SHEET,
    columns: COLUMNS,
    rows: rows.map((row) => [row.value, row.label, row.parent, row.dict_sort, row.enabled]),
  })
}

const plain = (cell: Cell | undefined): string =>
  String(cell ?? '')
    .normalize('NFKC')
    .replace(/[\s*]/g, '')

type Heading = readonly (ColumnName | undefined)[]

function headingOf(cells: readonly Cell[]): Heading | undefined {
  const names = cells.map((cell) => COLUMNS.find(({ header }) => header === plain(cell))?.name)
  return names.includes('value') && names.includes('label') ? names : undefined
}

/** @throws WorkbookError if the file is no such workbook; HttpError 422 if it has no rows or too many */
export async function readDict(path: string): Promise<SheetLine[]> {
  await inspectWorkbook(path)
  let heading: Heading | undefined
  const lines: SheetLine[] = []
  const options = { sheet: SHEET, maxRows: MOST_ROWS + HEAD_ROWS, maxColumns: 30 }
  for await (const rows of readRowsInWorker(path, options))
    for (const { rowNo, cells } of rows) {
      if (!heading) {
        if (rowNo <= HEAD_ROWS) heading = headingOf(cells)
        continue
      }
      const found = heading.flatMap((name, at) => {
        const text = toPlainLine(String(cells[at] ?? '').slice(0, CELL_LENGTH)).trim()
        return name && text !== '' ? [[name, text] as const] : []
      })
      if (found.length > 0) lines.push({ rowNo, cells: Object.fromEntries(found) })
    }
  if (!heading) throw new WorkbookError('未找到表头：首行须有“取值”“名称”两列，请在导出的工作簿上修改')
  if (lines.length === 0) throw unprocessable('W-018', '工作簿中没有字典项', 'file')
  if (lines.length > MOST_ROWS) throw unprocessable('W-018', `每次至多导入${MOST_ROWS}项，请拆分`, 'file')
  return lines
}
