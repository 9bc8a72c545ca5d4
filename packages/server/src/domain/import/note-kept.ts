import type { RuleCode } from '@xinchu/validators'
import { sql } from 'kysely'
import type { Trx } from '../../db/database.ts'
import type { BatchRow } from './batch-row.ts'
import { issueOf, type RawRow } from './check-row.ts'

/** A written row with the fields in which its draft keeps a person's correction, and those that it left empty. */
export interface KeptRow {
  row_no: number
  raw: RawRow
  kept: string[]
  blank: string[]
}

/**
 * Notes in rows which of their cells were not written. The text has no values: offices that oversee the import read it too,
 * and equal texts are listed once.
 */
export async function noteKept(
  trx: Trx,
  { id, letters }: Pick<BatchRow, 'id' | 'letters'>,
  rows: readonly KeptRow[],
): Promise<void> {
  if (rows.length === 0) return
  const noted = rows.map(({ row_no, raw, kept, blank }) => {
    const noteOf = (field: string, note: { code: RuleCode; message: string }) =>
      issueOf(row_no, { field, ...note }, raw, letters)
    return {
      row_no,
      warnings: [
        ...kept.map((field) => noteOf(field, { code: 'D-008', message: '保留人工更正，未写入本次的值' })),
        ...blank.map((field) => noteOf(field, { code: 'D-009', message: '空单元格未清空，保留原有内容' })),
      ],
    }
  })
  await sql`update import_row r set warnings = r.warnings || x.warnings
    from jsonb_to_recordset(${JSON.stringify(noted)}::jsonb) as x(row_no int, warnings jsonb)
    where r.batch_id = ${id} and r.row_no = x.row_no`.execute(trx)
}
