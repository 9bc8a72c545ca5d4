import { isXinchuError, UnauthenticatedError } from '../errors.ts'
import { loginWithOtp } from '../helpers/login-with-otp.ts'
import { totp } from '../helpers/totp.ts'
import type { LoginForm, LoginResult } from '../types.ts'
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

/** How long the same account is not tried again. A refused password would lock it. */
function pauseAfter(error: unknown): number {
  if (!isXinchuError(error) || error.status === undefined) return 0
  if (error.kind === 'rate-limit') return error.retryAfterMs ?? BUSY_MS
  return error.status < 500 ? Infinity : 0
}

/**
 * Credentials for `createClient({ credentials })`: an account, or a function that gets it each time that it is needed, such
 * as from a vault. An account that the server refuses is not sent again until it has changed; one that is locked, when the
 * lock is over. After a log-in the next one comes 10 seconds later at the earliest.
 */
export function credentialsOf(
  account: ServiceAccount | (() => ServiceAccount | Promise<ServiceAccount>),
): Credentials {
  let last: { text: string; until: number; error: unknown } | undefined
  return async (login) => {
    const { username, password, otpSecret } = typeof account === 'function' ? await account() : account
    const text = JSON.stringify([username, password, otpSecret])
    if (last?.text === text && performance.now() < last.until) throw last.error
    const remember = (error: unknown, ms: number) => {
      last = { text, until: performance.now() + ms, error }
    }
    const codes = otpSecret ? [otpSecret] : []
    const askOtp = async () => {
      const secret = codes.pop()
      return secret && totp(secret)
    }
    try {
      const result = await loginWithOtp({ login }, { username, password }, askOtp)
      if (!isSession(result))
        throw new UnauthenticatedError('账号信息尚未完善，请先在网页登录并完善', { status: 401 })
      remember(new UnauthenticatedError('登录后会话随即失效', { status: 401 }), FLOOR_MS)
      return result
    } catch (error) {
      remember(error, pauseAfter(error))
      throw error
    }
  }
}
