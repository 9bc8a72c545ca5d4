import type { components } from '@xinchu/sdk/schema'
import { toPlainLine } from '@xinchu/validators'
import type { Trx } from '../../db/database.ts'
import { badRequest, conflict, notFound } from '../../errors.ts'
import type { Caller } from '../caller.ts'
import { moveBatch, storeCounts } from './batch.ts'
import type { BatchRow } from './batch-row.ts'
import { columnNamed } from './columns.ts'
import { compareRows } from './compare.ts'
import { BEYOND, type RawCells, type RawRow } from './places.ts'
import { stagedRows } from './rows.ts'
import { recheckRows } from './stage.ts'

type Correction = components['schemas']['ImportCorrection']

/** Merges corrected texts into a row. An empty text clears the cell. */
function corrected(raw: RawRow, cells: Readonly<Record<string, string>>): RawRow {
  const next: Record<string, string> = { ...raw }
  for (const [name, text] of Object.entries(cells)) {
    const column = columnNamed(name)
    if (!column)
      throw badRequest('F-024', `字段“${name.slice(0, 30)}”不能导入`, [{ field: name, message: '不能导入' }])
    const clean = toPlainLine(text)
    if (clean === '') delete next[column.name]
    else next[column.name] = clean
  }
  return next
}

/** The cells that are still as the file has them. Who types the name of a row anew has looked at the row. */
function withoutCorrected(read: RawCells | null, cells: Readonly<Record<string, string>>): RawCells | null {
  const corrected = new Set(Object.keys(cells).map((name) => columnNamed(name)?.name))
  if (corrected.has('projectName')) corrected.add(BEYOND)
  const left = Object.entries(read ?? {}).filter(([name]) => !corrected.has(name))
  return left.length > 0 ? Object.fromEntries(left) : null
}

/**
 * Corrects staged rows and rechecks them.
 * @throws HttpError 409 while the batch is processed, after its state changed or after a row was written; 404 for a
 * missing row
 */
export async function correctRows(
  { trx, now }: { trx: Trx; now(): Date },
  batch: BatchRow,
  { rows }: Correction,
  user: Caller,
): Promise<components['schemas']['ImportRow'][]> {
  if (batch.dry_run || (batch.state !== 'READY' && batch.state !== 'DONE'))
    throw conflict('W-025', '当前状态不允许更正')
  // First, so that a commit or a cancellation takes effect before or after this correction, not within it.
  await moveBatch(trx, batch, { state: 'READY' })
  const cells = new Map(rows.map((row) => [row.rowNo, row.cells]))
  const at = trx
    .selectFrom('import_row')
    .selectAll()
    .where('batch_id', '=', batch.id)
    .where('row_no', 'in', [...cells.keys()])
    .orderBy('row_no')
  const found = await at.execute()
  if (found.length < cells.size) throw notFound('暂存行')
  if (found.some(({ state }) => state === 'COMMITTED')) throw conflict('W-025', '已写入的行不能更正')
  const next = found.map(({ row_no, raw, cells: read }) => ({
    rowNo: row_no,
    raw: corrected(raw, cells.get(row_no) ?? {}),
    cells: withoutCorrected(read, cells.get(row_no) ?? {}),
  }))
  for await (const { subjects } of recheckRows({ db: trx, now }, batch, next, user))
    for (const subject of subjects) await compareRows(trx, batch.id, [subject], batch.letters, user)
  await storeCounts(trx, batch.id)
  return stagedRows(trx, batch, await at.execute(), user)
}
