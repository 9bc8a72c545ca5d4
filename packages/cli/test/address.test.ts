import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer as createSecureServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { json, refusal, startServer, type TestServer } from '../../sdk/test/support/server.ts'
import { commandLineIn } from './support/command-line.ts'

type Answer = Parameters<typeof startServer>[0]
type Reply = Parameters<Answer>[1]

const PLATFORM = { title: '新储', version: '0.1.0', captchaEnabled: false, demo: false }
const account = { XINCHU_USERNAME: 'svc_nx', XINCHU_PASSWORD: 'Abc12345' }

let dir: string
let xinchu: ReturnType<typeof commandLineIn>
let server: TestServer
let answer: Answer
beforeEach(async () => {
  dir = mkdtempSync(join(tmpdir(), 'xinchu-address-'))
  xinchu = commandLineIn(dir)
  server = await startServer((seen, response) => answer(seen, response))
})
afterEach(async () => {
  await server.close()
  rmSync(dir, { recursive: true })
})

const page = (response: Reply, status: number) =>
  void response.writeHead(status, { 'Content-Type': 'text/html; charset=utf-8' }).end('<!doctype html>')

/** A platform below a prefix, beside pages. */
const below =
  (prefix: string, status = 404): Answer =>
  ({ path }, response) => {
    if (path === `${prefix}/api/platform`) json(response, 200, PLATFORM)
    else if (path.startsWith(`${prefix}/`) && !path.startsWith(`${prefix}/login`))
      json(response, 401, refusal(401, '登录过期，请重新登录'))
    else page(response, status)
  }

const whoami = (address: string, ...more: string[]) =>
  xinchu(['whoami', '--server', address, ...more], { env: account })

describe('an address without a platform is named, with what it answers', () => {
  test.each([
    ['a page that is missing', 404, '404，为网页；是否缺少路径前缀，如 URL/xinchu？'],
    ['the page of a portal', 200, '200，为网页；请核对服务器地址'],
    ['a page that forbids', 403, '403，为网页；请核对服务器地址'],
  ])('%s', async (_what, status, words) => {
    answer = (_seen, response) => page(response, status)
    const { code, err } = await whoami(server.url)
    expect(code).toBe(5)
    expect(err).toContain(`该地址没有新储平台：${server.url} 答复 ${words.replace('URL', server.url)}\n`)
  })

  test.each([
    [404, { error: 'not found' }],
    [200, { ok: true }],
    [401, { error: 'unauthorized' }],
  ])('another service that answers %i in JSON', async (status, body) => {
    answer = (_seen, response) => json(response, status, body)
    const { code, err } = await whoami(server.url)
    expect(code).toBe(5)
    expect(err).toContain(`该地址没有新储平台：${server.url} 答复 ${status}，为其他服务的 JSON；`)
  })

  test('as JSON for programs', async () => {
    answer = (_seen, response) => page(response, 404)
    const { code, out } = await xinchu(['whoami', '--server', server.url, '--json'], { env: account })
    expect(code).toBe(5)
    expect(JSON.parse(out)).toMatchObject({ exitCode: 5, advice: expect.stringContaining('没有新储平台') })
  })

  test('a host that does not exist', async () => {
    const { code, err } = await whoami('http://nobody.invalid')
    expect([code, err.includes('找不到服务器 nobody.invalid')]).toEqual([5, true])
  })
})

describe('the address that was meant is found', () => {
  test.each([
    ['without the prefix of the platform', '/xinchu', '', '/xinchu'],
    ['of a page of the portal', '/xinchu', '/xinchu/login', '/xinchu'],
    ['of a page deep below it', '', '/login/a/b', ''],
  ])('%s', async (_what, prefix, given, expected) => {
    answer = (seen, response) =>
      prefix === '' && seen.path.startsWith('/login') ? page(response, 200) : below(prefix)(seen, response)
    const { code, err } = await whoami(server.url + given)
    expect([code, err.includes(`；是否指 ${server.url}${expected}？`)]).toEqual([5, true])
  })

  test('https where the platform speaks http', async () => {
    answer = below('')
    const address = server.url.replace('http:', 'https:')
    const { code, err } = await whoami(address)
    expect([code, err.includes(`${address} 不以 https 提供新储平台；是否指 ${server.url}？`)]).toEqual([
      5,
      true,
    ])
  })

  describe('of a platform that speaks https', () => {
    const secure = createSecureServer((request, reply) => {
      const isKnown = request.url === '/api/platform'
      json(reply, isKnown ? 200 : 404, isKnown ? PLATFORM : refusal(404, '接口不存在'))
    })
    let ca: string[]
    let port: number
    beforeAll(async () => {
      const folder = mkdtempSync(join(tmpdir(), 'xinchu-tls-'))
      const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')]
      const subject = ['-subj', '/CN=platform.example', '-addext', 'subjectAltName=IP:127.0.0.1']
      const made = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-keyout', key]
      execFileSync('openssl', ['req', '-x509', '-days', '2', ...made, ...subject, '-out', cert], {
        stdio: 'ignore',
      })
      secure.setSecureContext({ key: readFileSync(key), cert: readFileSync(cert) })
      await new Promise<void>((resolve) => secure.listen(0, '127.0.0.1', resolve))
      port = (secure.address() as AddressInfo).port // it listens on a port
      ca = ['--ca', cert]
    })
    afterAll(() => {
      secure.closeAllConnections()
      secure.close()
    })

    test('where http was written', async () => {
      const { code, err } = await whoami(`http://127.0.0.1:${port}`, ...ca)
      const words = `http://127.0.0.1:${port} 不以 http 提供新储平台；是否指 https://127.0.0.1:${port}？`
      expect([code, err.includes(words)]).toEqual([5, true])
    })

    test('where a gateway leads from http to https', async () => {
      answer = ({ path }, response) =>
        void response.writeHead(301, { Location: `https://127.0.0.1:${port}${path}` }).end()
      const { code, err } = await whoami(server.url, ...ca)
      const words = `${server.url} 只转往 https://127.0.0.1:${port}；是否指 https://127.0.0.1:${port}？`
      expect([code, err.includes(words)]).toEqual([5, true])
    })
  })

  test('an address with a mark of the portal is refused with the right one', async () => {
    const { code, err } = await whoami(`${server.url}/#/login`)
    expect([code, err.includes(`服务器地址不含 ? 与 #；是否指 ${server.url}？`)]).toEqual([2, true])
    expect(server.seen).toEqual([])
  })
})

test('no password and no token goes to an address that is only tried', async () => {
  answer = below('/xinchu')
  await whoami(server.url)
  const tried = server.seen.filter(({ path }) => path !== '/auth/login')
  expect(new Set(tried.map(({ path }) => path))).toEqual(new Set(['/api/platform', '/xinchu/api/platform']))
  expect(tried.filter(({ authorization, body }) => authorization !== undefined || body !== '')).toEqual([])
})

describe('a platform that fails is not taken for a wrong address', () => {
  test.each([
    ['a gateway that fails', (response: Reply) => page(response, 502)],
    ['a refusal of its own', (response: Reply) => json(response, 403, refusal(403, '没有权限'))],
  ])('%s', async (_what, fail) => {
    answer = (_seen, response) => fail(response)
    expect((await whoami(server.url)).err).not.toMatch(/没有新储平台|是否指/)
  })

  test('a page in place of one answer, while the platform is there', async () => {
    answer = (seen, response) => {
      if (seen.path === '/api/platform') json(response, 200, PLATFORM)
      else page(response, 404)
    }
    expect((await whoami(server.url)).err).not.toMatch(/没有新储平台|是否指/)
  })
})

describe('a proxy that wants an account', () => {
  let proxy: TestServer
  const seen: string[] = []
  beforeEach(async () => {
    seen.length = 0
    proxy = await startServer(({ path }, response) => {
      seen.push(path)
      page(response, 407)
    })
  })
  afterEach(() => proxy.close())

  test.each([
    ['whoami', ['whoami']],
    ['listen', ['listen', '--once']],
  ])('is named, and nothing is said of the address: %s', async (_what, words) => {
    const address = 'http://platform.example'
    const { code, err } = await xinchu([...words, '--server', address, '--proxy', proxy.url], {
      env: account,
    })
    expect(code).toBe(5)
    expect(err.split('\n').at(-2)).toBe(
      '请在 --proxy 或环境变量 HTTPS_PROXY 的地址中给出代理的账号与密码，如 http://账号:密码@10.0.0.1:3128',
    )
    expect(err).not.toContain('该地址没有新储平台')
    expect(seen).toHaveLength(1)
  })
})
