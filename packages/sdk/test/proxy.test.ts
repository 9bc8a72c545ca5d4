import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer, type IncomingMessage, type RequestListener, request, type Server } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import { type AddressInfo, connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { createClient, credentialsOf, importRows } from '../src/index.ts'
import { nodeTransport } from '../src/node/index.ts'
import { environmentProxy, proxyAt } from '../src/node/proxy.ts'

const dir = mkdtempSync(join(tmpdir(), 'proxy-'))
const [keyFile, certFile] = [join(dir, 'key.pem'), join(dir, 'cert.pem')]
const tls = () => ({ key: readFileSync(keyFile), cert: readFileSync(certFile) })

beforeAll(() => {
  const subject = ['-subj', '/CN=platform.example', '-addext', 'subjectAltName=DNS:platform.example']
  const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-keyout', keyFile]
  execFileSync('openssl', ['req', '-x509', '-days', '2', ...key, ...subject, '-out', certFile], {
    stdio: 'ignore',
  })
})
afterAll(() => rmSync(dir, { recursive: true }))

const open: Server[] = []
afterEach(() => {
  for (const server of open.splice(0)) {
    server.closeAllConnections()
    server.close()
  }
})

async function listen(server: Server): Promise<number> {
  open.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return (server.address() as AddressInfo).port // of a TCP server
}

const platform: RequestListener = (_request, reply) => {
  reply.setHeader('Content-Type', 'application/json')
  reply.end(JSON.stringify({ title: '新储' }))
}

/** A proxy that leads every host to one port of this machine, and notes what it was asked for. */
async function startProxy(port: number, refusal?: number) {
  const asked: string[] = []
  const note = ({ method, url, headers }: IncomingMessage) =>
    asked.push([method, url, headers['proxy-authorization'] ?? ''].join(' ').trim())
  const server = createServer((incoming, reply) => {
    note(incoming)
    const { pathname } = new URL(incoming.url ?? '')
    request({ host: '127.0.0.1', port, path: pathname }, (answer) => {
      reply.writeHead(answer.statusCode ?? 0, answer.headers)
      answer.pipe(reply)
    }).end()
  })
  server.on('connect', (incoming, socket) => {
    note(incoming)
    if (refusal) return socket.end(`HTTP/1.1 ${refusal} No\r\n\r\n`)
    const further = connect(port, '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 OK\r\n\r\n')
      further.pipe(socket).pipe(further)
    })
    // Either end may go first.
    further.on('error', () => socket.destroy())
    socket.on('error', () => further.destroy())
    return undefined
  })
  return { port: await listen(server), asked }
}

const read = (baseUrl: string, options: Parameters<typeof nodeTransport>[0]) =>
  createClient({ baseUrl, transport: nodeTransport(options), retry: { times: 0 } }).platform.get()

describe('calls through a proxy', () => {
  test('reach an encrypted platform by one tunnel, which is kept, and prove its name', async () => {
    const proxy = await startProxy(await listen(createSecureServer(tls(), platform)))
    const transport = nodeTransport({ proxy: `127.0.0.1:${proxy.port}`, ca: tls().cert })
    const client = createClient({ baseUrl: 'https://platform.example', transport })
    for (let time = 0; time < 3; time++) expect((await client.platform.get()).title).toBe('新储')
    expect(proxy.asked).toEqual(['CONNECT platform.example:443'])
    await expect(
      read('https://other.example', { proxy: `127.0.0.1:${proxy.port}`, ca: tls().cert }),
    ).rejects.toMatchObject({ kind: 'network' })
  })

  test('ask it for the whole address of a plain platform, and sign on', async () => {
    const proxy = await startProxy(await listen(createServer(platform)))
    const address = `http://us%40er:pass@127.0.0.1:${proxy.port}`
    expect((await read('http://platform.example:8080', { proxy: address })).title).toBe('新储')
    const pair = Buffer.from('us@er:pass').toString('base64')
    expect(proxy.asked).toEqual([`GET http://platform.example:8080/api/platform Basic ${pair}`])
  })

  test('fail clearly where it refuses or cannot be reached', async () => {
    const proxy = await startProxy(1, 502)
    const refused = read('https://platform.example', { proxy: `127.0.0.1:${proxy.port}` })
    await expect(refused).rejects.toMatchObject({
      kind: 'network',
      cause: { cause: { message: '代理服务器拒绝建立连接，状态 502', status: 502 } },
    })
    await expect(read('https://platform.example', { proxy: '127.0.0.1:1' })).rejects.toMatchObject({
      kind: 'network',
    })
  })

  test.each([
    ['without an account', '', '代理服务器要求账号与密码，状态 407'],
    ['with one that it does not accept', 'us:pass@', '代理服务器不接受所给的账号与密码，状态 407'],
  ])('are tried once where it wants to be signed on to, %s', async (_how, who, words) => {
    const proxy = await startProxy(1, 407)
    const transport = nodeTransport({ proxy: `http://${who}127.0.0.1:${proxy.port}` })
    const client = createClient({ baseUrl: 'https://platform.example', transport })
    const error = await client.platform.get().catch((reason) => reason)
    expect(error).toMatchObject({
      kind: 'network',
      attempts: 1,
      sent: false,
      cause: { cause: { message: words } },
    })
    const rows = [{ projectName: '甲' }]
    await expect(importRows(client.imports, rows)).rejects.toThrow(error.message)
    expect(proxy.asked).toHaveLength(2)
  })

  test('are tried once where a session has to be refreshed or opened through it', async () => {
    const proxy = await startProxy(1, 407)
    const transport = nodeTransport({ proxy: `http://127.0.0.1:${proxy.port}` })
    const credentials = credentialsOf({ username: 'erp', password: 'Abc12345' })
    const client = createClient({ baseUrl: 'https://platform.example', transport, credentials })
    const failed = await importRows(client.imports, [{ projectName: '甲' }]).catch((error) => error)
    expect(failed.kind).toBe('session-unavailable')
    expect(proxy.asked).toHaveLength(1)
  })

  test('are given up at once when the caller does, while the tunnel is opened', async () => {
    const silent = createServer().on('connect', () => undefined)
    const port = await listen(silent)
    const giveUp = new AbortController()
    const transport = nodeTransport({ proxy: `127.0.0.1:${port}` })
    const client = createClient({ baseUrl: 'https://platform.example', transport })
    const call = client.platform.get({ signal: giveUp.signal })
    const asked = new Promise<void>((resolve) => silent.once('connect', () => resolve()))
    await asked
    giveUp.abort(new Error('enough'))
    await expect(call).rejects.toMatchObject({ kind: 'aborted' })
  })
})

test.each([
  ['https://a.example', { HTTPS_PROXY: 'http://p:1' }, 'http://p:1/'],
  ['https://a.example', { https_proxy: 'p:1', HTTPS_PROXY: 'http://q:2' }, 'http://p:1/'],
  ['http://a.example', { HTTPS_PROXY: 'http://p:1' }, undefined],
  ['http://a.example', { HTTP_PROXY: 'http://p:1' }, 'http://p:1/'],
  ['http://a.example', { ALL_PROXY: 'http://p:1' }, 'http://p:1/'],
  ['https://127.0.0.1:8080', { HTTPS_PROXY: 'http://p:1' }, undefined],
  ['http://localhost', { HTTP_PROXY: 'http://p:1' }, undefined],
  ['https://a.example', { HTTPS_PROXY: 'http://p:1', NO_PROXY: '*' }, undefined],
  ['https://a.b.example', { HTTPS_PROXY: 'http://p:1', NO_PROXY: 'c.d, .b.example' }, undefined],
  ['https://b.example', { HTTPS_PROXY: 'http://p:1', no_proxy: 'B.example' }, undefined],
  ['https://ab.example', { HTTPS_PROXY: 'http://p:1', no_proxy: 'b.example' }, 'http://p:1/'],
  ['https://a.example', { HTTPS_PROXY: 'http://p:1', no_proxy: 'a.example:8443' }, 'http://p:1/'],
  ['https://a.example:8443', { HTTPS_PROXY: 'http://p:1', no_proxy: 'a.example:8443' }, undefined],
])('for %s with %o the proxy is %s', (url, env, proxy) => {
  expect(environmentProxy(new URL(url), env)?.href).toBe(proxy)
})

test('an environment that may not be read names no proxy', () => {
  const env = new Proxy({}, { get: () => fail() })
  const fail = (): never => {
    throw new Error('requires env access')
  }
  expect(environmentProxy(new URL('https://a.example'), env)).toBeUndefined()
})

test.each(['socks5://p:1', 'http://', 'ftp://p'])(
  'an address that is no proxy for HTTP is refused: %s',
  (address) => {
    expect(() => proxyAt(address)).toThrow(new TypeError('代理的地址应以 http:// 或 https:// 开头'))
  },
)

test.each([
  ['10.1.2.3', '10.0.0.0/8', true],
  ['11.1.2.3', '10.0.0.0/8', false],
  ['192.168.1.7', 'example.org, 192.168.1.0/28', true],
  ['192.168.1.17', '192.168.1.0/28', false],
  ['[fd00::1]', 'fd00::/8', true],
  ['[fe80::1]', 'fd00::/8', false],
  ['10.1.2.3', '10.0.0.0/33', false],
  ['10.1.2.3', '10.0.0.0/', false],
  ['10.example.org', '10.0.0.0/8', false],
])('a range of NO_PROXY decides on %s: %s, %s', (host, list, isDirect) => {
  const env = { https_proxy: 'http://proxy.example:3128', no_proxy: list }
  expect(environmentProxy(new URL(`https://${host}`), env) === undefined).toBe(isDirect)
})
