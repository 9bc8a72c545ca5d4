import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { SAMPLE_PASSWORD } from '../../src/domain/auth/sample-password.ts'
import { type Rig, startRig } from '../rig.ts'
import { FactorClock, factorCalls, outcomeOf, passwordOf, startCopy } from '../support/second-factor.ts'

const USER = 'city_wz'
const clock = new FactorClock()

let rig: Rig
beforeAll(async () => {
  rig = await startRig({ now: clock.now })
})
afterAll(async () => {
  expect(rig.offContract).toEqual([])
  await rig.close()
})
const { anonymous, captcha, enrol, logIn, forget } = factorCalls(() => rig, clock)
afterEach(() => forget(USER))

describe('a log-in with a second factor', () => {
  test('asks for the code only after the right password, and keeps the captcha for it', async () => {
    const { secret } = await enrol(await rig.as(USER))
    expect(await outcomeOf(anonymous().auth.login({ username: USER, password: 'Wrong12345' }))).toBe(
      '400 A-003',
    )
    const form = { username: USER, password: SAMPLE_PASSWORD, ...(await captcha()) }
    expect(await outcomeOf(anonymous().auth.login({ ...form, password: 'Wrong12345' }))).toBe('400 A-004')
    const solved = { ...form, ...(await captcha()) }
    expect(await outcomeOf(anonymous().auth.login(solved))).toBe('400 S-001')
    expect(await outcomeOf(anonymous().auth.login({ ...solved, otp: '000000' }))).toBe('400 S-002')
    const result = await anonymous().auth.login({ ...solved, otp: await clock.code(secret) })
    expect(result).toMatchObject({ flag: 'not' })
    clock.next()
    const again = anonymous().auth.login({ ...solved, otp: await clock.code(secret) })
    expect(await outcomeOf(again)).toBe('400 A-002')
  })

  test('keeps a captcha only for the account that solved it', async () => {
    await enrol(await rig.as(USER))
    const solved = await captcha()
    await outcomeOf(anonymous().auth.login({ username: USER, password: SAMPLE_PASSWORD, ...solved }))
    const other = { username: 'query', password: SAMPLE_PASSWORD, ...solved, otp: '000000' }
    expect(await outcomeOf(anonymous().auth.login(other))).toBe('400 A-002')
  })

  test.each([
    ['an account without one', 'query'],
    ['an unknown account', 'nobody_2'],
  ])('answers a wrong password and a code as for %s', async (_what, username) => {
    await enrol(await rig.as(USER))
    const attempt = async (name: string) =>
      outcomeOf(
        anonymous().auth.login({
          username: name,
          password: 'Wrong12345',
          otp: '123456',
          ...(await captcha()),
        }),
      )
    expect(await attempt(USER)).toBe(await attempt(username))
  })

  test.each([-1, 0, 1])('accepts a device whose clock differs by %i steps', async (drift) => {
    const { secret } = await enrol(await rig.as(USER))
    clock.next(2)
    expect(await outcomeOf(logIn(USER, await clock.code(secret, drift)))).toBe('done')
  })

  test.each([-2, 2])('refuses a device whose clock differs by %i steps', async (drift) => {
    const { secret } = await enrol(await rig.as(USER))
    clock.next(2)
    expect(await outcomeOf(logIn(USER, await clock.code(secret, drift)))).toBe('400 S-002')
  })

  test('refuses a code that was used, and older ones', async () => {
    const { secret } = await enrol(await rig.as(USER))
    const code = await clock.code(secret)
    expect(await outcomeOf(logIn(USER, code))).toBe('done')
    expect(await outcomeOf(logIn(USER, code))).toBe('400 S-002')
    expect(await outcomeOf(logIn(USER, await clock.code(secret, -1)))).toBe('400 S-002')
  })

  test('accepts a recovery code once, in any spelling', async () => {
    const client = await rig.as(USER)
    const { recoveryCodes } = await enrol(client)
    const [first = ''] = recoveryCodes
    expect(await outcomeOf(logIn(USER, ` ${first.toLowerCase().replace('-', ' ')}`))).toBe('done')
    expect(await outcomeOf(logIn(USER, first))).toBe('400 S-002')
    expect(await client.security.getSecondFactor()).toMatchObject({ isEnabled: true, recoveryCodesLeft: 9 })
  })

  test('is bounded: five wrong codes lock the account, a correct password between them does not help', async () => {
    const { secret } = await enrol(await rig.as(USER))
    for (let tries = 0; tries < 4; tries += 1) {
      expect(await outcomeOf(logIn(USER, '000000'))).toBe('400 S-002')
      expect(await outcomeOf(logIn(USER))).toBe('400 S-001')
    }
    expect(await outcomeOf(logIn(USER, '000000'))).toBe('400 S-002')
    expect(await outcomeOf(logIn(USER, await clock.code(secret)))).toBe('429 A-005')
  })

  test('cannot be got around by changing the password without a session', async () => {
    const { secret } = await enrol(await rig.as(USER))
    const change = async (otp?: string) =>
      anonymous().users.updatePassword({
        username: USER,
        oldPass: SAMPLE_PASSWORD,
        newPass: 'Songtao7_Ke',
        ...(await captcha()),
        ...(otp === undefined ? {} : { otp }),
      })
    expect(await outcomeOf(change())).toBe('400 S-001')
    expect(await outcomeOf(change('000000'))).toBe('400 S-002')
    const code = await clock.code(secret)
    expect(await outcomeOf(logIn(USER, code))).toBe('done')
    expect(await outcomeOf(change(code))).toBe('400 S-002')
    clock.next()
    expect(await outcomeOf(change(await clock.code(secret)))).toBe('done')
    expect(await outcomeOf(logIn(USER))).toBe('400 A-004')
    await sql`update app_user set password_hash = previous_hashes[1], previous_hashes = '{}'
      where username = ${USER}`.execute(rig.db)
  })

  test('is bounded: a change of the password without the code does not forget wrong codes', async () => {
    await enrol(await rig.as(USER))
    const change = async () => ({
      username: USER,
      oldPass: SAMPLE_PASSWORD,
      newPass: 'Songtao7_Ke',
      ...(await captcha()),
    })
    for (let tries = 0; tries < 5; tries += 1) {
      expect(await outcomeOf(logIn(USER, '000000'))).toBe('400 S-002')
      if (tries < 4)
        expect(await outcomeOf(anonymous().users.updatePassword(await change()))).toBe('400 S-001')
    }
    expect(await outcomeOf(anonymous().users.updatePassword(await change()))).toBe('429 A-005')
  })

  test('is bounded: parallel guesses try no more than five codes', async () => {
    await enrol(await rig.as(USER))
    const guesses = await Promise.all(Array.from({ length: 12 }, () => outcomeOf(logIn(USER, '000000'))))
    expect(guesses.filter((each) => each === '400 S-002').length).toBeLessThanOrEqual(5)
  })

  test('is bounded: twenty wrong codes a day, with pauses for the lock, are the last', async () => {
    const { secret } = await enrol(await rig.as(USER))
    const unlock = sql`update app_user set failures = 0, locked_until = null where username = ${USER}`
    for (let tries = 0; tries < 20; tries += 1) {
      expect(await outcomeOf(logIn(USER, '000000'))).toBe('400 S-002')
      await unlock.execute(rig.db)
    }
    expect(await outcomeOf(logIn(USER, await clock.code(secret)))).toBe('429 S-003')
  })
})

describe('several copies of the server', () => {
  test('accept a code and a recovery code once between them', async () => {
    const copy = await startCopy(rig, clock.now)
    try {
      const { secret, recoveryCodes } = await enrol(await rig.as(USER))
      for (const otp of [await clock.code(secret), recoveryCodes[0] ?? '']) {
        const both = [rig.url, copy.url, rig.url, copy.url].map((url) => outcomeOf(logIn(USER, otp, url)))
        expect((await Promise.all(both)).filter((each) => each === 'done')).toHaveLength(1)
      }
    } finally {
      await copy.close()
    }
  })

  test('with another key refuse to use second factors, and leave them alone', async () => {
    const { secret } = await enrol(await rig.as(USER))
    const dataDir = mkdtempSync(join(tmpdir(), 'xinchu-other-'))
    const copy = await startCopy(rig, clock.now, dataDir)
    try {
      const code = await clock.code(secret)
      expect(await outcomeOf(logIn(USER, code, copy.url))).toMatch(/^503/)
      expect(await outcomeOf(logIn(USER, code))).toBe('done')
    } finally {
      await copy.close()
      rmSync(dataDir, { recursive: true })
    }
  })
})

describe('one account', () => {
  test('sets a factor up with password and code, renews recovery codes, and switches it off', async () => {
    const client = await rig.as(USER)
    const { security } = client
    expect(await security.getSecondFactor()).toMatchObject({
      isOffered: true,
      isRequired: false,
      isEnabled: false,
    })
    const first = await security.startSecondFactor()
    const { secret, uri } = await security.startSecondFactor()
    expect(uri).toContain(`secret=${secret}`)
    clock.next()
    const proof = passwordOf(await clock.code(secret))
    const { secret: replaced } = first
    expect(await outcomeOf(security.confirmSecondFactor(passwordOf(await clock.code(replaced))))).toBe(
      '400 S-002',
    )
    expect(await outcomeOf(security.confirmSecondFactor({ ...proof, password: 'Wrong12345' }))).toBe(
      '400 S-007',
    )
    const { recoveryCodes } = await security.confirmSecondFactor(proof)
    expect(new Set(recoveryCodes).size).toBe(10)
    // The code of the set-up cannot be used for a log-in.
    expect(await outcomeOf(logIn(USER, proof.otp))).toBe('400 S-002')
    clock.next()
    const renewed = await security.renewRecoveryCodes(passwordOf(await clock.code(secret)))
    expect(await outcomeOf(logIn(USER, recoveryCodes[0]))).toBe('400 S-002')
    expect(await outcomeOf(logIn(USER, renewed.recoveryCodes[0]))).toBe('done')
    await security.removeSecondFactor(passwordOf(renewed.recoveryCodes[1] ?? ''))
    expect(await outcomeOf(logIn(USER))).toBe('done')
    expect(await security.getSecondFactor()).toMatchObject({ isEnabled: false, recoveryCodesLeft: 0 })
  })

  test.each([
    ['confirm', 'without a start', '409 S-005'],
    ['remove', 'without a factor', '409 S-005'],
    ['renew', 'without a factor', '409 S-005'],
  ] as const)('%s %s is refused', async (action, _when, refused) => {
    const { security } = await rig.as(USER)
    const calls = {
      confirm: () => security.confirmSecondFactor(passwordOf('000000')),
      remove: () => security.removeSecondFactor(passwordOf('000000')),
      renew: () => security.renewRecoveryCodes(passwordOf('000000')),
    }
    expect(await outcomeOf(calls[action]())).toBe(refused)
  })

  test('with a factor cannot start or confirm another', async () => {
    const { security } = await rig.as(USER)
    await enrol(await rig.as(USER))
    expect(await outcomeOf(security.startSecondFactor())).toBe('409 S-005')
    expect(await outcomeOf(security.confirmSecondFactor(passwordOf('000000')))).toBe('409 S-005')
  })

  test('wrong passwords and codes at these calls count towards the lock', async () => {
    const { security } = await rig.as(USER)
    await enrol(await rig.as(USER))
    for (let tries = 0; tries < 5; tries += 1)
      expect(await outcomeOf(security.removeSecondFactor(passwordOf('000000')))).toBe('400 S-002')
    expect(await outcomeOf(security.removeSecondFactor(passwordOf('000000')))).toBe('429 A-005')
  })

  test('the secret and the codes are kept encrypted or hashed, and are in no log', async () => {
    const { secret, recoveryCodes } = await enrol(await rig.as(USER))
    await logIn(USER, recoveryCodes[0])
    const tables = ['second_factor', 'recovery_code', 'audit_log', 'login_log', 'login_ticket', 'setting']
    for (const table of tables) {
      const { rows } = await sql<{ row: string }>`select t::text as row from ${sql.table(table)} t`.execute(
        rig.db,
      )
      const text = rows.map(({ row }) => row).join('\n')
      for (const hidden of [
        secret,
        Buffer.from(secret).toString('hex'),
        ...recoveryCodes,
        ...recoveryCodes.map((code) => code.replace('-', '')),
      ])
        expect(text).not.toContain(hidden)
    }
  })
})

describe('an administrator', () => {
  test('takes the factor from somebody who lost his device, who is told and must log in again', async () => {
    const client = await rig.as(USER)
    await enrol(client)
    const admin = await rig.sameAs('admin')
    const { id } = await rig.db
      .selectFrom('app_user')
      .select('id')
      .where('username', '=', USER)
      .executeTakeFirstOrThrow()
    expect(await admin.security.getSecondFactor({ userId: id })).toMatchObject({ isEnabled: true })
    await admin.security.clearSecondFactor({ userId: id, reason: '手机遗失，已电话核实' })
    expect(await outcomeOf(client.security.listSessions())).toBe('401 undefined')
    const again = await rig.as(USER)
    const { content } = await again.messages.list()
    expect(content[0]).toMatchObject({ title: '您的两步验证已由管理员解除' })
    const { rows } = await sql`select reason from audit_log
      where operation_id = 'clearSecondFactor' and ${`USER:${id}`} = any(record_keys)`.execute(rig.db)
    expect(rows).toEqual([{ reason: '手机遗失，已电话核实' }])
    expect(await outcomeOf(admin.security.clearSecondFactor({ userId: id, reason: '再次' }))).toBe(
      '409 S-005',
    )
  })

  test('cannot take his own, and nobody else can take or see that of others', async () => {
    const admin = await rig.sameAs('admin')
    const own = (await admin.auth.getInfo()).user.id
    expect(await outcomeOf(admin.security.clearSecondFactor({ userId: own, reason: '本人' }))).toBe(
      '400 A-017',
    )
    const province = await rig.sameAs('province_nx')
    expect(await outcomeOf(province.security.clearSecondFactor({ userId: own, reason: '甲' }))).toBe(
      '403 W-001',
    )
    expect(await outcomeOf(province.security.getSecondFactor({ userId: own }))).toBe('404 W-002')
    expect(await outcomeOf(admin.security.getSecondFactor({ userId: 999_999_999 }))).toBe('404 W-002')
  })
})
