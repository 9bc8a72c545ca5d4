import { setTimeout as pause } from 'node:timers/promises'
import { type RawBuilder, sql } from 'kysely'
import type { Config } from '../../config.ts'
import type { Db } from '../../db/database.ts'
import { HttpError, tooMany } from '../../errors.ts'
import { countHit, uncountHit } from '../rate-limit.ts'
import { type Origin, originKeys } from './known-origin.ts'

/** Failures that lock an account, and the lock's duration in seconds. */
export interface Lock {
  failures: number
  seconds: number
}

export const lockOf = (config: Pick<Config, 'loginFailures' | 'lockSeconds'>): Lock => ({
  failures: config.loginFailures,
  seconds: config.lockSeconds,
})

/** The account and origin of a try. */
export interface Try {
  /** Undefined for an unknown account. */
  userId: number | undefined
  username: string
  origin: Origin
  /** Whether a session of the account makes the try. */
  hasSession?: boolean
}

/** How a try ended. Only a wrong one counts as a failure; an undecided one changes nothing. */
export type Outcome = 'right' | 'wrong' | 'undecided'
export type Settle = (outcome: Outcome) => Promise<void>

/** Where the tries of one origin are counted. */
interface Bucket {
  table: RawBuilder<unknown>
  where: RawBuilder<unknown>
  /** The account that a lock of this bucket locks for strangers too, by whose state an administrator sees and ends it. */
  account?: number
}

const MINUTE = 60
/** Seconds after which a try without an end no longer counts: its process has died. */
const LONGEST_TRY = 30
/** Milliseconds between looks for a free place, and in all. */
const LOOK_MS = 50
const PATIENCE_MS = 10_000
// Tries in progress count too, so the limit leaves room for many people behind one address.
const failuresFrom = (address: string) => ({ key: `password-address:${address}`, max: 90, seconds: 600 })

const locked = (seconds: number) =>
  tooMany(
    'A-005',
    `密码错误次数过多，账号已锁定，请${Math.max(1, Math.ceil(seconds / MINUTE))}分钟后再试`,
    seconds,
  )

/** A bucket of login_tries. A lock that an administrator has ended at the account is over. */
async function bucketAt(db: Db, key: string, account: number | undefined): Promise<Bucket> {
  const bucket = { table: sql`login_tries`, where: sql`key = ${key}` }
  if (account === undefined) return bucket
  await sql`update login_tries set locked_until = now() where key = ${key} and locked_until > now()
    and not exists (select 1 from app_user u where u.id = ${account} and u.locked_until > now())`.execute(db)
  return { ...bucket, account }
}

/**
 * The bucket of a try. Strangers share one for each account. A device or address that the account has logged in from, and
 * its sessions, have one of their own, so that strangers cannot lock them out. Unknown names have one as accounts have, so
 * that accounts cannot be enumerated.
 */
async function bucketOf(db: Db, { userId, username, origin, hasSession }: Try): Promise<Bucket> {
  const keys =
    userId === undefined
      ? [`name:${username.toLowerCase()}`]
      : hasSession
        ? [`session:${userId}`]
        : originKeys(userId, origin)
  if (userId === undefined || hasSession)
    await sql`insert into login_tries (key) values (${keys[0]}) on conflict (key) do nothing`.execute(db)
  // A known device goes before a known address, which others may share: the keys sort so.
  const { rows } = await sql<{ key: string }>`select key from login_tries
    where key = any (${keys}) and (is_known or ${userId === undefined || hasSession === true})
    order by key desc limit 1`.execute(db)
  const [found] = rows
  return found ? bucketAt(db, found.key, userId) : { table: sql`app_user`, where: sql`id = ${userId}` }
}

const isLocked = sql<boolean>`coalesce(locked_until > now(), false)`
const openTries = sql`case when open_since > now() - make_interval(secs => ${LONGEST_TRY}) then open_tries else 0 end`
// A lock that has ended restarts the count.
const failures = sql`case when locked_until is null then failures else 0 end`

/** Takes a place among the tries that may be checked now. One statement, so that parallel guesses cannot slip past. */
async function takePlace(db: Db, { table, where }: Bucket, lock: Lock): Promise<boolean> {
  const { rows } = await sql`update ${table} set open_tries = ${openTries} + 1, open_since = now()
    where ${where} and not ${isLocked} and ${failures} + ${openTries} < ${lock.failures}
    returning 1`.execute(db)
  return rows.length > 0
}

/**
 * Waits for a place: as many tries are checked at once as may still fail. Right passwords give theirs back, so that any
 * number of them passes.
 * @throws HttpError 429 if the account is locked or too many tries wait
 */
async function awaitPlace(db: Db, bucket: Bucket, lock: Lock): Promise<void> {
  const end = Date.now() + PATIENCE_MS
  while (!(await takePlace(db, bucket, lock))) {
    const { rows } = await sql<{ seconds: number | null }>`
      select case when ${isLocked} then greatest(1, ceil(extract(epoch from locked_until - now())))::integer end as seconds
      from ${bucket.table} where ${bucket.where}`.execute(db)
    const seconds = rows[0]?.seconds ?? undefined
    if (seconds !== undefined) throw locked(seconds)
    if (Date.now() > end) throw tooMany('A-015', '操作过于频繁，请稍后再试', 1)
    await pause(LOOK_MS)
  }
}

async function close(db: Db, { table, where, account }: Bucket, outcome: Outcome, lock: Lock): Promise<void> {
  const next = sql`case when ${isLocked} then failures else ${failures} + 1 end`
  const until = sql`case when ${isLocked} then locked_until
    when ${next} >= ${lock.failures} then now() + make_interval(secs => ${lock.seconds}) end`
  const counted = {
    right: sql`, failures = 0, locked_until = null`,
    wrong: sql`, failures = ${next}, locked_until = ${until}`,
    undecided: sql``,
  }
  await sql`update ${table} set open_tries = greatest(0, open_tries - 1)${counted[outcome]} where ${where}`.execute(
    db,
  )
  if (account !== undefined && outcome === 'wrong')
    await sql`update app_user set locked_until = t.locked_until from ${table} t
      where app_user.id = ${account} and ${where} and t.locked_until > now()`.execute(db)
}

/**
 * Checks a password while its try holds a place among those of its origin, and counts how it ended. A refusal counts as a
 * wrong password and a return as a right one, unless the check has settled it before.
 * @throws HttpError 429 if the account is locked or the address has failed too often; what the check throws
 */
export async function inTurn<T>(
  db: Db,
  attempt: Try,
  lock: Lock,
  check: (settle: Settle) => Promise<T>,
): Promise<T> {
  const { address } = attempt.origin
  await countHit(db, failuresFrom(address))
  const bucket = await bucketOf(db, attempt)
  await awaitPlace(db, bucket, lock)
  let isSettled = false
  const settle: Settle = async (outcome) => {
    if (isSettled) return
    isSettled = true
    if (outcome !== 'wrong') await uncountHit(db, failuresFrom(address))
    await close(db, bucket, outcome, lock)
  }
  try {
    const result = await check(settle)
    await settle('right')
    return result
  } catch (error) {
    await settle(error instanceof HttpError ? 'wrong' : 'undecided')
    throw error
  }
}
