import { sql } from 'kysely'
import type { Db, Trx } from '../../db/database.ts'
import type { Transact } from '../../db/transaction.ts'

/** Most events that one transaction numbers. */
const PORTION = 2_000
/** A reader numbers at most this many portions before it reads; the rest is numbered by the next one. */
const PORTIONS = 25

/** The events that have a position. */
export interface Counter {
  last: number
  first: number
}

/**
 * Gives committed events the next positions, in the order of their ids. The lock of the counter's row makes the copies of
 * the server take turns, so positions become visible in order and without gaps. Of one record, an earlier event has the
 * lower id and was committed before the later one was written.
 */
async function numberPortion(trx: Trx, now: Date): Promise<number> {
  const locked = await sql<Counter>`select last, first from event_counter for update`.execute(trx)
  // A statement of its own: it sees what was committed while this transaction waited for the lock.
  const { rows } = await sql<{ count: number }>`
    with numbered as (
      update record_event e set position = ${locked.rows[0]?.last ?? 0} + x.place
      from (select id, row_number() over (order by id) as place from record_event
        where position is null and due_at <= ${now.toISOString()}::timestamptz order by id limit ${PORTION}) x
      where e.id = x.id returning 1)
    select count(*) as count from numbered`.execute(trx)
  const count = rows[0]?.count ?? 0
  if (count > 0) await sql`update event_counter set last = last + ${count}`.execute(trx)
  return count
}

const hasWaiting = async (db: Db, now: Date) => {
  const { rows } = await sql`select 1 from record_event
    where position is null and due_at <= ${now.toISOString()}::timestamptz limit 1`.execute(db)
  return rows.length > 0
}

/** Numbers what was committed and has no position yet. */
export async function numberEvents(db: Db, transact: Transact, now: Date): Promise<void> {
  if (!(await hasWaiting(db, now))) return
  for (let portion = 0; portion < PORTIONS; portion += 1)
    if ((await transact((trx) => numberPortion(trx, now))) < PORTION) return
}

/** The last position that was given. */
export async function lastPosition(db: Db): Promise<number> {
  const { rows } = await sql<{ last: number }>`select last from event_counter`.execute(db)
  return rows[0]?.last ?? 0
}

/** Removes the oldest events of a portion that are old enough. Returns whether more may be. */
async function removePortion(trx: Trx, before: Date): Promise<boolean> {
  await sql`select 1 from event_counter for update`.execute(trx)
  const { rows } = await sql<{ position: number; is_old: boolean }>`
    select position, time < ${before.toISOString()}::timestamptz as is_old from record_event
    where position is not null order by position limit ${PORTION}`.execute(trx)
  const kept = rows.findIndex(({ is_old }) => !is_old)
  const old = kept < 0 ? rows : rows.slice(0, kept)
  const end = old.at(-1)
  if (!end) return false
  await sql`delete from record_event where position <= ${end.position}`.execute(trx)
  await sql`update event_counter set first = ${end.position} + 1`.execute(trx)
  return old.length === PORTION
}

const DAY_MS = 86_400_000

/** Removes events after their days, the oldest first, so that those that are left have no gap. */
export async function removeOldEvents(
  db: Db,
  transact: Transact,
  { days, now, signal }: { days: number; now: Date; signal?: AbortSignal },
): Promise<void> {
  await numberEvents(db, transact, now)
  const before = new Date(now.getTime() - days * DAY_MS)
  while (!signal?.aborted && (await transact((trx) => removePortion(trx, before))));
}
