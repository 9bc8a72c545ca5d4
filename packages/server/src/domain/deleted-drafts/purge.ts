import { sql } from 'kysely'
import type { Trx } from '../../db/database.ts'
import type { Transact } from '../../db/transaction.ts'
import { release } from '../files/keep.ts'
import { type Bin, endOf } from './bin.ts'

const AT_ONCE = 200

/** Tables of other records that hold files by their ids. */
const HOLDERS = ['section_info', 'message_push', 'year_calc'] as const

/** Removes the files of these drafts that nothing else holds. Their bytes are collected after the commit. */
async function removeFiles(trx: Trx, bin: Bin, ids: readonly number[], now: Date): Promise<void> {
  const { rows } = await sql<{ id: number }>`select distinct x.id from (${bin.files(ids)}) as x(id)`.execute(
    trx,
  )
  const files = rows.map(({ id }) => id)
  if (files.length === 0) return
  const elsewhere = HOLDERS.map(
    (table) => sql`union all select unnest(attachment_ids) from ${sql.table(table)}
      where attachment_ids && ${files}::bigint[]`,
  )
  const removed = await sql<{ storage_key: string }>`
    with held as (${bin.held(files, ids)} ${sql.join(elsewhere, sql` `)})
    delete from file_info where id = any(${files}::bigint[]) and id not in (select id from held as h(id) where id is not null)
    returning storage_key`.execute(trx)
  await release(
    trx,
    removed.rows.map(({ storage_key }) => storage_key),
    now,
  )
}

/** Drafts whose time is over, the oldest first. */
async function dueOf(trx: Trx, bin: Bin, now: Date, stuck: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select record_id as id from deleted_draft where entity = ${bin.told.code} and deleted_at <= ${endOf(now)}
      and record_id <> all(${[...stuck]}::bigint[]) order by deleted_at limit ${AT_ONCE}`.execute(trx)
  return rows.map(({ id }) => id)
}

/** Removes drafts with all that is theirs. Those that another copy of the server removes are left to it. */
async function remove(trx: Trx, bin: Bin, due: readonly number[], now: Date): Promise<void> {
  const entity = bin.told.code
  const { rows } = await sql<{ id: number }>`
    delete from deleted_draft where entity = ${entity} and record_id = any(${[...due]}::bigint[])
    returning record_id as id`.execute(trx)
  const ids = rows.map(({ id }) => id)
  if (ids.length === 0) return
  await removeFiles(trx, bin, ids, now)
  const kept = [
    ...bin.parts,
    ...(['review_remark', 'review_submission'] as const).map((each) => [each, 'entity_id'] as const),
  ]
  for (const [table, column] of kept)
    await sql`delete from ${sql.table(table)} where ${sql.ref(column)} = any(${ids}::bigint[])
      ${column === 'entity_id' ? sql`and entity = ${entity}` : sql``}`.execute(trx)
  await sql`delete from ${sql.table(bin.table)} where id = any(${ids}::bigint[]) and deleted`.execute(trx)
}

/** Removes drafts one by one. @returns those that cannot be removed, with the reason of the first one */
async function removeEach(
  bin: Bin,
  ids: readonly number[],
  transact: Transact,
  now: Date,
): Promise<{ stuck: number[]; reason: unknown }> {
  const stuck: number[] = []
  let reason: unknown
  for (const id of ids)
    try {
      await transact((trx) => remove(trx, bin, [id], now))
    } catch (error) {
      stuck.push(id)
      reason ??= error
    }
  return { stuck, reason }
}

/**
 * Removes deleted drafts that can be restored no more, with their files. Copies of the server may call this at the same time.
 * @throws the reason why a draft cannot be removed, after all others are
 */
export async function purgeDrafts(
  bins: readonly Bin[],
  transact: Transact,
  { now, signal }: { now: Date; signal?: AbortSignal },
): Promise<void> {
  const failures: unknown[] = []
  for (const bin of bins) {
    const stuck: number[] = []
    for (;;) {
      signal?.throwIfAborted()
      const due = await transact((trx) => dueOf(trx, bin, now, stuck))
      if (due.length === 0) break
      try {
        await transact((trx) => remove(trx, bin, due, now))
      } catch {
        // One of them holds the others: it stays, and is reported.
        const { stuck: more, reason } = await removeEach(bin, due, transact, now)
        stuck.push(...more)
        if (more.length > 0) failures.push(reason)
      }
    }
  }
  if (failures.length > 0) throw failures[0]
}
