import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { SAMPLE_PASSWORD } from '../../src/domain/auth/sample-password.ts'
import { type Rig, startRig } from '../rig.ts'
import { type Cases, codesOf, familyOf } from '../support/rules.ts'
import { FactorClock, factorCalls, passwordOf } from '../support/second-factor.ts'

const USER = 'query'
const clock = new FactorClock()

let rig: Rig
beforeAll(async () => {
  rig = await startRig({ now: clock.now, config: { secondFactor: 'required-for-reviewers' } })
})
afterAll(async () => {
  expect(rig.offContract).toEqual([])
  await rig.close()
})
const { enrol, forget, logIn } = factorCalls(() => rig, clock)
beforeEach(() => forget(USER))

/** One violation for each rule of the second factor and of sessions. */
const CASES: Cases = {
  async 'S-001'() {
    await enrol(await rig.as(USER))
    return logIn(USER)
  },
  async 'S-002'() {
    await enrol(await rig.as(USER))
    return logIn(USER, '000000')
  },
  async 'S-003'() {
    await enrol(await rig.as(USER))
    for (let tries = 0; tries < 20; tries += 1) {
      await codesOf(logIn(USER, '000000'))
      await sql`update app_user set failures = 0, locked_until = null`.execute(rig.db)
    }
    return logIn(USER, '000000')
  },
  'S-004': async () => (await rig.as('county_yc')).messages.list(),
  'S-005': async () => (await rig.as(USER)).security.removeSecondFactor(passwordOf('000000')),
  async 'S-006'() {
    const first = await logIn(USER)
    const { security } = await rig.as(USER)
    await security.endSessions({})
    return fetch(`${rig.url}/auth/info`, { headers: { Authorization: first.token ?? '' } }).then(
      async (reply) => ({ errors: [await reply.json()] }),
    )
  },
  async 'S-007'() {
    const { security } = await rig.as(USER)
    await enrol(await rig.as(USER))
    return security.removeSecondFactor({ password: `${SAMPLE_PASSWORD}x`, otp: '000000' })
  },
}

test.each(Object.entries(CASES))('%s is the code of a call that breaks it', async (code, call) => {
  expect(await codesOf(call(rig))).toContain(code)
})

test('each rule of the second factor and of sessions is executed', () => {
  expect(Object.keys(CASES)).toEqual(familyOf('S').map(({ code }) => code))
})
