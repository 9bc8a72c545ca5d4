import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readConfig } from '../src/config.ts'
import { policyOf } from '../src/domain/auth/second-factor/policy.ts'
import { codeAt, stepOf } from '../src/domain/auth/second-factor/totp.ts'
import { type Rig, startRig } from './rig.ts'
import { FactorClock, factorCalls, outcomeOf } from './support/second-factor.ts'

// The secret of RFC 6238, appendix B: "12345678901234567890".
const RFC_SECRET = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'

test.each([
  [59, '287082'],
  [1_111_111_109, '081804'],
  [1_111_111_111, '050471'],
  [1_234_567_890, '005924'],
  [2_000_000_000, '279037'],
  [20_000_000_000, '353130'],
])('the code at second %i is that of RFC 6238', (second, code) => {
  expect(codeAt(RFC_SECRET, Math.floor(second / 30))).toBe(code)
  expect(stepOf(RFC_SECRET, code, new Date(second * 1_000))).toBe(Math.floor(second / 30))
})

test.each([
  [undefined, true, 'optional'],
  [undefined, false, 'required-for-reviewers'],
  ['off', false, 'off'],
  ['required-for-reviewers', true, 'required-for-reviewers'],
] as const)('the setting %s with demonstration data %s means %s', (secondFactor, sampleData, policy) => {
  expect(policyOf({ secondFactor, sampleData })).toBe(policy)
})

test('the settings are checked when they are read', () => {
  expect(readConfig({ SECOND_FACTOR: 'Optional' }).secondFactor).toBe('optional')
  expect(() => readConfig({ SECOND_FACTOR: 'always' })).toThrow('SECOND_FACTOR')
  expect(() => readConfig({ SECOND_FACTOR_KEY: 'short' })).toThrow('SECOND_FACTOR_KEY')
})

describe('where administrators and reviewers need a second factor', () => {
  const clock = new FactorClock()
  let rig: Rig
  beforeAll(async () => {
    rig = await startRig({ now: clock.now, config: { secondFactor: 'required-for-reviewers' } })
  })
  afterAll(async () => {
    expect(rig.offContract).toEqual([])
    await rig.close()
  })
  const { enrol } = factorCalls(() => rig, clock)

  test.each(['admin', 'nation', 'province_nx', 'city_wz', 'county_yc', 'platform'])(
    '%s can do nothing before it is set up, and everything after',
    async (username) => {
      const client = await rig.as(username)
      expect((await client.auth.getInfo()).user.mustEnrol).toBe(true)
      expect(await outcomeOf(client.messages.list())).toBe('403 S-004')
      expect(await outcomeOf(client.security.listLogins())).toBe('403 S-004')
      await client.menus.build()
      await enrol(client)
      expect((await client.auth.getInfo()).user).not.toHaveProperty('mustEnrol')
      expect(await outcomeOf(client.messages.list())).toBe('done')
    },
  )

  test.each(['enterprise_yc', 'query', 'group_spic'])('%s is not asked to', async (username) => {
    const client = await rig.as(username)
    expect((await client.auth.getInfo()).user).not.toHaveProperty('mustEnrol')
    expect(await outcomeOf(client.messages.list())).toBe('done')
    expect(await client.security.getSecondFactor()).toMatchObject({ isRequired: false, isOffered: true })
  })

  test('a service account is exempt, whatever its kind', async () => {
    await sql`update app_user set captcha_exempt = true where username = 'corps'`.execute(rig.db)
    const client = await rig.as('corps')
    expect(await outcomeOf(client.messages.list())).toBe('done')
  })
})

describe('where second factors are switched off', () => {
  test('none is set up, and an existing one is not asked for', async () => {
    const clock = new FactorClock()
    const rig = await startRig({ now: clock.now, config: { secondFactor: 'off' } })
    try {
      const { logIn } = factorCalls(() => rig, clock)
      const { security } = await rig.as('query')
      expect(await security.getSecondFactor()).toMatchObject({ isOffered: false })
      expect(await outcomeOf(security.startSecondFactor())).toBe('409 S-005')
      await sql`insert into second_factor (user_id, secret, confirmed_at)
        select id, ''::bytea, now() from app_user where username = 'query'`.execute(rig.db)
      expect(await outcomeOf(logIn('query'))).toBe('done')
    } finally {
      await rig.close()
    }
  })
})
