import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createApp } from '../src/app.ts'
import { readConfig } from '../src/config.ts'
import { type Rig, startRig } from './rig.ts'

let rig: Rig
beforeAll(async () => {
  rig = await startRig()
})
afterAll(() => rig.close())

/** The address that a call is recorded under which came from 10.0.0.9 with this header. */
async function addressOf(setting: string, forwarded: string): Promise<string | null | undefined> {
  const config = { ...readConfig({ TRUST_PROXY: setting, CAPTCHA: 'off' }), logLevel: 'silent' }
  const app = await createApp({ db: rig.db, config })
  await app.inject({
    method: 'POST',
    url: '/auth/login',
    remoteAddress: '10.0.0.9',
    headers: { 'x-forwarded-for': forwarded },
    payload: { username: 'nobody', password: 'Wrong12345' },
  })
  await app.close()
  const last = rig.db.selectFrom('audit_log').select('address').orderBy('id', 'desc')
  return (await last.executeTakeFirst())?.address
}

describe('the address of who calls', () => {
  test.each([
    ['is the sender where no proxy is named, whatever a header says', '', '1.2.3.4', '10.0.0.9'],
    ['is what the only proxy says', '1', '1.2.3.4', '1.2.3.4'],
    ['is what the only proxy says, not what was made up before it', '1', '9.9.9.9, 1.2.3.4', '1.2.3.4'],
    ['is what a named proxy says', '10.0.0.0/8', '1.2.3.4', '1.2.3.4'],
    ['is the sender where it is none of the proxies', '127.0.0.1,::1', '1.2.3.4', '10.0.0.9'],
  ])('%s', async (_title, setting, forwarded, address) => {
    expect(await addressOf(setting, forwarded)).toBe(address)
  })

  test.each(['true', 'proxy.example', '10.0.0.0/x', '-1'])('is asked of no proxy called %s', (setting) => {
    expect(() => readConfig({ TRUST_PROXY: setting })).toThrow('TRUST_PROXY')
  })
})
