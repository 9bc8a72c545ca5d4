import { createServer, type Server } from 'node:http'
import { type AddressInfo, Socket } from 'node:net'
import { gzipSync } from 'node:zlib'
import { afterEach, expect, test, vi } from 'vitest'
import manifest from '../package.json' with { type: 'json' }
import { createClient, memoryStore } from '../src/index.ts'
import { nodeTransport, userAgent } from '../src/node/index.ts'
import { firstTokens, json, startServer } from './support/server.ts'

const closing: (() => Promise<void>)[] = []
afterEach(async () => {
  vi.restoreAllMocks()
  for (const close of closing.splice(0)) await close()
})

const clientOf = (baseUrl: string, options: Parameters<typeof nodeTransport>[0] = {}) =>
  createClient({
    baseUrl,
    session: memoryStore(firstTokens),
    transport: nodeTransport(options),
    retry: { times: 0 },
  })

async function counting() {
  const server = await startServer((_seen, response) => json(response, 200, { count: 3 }))
  closing.push(server.close)
  return server
}

test('requests name the package, its version, the runtime and the own program', async () => {
  const server = await counting()
  await clientOf(server.url).messages.getUnreadCount()
  await clientOf(server.url, { product: 'erp/2.1' }).messages.getUnreadCount()
  await clientOf(server.url).messages.getUnreadCount({ headers: { 'User-Agent': 'own' } })
  const own = `xinchu-sdk/${manifest.version} node/${process.versions.node}`
  expect(server.seen.map(({ headers }) => headers['user-agent'])).toEqual([own, `erp/2.1 ${own}`, 'own'])
  expect(userAgent('erp/2.1')).toBe(`erp/2.1 ${own}`)
})

test('kept connections are probed', async () => {
  const setKeepAlive = vi.spyOn(Socket.prototype, 'setKeepAlive')
  const server = await counting()
  await clientOf(server.url).messages.getUnreadCount()
  expect(setKeepAlive.mock.calls).toContainEqual([true, 15_000])
})

/** A server that answers the first request of a connection and resets the connection at the second, unanswered. */
async function startForgetful() {
  const methods: string[] = []
  const used = new WeakSet<Socket>()
  const server: Server = createServer((request, response) => {
    methods.push(request.method ?? '')
    if (used.has(request.socket)) return void request.socket.resetAndDestroy()
    used.add(request.socket)
    json(response, 200, { count: 3, id: 1 })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  closing.push(
    () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  )
  const { port } = server.address() as AddressInfo // of a TCP server
  return { url: `http://127.0.0.1:${port}`, methods }
}

test('a kept connection that has died costs a reading call nothing', async () => {
  const { url, methods } = await startForgetful()
  const client = clientOf(url)
  for (let call = 0; call < 3; call++)
    expect(await client.messages.getUnreadCount()).toMatchObject({ count: 3 })
  expect(methods).toEqual(Array(5).fill('GET'))
})

test('a writing call is not sent again on another connection', async () => {
  const { url, methods } = await startForgetful()
  const client = clientOf(url)
  await client.messages.getUnreadCount()
  const created = client.projects.create({ projectName: '甲', provinceCode: '640000' })
  await expect(created).rejects.toMatchObject({ kind: 'network', sent: true })
  expect(methods).toEqual(['GET', 'POST'])
})

test('a reply that unpacks to more than the limit is refused and not asked for again', async () => {
  const bomb = gzipSync(Buffer.alloc(20 * 1024 * 1024))
  const server = await startServer((_seen, response) => {
    response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Encoding': 'gzip' }).end(bomb)
  })
  closing.push(server.close)
  const client = createClient({
    baseUrl: server.url,
    session: memoryStore(firstTokens),
    transport: nodeTransport({ maxTextBytes: 1024 * 1024 }),
  })
  await expect(client.messages.getUnreadCount()).rejects.toMatchObject({
    kind: 'malformed',
    cause: { message: '答复超过 1048576 字节' },
  })
  expect(server.seen).toHaveLength(1)
})
