import { sql } from 'kysely'
import type { Config } from '../../config.ts'
import type { Db } from '../../db/database.ts'
import { tooMany } from '../../errors.ts'
import { countHit, uncountHit } from '../rate-limit.ts'

/** Failures that lock an account, and the lock's duration in seconds. */
export interface Lock {
  failures: number
  seconds: number
}

export const lockOf = (config: Pick<Config, 'loginFailures' | 'lockSeconds'>): Lock => ({
  failures: config.loginFailures,
  seconds: config.lockSeconds,
})

/** The account and address of a try. */
export interface Try {
  /** Undefined for an unknown account. */
  userId: number | undefined
  username: string
  address: string
}

const MINUTE = 60
// Tries in progress count too, so the limit leaves room for many people behind one address.
const failuresFrom = (address: string) => ({ key: `password-address:${address}`, max: 90, seconds: 600 })

const locked = (seconds: number) =>
  tooMany(
    'A-005',
    `密码错误次数过多，账号已锁定，请${Math.max(1, Math.ceil(seconds / MINUTE))}分钟后再试`,
    seconds,
  )

/**
 * Counts a try for account and address before the password check, so that parallel guesses count too. Unknown names are
 * locked like accounts, so that accounts cannot be enumerated.
 * @throws HttpError 429 if the account is locked or the address has failed too often
 */
export async function countTry(db: Db, { userId, username, address }: Try, lock: Lock): Promise<void> {
  await countHit(db, failuresFrom(address))
  if (userId === undefined) {
    const limit = { key: `password:${username.toLowerCase()}`, max: lock.failures, seconds: lock.seconds }
    await countHit(db, limit, locked)
    return
  }
  // An expired lock restarts the count.
  const tries = sql`case when locked_until is null then failures + 1 else 1 end`
  const { rows } = await sql`update app_user set failures = ${tries}, locked_until =
      case when ${tries} >= ${lock.failures} then now() + make_interval(secs => ${lock.seconds}) end
    where id = ${userId} and (locked_until is null or locked_until <= now()) returning id`.execute(db)
  if (rows.length > 0) return
  const found = await sql<{ seconds: number }>`
    select greatest(1, ceil(extract(epoch from locked_until - now())))::integer as seconds
    from app_user where id = ${userId}`.execute(db)
  throw locked(found.rows[0]?.seconds ?? lock.seconds)
}

/** Removes one counted try after a correct password without the code of the second factor. Wrong tries stay counted. */
export async function takeTryBack(db: Db, userId: number, address: string, lock: Lock): Promise<void> {
  await uncountHit(db, failuresFrom(address))
  await sql`update app_user set failures = greatest(0, failures - 1),
      locked_until = case when failures > ${lock.failures} then locked_until end
    where id = ${userId}`.execute(db)
}

/** After a complete log-in: clears the account's tries and this try of the address. */
export async function forgetTries(db: Db, userId: number, address: string): Promise<void> {
  await uncountHit(db, failuresFrom(address))
  await db.updateTable('app_user').set({ failures: 0, locked_until: null }).where('id', '=', userId).execute()
}
