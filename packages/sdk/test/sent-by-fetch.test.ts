import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer as createSecureServer } from 'node:https'
import { type AddressInfo, createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, describe, expect, test } from 'vitest'
import { isUnsent } from '../src/http/unsent.ts'
import { createClient, type FlowRequest, fetchTransport } from '../src/index.ts'
import { json, startServer } from './support/server.ts'

const ids: FlowRequest = { ids: [1], action: 'SUBMIT' }
const submit = (baseUrl: string) =>
  createClient({ baseUrl, transport: fetchTransport(), retry: { times: 1, baseDelay: 1 } }).projects.submit(
    ids,
  )

const dir = mkdtempSync(join(tmpdir(), 'sent-by-fetch-'))
afterAll(() => rmSync(dir, { recursive: true }))

const open: Server[] = []
afterEach(() => {
  for (const server of open.splice(0)) server.close()
})

async function portOf(server: Server): Promise<number> {
  open.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return (server.address() as AddressInfo).port // of a TCP server
}

/** A port on which nothing listens. */
async function closedPort(): Promise<number> {
  const server = createServer()
  const port = await portOf(server)
  await new Promise((resolve) => server.close(resolve))
  return port
}

/** A server whose certificate nobody knows. */
function secureServer(): Server {
  const [key, cert] = [join(dir, 'key.pem'), join(dir, 'cert.pem')]
  const curve = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-keyout', key]
  execFileSync('openssl', ['req', '-x509', '-days', '2', ...curve, '-subj', '/CN=localhost', '-out', cert], {
    stdio: 'ignore',
  })
  return createSecureServer({ key: readFileSync(key), cert: readFileSync(cert) }, (_request, reply) => {
    reply.end()
  })
}

describe('over fetch', () => {
  test('a refused connection says that nothing was sent, and a write is tried again', async () => {
    await expect(submit(`http://127.0.0.1:${await closedPort()}`)).rejects.toMatchObject({
      kind: 'network',
      sent: false,
      attempts: 2,
    })
    await expect(submit(`http://localhost:${await closedPort()}`)).rejects.toMatchObject({ sent: false })
  })

  test('an unknown host has got nothing', async () => {
    await expect(submit('https://nobody.invalid')).rejects.toMatchObject({ sent: false, attempts: 2 })
  })

  test('a server with a bad certificate has got nothing', async () => {
    const port = await portOf(secureServer())
    await expect(submit(`https://127.0.0.1:${port}`)).rejects.toMatchObject({ sent: false })
  })

  test('a connection that ends without a reply may have brought the call to the server', async () => {
    const port = await portOf(createServer((socket) => socket.once('data', () => socket.destroy())))
    await expect(submit(`http://127.0.0.1:${port}`)).rejects.toMatchObject({ sent: true, attempts: 1 })
  })

  test.each([
    ['where nobody listens', async () => `http://127.0.0.1:${await closedPort()}/x`],
    ['an unknown host', async () => 'http://nobody.invalid/x'],
    ['a bad certificate', async () => `https://127.0.0.1:${await portOf(secureServer())}/x`],
  ])('a redirect to %s followed a request that was sent', async (_where, place) => {
    const location = await place()
    const server = await startServer((_seen, response) => json(response, 307, {}, { Location: location }))
    await expect(submit(server.url)).rejects.toMatchObject({ sent: true, attempts: 1 })
    await server.close()
  })
})

const address = 'https://platform.example/api'
const deno = (url: string, step: string) => ({
  cause: new Error(`error sending request for url (${url}): client error (${step}): …`),
})

test.each([
  ['Node, of several addresses', true, { cause: { code: 'ECONNREFUSED', errors: [{ port: 443 }] } }],
  ['Node, of another port', false, { cause: { code: 'ECONNREFUSED', errors: [{ port: 444 }] } }],
  ['Node, slow', true, { cause: { code: 'UND_ERR_CONNECT_TIMEOUT' } }],
  ['Node, of another name', true, { cause: { code: 'ERR_TLS_CERT_ALTNAME_INVALID' } }],
  [
    'Node, without the certificate of the caller',
    false,
    { cause: { code: 'ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED' } },
  ],
  ['Bun', true, { code: 'ECONNREFUSED' }],
  ['Bun, closed', false, { code: 'ECONNRESET' }],
  ['Deno', true, deno(address, 'Connect')],
  ['Deno, closed', false, deno(address, 'SendRequest')],
  ['Deno, redirected', false, deno('https://other.example/', 'Connect')],
  ['a browser', false, new TypeError('Failed to fetch')],
  ['no error', false, undefined],
])('a failure as told by %s is unsent: %s', (_runtime, unsent, error) => {
  expect(isUnsent(error, address)).toBe(unsent)
})
