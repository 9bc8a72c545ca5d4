import { expect, test } from 'vitest'
import { assertReachable, checkedLookup, isAllowed } from '../../src/domain/webhooks/addresses.ts'
import { send } from '../../src/domain/webhooks/send.ts'
import { signaturesOf } from '../../src/domain/webhooks/sign.ts'

test.each([
  '0.0.0.0',
  '10.1.2.3',
  '100.64.0.1',
  '100.127.255.255',
  '127.0.0.1',
  '127.255.255.254',
  '169.254.169.254',
  '172.16.0.1',
  '172.31.255.255',
  '192.0.0.1',
  '192.0.2.1',
  '192.168.1.1',
  '198.18.0.1',
  '198.19.255.255',
  '198.51.100.7',
  '203.0.113.9',
  '224.0.0.1',
  '240.0.0.1',
  '255.255.255.255',
  '::',
  '::1',
  '::ffff:127.0.0.1',
  '::ffff:10.0.0.1',
  '64:ff9b::a00:1',
  '2001::1',
  '2001:db8::1',
  '2002:a00:1::',
  'fc00::1',
  'fd12:3456::1',
  'fe80::1',
  'fec0::1',
  'ff02::1',
  'localhost',
])('events are not sent to %s', (address) => {
  expect(isAllowed(address, false)).toBe(false)
})

test.each([
  '1.1.1.1',
  '100.63.255.255',
  '100.128.0.1',
  '172.15.0.1',
  '172.32.0.1',
  '223.5.5.5',
  '2400:3200::1',
  '2606:4700::1111',
])('events may be sent to %s', (address) => {
  expect(isAllowed(address, false)).toBe(true)
})

test.each([
  'http://1.1.1.1/',
  'https://127.0.0.1/',
  'https://127.1/',
  'https://2130706433/',
  'https://0x7f.1/',
  'https://[::1]/',
  'https://[::ffff:7f00:1]/',
  'https://localhost/',
  'https://user:secret@1.1.1.1/',
  'https://1.1.1.1/#x',
  'ftp://1.1.1.1/',
  'https://nowhere.invalid/',
  'not an address',
])('the address %s is refused', async (url) => {
  await expect(assertReachable(url, false)).rejects.toMatchObject({ status: 400, code: 'W-037' })
})

test('loopback is allowed where a test asks for it, other private networks never', async () => {
  await expect(assertReachable('http://127.0.0.1:9/', true)).resolves.toBeUndefined()
  await expect(assertReachable('https://10.0.0.1/', true)).rejects.toMatchObject({ status: 400 })
})

test('a name is checked again when the connection is made', async () => {
  const failure = await new Promise((resolve) => checkedLookup(false)('localhost', { all: true }, resolve))
  expect(failure).toMatchObject({ message: '地址不是公网地址' })
  const secrets = ['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw']
  const message = { id: 'evt_1', type: 'test', data: {} } as const
  for (const url of ['https://localhost:1/', 'https://127.0.0.1:1/', 'https://[::1]:1/'])
    expect(await send({ url, secrets, allowsLoopback: false }, message, new Date())).toMatchObject({
      error: '地址不是公网地址',
    })
})

test('messages are signed as the Standard Webhooks specification has it', () => {
  const message = {
    id: 'msg_p5jXN8AQM9LWM0D4loKWxJek',
    seconds: 1614265330,
    body: '{"test": 2432232314}',
  }
  expect(signaturesOf(['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'], message)).toBe(
    'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
  )
})
