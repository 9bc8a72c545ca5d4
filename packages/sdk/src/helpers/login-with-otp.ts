import { type AnyXinchuError, isXinchuError } from '../errors.ts'
import type { CallOptions } from '../http/types.ts'
import type { LoginForm, LoginResult } from '../types.ts'

/**
 * Returns the code of the second factor. Called with the refusal: `S-001` if a code is needed, `S-002` if it was wrong.
 * Nothing gives up.
 */
export type AskOtp = (refusal: AnyXinchuError) => Promise<string | undefined>

/** Logs in; an account with a second factor is asked for its code, and the same log-in is sent again with it. */
export async function loginWithOtp(
  client: { login(form: LoginForm, call?: CallOptions): Promise<LoginResult> },
  form: LoginForm,
  askOtp: AskOtp,
  call?: CallOptions,
): Promise<LoginResult> {
  for (let sent = form; ; ) {
    try {
      return await client.login(sent, call)
    } catch (error) {
      const isAsked = isXinchuError(error) && /^S-00[12]$/.test(error.code ?? '')
      const otp = isAsked ? await askOtp(error) : undefined
      if (!otp) throw error
      sent = { ...form, otp }
    }
  }
}
