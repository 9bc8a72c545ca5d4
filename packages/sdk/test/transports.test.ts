import { gzipSync } from 'node:zlib'
import { afterEach, describe, expect, test, vi } from 'vitest'
import {
  type ClientOptions,
  createClient,
  memoryStore,
  rawClient,
  sessionFetch,
  type Transport,
} from '../src/index.ts'
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

async function answering(answer: Parameters<typeof startServer>[0]) {
  const server = await startServer(answer)
  closing.push(server.close)
  return server
}

describe.each(transports)('by %s', (_name, transport: Transport) => {
  const clientOf = (baseUrl: string, extra: Partial<ClientOptions> = {}) =>
    createClient({ baseUrl, session: memoryStore(firstTokens), retry: { times: 0 }, transport, ...extra })

  test('1,000 refused calls make one refresh, are all answered, and waste no more than were under way', async () => {
    const server = await platform()
    server.expire()
    const client = clientOf(server.url)
    const counts = await Promise.all(Array.from({ length: 1_000 }, () => client.messages.getUnreadCount()))
    expect(counts.every(({ count }) => count === 3)).toBe(true)
    expect([server.count('/auth/refresh'), server.state.reuse]).toEqual([1, 0])
    expect(server.count('/api/')).toBeLessThanOrEqual(1_064)
  })

  test('a dead refresh token is tried once for 1,000 calls at once and 5 after them, and told of once', async () => {
    const server = await platform({ refreshStatus: 401 })
    server.expire()
    const onExpired = vi.fn()
    const client = clientOf(server.url, { hooks: { onExpired } })
    const calls = Array.from({ length: 1_000 }, () => client.messages.getUnreadCount())
    const kinds = new Set(
      (await Promise.allSettled(calls)).map((one) => one.status === 'rejected' && one.reason.kind),
    )
    expect([...kinds]).toEqual(['session-expired'])
    for (let serial = 0; serial < 5; serial++) {
      await expect(client.messages.getUnreadCount()).rejects.toMatchObject({ kind: 'unauthenticated' })
    }
    expect([server.count('/auth/refresh'), onExpired.mock.calls.length]).toEqual([1, 1])
  })

  test('a refresh whose reply is lost is asked for again', async () => {
    let tries = 0
    const server = await answering(({ path, authorization }, response) => {
      if (path.startsWith('/auth/refresh')) {
        tries += 1
        if (tries === 1) return void response.destroy()
        return json(response, 200, { token: 'Bearer t2', refreshToken: 'r2', randomNumber: '2' })
      }
      if (authorization === 'Bearer t2') return json(response, 200, { count: 3 })
      json(response, 401, refusal(401, '登录状态已过期'))
    })
    const client = clientOf(server.url, { retry: { times: 2, baseDelay: 1 } })
    expect(await client.messages.getUnreadCount()).toEqual({ count: 3 })
    expect(tries).toBe(2)
  })

  test('a form, a file and bytes arrive whole in the first try and in the replay', async () => {
    const bytes = new Uint8Array(300_000).map((_, index) => (index * 31) % 256)
    const content = Buffer.from(bytes).toString('latin1')
    const form = new FormData()
    form.append('file', new File([bytes], '并"网.pdf', { type: 'application/pdf' }))
    form.append('bizType', '第一行\n第二行')
    for (const body of [form, new Blob([bytes]), bytes, bytes.buffer]) {
      const server = await platform()
      server.expire()
      const raw = rawClient(clientOf(server.url))
      // The contract knows forms only; what goes out must be right for any body.
      await raw.POST('/api/files', { body: body as never })
      const sent = server.seen.filter(({ path }) => path === '/api/files')
      expect(sent.map(({ authorization }) => authorization)).toEqual(['Bearer t1', 'Bearer t2'])
      for (const { body: got, headers } of sent) {
        expect(got.includes(content)).toBe(true)
        if (body !== form) continue
        expect(headers['content-type']).toMatch(/^multipart\/form-data; boundary=/)
        const text = Buffer.from(got, 'latin1').toString('utf8')
        expect(text).toContain('name="file"; filename="并%22网.pdf"')
        expect(text).toContain('name="bizType"\r\n\r\n第一行\r\n第二行\r\n')
      }
    }
  })

  test.each([
    ['can be read once is never sent empty', false, ['once']],
    ['a function opens is opened again', true, ['once', 'once']],
  ])('a stream that %s', async (_what, isOpenable, expected) => {
    const server = await platform()
    server.expire()
    const open = () => new Blob(['once']).stream()
    const upload = clientOf(server.url).files.upload(isOpenable ? open : open())
    if (isOpenable) await upload
    else await expect(upload).rejects.toMatchObject({ kind: 'not-replayable' })
    const bodies = server.seen.filter(({ path }) => path === '/api/files').map(({ body }) => body)
    expect(bodies).toEqual(expected)
  })

  test('a caller who leaves the queue has his answer before the refresh has ended, and the others get theirs', async () => {
    const server = await platform({ refreshDelay: 300 })
    server.expire()
    const client = clientOf(server.url)
    const leaving = new AbortController()
    const order: string[] = []
    const left = client.messages
      .getUnreadCount({ signal: leaving.signal })
      .catch((error) => order.push(error.kind))
    const stayed = client.messages.getUnreadCount().then(() => order.push('answered'))
    while (server.count('/auth/refresh') === 0) await wait(5)
    leaving.abort()
    await Promise.all([left, stayed])
    expect(order).toEqual(['aborted', 'answered'])
    expect(server.count('/auth/refresh')).toBe(1)
  })

  test('a refresh that hangs ends for everybody, and the session stays', async () => {
    const server = await platform({ refreshDelay: 20_000 })
    server.expire()
    const client = clientOf(server.url, { timeout: { refresh: 100 } })
    const settled = await Promise.allSettled(
      Array.from({ length: 100 }, () => client.messages.getUnreadCount()),
    )
    expect(new Set(settled.map((one) => one.status === 'rejected' && one.reason.kind))).toEqual(
      new Set(['session-unavailable']),
    )
    expect(await client.hasSession()).toBe(true)
  })

  test.each([
    ['is reset before any answer', (response: import('node:http').ServerResponse) => void response.destroy()],
    [
      'breaks in the middle of the answer',
      (response: import('node:http').ServerResponse) => {
        response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': '100' })
        response.write('{"count":')
        setTimeout(() => response.destroy(), 20)
      },
    ],
  ])('a connection that %s is a failure of the network, and the hook is told', async (_how, end) => {
    const server = await answering((_seen, response) => end(response))
    const onError = vi.fn()
    const client = clientOf(server.url, { hooks: { onError } })
    await expect(client.messages.getUnreadCount()).rejects.toMatchObject({
      kind: 'network',
      message: '接口请求失败',
      cause: expect.any(TypeError),
    })
    expect(onError.mock.calls.map(([error]) => error.kind)).toEqual(['network'])
  })

  test('a server that is not there is a failure of the network with its cause', async () => {
    const server = await startServer(() => undefined)
    await server.close()
    await expect(clientOf(server.url).messages.getUnreadCount()).rejects.toMatchObject({
      kind: 'network',
      cause: { cause: { code: 'ECONNREFUSED' } },
    })
  })

  test('time-out and abort are told apart, before the answer and in the middle of it', async () => {
    const server = await answering(({ path }, response) => {
      if (path.endsWith('unreadCount')) return
      response.writeHead(200, { 'Content-Type': 'application/json' }).write('{"a":')
    })
    const client = clientOf(server.url, { timeout: { ordinary: 100 } })
    for (const call of [client.messages.getUnreadCount, client.platform.get]) {
      await expect(call()).rejects.toMatchObject({ kind: 'timeout' })
      const leaving = new AbortController()
      setTimeout(() => leaving.abort(), 30)
      await expect(call({ signal: leaving.signal })).rejects.toMatchObject({ kind: 'aborted' })
    }
  })

  test.each([
    ['a page of a proxy with 200', 200, 'text/html', '<html>', 'malformed'],
    ['an empty answer with 500', 500, 'application/json', '', 'server'],
    ['an empty answer with 502', 502, 'text/plain', '', 'server'],
    ['an empty answer with 403', 403, 'text/plain', '', 'forbidden'],
  ])('%s is a typed failure, and the hook is told', async (_what, status, type, body, kind) => {
    const server = await answering((_seen, response) => {
      response.writeHead(status, { 'Content-Type': type }).end(body)
    })
    const onError = vi.fn()
    const call = clientOf(server.url, { hooks: { onError } }).projects.get(1)
    await expect(call).rejects.toMatchObject({ kind, status, message: '接口请求失败' })
    expect(onError).toHaveBeenCalledTimes(1)
  })

  test('a packed answer is unpacked, in Chinese too, and an empty one is none', async () => {
    const server = await answering(({ path }, response) => {
      if (path.startsWith('/api/esProject')) return void response.writeHead(204).end()
      response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Encoding': 'gzip' })
      response.end(gzipSync(JSON.stringify({ title: `储能${'站'.repeat(50_000)}` })))
    })
    const client = clientOf(server.url)
    expect((await client.platform.get()).title).toBe(`储能${'站'.repeat(50_000)}`)
    expect(await client.projects.read({ ids: [1] })).toBeUndefined()
  })

  test('a file comes with its bytes, its name and its progress', async () => {
    const bytes = new Uint8Array(200_000).map((_, index) => (index * 7) % 256)
    const server = await answering((_seen, response) => {
      response.writeHead(200, {
        'Content-Type': 'application/pdf',
        'Content-Length': bytes.byteLength,
        'Content-Disposition': `attachment; filename*=UTF-8''%E5%B9%B6%E7%BD%91.pdf`,
      })
      response.end(bytes)
    })
    const progress: (number | undefined)[][] = []
    const client = clientOf(server.url)
    const file = await client.files.download(1, { onDownload: (...at) => progress.push(at) })
    expect([file.fileName, new Uint8Array(await file.blob.arrayBuffer())]).toEqual(['并网.pdf', bytes])
    expect(progress.at(-1)).toEqual([bytes.byteLength, bytes.byteLength])
  })

  test('a reading call is led elsewhere, and its token is not', async () => {
    const other = await answering((_seen, response) => json(response, 200, { count: 5 }))
    const server = await answering((_seen, response) => {
      response.writeHead(302, { Location: `${other.url}/moved` }).end()
    })
    expect(await clientOf(server.url).messages.getUnreadCount()).toEqual({ count: 5 })
    expect([server.seen[0]?.authorization, other.seen[0]?.authorization]).toEqual(['Bearer t1', undefined])
  })

  test.each([
    [301, 'GET', ''],
    [302, 'GET', ''],
    [303, 'GET', ''],
    [307, 'POST', '{"ids":[1]}'],
    [308, 'POST', '{"ids":[1]}'],
  ])('a writing call that is led elsewhere by %d goes there by %s', async (status, method, body) => {
    const server = await answering(({ path }, response) => {
      if (path === '/there') return json(response, 200, { count: 5 })
      response.writeHead(status, { Location: '/there' }).end()
    })
    await clientOf(server.url).projects.read({ ids: [1] })
    const { method: got, body: sent, authorization } = server.seen[1] ?? {}
    expect([got, sent, authorization]).toEqual([method, body, 'Bearer t1'])
  })

  test('a circle of redirects is a failure of the network', async () => {
    const server = await answering(
      (_seen, response) => void response.writeHead(302, { Location: '/again' }).end(),
    )
    await expect(clientOf(server.url).messages.getUnreadCount()).rejects.toMatchObject({
      kind: 'network',
      cause: { cause: { message: 'redirect count exceeded' } },
    })
    expect(server.seen).toHaveLength(21)
  })

  test('calls one after the other keep to their connections', async () => {
    const ports = new Set<unknown>()
    const server = await answering((seen, response) => {
      ports.add(response.socket?.remotePort)
      json(response, 200, { count: seen.path.length })
    })
    const client = clientOf(server.url)
    for (let call = 0; call < 20; call++) await client.messages.getUnreadCount()
    expect(ports.size).toBeLessThanOrEqual(2)
  })

  test('fetch in the session sends the token and hands refusals over, and takes no address elsewhere', async () => {
    const server = await platform()
    server.expire()
    const fetch = sessionFetch(clientOf(server.url))
    const response = await fetch('/api/anything?a=%7Bid%7D', { method: 'POST', body: '{"a":1}' })
    expect([response.status, await response.json()]).toEqual([200, { count: 3 }])
    expect(server.seen.at(-1)).toMatchObject({ path: '/api/anything?a=%7Bid%7D', body: '{"a":1}' })
    for (const elsewhere of ['https://elsewhere.example/', '//elsewhere.example/', 'api/x']) {
      await expect(fetch(elsewhere)).rejects.toThrow(TypeError)
    }
    await expect(
      rawClient(clientOf(server.url)).GET('/api/messagePush/unreadCount', {
        baseUrl: 'https://elsewhere.example',
      }),
    ).rejects.toThrow(TypeError)
    const refusing = await answering((_seen, answer) => json(answer, 409, refusal(409, '状态不符')))
    const refused = await sessionFetch(clientOf(refusing.url))('/api/x')
    expect([refused.status, await refused.json()]).toMatchObject([409, { message: '状态不符' }])
  })
})

describe('node:http', () => {
  const transport = transports[2][1]

  test('tells how far an upload is, up to its last byte', async () => {
    const server = await answering((_seen, response) =>
      json(response, 201, { id: 1, fileName: 'a', ext: 'a', size: 3, bizType: 'IMPORT' }),
    )
    const client = createClient({ baseUrl: server.url, transport })
    const told: (number | undefined)[][] = []
    const file = new File([new Uint8Array(1_000_000)], 'a.pdf')
    await client.files.upload({ file, bizType: 'IMPORT' }, { onUpload: (...at) => told.push(at) })
    const total = Number(server.seen[0]?.headers['content-length'])
    expect(told.length).toBeGreaterThan(2)
    expect(told.at(-1)).toEqual([total, total])
    expect(told.every(([sent = 0], at) => at === 0 || sent > (told[at - 1]?.[0] ?? 0))).toBe(true)
  })

  test('ends an upload that the caller ends', async () => {
    const server = await answering(() => undefined)
    const leaving = new AbortController()
    const client = createClient({ baseUrl: server.url, transport })
    const endless = new ReadableStream<Uint8Array>({
      async pull(controller) {
        await wait(1)
        controller.enqueue(new Uint8Array(1_000))
      },
    })
    const upload = client.files.upload(endless, { signal: leaving.signal, onUpload: () => leaving.abort() })
    await expect(upload).rejects.toMatchObject({ kind: 'aborted' })
  })
})
