import { AccountStatus } from '@xinchu/contract/codes'
import type { components } from '@xinchu/contract/schema'
import { codes, messages } from '@xinchu/validators'
import { sql } from 'kysely'
import type { Config } from '../../config.ts'
import type { Db } from '../../db/database.ts'
import type { Row } from '../../db/schema.ts'
import type { Transact } from '../../db/transaction.ts'
import { badRequest, badRequestWithoutField, HttpError } from '../../errors.ts'
import { checkCaptcha } from './captcha.ts'
import { newDevice, noteKnown, type Origin } from './known-origin.ts'
import { lastLogin, noteLogin } from './login-log.ts'
import { hasTicket, keepTicket, useUpTicket } from './login-ticket.ts'
import { assertInTime } from './one-time.ts'
import { checkNobody, isPassword } from './password.ts'
import { isExpired } from './password-age.ts'
import { SAMPLE_PASSWORD } from './sample-password.ts'
import { useOtp } from './second-factor/check.ts'
import { factorKey } from './second-factor/key.ts'
import { policyOf } from './second-factor/policy.ts'
import { openSession, openTicket } from './session.ts'
import { inTurn, lockOf, type Settle } from './tries.ts'

type Form = components['schemas']['LoginForm']
type Account = Pick<
  Row<'app_user'>,
  'id' | 'password_hash' | 'status' | 'flag' | 'captcha_exempt' | 'pwd_reset_time' | 'review_note'
> & { has_second_factor: boolean }
type Flag = NonNullable<components['schemas']['LoginResult']['flag']>

// The same message for an unknown account and a wrong password, so that accounts cannot be enumerated.
const WRONG = '用户名或密码不正确'

const accountOf = (db: Db, username: string): Promise<Account | undefined> =>
  db
    .selectFrom('app_user')
    .select(['id', 'password_hash', 'status', 'flag', 'captcha_exempt', 'pwd_reset_time', 'review_note'])
    .select(
      sql<boolean>`exists (select 1 from second_factor f
        where f.user_id = app_user.id and f.confirmed_at is not null)`.as('has_second_factor'),
    )
    .where('username_key', '=', username.toLowerCase())
    .executeTakeFirst()

/** Messages for inactive accounts, shown only after a correct password. */
function refusalOf({ status, review_note }: Account): HttpError {
  if (status === AccountStatus.pending)
    return badRequest('A-006', '账号待审核，审核通过后即可登录', 'username')
  if (review_note !== null)
    return badRequest('A-006', `注册申请被退回：${review_note}。请在“查看进度、补充材料”更正后再次提交`, [
      { field: 'username', message: '注册申请被退回' },
    ])
  return badRequest('A-007', '账号未启用，请联系管理员', 'username')
}

/** A log-in that is being checked. */
interface Attempt {
  db: Db
  config: Config
  form: Form
  origin: Origin
  now: Date
}

/**
 * The account that may be tried: undefined for an unknown name, and without the captcha that an account needs.
 * @throws HttpError 400 for a wrong captcha
 */
async function accountToTry({ db, config, form }: Attempt): Promise<Account | undefined> {
  const hasCaptcha = Boolean(form.uuid)
  // Consumed before the password check, so that each guess costs a new captcha.
  if (config.captcha && form.uuid && !(form.otp && (await hasTicket(db, form.uuid, form.username))))
    await checkCaptcha(db, form.uuid, form.code)
  const found = await accountOf(db, form.username)
  // Without its captcha, an account is treated like an unknown name in message, timing and locks.
  const isOpen = !config.captcha || hasCaptcha || found?.captcha_exempt
  return isOpen ? found : undefined
}

/** @throws HttpError 400 for an unknown account, a wrong password, or an account that is not active */
async function checkPassword(
  { db, config, form }: Attempt,
  account: Account | undefined,
  settle: Settle,
): Promise<Account> {
  const isRight = account
    ? await isPassword(form.password, account.password_hash)
    : await checkNobody(form.password)
  // The same message for every missing captcha, so that exempt accounts cannot be found.
  if (!account || !isRight)
    throw config.captcha && !form.uuid
      ? badRequestWithoutField(codes.captchaNeeded, messages.captchaNeeded)
      : badRequestWithoutField('A-004', WRONG)
  if (account.status !== AccountStatus.active) {
    await settle('right')
    throw refusalOf(account)
  }
  await assertInTime(db, account.id)
  return account
}

/** Checks the code of an account with a second factor. @throws HttpError 400, or 429 after too many wrong codes */
async function checkFactor(
  { db, config, form, now }: Attempt,
  account: Account,
  settle: Settle,
): Promise<void> {
  if (!account.has_second_factor || policyOf(config) === 'off') return
  if (config.captcha) await keepTicket(db, form.uuid, account.id)
  if (!form.otp) {
    await settle('undecided')
    throw badRequestWithoutField('S-001', '请输入动态验证码')
  }
  const key = await factorKey(db, config)
  await useOtp(db, { userId: account.id, otp: form.otp, now, key })
  await useUpTicket(db, form.uuid)
}

/**
 * Checks captcha, password and the second factor, and notes a refusal for the account's owner.
 * @throws HttpError 400 if one is wrong, 429 if the account is locked or the address has failed too often
 */
async function prove(attempt: Attempt): Promise<Account> {
  const { db, config, form, origin } = attempt
  const account = await accountToTry(attempt)
  const tried = { userId: account?.id, username: form.username, origin }
  try {
    return await inTurn(db, tried, lockOf(config), async (settle) => {
      const proved = await checkPassword(attempt, account, settle)
      await checkFactor(attempt, proved, settle)
      return proved
    })
  } catch (error) {
    if (account && error instanceof HttpError && error.code)
      await noteLogin(db, account.id, origin, error.code)
    throw error
  }
}

/** Flag set by this log-in: an expired password, or the published one where there is no sample data, must be changed. */
function flagOf(account: Account, config: Config, password: string): Flag {
  const { flag } = account
  if (flag !== 'not') return flag
  if (!config.sampleData && password === SAMPLE_PASSWORD) return 'reset'
  return isExpired(account, config) ? 'expired' : flag
}

interface Means {
  db: Db
  config: Config
  change: Transact
  now(): Date
}

/**
 * Logs a person in. Returns the device by which the browser is known from then on.
 * @throws HttpError 400, 429
 */
export async function logIn({ db, config, change, now }: Means, form: Form, origin: Origin) {
  const account = await prove({ db, config, form, origin, now: now() })
  const device = origin.device ?? newDevice()
  await noteKnown(db, account.id, { ...origin, device }, account.captcha_exempt)
  const flag = flagOf(account, config, form.password)
  const tokens = await change(async (trx) => {
    const before = await lastLogin(trx, account.id)
    await noteLogin(trx, account.id, origin, null)
    await trx
      .updateTable('app_user')
      .set({
        last_login_time: sql`now()`,
        last_login_ip: origin.address,
        ...(flag === account.flag ? {} : { flag }),
      })
      .where('id', '=', account.id)
      .execute()
    if (flag === 'users') return { token: await openTicket(trx, 'completion', account.id, origin.address) }
    const user = { id: account.id, isService: account.captcha_exempt }
    return { ...(await openSession(trx, config, user, origin)), ...(before ? { lastLogin: before } : {}) }
  })
  return { device, result: { flag, ...tokens } }
}
