import { AccountStatus } from '@xinchu/contract/codes'
import { sql } from 'kysely'
import type { Db, Trx } from '../../db/database.ts'
import type { Transact } from '../../db/transaction.ts'
import { badRequest } from '../../errors.ts'
import type { Origin } from '../auth/known-origin.ts'
import { assertInTime } from '../auth/one-time.ts'
import { assertAcceptable, checkNobody, hashPassword, isPassword } from '../auth/password.ts'
import { endSessionsOf } from '../auth/session.ts'
import { inTurn, type Lock, type Settle } from '../auth/tries.ts'

const KEPT = 3

/** The hashes that a new password may not match: the present one and those before it. */
export const earlierOf = (user: { password_hash: string; previous_hashes: string[] }): string[] =>
  [user.password_hash, ...user.previous_hashes].slice(0, KEPT)

/** An accepted password, ready to store. */
export interface NewPassword {
  passwordHash: string
  earlier: string[]
}

/** @throws HttpError 400 if the password violates the policy or is one of the account's last three */
export async function preparePassword(
  db: Db,
  userId: number,
  text: string,
  field: string,
): Promise<NewPassword> {
  const user = await db
    .selectFrom('app_user as u')
    .leftJoin('org as o', 'o.id', 'u.org_id')
    .select([
      'u.password_hash',
      'u.previous_hashes',
      'u.username',
      'u.real_name as realName',
      'u.phone',
      'u.email',
      'o.org_name as orgName',
    ])
    .where('u.id', '=', userId)
    .executeTakeFirstOrThrow()
  const earlier = earlierOf(user)
  await assertAcceptable(text, user, earlier, field)
  return { passwordHash: await hashPassword(text), earlier }
}

/** Stores a new password, ends all sessions of the account, and clears failures and the must-change flag. */
export async function storePassword(trx: Trx, userId: number, made: NewPassword): Promise<void> {
  await trx
    .updateTable('app_user')
    .set({
      password_hash: made.passwordHash,
      previous_hashes: made.earlier,
      flag: 'not',
      failures: 0,
      locked_until: null,
      password_expires: null,
      pwd_reset_time: sql`now()`,
      version: sql`version + 1`,
    })
    .where('id', '=', userId)
    .execute()
  await endSessionsOf(trx, userId)
}

/** Sets a new password for an account. */
export async function setPassword(
  { db, change }: { db: Db; change: Transact },
  userId: number,
  text: string,
  field: string,
): Promise<void> {
  const made = await preparePassword(db, userId, text, field)
  await change((trx) => storePassword(trx, userId, made))
}

interface PasswordCheck {
  origin: Origin
  lock: Lock
  /** Checks a further proof, such as a second factor. What it refuses counts as a wrong try. */
  more?: (userId: number, settle: Settle) => Promise<void>
}

/**
 * Returns the account with this password. Tries count as at log-in.
 * @throws HttpError 400 if account or password is wrong or the account is inactive, 429 if it is locked
 */
export async function provePassword(
  db: Db,
  who: { id: number } | { username: string },
  text: string,
  { origin, lock, more }: PasswordCheck,
): Promise<number> {
  const query = db.selectFrom('app_user').select(['id', 'password_hash', 'status', 'flag'])
  const found = await ('id' in who
    ? query.where('id', '=', who.id)
    : query.where('username_key', '=', who.username.toLowerCase())
  ).executeTakeFirst()
  const hasSession = 'id' in who
  const attempt = { userId: found?.id, username: hasSession ? '' : who.username, origin, hasSession }
  const user = await inTurn(db, attempt, lock, async (settle) => {
    const isRight = found ? await isPassword(text, found.password_hash) : await checkNobody(text)
    if (!found || !isRight) {
      throw hasSession
        ? badRequest('A-013', '原密码不正确', 'oldPass')
        : badRequest('A-004', '用户名或密码不正确', 'oldPass')
    }
    await more?.(found.id, settle)
    return found
  })
  const field = hasSession ? 'oldPass' : 'username'
  if (user.status !== AccountStatus.active) throw badRequest('A-007', '账号未启用，请联系管理员', field)
  await assertInTime(db, user.id)
  // A pre-created account must be completed instead.
  if (user.flag === 'users') throw badRequest('A-010', '请登录后完善账号信息', field)
  return user.id
}
