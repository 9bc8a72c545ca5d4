import type { components } from '@xinchu/contract/schema'
import { unitNames } from '@xinchu/validators/reading'
import { toReadingMap } from '@xinchu/validators/reading/table'
import { sql } from 'kysely'
import type { Db, Trx } from '../../db/database.ts'
import { badRequest, conflict, notFound } from '../../errors.ts'
import { assertMapOf } from './assert-map.ts'
import { moveBatch } from './batch.ts'
import type { BatchRow } from './batch-row.ts'
import { importColumns } from './columns.ts'
import { forgetMap, giveMap, readingOf, savedTime } from './kept-reading.ts'
import { ON_PROGRESS } from './lease.ts'
import type { StoredReading } from './stored-reading.ts'

type Schemas = components['schemas']

const fields: Schemas['ImportReading']['fields'] = importColumns.map(({ name, caption, spec }) => ({
  name,
  caption,
  ...(spec.unit ? { unit: spec.unit, units: [...unitNames(spec.unit)] } : {}),
  required: spec.required === 'submit',
}))

/** @throws HttpError 404 for a batch whose file was not read, or that has none */
async function requireReading(db: Db, batch: BatchRow): Promise<StoredReading> {
  const kept = await readingOf(db, batch.id)
  if (!kept?.reading) throw notFound('读取结果')
  return kept.reading
}

async function correctedRows(db: Db, { id }: BatchRow): Promise<number> {
  const { count } = await db
    .selectFrom('import_row')
    .select(sql<number>`count(*)`.as('count'))
    .where('batch_id', '=', id)
    .where('corrected', '=', true)
    .executeTakeFirstOrThrow()
  return count
}

/** Returns how the file of a batch is read, and what is asked. @throws HttpError 404 */
export async function importReading(db: Db, batch: BatchRow): Promise<Schemas['ImportReading']> {
  const { sheets, columns, questions, notes, map, keys } = await requireReading(db, batch)
  const saved = await savedTime(db, batch.org_id, keys)
  const corrected = await correctedRows(db, batch)
  return {
    sheets,
    columns,
    fields,
    questions,
    notes,
    map,
    saved: saved !== undefined,
    ...(saved === undefined ? {} : { savedTime: saved }),
    corrected,
  }
}

/** The state before anything was read. A lease of an earlier run is gone by now. */
const UNREAD = {
  ...ON_PROGRESS,
  parsed_rows: 0,
  total_rows: 0,
  ok_rows: 0,
  warn_rows: 0,
  asked_rows: 0,
  error_rows: 0,
  repeat_rows: 0,
  letters: JSON.stringify({}),
  layout: null,
  notes: null,
  started_at: null,
} as const

/** @throws HttpError 409 unless the file may be read again */
async function assertReadable(db: Db, batch: BatchRow, isDiscarding: boolean): Promise<void> {
  if (batch.state === 'ASKING') return
  if (batch.state !== 'READY') throw conflict('W-025', '当前状态不能重新读取文件')
  if (batch.committed_rows > 0) throw conflict('W-025', '已写入部分行，不能重新读取文件')
  const corrected = isDiscarding ? 0 : await correctedRows(db, batch)
  if (corrected > 0) throw conflict('W-025', `重新读取会丢失已更正的 ${corrected} 行；确认放弃后再重新读取`)
}

/**
 * Has the file of a batch read again as the user says.
 * @throws HttpError 400 for a map that the file cannot be read by; 404; 409 in another state, or for corrections that would be lost
 */
export async function confirmReading(
  trx: Trx,
  batch: BatchRow,
  { map: given, remember = false, discardCorrections = false }: Schemas['ImportReadingConfirmation'],
): Promise<BatchRow> {
  const read = toReadingMap(given)
  if ('fault' in read) throw badRequest('F-022', read.fault, 'map')
  const reading = await requireReading(trx, batch)
  await assertReadable(trx, batch, discardCorrections)
  assertMapOf(read.map, reading)
  const sheet = read.map.sheet ?? batch.sheet
  const next = await moveBatch(trx, batch, { state: 'PARSING', ...UNREAD, sheet })
  await giveMap(trx, batch.id, { map: read.map, remember })
  return next
}

/** Forgets the map that the office keeps for the headings of a batch's file. @throws HttpError 404 */
export async function forgetReading(trx: Trx, batch: BatchRow): Promise<void> {
  await forgetMap(trx, batch.org_id, await requireReading(trx, batch))
}
