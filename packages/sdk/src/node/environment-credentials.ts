import { type Credentials, credentialsOf } from '@xinchu/sdk'

/**
 * Credentials from the environment variables XINCHU_USERNAME, XINCHU_PASSWORD and, for an account with a second factor,
 * XINCHU_OTP_SECRET. They are read each time that a log-in is needed.
 * @param prefix in place of `XINCHU_`, for one account for each of several servers
 */
export function environmentCredentials(
  prefix = 'XINCHU_',
  env: Readonly<Record<string, string | undefined>> = process.env,
): Credentials {
  return credentialsOf(() => {
    const username = env[`${prefix}USERNAME`]
    const password = env[`${prefix}PASSWORD`]
    if (!username || !password) throw new TypeError(`${prefix}USERNAME or ${prefix}PASSWORD is not set`)
    return { username, password, otpSecret: env[`${prefix}OTP_SECRET`] }
  })
}
