import type { components } from '@xinchu/contract/schema'
import { sql } from 'kysely'
import type { Db, Trx } from '../../db/database.ts'
import type { Row } from '../../db/schema.ts'
import { conflict, notFound, unprocessable } from '../../errors.ts'
import type { Caller } from '../caller.ts'
import { reply } from '../reply.ts'
import { kindOf } from './accepted.ts'
import { release } from './keep.ts'
import { PART_BYTES } from './part-size.ts'
import { keyOf } from './store/object-store.ts'

type Schemas = components['schemas']
export type SessionRow = Row<'file_upload'>
export type PartRow = Row<'file_upload_part'>

const MB = 1024 * 1024
const LIFETIME_MS = 24 * 3_600_000
const MOST = { sessions: 20, bytes: 500 * MB }
const EXPIRED_AT_ONCE = 200
// Arbitrary, but unique among the platform's advisory locks.
const USER_LOCK = 7404

const countOf = ({ size }: SessionRow): number => Math.ceil(size / PART_BYTES)

/** Size that a part must have. */
const sizeOf = (session: SessionRow, number: number): number =>
  Math.min(PART_BYTES, session.size - (number - 1) * PART_BYTES)

/** @throws HttpError 409 if the user has too many unfinished uploads */
async function assertRoom(trx: Trx, size: number, user: Caller, now: Date): Promise<void> {
  await sql`select pg_advisory_xact_lock(${sql.lit(USER_LOCK)}, ${user.id})`.execute(trx)
  const open = await trx
    .selectFrom('file_upload')
    .select('size')
    .where('user_id', '=', user.id)
    .where('file_id', 'is', null)
    .where('expire_time', '>', now.toISOString())
    .execute()
  const bytes = open.reduce((sum, row) => sum + row.size, size)
  if (open.length >= MOST.sessions || bytes > MOST.bytes)
    throw conflict(
      'V-008',
      `未完成的上传至多 ${MOST.sessions} 个、合计至多 ${MOST.bytes / MB} MB，请先完成或取消其他上传`,
    )
}

/** Begins an upload in parts. @throws HttpError 409 or 415 */
export async function startSession(
  trx: Trx,
  draft: Schemas['FileSessionDraft'],
  user: Caller,
  now: Date,
): Promise<SessionRow> {
  kindOf(draft.fileName)
  await assertRoom(trx, draft.size, user, now)
  return trx
    .insertInto('file_upload')
    .values({
      user_id: user.id,
      file_name: draft.fileName,
      size: draft.size,
      sha256: draft.sha256 ?? null,
      biz_type: draft.bizType,
      biz_id: draft.bizId ?? null,
      expire_time: new Date(now.getTime() + LIFETIME_MS).toISOString(),
    })
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Returns an upload that the user began. @throws HttpError 404 also when it has expired */
export async function requireSession(
  db: Db,
  id: number,
  user: Caller,
  { now, lock = false }: { now: Date; lock?: boolean },
): Promise<SessionRow> {
  const row = await db
    .selectFrom('file_upload')
    .selectAll()
    .where('id', '=', id)
    .where('user_id', '=', user.id)
    .where('expire_time', '>', now.toISOString())
    .$if(lock, (query) => query.forUpdate())
    .executeTakeFirst()
  if (!row) throw notFound('上传')
  return row
}

export const partsOf = (db: Db, { id }: SessionRow): Promise<PartRow[]> =>
  db.selectFrom('file_upload_part').selectAll().where('upload_id', '=', id).orderBy('number').execute()

/** The upload in the contract's shape. */
export const sessionView = (session: SessionRow, parts: readonly PartRow[]): Schemas['FileSession'] =>
  reply({
    id: session.id,
    fileName: session.file_name,
    size: session.size,
    partSize: PART_BYTES,
    parts: parts.map(({ number, sha256 }) => ({ number, sha256 })),
    expireTime: session.expire_time,
  })

interface Part {
  number: number
  size: number
  sha256: string
  /** Digest that the sender gave. */
  claimed: string | undefined
}

/** @throws HttpError 409 or 422 if the part is not one of the upload */
export function assertPart(session: SessionRow, { number, size, sha256, claimed }: Part): void {
  if (session.file_id !== null) throw conflict('V-009', '上传已完成，不能再传分片')
  if (number > countOf(session))
    throw unprocessable('V-009', `分片序号超出范围，共 ${countOf(session)} 片`, 'number')
  if (size !== sizeOf(session, number))
    throw unprocessable(
      'V-009',
      `第 ${number} 片应为 ${sizeOf(session, number)} 字节，收到 ${size} 字节`,
      'file',
    )
  if (claimed !== undefined && claimed.toLowerCase() !== sha256)
    throw unprocessable('V-009', `第 ${number} 片的内容与摘要不符，请重新上传该片`, 'file')
}

/** Records a stored part. One that replaces another frees its bytes. */
export async function recordPart(
  trx: Trx,
  id: number,
  { number, sha256 }: Pick<Part, 'number' | 'sha256'>,
  user: Caller,
  now: Date,
): Promise<SessionRow> {
  // Waits for a concurrent finish, and refuses the part after it.
  const session = await requireSession(trx, id, user, { now, lock: true })
  if (session.file_id !== null) throw conflict('V-009', '上传已完成，不能再传分片')
  const before = (await partsOf(trx, session)).find((part) => part.number === number)
  if (before?.sha256 === sha256) return session
  if (before) await release(trx, [before.storage_key], now)
  const storage_key = keyOf(sha256)
  await trx
    .insertInto('file_upload_part')
    .values({ upload_id: id, number, sha256, storage_key })
    .onConflict((existing) => existing.columns(['upload_id', 'number']).doUpdateSet({ sha256, storage_key }))
    .execute()
  return session
}

/** @throws HttpError 409 if parts are missing, which it names */
export function assertComplete(session: SessionRow, parts: readonly PartRow[]): void {
  const there = new Set(parts.map(({ number }) => number))
  const missing = Array.from({ length: countOf(session) }, (_, at) => at + 1).filter((at) => !there.has(at))
  if (missing.length > 0) throw conflict('V-009', `还有分片没有上传：第 ${missing.join('、')} 片`)
}

/** Frees the parts of an upload. @returns their keys, to be collected after the commit */
export async function dropParts(trx: Trx, ids: readonly number[], now: Date): Promise<string[]> {
  const dropped = await trx
    .deleteFrom('file_upload_part')
    .where('upload_id', 'in', ids)
    .returning('storage_key')
    .execute()
  const keys = [...new Set(dropped.map(({ storage_key }) => storage_key))]
  await release(trx, keys, now)
  return keys
}

/** Removes uploads that have expired. Their bytes are collected with the next sweep. @returns their number */
export async function expireSessions(trx: Trx, now: Date): Promise<number> {
  const expired = await trx
    .selectFrom('file_upload')
    .select('id')
    .where('expire_time', '<=', now.toISOString())
    .limit(EXPIRED_AT_ONCE)
    .forUpdate()
    .skipLocked()
    .execute()
  const ids = expired.map(({ id }) => id)
  if (ids.length === 0) return 0
  await dropParts(trx, ids, now)
  await trx.deleteFrom('file_upload').where('id', 'in', ids).execute()
  return ids.length
}
