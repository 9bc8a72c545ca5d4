import { createHmac } from 'node:crypto'
import { expect, test } from 'vitest'
import { verifyWebhook, WebhookRefused } from '../src/webhooks.ts'

// The example that the Standard Webhooks specification and its reference libraries publish.
const VECTOR = {
  secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
  id: 'msg_p5jXN8AQM9LWM0D4loKWxJek',
  timestamp: 1614265330,
  body: '{"test": 2432232314}',
  signature: 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
} as const
const AT = { now: VECTOR.timestamp * 1000 }

const headers = (more: Record<string, string> = {}) => ({
  'webhook-id': VECTOR.id,
  'webhook-timestamp': String(VECTOR.timestamp),
  'webhook-signature': VECTOR.signature,
  ...more,
})

test('accepts the message that the specification signs, with the headers of Node and of fetch', async () => {
  for (const given of [headers(), new Headers(headers())])
    expect(await verifyWebhook(given, VECTOR.body, VECTOR.secret, AT)).toEqual({ test: 2432232314 })
})

test('accepts one valid signature among several, by the old or the new secret', async () => {
  const given = headers({
    'webhook-signature': `v1,AAAA v1a,${VECTOR.signature.slice(3)} ${VECTOR.signature}`,
  })
  const other = `whsec_${Buffer.alloc(24, 1).toString('base64')}`
  await expect(verifyWebhook(given, VECTOR.body, [other, VECTOR.secret], AT)).resolves.toBeDefined()
  await expect(verifyWebhook(given, VECTOR.body, other, AT)).rejects.toThrow(WebhookRefused)
})

test.each<[string, Record<string, string>, string]>([
  ['a changed body', {}, '{"test": 2432232315}'],
  ['another id', { 'webhook-id': 'msg_x' }, VECTOR.body],
  ['another time', { 'webhook-timestamp': String(VECTOR.timestamp + 1) }, VECTOR.body],
  ['a cut signature', { 'webhook-signature': VECTOR.signature.slice(0, -4) }, VECTOR.body],
  [
    'a signature of an unknown version',
    { 'webhook-signature': `v2,${VECTOR.signature.slice(3)}` },
    VECTOR.body,
  ],
  ['no signature', { 'webhook-signature': '' }, VECTOR.body],
  ['a time that is none', { 'webhook-timestamp': 'soon' }, VECTOR.body],
  ['a signature that is no Base64', { 'webhook-signature': 'v1,%%%' }, VECTOR.body],
])('refuses %s', async (_what, more, body) => {
  await expect(verifyWebhook(headers(more), body, VECTOR.secret, AT)).rejects.toThrow(WebhookRefused)
})

test('refuses a replay, and a message from the future', async () => {
  for (const late of [301, -301]) {
    const now = (VECTOR.timestamp + late) * 1000
    await expect(verifyWebhook(headers(), VECTOR.body, VECTOR.secret, { now })).rejects.toThrow('时间戳')
  }
  const now = (VECTOR.timestamp + 299) * 1000
  await expect(verifyWebhook(headers(), VECTOR.body, VECTOR.secret, { now })).resolves.toBeDefined()
})

test('signs what others sign', () => {
  const key = Buffer.from(VECTOR.secret.slice(6), 'base64')
  const text = `${VECTOR.id}.${VECTOR.timestamp}.${VECTOR.body}`
  expect(`v1,${createHmac('sha256', key).update(text).digest('base64')}`).toBe(VECTOR.signature)
})
