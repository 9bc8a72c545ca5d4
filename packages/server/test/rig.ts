import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sampleAccounts } from '@xinchu/sample'
import { createClient, type XinchuClient } from '@xinchu/sdk'
import { createApp } from '../src/app.ts'
import { type Config, readConfig } from '../src/config.ts'
import type { DbPool } from '../src/db/database.ts'
import { SAMPLE_PASSWORD } from '../src/domain/auth/sample-password.ts'
import type { SmsGateway } from '../src/domain/sms/message.ts'
import { askedCaptcha } from './support/asked-captcha.ts'
import { openCopy } from './support/database.ts'
import { RecordedCalls } from './support/recorded-calls.ts'

export interface Rig {
  url: string
  db: DbPool
  dataDir: string
  /** A client that is logged in as a demonstration account. */
  as(username: string): Promise<XinchuClient>
  /** The same client for all who ask for this account: it logs in once. */
  sameAs(username: string): Promise<XinchuClient>
  /** Replies that were not what the contract says. */
  offContract: string[]
  /** @throws Error naming successful writes and exports that left no entry in the audit log */
  close(): Promise<void>
}

export interface RigOptions {
  config?: Partial<Config>
  now?: () => Date
  /** Delivers text messages in place of the log. What it throws refuses the number. */
  sms?: (phone: string, text: string) => Promise<void>
}

const CAPTCHA = { text: '3+4', answer: '7' }

const gatewayTo = (deliver: (phone: string, text: string) => Promise<void>): SmsGateway => ({
  isRepeatable: true,
  async send({ phone, text }) {
    return deliver(phone, text).then(
      () => ({ state: 'accepted' }),
      (error: unknown) => ({ state: 'refused', reason: String(error) }),
    )
  },
})

/** The real application on a fresh database with the demonstration data, listening on loopback. */
export async function startRig(options: RigOptions = {}): Promise<Rig> {
  const opened = await openCopy()
  const dataDir = mkdtempSync(join(tmpdir(), 'xinchu-rig-'))
  // All callers of a test share one address; messages appear at once, and none by itself.
  const env = { CAPTCHA_PER_MINUTE: '10000', UNDO_SECONDS: '0', REMIND_DAYS: '0' }
  const config = { ...readConfig(env), dataDir, logLevel: 'silent', ...options.config }
  const offContract: string[] = []
  const app = await createApp({
    db: opened.db,
    background: opened.background,
    config,
    captcha: () => CAPTCHA,
    onOffContract: (what) => offContract.push(what),
    sampleAccounts,
    ...(options.now ? { now: options.now } : {}),
    ...(options.sms ? { sms: gatewayTo(options.sms) } : {}),
  })
  const recorded = new RecordedCalls(app)
  const url = await app.listen({ port: 0, host: '127.0.0.1' })
  const known = new Map<string, Promise<XinchuClient>>()
  async function as(username: string): Promise<XinchuClient> {
    const client = createClient({ baseUrl: url, retry: { times: 0 } })
    const uuid = await askedCaptcha(opened.db, CAPTCHA.answer)
    await client.login({ username, password: SAMPLE_PASSWORD, code: CAPTCHA.answer, uuid })
    return client
  }
  return {
    url,
    db: opened.db,
    dataDir,
    offContract,
    as,
    sameAs(username) {
      const client = known.get(username) ?? as(username)
      known.set(username, client)
      return client
    },
    async close() {
      // Calls count as made once their replies have been sent, which the end of the application waits for.
      await app.close()
      const missing = await recorded.missing(opened.db)
      await opened.close()
      rmSync(dataDir, { recursive: true, force: true })
      if (missing.length > 0) throw new Error(`not in the audit log: ${missing.join('; ')}`)
    },
  }
}
