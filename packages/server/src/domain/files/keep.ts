import { sql } from 'kysely'
import type { Trx } from '../../db/database.ts'
import type { Transact } from '../../db/transaction.ts'
import { assertAcceptedFile } from './accepted.ts'
import { keyOf, type LocalFile, type ObjectStore } from './store/object-store.ts'
import type { Upload } from './upload.ts'

// Arbitrary, but unique among the platform's advisory locks.
const KEY_LOCK = 7403

// Longer than any store takes.
const CLAIMED_MS = 3_600_000
const COLLECTED_AT_ONCE = 500

export interface FileServices {
  files: ObjectStore
  transact: Transact
  now(): Date
}

interface KeepServices extends FileServices {
  /** Records the file and the call. */
  change: Transact
}

/** Serializes what begins and what ends the use of a key. Held until the transaction ends. */
const lockKey = (trx: Trx, key: string) =>
  sql`select pg_advisory_xact_lock(${sql.lit(KEY_LOCK)}, hashtext(${key}))`.execute(trx)

async function claim(trx: Trx, key: string, now: Date): Promise<string> {
  await lockKey(trx, key)
  const until = new Date(now.getTime() + CLAIMED_MS).toISOString()
  const row = await trx
    .insertInto('stored_claim')
    .values({ storage_key: key, until })
    .returning('id')
    .executeTakeFirstOrThrow()
  return row.id
}

/** Marks a key whose last record may have gone. The caller collects it after the commit. */
export async function release(trx: Trx, keys: readonly string[], now: Date): Promise<void> {
  const until = now.toISOString()
  if (keys.length > 0)
    await trx
      .insertInto('stored_claim')
      .values(keys.map((storage_key) => ({ storage_key, until })))
      .execute()
}

/**
 * Removes the bytes of a key that no record names and no upload is storing. A failure leaves the key marked, so that the
 * next sweep tries again.
 */
export function collect(key: string, { files, transact, now }: FileServices): Promise<void> {
  return transact(async (trx) => {
    await lockKey(trx, key)
    const { rows } = await sql<{ used: boolean; busy: boolean }>`
      select exists (select from file_info where storage_key = ${key})
          or exists (select from file_upload_part where storage_key = ${key}) as used,
        exists (select from stored_claim where storage_key = ${key} and until > ${now().toISOString()}) as busy`.execute(
      trx,
    )
    if (rows[0]?.busy !== false) return
    if (!rows[0].used) await files.remove(key)
    await trx.deleteFrom('stored_claim').where('storage_key', '=', key).execute()
  })
}

/** Collects the keys that failed or aborted calls left. @returns their number */
export async function collectLeft(services: FileServices, signal: AbortSignal): Promise<number> {
  const left = await services.transact((trx) =>
    trx
      .selectFrom('stored_claim')
      .select('storage_key')
      .distinct()
      .where('until', '<=', services.now().toISOString())
      .limit(COLLECTED_AT_ONCE)
      .execute(),
  )
  for (const { storage_key } of left) {
    if (signal.aborted) break
    await collect(storage_key, services)
  }
  return left.length
}

/**
 * Stores the bytes of a local file and records them in one transaction. The claim of their key keeps a concurrent
 * deletion of the same bytes from removing them before the record is there.
 */
export async function keepBytes<T>(
  file: LocalFile,
  record: (trx: Trx) => Promise<T>,
  services: KeepServices,
): Promise<T> {
  const { files, transact, change, now } = services
  const key = keyOf(file.sha256)
  const id = await transact((trx) => claim(trx, key, now()))
  try {
    await files.put(key, file)
    return await change(async (trx) => {
      const recorded = await record(trx)
      await trx.deleteFrom('stored_claim').where('id', '=', id).execute()
      return recorded
    })
  } catch (error) {
    // Without the database or the store, the claim ends by itself and the sweep collects the key.
    await transact((trx) =>
      trx.updateTable('stored_claim').set({ until: now().toISOString() }).where('id', '=', id).execute(),
    )
      .then(() => collect(key, services))
      .catch(() => undefined)
    throw error
  }
}

/** Checks an uploaded file, stores its bytes and records it. @throws HttpError 415 if its content is refused */
export async function keepUpload<T>(
  upload: Upload,
  record: (trx: Trx) => Promise<T>,
  services: KeepServices,
): Promise<T> {
  await assertAcceptedFile(upload)
  return keepBytes(upload, record, services)
}
