import { isXinchuError, UnauthenticatedError } from '../errors.ts'
import { type AskOtp, loginWithOtp } from '../helpers/login-with-otp.ts'
import { STEP_MS, totp } from '../helpers/totp.ts'
import { ownStatusOf } from '../http/reply.ts'
import type { LoginForm, LoginResult } from '../types.ts'
import { isRefusal, unavailable } from './failures.ts'
import { isSession } from './is-session.ts'

/** Logs in without a person, by the call that it is given. Made by `credentialsOf` or `environmentCredentials`. */
export type Credentials = (
  login: (form: LoginForm) => Promise<LoginResult>,
) => Promise<LoginResult & { token: string }>

/** A service account. */
export interface ServiceAccount {
  username: string
  password: string
  /** Base32 secret of the second factor, where the account has one. */
  otpSecret?: string | undefined
}

// A session that ends at once, again and again, must not become an endless row of log-ins.
const FLOOR_MS = 10_000
const BUSY_MS = 60_000
const QUARTER_MS = 900_000
const HOUR_MS = 3_600_000
// After the start of a step, for clocks that differ a little.
const MARGIN_MS = 200

// Refusals until a person acts: approves the registration, enables the account, changes its password or sets up its second factor.
const BY_PERSON = /^(A-00[679]|A-010|A-021|S-00[14])$/

// A platform without codes that refuses a log-in means its password.
const PASSWORD = /^(A-00[34])?$/

const refused = (message: string, code?: string) => new UnauthenticatedError(message, { status: 401, code })

/** How long the same account is not tried again, and whether the platform refused it. A password sent again and again locks it. */
function judged(error: unknown, failures: number): { ms: number; isRefused: boolean } {
  const passing = { ms: Math.min(FLOOR_MS * 2 ** failures, QUARTER_MS), isRefused: false }
  if (!isXinchuError(error) || ownStatusOf(error.body) === undefined) return passing
  const { kind, code = '', retryAfterMs = BUSY_MS } = error
  if (kind === 'rate-limit') return { ms: Math.min(retryAfterMs, HOUR_MS), isRefused: false }
  if (BY_PERSON.test(code)) return { ms: QUARTER_MS, isRefused: true }
  return isRefusal(error) && PASSWORD.test(code) ? { ms: HOUR_MS, isRefused: true } : passing
}

/** Gives the code of the second factor once, and once more in the next step: another service may have used the first one. */
function otpOf(secret: string | undefined): AskOtp {
  let given = 0
  return async ({ code }) => {
    const isUsed = code === 'S-002'
    if (!secret || given > (isUsed ? 1 : 0)) return undefined
    given += 1
    if (isUsed)
      await new Promise((resolve) => setTimeout(resolve, STEP_MS - (Date.now() % STEP_MS) + MARGIN_MS))
    return totp(secret)
  }
}

/**
 * Credentials for `createClient({ credentials })`: an account, or a function that gets it each time that it is needed, such
 * as from a vault. An account that the platform refuses is not sent again until it has changed, or for an hour; one that is
 * locked, when the lock is over. Any other failure is tried again after 10 seconds, later after up to 15 minutes. After a
 * log-in the next one comes 10 seconds later at the earliest.
 */
export function credentialsOf(
  account: ServiceAccount | (() => ServiceAccount | Promise<ServiceAccount>),
): Credentials {
  let last: { text: string; until: number; error: unknown; failures: number } | undefined
  return async (login) => {
    const { username, password, otpSecret } = typeof account === 'function' ? await account() : account
    const text = JSON.stringify([username, password, otpSecret])
    if (last?.text === text && performance.now() < last.until) throw last.error
    const failures = last?.text === text ? last.failures : 0
    const remembered = (error: unknown, ms: number, count = failures + 1) => {
      last = { text, until: performance.now() + ms, error, failures: count }
      return error
    }
    const result = await loginWithOtp({ login }, { username, password }, otpOf(otpSecret)).catch(
      (error: unknown) => {
        const { ms, isRefused } = judged(error, failures)
        throw remembered(isRefused ? error : unavailable(error), ms)
      },
    )
    if (!isSession(result))
      throw remembered(refused('账号信息尚未完善，请先在网页登录并完善', 'A-010'), QUARTER_MS)
    if ((result.flag ?? 'not') !== 'not')
      throw remembered(
        refused('须先修改密码：执行 xinchu login --new-password-file <文件>，或登录网页修改', 'A-009'),
        QUARTER_MS,
      )
    remembered(refused('登录后会话随即失效'), FLOOR_MS, 0)
    return result
  }
}
