import { once } from 'node:events'
import { createServer } from 'node:net'
import { expect, test } from 'vitest'
import { createClient, type FlowRequest } from '../src/index.ts'
import { nodeTransport } from '../src/node/index.ts'
import { answering, reply } from './support/answering.ts'
import { json, startServer } from './support/server.ts'

const ids: FlowRequest = { ids: [1], action: 'SUBMIT' }
const clientOf = (baseUrl: string) =>
  createClient({ baseUrl, transport: nodeTransport({ proxy: false }), retry: { times: 1, baseDelay: 1 } })

/** A port on which nothing listens. */
async function closedPort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  return typeof address === 'object' && address ? address.port : 0
}

test.each(['http', 'https'])('a refused connection of %s says that nothing was sent', async (scheme) => {
  const client = clientOf(`${scheme}://127.0.0.1:${await closedPort()}`)
  await expect(client.projects.submit(ids)).rejects.toMatchObject({
    kind: 'network',
    sent: false,
    attempts: 2,
  })
})

test('a server that does not speak TLS has got nothing', async () => {
  const plain = createServer((socket) => socket.end('220 mail\r\n')).listen(0, '127.0.0.1')
  await once(plain, 'listening')
  const address = plain.address()
  const port = typeof address === 'object' && address ? address.port : 0
  await expect(clientOf(`https://127.0.0.1:${port}`).projects.submit(ids)).rejects.toMatchObject({
    sent: false,
  })
  plain.close()
})

test('a proxy that cannot be reached has got nothing', async () => {
  const proxy = `http://127.0.0.1:${await closedPort()}`
  const client = createClient({
    baseUrl: 'https://platform.example',
    transport: nodeTransport({ proxy }),
    retry: { times: 0 },
  })
  await expect(client.projects.submit(ids)).rejects.toMatchObject({ sent: false })
})

test('a connection that ends without a reply may have brought the call to the server, which is not sent again', async () => {
  let count = 0
  const server = createServer((socket) => {
    count += 1
    socket.once('data', () => socket.destroy())
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  await expect(clientOf(`http://127.0.0.1:${port}`).projects.submit(ids)).rejects.toMatchObject({
    sent: true,
    attempts: 1,
  })
  expect(count).toBe(1)
  server.close()
})

test('a redirect to where nobody listens followed a request that was sent', async () => {
  const location = `http://127.0.0.1:${await closedPort()}/x`
  const server = await startServer((_seen, response) => json(response, 307, {}, { Location: location }))
  await expect(clientOf(server.url).projects.submit(ids)).rejects.toMatchObject({ sent: true, attempts: 1 })
  await server.close()
})

test('a write that no server got is sent again without a key', async () => {
  const { client, seen } = answering((_request, at) => {
    if (at === 1) throw Object.assign(new TypeError('fetch failed'), { sent: false })
    return reply(200, { succeeded: [1], failed: [] })
  })
  expect(await client.projects.submit(ids)).toMatchObject({ succeeded: [1] })
  expect(seen).toHaveLength(2)
})
