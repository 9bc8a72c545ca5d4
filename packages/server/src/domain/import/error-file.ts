import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { dictionaries } from '@xinchu/contract/dictionaries'
import type { Db } from '../../db/database.ts'
import { annotatedWorkbook, type SheetColumn, workbookStream } from '../../workbook/index.ts'
import type { BatchRow } from './batch-row.ts'
import { type Layout, SHEET } from './check-protocol.ts'
import type { RawRow } from './check-row.ts'
import { importColumns } from './columns.ts'
import { NOTES } from './heading-columns.ts'
import { questionInRow } from './questions.ts'

const READ_ROWS = 500

const columns: readonly SheetColumn[] = [
  { header: '行号', width: 8, kind: 'number' },
  ...importColumns.map(
    ({ caption, spec }): SheetColumn => ({
      header: `${spec.required === 'submit' ? '*' : ''}${caption}${spec.unit ? `（${spec.unit}）` : ''}`,
      kind: 'text',
    }),
  ),
  { header: '状态', width: 10, kind: 'text' },
  { header: NOTES, width: 80, kind: 'text' },
]

const labels = new Map(
  dictionaries.import_row_state.values.map(({ value, label }) => [value as string, label]),
)

interface Noted {
  row_no: number
  state: string
  raw: RawRow
  words: string
}

/** Reads the rows of a batch in order, with their errors as one text. */
async function* notedRows(db: Db, batchId: number, withRaw: boolean): AsyncGenerator<Noted> {
  for (let last = 0; ; ) {
    const rows = await db
      .selectFrom('import_row')
      .select(['row_no', 'state', 'errors', 'warnings', 'questions'])
      .$if(withRaw, (some) => some.select('raw'))
      .where('batch_id', '=', batchId)
      .where('row_no', '>', last)
      .orderBy('row_no')
      .limit(READ_ROWS)
      .execute()
    for (const row of rows) {
      const asked = (row.questions ?? []).map((question) => questionInRow(row.row_no, question))
      const words = [...row.errors, ...asked, ...row.warnings]
        .map(({ code, message }) => (code ? `${code} ${message}` : message))
        .join('；')
      yield { row_no: row.row_no, state: row.state, raw: row.raw ?? {}, words }
      last = row.row_no
    }
    if (rows.length < READ_ROWS) return
  }
}

async function* cellsOf(db: Db, batchId: number): AsyncGenerator<unknown[]> {
  for await (const { row_no, state, raw, words } of notedRows(db, batchId, true))
    yield [row_no, ...importColumns.map(({ name }) => raw[name]), labels.get(state), words]
}

/** Looks up texts by row number. Must be called in ascending order. */
function textsOf(
  db: Db,
  batchId: number,
  { headings }: Layout,
): (rowNo: number) => Promise<string | undefined> {
  const rows = notedRows(db, batchId, false)
  let next: Noted | undefined
  return async (rowNo) => {
    if (headings.includes(rowNo)) return NOTES
    while (!next || next.row_no < rowNo) {
      const { done, value } = await rows.next()
      if (done) return undefined
      next = value
    }
    if (next.row_no > rowNo) return undefined
    // Clears the message of an earlier import.
    return next.words
  }
}

const WIDTH = 80

/**
 * Returns the uploaded workbook with a column of errors. Rows sent without a workbook, or whose workbook is gone, get a
 * generated one. Both can be corrected and imported again.
 */
export async function errorFile(db: Db, batch: BatchRow, uploads: string): Promise<Readable> {
  const path = batch.storage_key && join(uploads, batch.storage_key)
  const layout = batch.layout as Layout | null // as staging wrote it
  if (!path || !layout || layout.source?.by === 'csv' || !existsSync(path))
    return workbookStream({ name: SHEET, columns, rows: cellsOf(db, batch.id) })
  const textOf = textsOf(db, batch.id, layout)
  return annotatedWorkbook(path, layout.sheet ?? SHEET, { column: layout.notes, width: WIDTH, textOf })
}
