import { afterEach, describe, expect, test, vi } from 'vitest'
import { createClient, memoryStore, rawClient } from '../src/index.ts'
import { firstTokens, json, refusal, startPlatform, startServer } from './support/server.ts'

const closing: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

async function answering(answer: Parameters<typeof startServer>[0]) {
  const server = await startServer(answer)
  closing.push(server.close)
  return server
}

describe('the raw client', () => {
  test('replays a form after the refresh, and writes queries as the platform reads them', async () => {
    const server = await startPlatform()
    closing.push(server.close)
    server.expire()
    const raw = rawClient(createClient({ baseUrl: server.url, session: memoryStore(firstTokens) }))
    const file = new Blob(['y'.repeat(5_000)])
    const { data } = await raw.POST('/api/files', { body: { file, bizType: 'IMPORT' } })
    expect(data?.id).toBe(1)
    const bodies = server.seen.filter(({ path }) => path === '/api/files').map(({ body }) => body)
    expect(bodies.map((body) => body.includes('y'.repeat(5_000)))).toEqual([true, true])
    await raw.GET('/api/esProject/queryCustom', { params: { query: { techType: ['01', '03'], page: 0 } } })
    expect(server.seen.at(-1)?.path).toBe('/api/esProject/queryCustom?techType=01&techType=03&page=0')
  })

  test('hands a refusal over as it is, with its body', async () => {
    const server = await answering((_seen, response) => json(response, 409, refusal(409, '状态不符')))
    const raw = rawClient(createClient({ baseUrl: server.url }))
    const { error, response } = await raw.GET('/api/messagePush/unreadCount')
    expect([error?.message, response.status]).toEqual(['状态不符', 409])
  })

  test('throws the typed errors of the network, and tells the hook', async () => {
    const server = await answering(() => undefined)
    const onError = vi.fn()
    const options = {
      baseUrl: server.url,
      timeout: { ordinary: 60 },
      retry: { times: 0 },
      hooks: { onError },
    }
    const raw = rawClient(createClient(options))
    await expect(raw.GET('/api/messagePush/unreadCount')).rejects.toMatchObject({ kind: 'timeout' })
    const leaving = AbortSignal.abort()
    await expect(raw.GET('/api/messagePush/unreadCount', { signal: leaving })).rejects.toMatchObject({
      kind: 'aborted',
    })
    expect(onError.mock.calls.map(([error]) => error.kind)).toEqual(['timeout', 'aborted'])
  })

  test('is the client of all calls: its middlewares see them, and its own once more', async () => {
    const server = await startPlatform()
    closing.push(server.close)
    server.expire()
    const client = createClient({ baseUrl: server.url, session: memoryStore(firstTokens) })
    const raw = rawClient(client)
    const paths: string[] = []
    const own: unknown[] = []
    raw.use({
      onRequest({ request, schemaPath }) {
        paths.push(schemaPath)
        request.headers.set('X-Trace', 'a')
      },
      onResponse: ({ response }) =>
        new Response(response.body, { status: response.status, statusText: 'again' }),
    })
    const { response } = await raw.GET('/api/esProject/queryCustom', {
      params: { query: { page: 1 } },
      middleware: [
        {
          onRequest({ params }) {
            own.push(params.query)
          },
        },
      ],
    })
    expect(response.statusText).toBe('again')
    await client.projects.read({ ids: [1] })
    expect(paths).toEqual([
      '/api/esProject/queryCustom',
      '/auth/refresh',
      '/api/esProject/queryCustom',
      '/api/esProject/readProject',
    ])
    // Before the refresh and after it.
    expect(own).toEqual([{ page: 1 }, { page: 1 }])
    expect(server.seen.map(({ headers }) => headers['x-trace'])).toEqual(['a', 'a', 'a', 'a'])
  })

  test('may answer from its middleware, and send by a fetch of its own', async () => {
    const raw = rawClient(createClient({ baseUrl: 'http://platform.test' }))
    const own = { fetch: async () => Response.json({ count: 7 }) }
    expect((await raw.GET('/api/messagePush/unreadCount', own)).data).toEqual({ count: 7 })
    raw.use({ onRequest: () => Response.json({ count: 8 }) })
    expect((await raw.GET('/api/messagePush/unreadCount')).data).toEqual({ count: 8 })
  })

  test('its types know paths, queries and replies', async () => {
    const server = await answering((_seen, response) => json(response, 200, { count: 1 }))
    const raw = rawClient(createClient({ baseUrl: server.url }))
    // @ts-expect-error there is no such path
    await raw.GET('/api/nothing')
    const { data } = await raw.GET('/api/messagePush/unreadCount')
    // @ts-expect-error the reply has no such property
    expect(data?.total).toBeUndefined()
    expect(data?.count).toBe(1)
  })
})

describe('repetition and time', () => {
  test('a download that succeeds at the second try is a file', async () => {
    let tries = 0
    const server = await answering((_seen, response) => {
      tries += 1
      if (tries === 1) return json(response, 503, refusal(503, '稍后再试'))
      response.writeHead(200, { 'Content-Type': 'application/pdf' }).end('%PDF')
    })
    const client = createClient({ baseUrl: server.url, retry: { baseDelay: 1 } })
    expect(await (await client.files.download(1)).blob.text()).toBe('%PDF')
  })

  test('a connection that breaks is tried again for a reading call, and not for a writing one', async () => {
    const server = await answering((_seen, response) => void response.destroy())
    const client = createClient({ baseUrl: server.url, retry: { times: 2, baseDelay: 1 } })
    await expect(client.messages.getUnreadCount()).rejects.toMatchObject({ kind: 'network' })
    expect(server.seen).toHaveLength(3)
    await expect(client.projects.read({ ids: [1] })).rejects.toMatchObject({ kind: 'network' })
    expect(server.seen).toHaveLength(4)
  })

  test('a wait that the time-out does not leave room for is not begun', async () => {
    const server = await answering((_seen, response) =>
      json(response, 429, refusal(429, '操作过于频繁'), { 'Retry-After': '20' }),
    )
    const client = createClient({ baseUrl: server.url, timeout: { ordinary: 5_000 } })
    const started = performance.now()
    await expect(client.messages.getUnreadCount()).rejects.toMatchObject({
      kind: 'rate-limit',
      retryAfterMs: 20_000,
    })
    expect(performance.now() - started).toBeLessThan(1_000)
  })

  test('a wait ends as soon as the caller ends the call', async () => {
    const server = await answering((_seen, response) =>
      json(response, 503, refusal(503, '稍后再试'), { 'Retry-After': '20' }),
    )
    const leaving = new AbortController()
    const call = createClient({ baseUrl: server.url }).messages.getUnreadCount({ signal: leaving.signal })
    setTimeout(() => leaving.abort(), 30)
    await expect(call).rejects.toMatchObject({ kind: 'aborted' })
  })

  test('no more than maxConcurrency calls are under way', async () => {
    let open = 0
    let most = 0
    const server = await answering(async (_seen, response) => {
      open += 1
      most = Math.max(most, open)
      await new Promise((resolve) => setTimeout(resolve, 5))
      open -= 1
      json(response, 200, { count: 1 })
    })
    const client = createClient({ baseUrl: server.url, maxConcurrency: 4 })
    await Promise.all(Array.from({ length: 40 }, () => client.messages.getUnreadCount()))
    expect(most).toBe(4)
  })

  test('hooks are told of each try, and of no secret', async () => {
    const server = await startPlatform()
    closing.push(server.close)
    server.expire()
    const told: unknown[] = []
    const hooks = {
      onRequest: (info: unknown) => told.push(info),
      onResponse: (info: { status: number }) => told.push(info),
    }
    await createClient({
      baseUrl: server.url,
      session: memoryStore(firstTokens),
      hooks,
    }).messages.getUnreadCount()
    expect(told).toHaveLength(6)
    expect(told.filter((info) => (info as { status?: number }).status === 401)).toHaveLength(1)
    expect(JSON.stringify(told)).not.toMatch(/Bearer|t1|r1/)
  })
})
