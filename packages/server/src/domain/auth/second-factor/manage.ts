import type { components } from '@xinchu/contract/schema'
import { sql } from 'kysely'
import type { Config } from '../../../config.ts'
import type { Db, Trx } from '../../../db/database.ts'
import type { Transact } from '../../../db/transaction.ts'
import { badRequest, conflict } from '../../../errors.ts'
import type { Caller } from '../../caller.ts'
import { tell } from '../../messages/tell.ts'
import { endWithReason } from '../ended-session.ts'
import type { Origin } from '../known-origin.ts'
import { loadUser } from '../load-caller.ts'
import { accountFor } from '../own-sessions.ts'
import { isPassword } from '../password.ts'
import { inTurn, lockOf } from '../tries.ts'
import { limitingCodes, openFactor, replaceRecoveryCodes, sealFactor, useOtp } from './check.ts'
import { factorKey } from './key.ts'
import { isRequired, policyOf } from './policy.ts'
import { newSecret, setUpAddress, stepOf } from './totp.ts'

type Schemas = components['schemas']

interface Means {
  db: Db
  config: Config
  change: Transact
  now(): Date
}

/** A person who proves to be the owner of his account. */
interface Owner {
  user: Caller
  origin: Origin
  proof: Schemas['FactorProof']
}

const notSo = (message: string) => conflict('S-005', message)
const notEnabled = () => notSo('尚未启用两步验证')
const alreadyEnabled = () => notSo('已启用两步验证')

/** The state of one's own second factor or, for administrators, of another's. */
export async function factorState(
  { db, config }: Pick<Means, 'db' | 'config'>,
  userId: number | undefined,
  user: Caller,
): Promise<Schemas['SecondFactor']> {
  const id = await accountFor(db, userId, user)
  const { rows } = await sql<{ confirmed_at: string | null; codes: number }>`
    select f.confirmed_at, (select count(*) from recovery_code c
      where c.user_id = u.id and c.used_at is null)::integer as codes
    from app_user u left join second_factor f on f.user_id = u.id where u.id = ${id}`.execute(db)
  const [row] = rows
  const since = row?.confirmed_at ?? undefined
  const owner = id === user.id ? user : await loadUser(db, id)
  return {
    isOffered: policyOf(config) !== 'off',
    isRequired: owner !== undefined && isRequired(owner, config),
    isEnabled: since !== undefined,
    ...(since === undefined ? {} : { enabledTime: since }),
    recoveryCodesLeft: row?.codes ?? 0,
  }
}

/** Creates a secret that the first code confirms. @throws HttpError 409 if one is confirmed, or none is offered */
export async function startFactor(
  db: Db,
  config: Config,
  user: Caller,
): Promise<Schemas['SecondFactorSecret']> {
  if (policyOf(config) === 'off') throw notSo('平台未开放两步验证')
  const key = await factorKey(db, config)
  const secret = newSecret()
  const sealed = sealFactor(secret, user.id, key)
  const { rows } = await sql`insert into second_factor (user_id, secret) values (${user.id}, ${sealed})
    on conflict (user_id) do update set secret = excluded.secret
      where second_factor.confirmed_at is null
    returning user_id`.execute(db)
  if (rows.length === 0) throw alreadyEnabled()
  return { secret, uri: setUpAddress(secret, config.title, user.username) }
}

/**
 * Checks the password and then a further proof. Tries count as at log-in.
 * @throws HttpError 400 for a wrong password, 429 if it was wrong too often; what the further proof throws
 */
async function provePassword<T>(
  { db, config }: Means,
  { user, origin, proof }: Owner,
  more: () => Promise<T>,
): Promise<T> {
  const attempt = { userId: user.id, username: user.username, origin, hasSession: true }
  return inTurn(db, attempt, lockOf(config), async () => {
    const { password_hash } = await db
      .selectFrom('app_user')
      .select('password_hash')
      .where('id', '=', user.id)
      .executeTakeFirstOrThrow()
    if (!(await isPassword(proof.password, password_hash)))
      throw badRequest('S-007', '密码不正确', 'password')
    return more()
  })
}

/** Confirms a secret with its first code. Returns the recovery codes, once. @throws HttpError 400, 409, 429 */
export async function confirmFactor(means: Means, owner: Owner): Promise<Schemas['RecoveryCodes']> {
  const { db, config, change, now } = means
  const { id } = owner.user
  const row = await db
    .selectFrom('second_factor')
    .select(['secret', 'confirmed_at'])
    .where('user_id', '=', id)
    .executeTakeFirst()
  if (row?.confirmed_at) throw alreadyEnabled()
  if (!row || policyOf(config) === 'off') throw notSo('请先开始启用两步验证')
  const key = await factorKey(db, config)
  const secret = openFactor(row.secret, id, key)
  const code = owner.proof.otp.replace(/\s/g, '')
  const step = await provePassword(means, owner, () =>
    limitingCodes(db, id, async () => stepOf(secret, code, now())),
  )
  return change(async (trx) => {
    const { rows } = await sql`update second_factor set confirmed_at = now(), last_step = ${step}
      where user_id = ${id} and secret = ${row.secret} and confirmed_at is null returning user_id`.execute(
      trx,
    )
    if (rows.length === 0) throw notSo('两步验证已变动，请重新开始')
    return { recoveryCodes: await replaceRecoveryCodes(trx, id, key) }
  })
}

/** @throws HttpError 409 without a factor, 400 for a wrong password or code, 429 after too many */
async function proveBoth(means: Means, owner: Owner): Promise<string> {
  const { db, config, now } = means
  if (!owner.user.hasSecondFactor) throw notEnabled()
  const key = await factorKey(db, config)
  await provePassword(means, owner, () =>
    useOtp(db, { userId: owner.user.id, otp: owner.proof.otp, now: now(), key }),
  )
  return key
}

/** Replaces the recovery codes. @throws HttpError 400, 409, 429 */
export async function renewCodes(means: Means, owner: Owner): Promise<Schemas['RecoveryCodes']> {
  const key = await proveBoth(means, owner)
  return means.change(async (trx) => ({
    recoveryCodes: await replaceRecoveryCodes(trx, owner.user.id, key),
  }))
}

export async function dropFactor(trx: Trx, userId: number): Promise<boolean> {
  await trx.deleteFrom('recovery_code').where('user_id', '=', userId).execute()
  const gone = await trx
    .deleteFrom('second_factor')
    .where('user_id', '=', userId)
    .where('confirmed_at', 'is not', null)
    .returning('user_id')
    .execute()
  return gone.length > 0
}

/** Switches one's own second factor off. @throws HttpError 400, 409, 429 */
export async function removeFactor(means: Means, owner: Owner): Promise<void> {
  await proveBoth(means, owner)
  await means.change((trx) => dropFactor(trx, owner.user.id))
}

/** Removes the second factor of a user who lost the device. @throws HttpError 400, 404, 409 */
export async function clearFactor(
  trx: Trx,
  { userId, reason }: Schemas['FactorClearing'],
  user: Caller,
): Promise<void> {
  if (userId === user.id) throw badRequest('A-017', '本人的两步验证请在个人中心停用', 'userId')
  const account = await accountFor(trx, userId, user)
  if (!(await dropFactor(trx, account))) throw notEnabled()
  await endWithReason(
    trx,
    sql<boolean>`s.user_id = ${account}`,
    `两步验证已由管理员解除（${reason}），请重新登录`,
  )
  await tell(trx, 'second-factor.cleared', { users: [account] }, { reason }, { user })
}
