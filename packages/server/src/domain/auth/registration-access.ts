import { AccountStatus } from '@xinchu/contract/codes'
import { sql } from 'kysely'
import type { Config } from '../../config.ts'
import type { Db } from '../../db/database.ts'
import type { Transact } from '../../db/transaction.ts'
import { badRequestWithoutField, conflict, forbidden } from '../../errors.ts'
import type { Caller } from '../caller.ts'
import { checkCaptcha } from './captcha.ts'
import type { Origin } from './known-origin.ts'
import { checkNobody, isPassword } from './password.ts'
import { openTicket } from './session.ts'
import { inTurn, lockOf } from './tries.ts'

/** SQL condition: account `u` is a registration that waits or was returned. */
export const isUnreviewed = sql<boolean>`(u.status = ${AccountStatus.pending}
  or u.status = ${AccountStatus.cancelled} and u.review_note is not null)`

interface Access {
  username: string
  password: string
  uuid?: string
  code?: string
}

/**
 * Opens the registration of a waiting or returned account to its owner. Tries count as at log-in.
 * @throws HttpError 400 if captcha, account or password is wrong, 409 for an account of another status, 429 if locked
 */
export async function openRegistration(
  { db, config, change }: { db: Db; config: Config; change: Transact },
  { username, password, uuid, code }: Access,
  origin: Origin,
): Promise<{ token: string }> {
  if (config.captcha) await checkCaptcha(db, uuid, code)
  const { rows } = await sql<{ id: number; password_hash: string; is_unreviewed: boolean }>`
    select u.id, u.password_hash, ${isUnreviewed} as is_unreviewed from app_user u
    where u.username_key = ${username.toLowerCase()}`.execute(db)
  const [account] = rows
  const { id, is_unreviewed } = await inTurn(
    db,
    { userId: account?.id, username, origin },
    lockOf(config),
    async () => {
      const isRight = account
        ? await isPassword(password, account.password_hash)
        : await checkNobody(password)
      if (!account || !isRight) throw badRequestWithoutField('A-004', '用户名或密码不正确')
      return account
    },
  )
  if (!is_unreviewed) throw conflict('A-019', '该账号没有待审核或被退回的注册申请，请直接登录')
  return change(async (trx) => ({ token: await openTicket(trx, 'registration', id, origin.address) }))
}

/** @throws HttpError 403 unless the caller came by the ticket of a registration */
export function assertTicket({ purpose }: Caller): void {
  if (purpose !== 'registration') throw forbidden('A-019', '只能以注册申请的凭据办理')
}
