import { createHmac, randomInt } from 'node:crypto'
import { sql } from 'kysely'
import type { Db, Trx } from '../../../db/database.ts'
import { badRequest, tooMany } from '../../../errors.ts'
import { seal, unseal } from '../../../runtime/seal.ts'
import { countHit, uncountHit } from '../../rate-limit.ts'
import { stepOf } from './totp.ts'

/** The factor of an account, and the data to check it. */
export interface FactorCheck {
  userId: number
  otp: string
  now: Date
  key: string
}

const MOST_WRONG_A_DAY = 20
const DAY_SECONDS = 86_400
const RECOVERY_CODES = 10
// Without letters and digits that look alike.
const ALPHABET = '23456789ABCDEFGHJKMNPQRSTUVWXYZ'
const HALF = 5

const wrongCodesOf = (userId: number) => ({
  key: `second-factor:${userId}`,
  max: MOST_WRONG_A_DAY,
  seconds: DAY_SECONDS,
})

const HOUR = 3_600
const exhausted = (wait: number) =>
  tooMany('S-003', `动态验证码错误次数过多，请${Math.ceil(wait / HOUR)}小时后再试，或请管理员解除`, wait)

const wrong = () => badRequest('S-002', '动态验证码不正确或已使用', 'otp')

/** As typed: spaces and hyphens do not count. */
const normalised = (otp: string) => otp.replace(/[\s-]/g, '').toUpperCase()

const factorSecret = (userId: number, key: string) => `second-factor:${userId}:${key}`

/** Encrypts a secret for one account, so that it is useless in another row. */
export const sealFactor = (secret: string, userId: number, key: string): Buffer =>
  seal(secret, factorSecret(userId, key))

export const openFactor = (sealed: Uint8Array, userId: number, key: string): string =>
  unseal(sealed, factorSecret(userId, key))

const recoveryHash = (code: string, userId: number, key: string) =>
  createHmac('sha256', key).update(`${userId}:${code}`).digest('hex')

/** Uses up a code of the app. The comparison in the database refuses a replay at any copy of the server. */
async function useAppCode(db: Db, { userId, otp, now, key }: FactorCheck): Promise<boolean> {
  const row = await db
    .selectFrom('second_factor')
    .select('secret')
    .where('user_id', '=', userId)
    .where('confirmed_at', 'is not', null)
    .executeTakeFirst()
  const step = row && stepOf(openFactor(row.secret, userId, key), otp, now)
  if (step === undefined) return false
  const { rows } = await sql`update second_factor set last_step = ${step}
    where user_id = ${userId} and confirmed_at is not null and (last_step is null or last_step < ${step})
    returning user_id`.execute(db)
  return rows.length > 0
}

async function useRecoveryCode(db: Db, { userId, otp, key }: FactorCheck): Promise<boolean> {
  const { rows } = await sql`update recovery_code set used_at = now()
    where user_id = ${userId} and code_hash = ${recoveryHash(otp, userId, key)} and used_at is null
    returning user_id`.execute(db)
  return rows.length > 0
}

/**
 * Counts a try before it is checked, so that parallel guesses count too.
 * @throws HttpError 400 for a wrong code, 429 after too many of them within a day
 */
export async function limitingCodes<T>(
  db: Db,
  userId: number,
  check: () => Promise<T | undefined>,
): Promise<T> {
  await countHit(db, wrongCodesOf(userId), exhausted)
  const result = await check()
  if (result === undefined) throw wrong()
  await uncountHit(db, wrongCodesOf(userId))
  return result
}

/**
 * Uses up a code of the authenticator app or a recovery code.
 * @throws HttpError 400 for a wrong or used code, 429 after too many of them within a day
 */
export async function useOtp(db: Db, given: FactorCheck): Promise<void> {
  const check = { ...given, otp: normalised(given.otp) }
  await limitingCodes(db, check.userId, async () => {
    const isRight = /^\d{6}$/.test(check.otp) ? await useAppCode(db, check) : await useRecoveryCode(db, check)
    return isRight || undefined
  })
}

const newRecoveryCode = () =>
  Array.from({ length: 2 * HALF }, () => ALPHABET.charAt(randomInt(ALPHABET.length))).join('')

/** Replaces the recovery codes of an account. Returns them for display; they are shown only once. */
export async function replaceRecoveryCodes(trx: Trx, userId: number, key: string): Promise<string[]> {
  const made = new Set<string>()
  while (made.size < RECOVERY_CODES) made.add(newRecoveryCode())
  await trx.deleteFrom('recovery_code').where('user_id', '=', userId).execute()
  await trx
    .insertInto('recovery_code')
    .values([...made].map((code) => ({ user_id: userId, code_hash: recoveryHash(code, userId, key) })))
    .execute()
  return [...made].map((code) => `${code.slice(0, HALF)}-${code.slice(HALF)}`)
}
