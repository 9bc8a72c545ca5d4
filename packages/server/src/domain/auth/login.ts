import { AccountStatus } from '@xinchu/sdk/codes'
import type { components } from '@xinchu/sdk/schema'
import { codes, messages } from '@xinchu/validators'
import { sql } from 'kysely'
import type { Config } from '../../config.ts'
import type { Db } from '../../db/database.ts'
import type { Row } from '../../db/schema.ts'
import type { Transact } from '../../db/transaction.ts'
import { badRequest, badRequestWithoutField, type HttpError } from '../../errors.ts'
import { checkCaptcha } from './captcha.ts'
import { DEMO_PASSWORD } from './demo-password.ts'
import { checkNobody, isPassword } from './password.ts'
import { isExpired } from './password-age.ts'
import { openCompletion, openSession } from './session.ts'
import { countTry, forgetTries, lockOf } from './tries.ts'

type Form = components['schemas']['LoginForm']
type Account = Pick<
  Row<'app_user'>,
  'id' | 'password_hash' | 'status' | 'flag' | 'captcha_exempt' | 'pwd_reset_time' | 'review_note'
>
type Flag = NonNullable<components['schemas']['LoginResult']['flag']>

// The same message for an unknown account and a wrong password, so that accounts cannot be enumerated.
const WRONG = '用户名或密码不正确'

const accountOf = (db: Db, username: string): Promise<Account | undefined> =>
  db
    .selectFrom('app_user')
    .select(['id', 'password_hash', 'status', 'flag', 'captcha_exempt', 'pwd_reset_time', 'review_note'])
    .where('username_key', '=', username.toLowerCase())
    .executeTakeFirst()

/** Messages for inactive accounts, shown only after a correct password. */
function refusalOf({ status, review_note }: Account): HttpError {
  if (status === AccountStatus.pending)
    return badRequest('A-006', '账号待审核，审核通过后即可登录', 'username')
  if (review_note !== null)
    return badRequest('A-006', `注册未通过审核：${review_note}。请更正后重新注册`, [
      { field: 'username', message: '注册未通过审核' },
    ])
  return badRequest('A-007', '账号未启用，请联系管理员', 'username')
}

/**
 * Checks captcha and password.
 * @throws HttpError 400 if one is wrong, 429 if the account is locked or the address has failed too often
 */
async function authenticate(db: Db, config: Config, form: Form, address: string): Promise<Account> {
  const hasCaptcha = Boolean(form.uuid)
  // Consumed before the password check, so that each guess costs a new captcha.
  if (config.captcha && hasCaptcha) await checkCaptcha(db, form.uuid, form.code)
  const found = await accountOf(db, form.username)
  // Without its captcha, an account is treated like an unknown name in message, timing and locks.
  const isOpen = !config.captcha || hasCaptcha || found?.captcha_exempt
  const account = isOpen ? found : undefined
  await countTry(db, { userId: account?.id, username: form.username, address }, lockOf(config))
  const isRight = account
    ? await isPassword(form.password, account.password_hash)
    : await checkNobody(form.password)
  // The same message for every missing captcha, so that exempt accounts cannot be found.
  if (!account || !isRight)
    throw config.captcha && !hasCaptcha
      ? badRequestWithoutField(codes.captchaNeeded, messages.captchaNeeded)
      : badRequestWithoutField('A-004', WRONG)
  await forgetTries(db, account.id, address)
  if (account.status !== AccountStatus.active) throw refusalOf(account)
  return account
}

/** Flag set by this log-in: an expired password, or the published one outside a demonstration, must be changed. */
function flagOf(account: Account, config: Config, password: string): Flag {
  const { flag } = account
  if (flag !== 'not') return flag
  if (!config.demoData && password === DEMO_PASSWORD) return 'reset'
  return isExpired(account, config) ? 'expired' : flag
}

/** Logs a person in. @throws HttpError 400, 429 */
export async function logIn(
  { db, config, change }: { db: Db; config: Config; change: Transact },
  form: Form,
  address: string,
) {
  const account = await authenticate(db, config, form, address)
  const flag = flagOf(account, config, form.password)
  const tokens = await change(async (trx) => {
    await trx
      .updateTable('app_user')
      .set({
        last_login_time: sql`now()`,
        last_login_ip: address,
        ...(flag === account.flag ? {} : { flag }),
      })
      .where('id', '=', account.id)
      .execute()
    if (flag === 'users') return { token: await openCompletion(trx, account.id, address) }
    return openSession(trx, config, { id: account.id, isService: account.captcha_exempt }, address)
  })
  return { flag, ...tokens }
}
