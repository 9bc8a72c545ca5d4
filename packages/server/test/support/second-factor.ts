import { createClient, isXinchuError, totp, type XinchuClient } from '@xinchu/sdk'
import { sql } from 'kysely'
import { createApp } from '../../src/app.ts'
import { readConfig } from '../../src/config.ts'
import { SAMPLE_PASSWORD } from '../../src/domain/auth/sample-password.ts'
import type { Rig } from '../rig.ts'

const STEP_MS = 30_000

/** A clock that tests move, and codes of its steps. */
export class FactorClock {
  #at = Date.parse('2026-11-02T02:00:10Z')

  readonly now = (): Date => new Date(this.#at)

  /** Moves to the next step, whose code was not used yet. */
  next(steps = 1): void {
    this.#at += steps * STEP_MS
  }

  /** The code that a device shows whose clock differs by some steps. */
  code(secret: string, drift = 0): Promise<string> {
    return totp(secret, this.#at + drift * STEP_MS)
  }
}

export const passwordOf = (otp: string) => ({ password: SAMPLE_PASSWORD, otp })

/** Second factors of demonstration accounts at one server. */
export function factorCalls(rig: () => Rig, clock: FactorClock) {
  const anonymous = (url = rig().url): XinchuClient => createClient({ baseUrl: url, retry: { times: 0 } })

  async function captcha() {
    const { uuid } = await anonymous().auth.getCaptcha()
    return { uuid, code: '7' }
  }

  /** Sets up a second factor. Returns its secret and recovery codes. */
  async function enrol(client: XinchuClient) {
    const { secret } = await client.security.startSecondFactor()
    clock.next()
    const proof = passwordOf(await clock.code(secret))
    const { recoveryCodes } = await client.security.confirmSecondFactor(proof)
    clock.next()
    return { secret, recoveryCodes }
  }

  const logIn = async (username: string, otp?: string, url?: string) =>
    anonymous(url).auth.login({
      username,
      password: SAMPLE_PASSWORD,
      ...(await captcha()),
      ...(otp === undefined ? {} : { otp }),
    })

  /** Forgets second factors, locks and limits. */
  async function forget(username: string) {
    const user = sql`(select id from app_user where username = ${username})`
    await sql`delete from second_factor where user_id = ${user}`.execute(rig().db)
    await sql`delete from recovery_code where user_id = ${user}`.execute(rig().db)
    await sql`update app_user set failures = 0, locked_until = null where id = ${user}`.execute(rig().db)
    await sql`delete from rate_limit`.execute(rig().db)
  }

  return { anonymous, captcha, enrol, logIn, forget }
}

/** A second copy of the server on the database and data folder of a rig. */
export async function startCopy(rig: Rig, now: () => Date, dataDir: string = rig.dataDir) {
  const config = { ...readConfig({ CAPTCHA_PER_MINUTE: '10000' }), dataDir, logLevel: 'silent' }
  const app = await createApp({ db: rig.db, config, now, captcha: () => ({ text: '3+4', answer: '7' }) })
  const url = await app.listen({ port: 0, host: '127.0.0.1' })
  return { url, close: () => app.close() }
}

/** Code and status of a refusal; `done` if there was none. */
export const outcomeOf = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'done',
    (error: unknown) => (isXinchuError(error) ? `${error.status} ${error.code}` : String(error)),
  )
