import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { budget, randomOf, TEST_SEED } from '../../../scripts/lib/test-seed.mjs'
import { operations } from '../src/operations.ts'
import { type Rig, startRig } from './rig.ts'
import { accountOf, isOpenTo } from './support/callers.ts'
import { logIn } from './support/http.ts'
import { randomCall } from './support/random-call.ts'

const ACCOUNTS = [
  'nation',
  'admin',
  'province_nx',
  'county_yc',
  'enterprise_yc',
  'platform',
  'expert',
  'query',
]
/** A stream does not end, and events are waited for. The others end the sessions of the test. */
const LEFT_OUT =
  /messagePush\/stream|^\/api\/events|^\/auth\/|updatePass|users\/(bulk|sessions|forget|reset)|roles|\/api\/menus/
const CALLS = budget(600, 50_000)

let rig: Rig
const tokens = new Map<string, string>()
beforeAll(async () => {
  rig = await startRig({ config: { captcha: false, trustProxy: ['127.0.0.1'] } })
})
afterAll(() => rig?.close())

/** The session of an account. What was called may have ended the earlier one. */
async function tokenOf(username: string): Promise<string> {
  const open = tokens.get(username)
  if (open !== undefined) return open
  // Random passwords lock accounts, as they should.
  await sql`update app_user set locked_until = null, failures = 0 where username = ${username}`.execute(
    rig.db,
  )
  const token = await logIn(rig.url, username)
  tokens.set(username, token)
  return token
}

test(
  `no call is answered by an error of the platform, whatever its ${CALLS} random parameters and bodies hold`,
  async () => {
    const random = randomOf('random calls')
    const open = operations.filter(({ path }) => !LEFT_OUT.test(path))
    const broken: string[] = []
    let answered = 0
    for (let at = 0; at < CALLS; at += 1) {
      const operation = open[Math.floor(random() * open.length)]
      if (!operation) throw new Error('the contract has no calls')
      const able = ACCOUNTS.filter((username) => isOpenTo(accountOf(username), operation.id))
      const username = able[Math.floor(random() * able.length)] ?? 'nation'
      const { method, path, body } = randomCall(operation, random)
      const reply = await fetch(`${rig.url}${path}`, {
        method,
        headers: {
          Authorization: await tokenOf(username),
          // Random passwords are wrong ones, of which an address has few. Log-ins come from another one.
          'X-Forwarded-For': `10.0.0.${Math.floor(random() * 250)}`,
          ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
        },
        ...(body === undefined || method === 'GET' ? {} : { body }),
      })
      const text = await reply.text()
      if (reply.status === 401) tokens.delete(username)
      if (reply.ok) answered += 1
      if (reply.status >= 500)
        broken.push(`${username} ${method} ${path} ${body ?? ''} → ${reply.status} ${text}`)
    }
    expect(broken, `TEST_SEED=${TEST_SEED}`).toEqual([])
    expect(rig.offContract).toEqual([])
    // Most are refused by the contract; enough must pass it for the test to mean something.
    expect(answered).toBeGreaterThan(CALLS / 10)
    const { rows } = await sql`select 1 from app_user where username = 'nation'`.execute(rig.db)
    expect(rows).toHaveLength(1)
  },
  budget(180_000, 1_800_000),
)
