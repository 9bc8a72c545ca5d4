import { gzipSync } from 'node:zlib'
import { afterEach, expect, test, vi } from 'vitest'
import { connect, createClient, fetchTransport, messages } from '../src/index.ts'
import { json, startServer } from './support/server.ts'

const closing: (() => unknown)[] = []
afterEach(async () => {
  vi.restoreAllMocks()
  for (const close of closing.splice(0)) await close()
})

async function platform() {
  const ports = new Set<number | undefined>()
  const server = await startServer((_seen, response) => {
    ports.add(response.socket?.remotePort)
    json(response, 200, { count: 3 })
  })
  closing.push(server.close)
  return { ...server, ports }
}

test('clients in Node send by node:http, and share their connections', async () => {
  const { url, seen, ports } = await platform()
  const fetch = vi.spyOn(globalThis, 'fetch')
  for (const client of [createClient({ baseUrl: url }), connect({ baseUrl: url }, { messages })])
    expect(await client.messages.getUnreadCount()).toEqual({ count: 3 })
  expect(seen.map(({ headers }) => headers['user-agent'])).toEqual([
    expect.stringContaining('xinchu-sdk/'),
    expect.stringContaining('xinchu-sdk/'),
  ])
  expect([fetch.mock.calls.length, ports.size]).toEqual([0, 1])
})

test('a client that is given a fetch sends by it', async () => {
  const fetch = vi.fn(async () => Response.json({ count: 5 }))
  for (const client of [
    createClient({ baseUrl: 'http://platform.test', fetch }),
    connect({ baseUrl: 'http://platform.test', fetch }, { messages }),
  ])
    expect(await client.messages.getUnreadCount()).toEqual({ count: 5 })
  expect(fetch).toHaveBeenCalledTimes(2)
})

test('fetchTransport() sends by the global fetch of the moment', async () => {
  const client = createClient({ baseUrl: 'http://platform.test', transport: fetchTransport() })
  vi.spyOn(globalThis, 'fetch').mockImplementation(async () => Response.json({ count: 7 }))
  expect(await client.messages.getUnreadCount()).toEqual({ count: 7 })
})

test('a reply that unpacks without end is refused by default', async () => {
  const bomb = gzipSync(Buffer.alloc(80 * 1024 * 1024, 0x20))
  const server = await startServer((_seen, response) => {
    response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Encoding': 'gzip' }).end(bomb)
  })
  closing.push(server.close)
  await expect(createClient({ baseUrl: server.url }).messages.getUnreadCount()).rejects.toMatchObject({
    kind: 'malformed',
  })
})
