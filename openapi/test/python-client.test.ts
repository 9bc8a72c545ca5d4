import { execFile } from 'node:child_process'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterEach, expect, test } from 'vitest'
import { hasPython } from '../clients/python-here.ts'

const folder = fileURLToPath(new URL('../clients/python', import.meta.url))

const named = (operationId: string, parameters: object[] = []) => ({ operationId, parameters })
const document = {
  paths: {
    '/auth/login': { post: named('login') },
    '/things/{id}': {
      get: named('getThing', [{ name: 'id', in: 'path' }, { $ref: '#/components/parameters/Kind' }]),
    },
    '/things': { post: named('createThing') },
  },
  components: { parameters: { Kind: { name: 'kind', in: 'query' } } },
}

type Reply = [status: number, body?: unknown]
const closing: (() => unknown)[] = []
afterEach(() => {
  for (const close of closing.splice(0)) close()
})

/** Runs Python lines with a `platform` of a server that replies as told. Returns the printed lines and the requests. */
async function run(lines: string, reply: (seen: string, request: IncomingMessage) => Reply) {
  const seen: string[] = []
  const server = createServer((request, response) => {
    const call = `${request.method} ${request.url}`
    const [status, body] = call === 'GET /openapi.json' ? [200, document] : reply(call, request)
    if (call !== 'GET /openapi.json') seen.push(call)
    response.writeHead(status, { 'content-type': 'application/json', 'retry-after': '0' })
    response.end(JSON.stringify(body ?? {}))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  closing.push(
    () => server.close(),
    () => server.closeAllConnections(),
  )
  const { port } = server.address() as AddressInfo // listening on TCP, so it has a port
  const script = `import sys
from concurrent.futures import ThreadPoolExecutor
from xinchu import Platform, PlatformError
platform = Platform(sys.argv[1])
${lines}`
  const url = `http://127.0.0.1:${port}`
  const { stdout } = await promisify(execFile)('python3', ['-B', '-c', script, url], { cwd: folder })
  return { printed: stdout.trim().split('\n'), seen }
}

const tokens = (number: number) => ({
  token: `Bearer ${number}`,
  refreshToken: `r${number}`,
  randomNumber: '1',
})

test.skipIf(!hasPython)(
  'Python threads whose session ended make one refresh between them, and every call succeeds',
  async () => {
    let valid = 2
    const { printed, seen } = await run(
      `platform.login("erp", "secret")
with ThreadPoolExecutor(16) as threads:
    print(sum(each["id"] for each in threads.map(lambda _: platform.call("getThing", id=1), range(64))))`,
      (call, { headers: { authorization } }) => {
        if (call === 'POST /auth/login') return [200, tokens(1)]
        if (call.startsWith('POST /auth/refresh')) {
          // Each refresh token serves once.
          if (authorization !== 'Bearer r1' || valid !== 2) return [401]
          valid = 3
          return [200, tokens(3)]
        }
        return authorization === `Bearer ${valid}` ? [200, { id: 1 }] : [401]
      },
    )
    expect(printed).toEqual(['64'])
    expect(seen.filter((call) => call.startsWith('POST /auth/refresh'))).toEqual([
      'POST /auth/refresh?code=1',
    ])
  },
)

test.skipIf(!hasPython)(
  'Python repeats a read and a keyed write while the server is busy, and never another write',
  async () => {
    const keys = new Set<unknown>()
    const { printed, seen } = await run(
      `for key in (True, None):
    try:
        platform.call("createThing", {"name": "储能"}, idempotency_key=key)
    except PlatformError as error:
        print(error.status, error.code, error, error.errors[0]["field"])
try:
    platform.call("getThing", id="a/b", kind=["1", "2"])
except PlatformError as error:
    print(error.status)`,
      (_call, { headers }) => {
        keys.add(headers['idempotency-key'])
        return [503, { message: '系统繁忙', code: 'X-1', errors: [{ field: 'name' }] }]
      },
    )
    expect(printed).toEqual(['503 X-1 系统繁忙 name', '503 X-1 系统繁忙 name', '503'])
    const read = 'GET /things/a%2Fb?kind=1&kind=2'
    expect(seen).toEqual([...Array(4).fill('POST /things'), read, read, read])
    // One key for the three tries; the other calls have none.
    expect(keys.size).toBe(2)
  },
)
