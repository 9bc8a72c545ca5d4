import type { Readable } from 'node:stream'
import { dictionaries } from '@xinchu/sdk/fields'
import type { Db } from '../../db/open.ts'
import { type SheetColumn, workbookStream } from '../../workbook/index.ts'
import { SHEET } from './check-protocol.ts'
import type { CellIssue, RawRow } from './check-row.ts'
import { importColumns } from './columns.ts'

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
  { header: '问题说明', width: 80, kind: 'text' },
]

const labels = new Map(
  dictionaries.import_row_state.values.map(({ value, label }) => [value as string, label]),
)

async function* rowsOf(db: Db, batchId: number): AsyncGenerator<unknown[]> {
  for (let last = 0; ; ) {
    const rows = await db
      .selectFrom('import_row')
      .select(['row_no', 'state', 'raw', 'errors', 'warnings'])
      .where('batch_id', '=', batchId)
      .where('row_no', '>', last)
      .orderBy('row_no')
      .limit(READ_ROWS)
      .execute()
    for (const row of rows) {
      // As staging wrote them.
      const raw = row.raw as RawRow
      const issues = [...(row.errors as CellIssue[]), ...(row.warnings as CellIssue[])]
      const cells = importColumns.map(({ name }) => raw[name])
      yield [row.row_no, ...cells, labels.get(row.state), issues.map(({ message }) => message).join('；')]
      last = row.row_no
    }
    if (rows.length < READ_ROWS) return
  }
}

/** Every row of a batch as it was given, with what is wrong with it; the file can be mended and imported again. */
export const errorFile = (db: Db, batchId: number): Readable =>
  workbookStream({ name: SHEET, columns, rows: rowsOf(db, batchId) })
