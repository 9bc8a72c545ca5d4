import type { Middleware as OpenapiMiddleware } from 'openapi-fetch'
import { afterEach, describe, expect, expectTypeOf, test, vi } from 'vitest'
import {
  type ClientOptions,
  createClient,
  type Middleware,
  memoryStore,
  rawClient,
  sessionFetch,
  type Transport,
} from '../src/index.ts'
import { answering, reply } from './support/answering.ts'
import { firstTokens, json, refusal, startPlatform, startServer, wait } from './support/server.ts'
import { transports } from './support/transports.ts'

const closing: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

async function platform(options: Parameters<typeof startPlatform>[0] = {}) {
  const server = await startPlatform(options)
  closing.push(server.close)
  return server
}

async function serving(answer: Parameters<typeof startServer>[0]) {
  const server = await startServer(answer)
  closing.push(server.close)
  return server
}

/** A middleware that writes down what it sees. */
function logger() {
  const lines: string[] = []
  const ids: (string | null)[] = []
  const texts: string[] = []
  const middleware: Middleware = {
    onRequest({ request, schemaPath }) {
      lines.push(`${request.method} ${schemaPath}`)
      ids.push(request.headers.get('X-Request-Id'))
    },
    async onResponse({ response, schemaPath }) {
      lines.push(`${response.status} ${schemaPath}`)
      texts.push(await response.clone().text())
    },
    onError({ error }) {
      lines.push((error as { kind: string }).kind) // an error of the client
    },
  }
  return { lines, ids, texts, middleware }
}

const UNREAD = '/api/messagePush/unreadCount'

describe.each(transports)('by %s', (_name, transport: Transport) => {
  const clientOf = (baseUrl: string, extra: Partial<ClientOptions> = {}) =>
    createClient({ baseUrl, session: memoryStore(firstTokens), transport, retry: { baseDelay: 1 }, ...extra })

  test.each([
    ['a function', (client: ReturnType<typeof clientOf>) => client.messages.getUnreadCount()],
    ['the raw client', (client: ReturnType<typeof clientOf>) => rawClient(client).GET(UNREAD)],
    ['fetch in the session', (client: ReturnType<typeof clientOf>) => sessionFetch(client)(UNREAD)],
  ])('a logger sees the call of %s, its refusal, the refresh and the replay', async (_what, call) => {
    const server = await platform()
    server.expire()
    const client = clientOf(server.url)
    const { lines, ids, texts, middleware } = logger()
    client.use(middleware)
    await call(client)
    expect(lines.toSorted()).toEqual(
      [
        `GET ${UNREAD}`,
        `401 ${UNREAD}`,
        'POST /auth/refresh',
        '200 /auth/refresh',
        `GET ${UNREAD}`,
        `200 ${UNREAD}`,
      ].toSorted(),
    )
    expect([lines[0], lines.at(-1)]).toEqual([`GET ${UNREAD}`, `200 ${UNREAD}`])
    expect(texts.map((text) => Object.keys(JSON.parse(text)).length > 0)).toEqual([true, true, true])
    // The call and its replay have one id, the refresh another.
    expect(ids[0]).toBe(ids[2])
    expect(new Set(ids).size).toBe(2)
  })

  test('a middleware gets a real request and reply, and changes what is sent and what comes', async () => {
    const server = await platform()
    const client = clientOf(server.url)
    const seen: boolean[] = []
    client.use({
      onRequest({ request }) {
        seen.push(request instanceof Request, request.clone().url.startsWith(server.url))
        request.headers.set('X-Trace', 'a')
        return new Request(request, { headers: { ...Object.fromEntries(request.headers), 'X-Own': 'b' } })
      },
      onResponse({ response }) {
        seen.push(response instanceof Response)
        return Response.json({ count: 9 })
      },
    })
    expect(await client.messages.getUnreadCount()).toEqual({ count: 9 })
    expect(seen).toEqual([true, true, true])
    const [sent] = server.seen
    expect([sent?.headers['x-trace'], sent?.headers['x-own'], sent?.authorization]).toEqual([
      'a',
      'b',
      'Bearer t1',
    ])
  })

  test.each([['JSON', { title: '甲', content: '<p>乙</p>', messageType: '1', targetType: '0' } as const]])(
    'a %s body arrives whole, also from a request that a middleware made',
    async (_what, draft) => {
      const server = await platform()
      server.expire()
      const client = clientOf(server.url)
      client.use({ onRequest: ({ request }) => new Request(request, { headers: request.headers }) })
      await client.messages.create(draft)
      const sent = server.seen.filter(({ path }) => path === '/api/messagePush')
      expect(sent.map(({ body }) => JSON.parse(Buffer.from(body, 'latin1').toString()))).toEqual([
        draft,
        draft,
      ])
      expect(sent[1]?.headers['content-type']).toBe('application/json')
    },
  )

  test('files, forms and streams arrive whole beside a middleware', async () => {
    const server = await platform()
    server.expire()
    const client = clientOf(server.url)
    client.use(logger().middleware)
    const file = new File(['x'.repeat(50_000)], '并网.pdf')
    await client.files.upload({ file, bizType: 'PROJECT_RECORD' })
    await client.files.upload(() => new Blob(['once']).stream())
    const sent = server.seen.filter(({ path }) => path === '/api/files')
    expect(sent.map(({ body }) => body.includes('x'.repeat(50_000)))).toEqual([true, true, false])
    const boundary = /boundary=(.*)$/.exec(sent[1]?.headers['content-type'] ?? '')?.[1]
    expect(sent[1]?.body.startsWith(`--${boundary}`)).toBe(true)
    expect(sent[2]?.body).toBe('once')
  })

  test('a file is what a middleware and the caller read', async () => {
    const server = await serving((_seen, response) => {
      response.writeHead(200, {
        'Content-Type': 'application/pdf',
        'Content-Disposition': 'inline; filename=a.pdf',
      })
      response.end('%PDF')
    })
    const client = clientOf(server.url)
    const texts: string[] = []
    client.use({
      async onResponse({ response }) {
        texts.push(await response.clone().text())
      },
    })
    const file = await client.files.download(1)
    expect([await file.blob.text(), file.fileName, texts]).toEqual(['%PDF', 'a.pdf', ['%PDF']])
  })

  test('one that throws on every refusal stops neither the refresh nor a retry', async () => {
    let tries = 0
    const server = await serving(({ path, authorization }, response) => {
      if (path.startsWith('/auth/refresh'))
        return json(response, 200, { token: 'Bearer t2', refreshToken: 'r2', randomNumber: '2' })
      if (authorization !== 'Bearer t2') return json(response, 401, refusal(401, '登录状态已过期'))
      tries += 1
      json(response, tries === 1 ? 503 : 200, tries === 1 ? refusal(503, '稍后') : { count: 3 })
    })
    const client = clientOf(server.url)
    client.use({
      onResponse({ response }) {
        if (!response.ok) throw new RangeError('mine')
      },
    })
    expect(await client.messages.getUnreadCount()).toEqual({ count: 3 })
    expect((await rawClient(client).GET(UNREAD)).data).toEqual({ count: 3 })
  })
})

describe('what a middleware throws', () => {
  test.each<[string, Middleware]>([
    [
      'before the request is sent',
      {
        onRequest() {
          throw new RangeError('mine')
        },
      },
    ],
    [
      'of the reply that the caller would get',
      {
        onResponse() {
          throw new RangeError('mine')
        },
      },
    ],
  ])('%s passes unchanged, and hooks are not told', async (_when, middleware) => {
    const onError = vi.fn()
    const { client } = answering(() => reply(200, { count: 1 }), { hooks: { onError } })
    client.use(middleware)
    await expect(client.messages.getUnreadCount()).rejects.toThrow(new RangeError('mine'))
    expect(onError).not.toHaveBeenCalled()
  })

  test('takes the place of a failure of the network only after the last try', async () => {
    const { client, seen } = answering(() => Promise.reject(new TypeError('fetch failed')))
    client.use({ onError: () => new RangeError('mine') })
    await expect(client.messages.getUnreadCount()).rejects.toThrow(new RangeError('mine'))
    expect(seen).toHaveLength(3)
    client.use({ onError: () => Response.json({ count: 8 }) })
    expect(await client.messages.getUnreadCount()).toEqual({ count: 8 })
  })
})

test('a reply from onRequest is the reply of the call, and nothing is sent', async () => {
  const { client, seen } = answering(() => reply(200, {}))
  client.use({ onRequest: () => Response.json({ count: 8 }) })
  expect(await client.messages.getUnreadCount()).toEqual({ count: 8 })
  expect((await rawClient(client).GET(UNREAD)).data).toEqual({ count: 8 })
  expect(seen).toHaveLength(0)
})

test('a request to another origin is refused, and its token is not sent', async () => {
  const { client, seen } = answering(() => reply(200, {}))
  client.use({ onRequest: ({ request }) => new Request('https://elsewhere.example/', request) })
  await expect(client.messages.getUnreadCount()).rejects.toThrow(TypeError)
  expect(seen).toHaveLength(0)
})

test.each(['onRequest', 'onResponse'] as const)('one that hangs in %s ends with the signal', async (hook) => {
  const { client } = answering(() => reply(200, { count: 1 }))
  const hanging = () => new Promise<undefined>(() => undefined)
  client.use(hook === 'onRequest' ? { onRequest: hanging } : { onResponse: hanging })
  const leaving = new AbortController()
  const call = client.messages.getUnreadCount({ signal: leaving.signal })
  setTimeout(() => leaving.abort(), 20)
  await expect(call).rejects.toMatchObject({ kind: 'aborted' })
})

test('one that hangs on the reply ends with the time-out', async () => {
  const { client } = answering(() => reply(200, { count: 1 }), { timeout: { ordinary: 30 } })
  client.use({ onResponse: () => new Promise<undefined>(() => undefined) })
  await expect(client.messages.getUnreadCount()).rejects.toMatchObject({ kind: 'timeout', sent: true })
})

test('one that is taken out sees nothing more', async () => {
  const { client } = answering(() => reply(200, { count: 1 }))
  const { lines, middleware } = logger()
  client.use(middleware)
  client.eject(middleware)
  await client.messages.getUnreadCount()
  expect(lines).toEqual([])
})

const misdeeds: (() => unknown)[] = [
  () => {
    throw new RangeError('mine')
  },
  () => Promise.reject(new RangeError('mine')),
  () => new Promise(() => undefined),
  () => 5,
  () => ({}),
  () => new Response('<html>', { status: 503 }),
  () => undefined,
]

test('1,000 calls beside middlewares that throw, hang and return garbage leave all places free', async () => {
  const PLACES = 4
  let at = 0
  let gathered: (() => void)[] | undefined
  const { client } = answering(
    async () => {
      at += 1
      if (gathered) {
        const meeting = gathered
        await new Promise<void>((resolve) => {
          meeting.push(resolve)
          if (meeting.length === PLACES) for (const go of meeting) go()
        })
        return reply(200, { count: 1 })
      }
      if (at % 5 === 0) throw new TypeError('fetch failed')
      return at % 7 === 0 ? reply(401) : reply(200, { count: 1 })
    },
    { maxConcurrency: PLACES, retry: { times: 1, baseDelay: 1 } },
  )
  let step = 0
  const misdeed = () => {
    step += 1
    return step % 3 === 0 ? misdeeds[step % misdeeds.length]?.() : undefined
  }
  // As a script without types may write them.
  const bad = { onRequest: misdeed, onResponse: misdeed, onError: misdeed } as Middleware
  client.use(bad)
  const calls = Array.from({ length: 1_000 }, () =>
    client.messages.getUnreadCount({ signal: AbortSignal.timeout(1_000) }),
  )
  const outcomes = await Promise.allSettled(calls)
  expect(new Set(outcomes.map(({ status }) => status))).toEqual(new Set(['fulfilled', 'rejected']))
  client.eject(bad)
  await wait(50)
  // They are answered only when as many as there are places are under way at once.
  gathered = []
  await client.resume(firstTokens)
  expect(await Promise.all(Array.from({ length: PLACES }, () => client.messages.getUnreadCount()))).toEqual(
    Array.from({ length: PLACES }, () => ({ count: 1 })),
  )
})

test('its type is that of openapi-fetch', () => {
  expectTypeOf<OpenapiMiddleware>().toExtend<Middleware>()
  expectTypeOf<Middleware>().toExtend<OpenapiMiddleware>()
})
