import { sql } from 'kysely'
import type { Db } from '../db/database.ts'
import { type HttpError, tooMany } from '../errors.ts'

export interface Limit {
  /** Key of the counter. */
  key: string
  max: number
  /** Length of the window that starts with the first hit. */
  seconds: number
}

const tooOften = (wait: number) => tooMany('A-015', '操作过于频繁，请稍后再试', wait)

const SWEPT_AT_ONCE = 100

interface Counted {
  hits: number
  wait: number
}

/**
 * Counts one hit. The count is one statement, so that parallel calls and several copies of the server cannot slip past.
 * @returns the hits of the window so far
 * @throws HttpError 429 when there were too many within the window
 */
export async function countHit(
  db: Db,
  { key, max, seconds }: Limit,
  refusal: (wait: number) => HttpError = tooOften,
): Promise<number> {
  const { rows } = await sql<Counted>`
    insert into rate_limit (key, hits, resets_at) values (${key}, 1, now() + make_interval(secs => ${seconds}))
    on conflict (key) do update set
      hits = case when rate_limit.resets_at <= now() then 1 else rate_limit.hits + 1 end,
      resets_at = case when rate_limit.resets_at <= now() then excluded.resets_at else rate_limit.resets_at end
    returning hits, greatest(1, ceil(extract(epoch from resets_at - now())))::integer as wait`.execute(db)
  const [counted] = rows
  if (counted?.hits === 1) await sweepSome(db)
  if (counted && counted.hits > max) throw refusal(counted.wait)
  return counted?.hits ?? 0
}

/** Removes some expired counters. Skips locked ones, because the caller may hold other counters until its commit. */
const sweepSome = (db: Db) =>
  sql`delete from rate_limit where key in (
    select key from rate_limit where resets_at < now() limit ${SWEPT_AT_ONCE} for update skip locked)`.execute(
    db,
  )

/** Removes one hit. */
export async function uncountHit(db: Db, { key }: Pick<Limit, 'key'>): Promise<void> {
  await sql`update rate_limit set hits = hits - 1 where key = ${key} and hits > 0 and resets_at > now()`.execute(
    db,
  )
}
