import { afterEach, describe, expect, test, vi } from 'vitest'
import { type CallInfo, createClient, memoryStore } from '../src/index.ts'
import { firstTokens, json, refusal, startPlatform, startServer, wait } from './support/server.ts'
import { transports } from './support/transports.ts'

const closing: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

async function platform() {
  const server = await startPlatform()
  closing.push(server.close)
  return server
}

describe.each(transports)('by %s', (_name, transport) => {
  test('headers of a function go with each try, also with the refresh and the replay', async () => {
    const server = await platform()
    server.expire()
    let serial = 0
    const asked: CallInfo[] = []
    const client = createClient({
      baseUrl: server.url,
      session: memoryStore(firstTokens),
      transport,
      async headers(info) {
        asked.push(info)
        serial += 1
        return { traceparent: `00-${serial}` }
      },
    })
    await client.messages.getUnreadCount()
    const sent = server.seen.map(({ path, headers }) => [path.replace(/\?.*/, ''), headers['traceparent']])
    expect(sent).toEqual([
      ['/api/messagePush/unreadCount', '00-1'],
      ['/auth/refresh', '00-2'],
      ['/api/messagePush/unreadCount', '00-3'],
    ])
    expect(asked[0]).toEqual({
      method: 'GET',
      path: '/api/messagePush/unreadCount',
      url: `${server.url}/api/messagePush/unreadCount`,
      requestId: expect.any(String),
      attempt: 0,
    })
    expect(JSON.stringify(asked)).not.toContain('Bearer')
  })
})

test('they replace neither the headers of a call nor its token', async () => {
  const server = await platform()
  const client = createClient({
    baseUrl: server.url,
    session: memoryStore(firstTokens),
    headers: () => ({ Authorization: 'Bearer stolen', 'X-Request-Id': 'x', traceparent: 'client' }),
  })
  await client.messages.getUnreadCount({ headers: { traceparent: 'call' } })
  const { headers, authorization } = server.seen[0] ?? {}
  expect([authorization, headers?.['traceparent']]).toEqual(['Bearer t1', 'call'])
  expect(headers?.['x-request-id']).not.toBe('x')
})

test('each retry has headers of its own', async () => {
  let tries = 0
  const server = await startServer((_seen, response) => {
    tries += 1
    if (tries < 3) return json(response, 503, refusal(503, '系统繁忙'))
    json(response, 200, { count: 3 })
  })
  closing.push(server.close)
  const client = createClient({
    baseUrl: server.url,
    session: memoryStore(firstTokens),
    retry: { baseDelay: 1 },
    headers: ({ attempt }) => ({ traceparent: String(attempt) }),
  })
  await client.messages.getUnreadCount()
  expect(server.seen.map(({ headers }) => headers['traceparent'])).toEqual(['0', '1', '2'])
})

test.each([
  [
    'throws',
    () => {
      throw new RangeError('mine')
    },
  ],
  ['rejects', () => Promise.reject(new RangeError('mine'))],
])('what a function %s is passed on as it is, and nothing is sent', async (_how, headers) => {
  const server = await platform()
  const onError = vi.fn()
  const session = memoryStore(firstTokens)
  const client = createClient({ baseUrl: server.url, session, headers, hooks: { onError } })
  await expect(client.messages.getUnreadCount()).rejects.toThrow(new RangeError('mine'))
  expect([server.seen.length, onError.mock.calls.length]).toEqual([0, 0])
  expect(await client.hasSession()).toBe(true)
})

test('a function that hangs ends with the time-out of the call, and with its signal', async () => {
  const server = await platform()
  const client = createClient({
    baseUrl: server.url,
    session: memoryStore(firstTokens),
    timeout: { ordinary: 50 },
    headers: async () => {
      await wait(300)
      return {}
    },
  })
  await expect(client.messages.getUnreadCount()).rejects.toMatchObject({ kind: 'timeout', sent: false })
  const aborted = client.messages.getUnreadCount({ signal: AbortSignal.abort('left') })
  await expect(aborted).rejects.toMatchObject({ kind: 'aborted', cause: 'left' })
  expect(server.seen).toHaveLength(0)
})
