import type { LoginResult } from '../types.ts'

export const isText = (value: unknown): value is string => typeof value === 'string' && value !== ''

/** Whether a log-in returned a session. A `users` token only completes the account and is never stored. */
export function isSession(result: LoginResult): result is LoginResult & { token: string } {
  return result.flag !== 'users' && isText(result.token)
}
