import type { components } from '@xinchu/contract/schema'
import type { Trx } from '../../db/database.ts'
import { badRequest, conflict, notFound } from '../../errors.ts'
import type { Caller } from '../caller.ts'
import { answeredRows } from './answers.ts'
import { moveBatch, storeCounts } from './batch.ts'
import type { BatchRow } from './batch-row.ts'
import { Comparison } from './compare.ts'
import { corrected, withoutCorrected } from './corrected-row.ts'
import { stagedRows } from './rows.ts'
import { recheckRows, type StoredRow } from './stage.ts'

type Schemas = components['schemas']
type Correction = Schemas['ImportCorrection']
type Work = { trx: Trx; now(): Date }

/** Rows of the batch that may be corrected, in order. @throws HttpError 404, 409 */
async function openRows(trx: Trx, { id }: BatchRow, rowNos: readonly number[]): Promise<StoredRow[]> {
  const found = await trx
    .selectFrom('import_row')
    .select(['row_no', 'raw', 'cells', 'state'])
    .where('batch_id', '=', id)
    .where('row_no', 'in', [...rowNos])
    .orderBy('row_no')
    .execute()
  if (found.length < rowNos.length) throw notFound('暂存行')
  if (found.some(({ state }) => state === 'COMMITTED')) throw conflict('W-025', '已写入的行不能更正')
  return found.map(({ row_no, raw, cells }) => ({ rowNo: row_no, raw, cells }))
}

async function retypedRows(
  trx: Trx,
  batch: BatchRow,
  rows: NonNullable<Correction['rows']>,
): Promise<StoredRow[]> {
  const typed = new Map(rows.map(({ rowNo, cells }) => [rowNo, cells]))
  const found = await openRows(trx, batch, [...typed.keys()])
  return found.map(({ rowNo, raw, cells }) => ({
    rowNo,
    raw: corrected(raw, typed.get(rowNo) ?? {}),
    cells: withoutCorrected(cells, typed.get(rowNo) ?? {}),
  }))
}

/** Checks rows with new texts, and compares them with the others and with the projects. */
async function recheck(
  { trx, now }: Work,
  batch: BatchRow,
  rows: readonly StoredRow[],
  user: Caller,
): Promise<void> {
  const comparison = new Comparison(trx, batch.id, user)
  for await (const { subjects } of recheckRows({ db: trx, now }, batch, rows, user))
    await comparison.add(subjects, batch.letters)
}

/**
 * Corrects staged rows or answers what their cells leave open, and rechecks them. Corrections come first.
 * @throws HttpError 400 for a choice that is not offered; 409 while the batch is processed, after its state changed or after a
 * row was written; 404 for a missing row
 */
export async function correctRows(
  work: Work,
  batch: BatchRow,
  { rows, answers }: Correction,
  user: Caller,
): Promise<Schemas['ImportRow'][]> {
  const { trx } = work
  if (!rows && !answers) throw badRequest('F-001', '没有要更正或答复的行', 'rows')
  if (batch.dry_run || (batch.state !== 'READY' && batch.state !== 'DONE'))
    throw conflict('W-025', '当前状态不允许更正')
  // First, so that a commit or a cancellation takes effect before or after this correction, not within it.
  await moveBatch(trx, batch, { state: 'READY' })
  const retyped = rows ? await retypedRows(trx, batch, rows) : []
  if (rows) await recheck(work, batch, retyped, user)
  const named = [...new Set((answers ?? []).flatMap(({ rowNo }) => rowNo ?? []))]
  if (named.length > 0) await openRows(trx, batch, named)
  const answered = answers ? await answeredRows(trx, batch, answers) : []
  if (answers) await recheck(work, batch, answered, user)
  await storeCounts(trx, batch.id)
  const changed = await trx
    .selectFrom('import_row')
    .selectAll()
    .where('batch_id', '=', batch.id)
    .where('row_no', 'in', [0, ...[...retyped, ...answered].map(({ rowNo }) => rowNo)])
    .orderBy('row_no')
    .execute()
  return stagedRows(trx, batch, changed, user)
}
