import type { RuleCode } from '@xinchu/validators'
import { sql } from 'kysely'
import type { Trx } from '../../db/database.ts'
import { STALE } from '../../errors.ts'
import type { BatchRow } from './batch-row.ts'
import { issueOf, type RawRow } from './check-row.ts'

/** A row that was checked and can no longer be written, because the projects have changed since. */
export interface RefusedRow {
  row_no: number
  raw: RawRow
  issue: { field: string; code: RuleCode; message: string }
}

/** The draft that a row replaces has changed since the two were compared. */
export const draftMoved: RefusedRow['issue'] = {
  field: 'projectName',
  code: STALE.code,
  message: '对应的草稿在校验后已被修改、提交或删除，未写入',
}

/** Marks rows that can no longer be written. */
export async function refuseRows(trx: Trx, batch: BatchRow, rows: readonly RefusedRow[]): Promise<void> {
  if (rows.length === 0) return
  const refused = rows.map(({ row_no, raw, issue }) => ({
    row_no,
    errors: [issueOf(row_no, issue, raw, batch.letters)],
  }))
  await sql`update import_row r set state = 'ERROR', errors = r.errors || x.errors
    from jsonb_to_recordset(${JSON.stringify(refused)}::jsonb) as x(row_no int, errors jsonb)
    where r.batch_id = ${batch.id} and r.row_no = x.row_no`.execute(trx)
}
