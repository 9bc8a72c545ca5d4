import { sql } from 'kysely'
import type { Trx } from '../../db/database.ts'
import type { Transact } from '../../db/transaction.ts'
import { type Bin, endOf, type Part } from './bin.ts'
import { filesOf, removeFiles } from './files.ts'

const AT_ONCE = 200

/** Rows of the review that go with a draft of any kind. */
export const PARTS_OF_REVIEW: readonly Part[] = [
  ['review_draft', 'entity_id'],
  ['review_remark', 'entity_id'],
  ['review_submission', 'entity_id'],
]

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
  const files = await filesOf(trx, bin, ids)
  for (const [table, column] of [...bin.parts, ...PARTS_OF_REVIEW])
    await sql`delete from ${sql.table(table)} where ${sql.ref(column)} = any(${ids}::bigint[])
      ${column === 'entity_id' ? sql`and entity = ${entity}` : sql``}`.execute(trx)
  await sql`delete from ${sql.table(bin.table)} where id = any(${ids}::bigint[]) and deleted`.execute(trx)
  await removeFiles(trx, bin, files, now)
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
