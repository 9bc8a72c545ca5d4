import type { components } from '@xinchu/contract/schema'
import { sql } from 'kysely'
import type { Trx } from '../../db/database.ts'
import type { Row } from '../../db/schema.ts'
import { conflict, stillRunning, unprocessable } from '../../errors.ts'
import type { Caller } from '../caller.ts'
import type { BatchRow } from './batch-row.ts'
import type { PackedRows } from './pack-rows.ts'
import { batchOfKey, ownerOf } from './receive.ts'

type Request = Omit<components['schemas']['ImportRowsRequest'], 'rows'>
type PartRow = Row<'import_part'>

const MOST_ROWS = 200_000

/** The batch that a part names. A batch named by its id may be older than a day. @throws HttpError 422 */
async function knownBatch(
  trx: Trx,
  { batchId, clientKey }: Request,
  user: Caller,
): Promise<BatchRow | undefined> {
  if (batchId === undefined) return batchOfKey(trx, user.orgId, clientKey)
  const named = await trx
    .selectFrom('import_batch')
    .selectAll()
    .where('id', '=', batchId)
    .where('org_id', '=', user.orgId)
    .where('client_key', '=', clientKey)
    .executeTakeFirst()
  if (!named) throw unprocessable('W-022', '批次与客户端批次键不符', 'batchId')
  return named
}

async function ownBatchOf(trx: Trx, request: Request, user: Caller): Promise<BatchRow> {
  const known = await knownBatch(trx, request, user)
  if (known) return known
  const made = await trx
    .insertInto('import_batch')
    .values({
      ...ownerOf(user),
      file_name: '接口提交',
      client_key: request.clientKey,
      mode: request.mode ?? 'partial',
      dry_run: request.dryRun ?? false,
      is_complete: false,
    })
    .onConflict((on) => on.doNothing())
    .returningAll()
    .executeTakeFirst()
  const batch = made ?? (await batchOfKey(trx, user.orgId, request.clientKey))
  if (!batch) throw stillRunning(1)
  return batch
}

const closed = () => conflict('W-025', '该批次已收齐，不能再追加')

/** Numbers of the first and the last row of a part. */
interface Range {
  from: number
  to: number
}

const endOf = ({ first_row, row_count }: PartRow) => first_row + row_count - 1

/** The first row of a part that is not as it was sent before; undefined if none is. */
async function firstChanged(trx: Trx, batchId: number, { from }: Range, { portions }: PackedRows) {
  for (const { before, text } of portions) {
    const { rows } = await sql<{ row: number | null }>`
      select min(x.at)::int as row from (
        select ${from + before - 1}::int + n as at, nullif(raw, 'null'::jsonb) as raw
        from jsonb_array_elements(${text}::jsonb) with ordinality as t(raw, n)) x
      left join import_row r on r.batch_id = ${batchId} and r.row_no = x.at
      where r.raw is distinct from x.raw`.execute(trx)
    if (typeof rows[0]?.row === 'number') return rows[0].row
  }
  return undefined
}

const differs = (row: number) =>
  unprocessable('W-022', `第${row}行与此前提交的不同，同一批次不能更换内容`, 'rows')

/**
 * Whether a part has come before.
 * @throws HttpError 422 if it differs from what has come, or overlaps it
 */
async function hasCome(
  trx: Trx,
  { id }: BatchRow,
  range: Range,
  packed: PackedRows,
  parts: readonly PartRow[],
): Promise<boolean> {
  const known = parts.find(({ first_row }) => first_row === range.from)
  if (known?.row_count === packed.count && known.digest === packed.digest) return true
  const other = parts.find((part) => part.first_row <= range.to && range.from <= endOf(part))
  if (!other) return false
  const start = Math.max(range.from, other.first_row)
  throw differs((await firstChanged(trx, id, range, packed)) ?? Math.max(start, endOf(other) + 1))
}

/** @throws HttpError 422 if rows follow the last one of a batch */
function assertWithin(
  batch: BatchRow,
  { from, to }: Range,
  isLast: boolean,
  parts: readonly PartRow[],
): void {
  const end = batch.last_row
  if (end !== null && (to > end || (isLast && to < end)))
    throw unprocessable('W-022', `该批次至第${end}行为止，与此前提交的不同`, 'rows')
  const later = isLast ? parts.find((part) => endOf(part) > to) : undefined
  if (later) throw unprocessable('W-022', `该批次已收到第${endOf(later)}行，末行不能是第${to}行`, 'rows')
  if (to > MOST_ROWS || from > MOST_ROWS) throw unprocessable('W-024', `每批至多${MOST_ROWS}行`, 'rows')
}

async function insertRows(trx: Trx, batchId: number, { from }: Range, { portions }: PackedRows) {
  for (const { before, text } of portions)
    await sql`insert into import_row (batch_id, row_no, state, raw)
      select ${batchId}, ${from + before - 1}::int + x.at, 'OK', x.raw
      from jsonb_array_elements(${text}::jsonb) with ordinality as x(raw, at)
      where jsonb_typeof(x.raw) = 'object'`.execute(trx)
}

/**
 * Adds rows to the batch of their key, behind those that have come or from the number that is given. The batch is ready
 * for checking when all parts up to the last one have come. A part that has come before changes nothing.
 * @throws HttpError 409, 422
 */
export async function receiveRows(
  trx: Trx,
  request: Request,
  packed: PackedRows,
  user: Caller,
): Promise<BatchRow> {
  const { id } = await ownBatchOf(trx, request, user)
  const own = trx.selectFrom('import_batch').selectAll().where('id', '=', id)
  const batch = await own.forUpdate().executeTakeFirstOrThrow()
  const parts = await trx.selectFrom('import_part').selectAll().where('batch_id', '=', id).execute()
  const from = request.firstRow ?? Math.max(0, ...parts.map(endOf)) + 1
  const range = { from, to: from + packed.count - 1 }
  const { last = false } = request
  const isRepeated = request.firstRow !== undefined && (await hasCome(trx, batch, range, packed, parts))
  const isClosed = batch.is_complete || batch.state !== 'UPLOADED'
  // Rows without a number follow those that have come, of which there may be no more.
  if (isClosed && request.firstRow === undefined) throw closed()
  assertWithin(batch, range, last, parts)
  if (isRepeated && (!last || batch.last_row !== null)) return batch
  if (isClosed) throw closed()
  if (!isRepeated) {
    const { count, digest } = packed
    await insertRows(trx, id, range, packed)
    await trx
      .insertInto('import_part')
      .values({ batch_id: id, first_row: from, row_count: count, digest })
      .execute()
  }
  const lastRow = last ? range.to : batch.last_row
  const come = parts.reduce((sum, part) => sum + part.row_count, isRepeated ? 0 : packed.count)
  return trx
    .updateTable('import_batch')
    .set({
      total_rows: batch.total_rows + (isRepeated ? 0 : packed.filled),
      last_row: lastRow,
      is_complete: come === lastRow,
    })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
}
