import { isXinchuError, type LoginForm, type LoginResult, type XinchuClient } from '@xinchu/sdk'
import { isWrongPassword, messageOf, PasswordToChangeError, passwordReasons, UsageError } from './exit.ts'
import { type Io, say } from './io.ts'
import { nextPassword, type PasswordOptions, type Passwords } from './new-password.ts'

const TRIES = 3

/** A session that may only change the password, and how to log in afterwards. */
export interface Changing {
  client: XinchuClient
  /** Why it has to be changed. */
  flag: string
  /** Sends a password even if it was refused before: it has just become right. */
  logIn(form: LoginForm): Promise<LoginResult>
}

export const mustChange = ({ flag = 'not' }: LoginResult): boolean => flag !== 'not'

/** Whether the platform may have done what was sent, although no answer came. */
const isUncertain = (error: unknown): boolean =>
  isXinchuError(error) &&
  error.sent !== false &&
  /^(?:network|timeout|aborted|malformed|server|session-unavailable)$/.test(error.kind)

/** Changes the password and logs in with the new one, which also tells whether a change without an answer was made. */
async function changeTo(
  io: Io,
  { client, logIn }: Changing,
  { username, password }: LoginForm,
  next: string,
): Promise<LoginResult> {
  let lost: unknown
  try {
    await client.users.updatePassword({ oldPass: password, newPass: next }, { signal: io.signal })
  } catch (error) {
    if (!isUncertain(error)) throw error
    lost = error
  }
  try {
    return await logIn({ username, password: next })
  } catch (error) {
    if (lost && isWrongPassword(error)) throw lost
    say(
      io,
      `${lost ? '密码可能已修改，尚未确认' : '密码已修改，但未能以新密码登录'}；再次执行 xinchu login 即可`,
    )
    throw error
  }
}

/**
 * Replaces the password of an account that may do nothing else before, and logs in with the new one.
 * @throws PasswordToChangeError if there is no new password and nobody to ask
 */
export async function changePassword(
  io: Io,
  changing: Changing,
  form: LoginForm,
  options: PasswordOptions & Pick<Passwords, 'next'>,
): Promise<LoginResult> {
  for (let tries = 1; ; tries++) {
    const next = options.next ?? (await nextPassword(io, options))
    if (next === undefined) throw new PasswordToChangeError(changing.flag)
    if (next === form.password) throw new UsageError('新密码与原密码相同')
    try {
      const result = await changeTo(io, changing, form, next)
      say(io, `已修改密码（${passwordReasons[changing.flag] ?? changing.flag}）`)
      return result
    } catch (error) {
      const mayAsk = io.stdin.isTTY && options.next === undefined && tries < TRIES
      if (!mayAsk || options['new-password-file'] || !isXinchuError(error) || error.kind !== 'validation')
        throw error
      say(io, messageOf(error))
    }
  }
}
