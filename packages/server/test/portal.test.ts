import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { documentName, everyonesPaths, publicNameAt, visitorPaths } from '../../web/src/app/public-pages.ts'
import { type Rig, startRig } from './rig.ts'

const BOOT = 'document.documentElement.dataset.size = "small"'
const STYLE = 'body{margin:0}'

/** The portal's own list of public pages, each with the documents before and after the log-in. */
const publicDocuments = [...visitorPaths, ...everyonesPaths].map((path): [string, string, string] => {
  const [before, after] = [false, true].map((isLoggedIn) => {
    const name = publicNameAt(path, isLoggedIn)
    return name ? documentName(name, isLoggedIn) : 'index'
  })
  return [path, before ?? '', after ?? '']
})
const NAMES = new Set(['plain', ...publicDocuments.flatMap(([, ...names]) => names)])

let rig: Rig
let webDir: string
beforeAll(async () => {
  webDir = mkdtempSync(join(tmpdir(), 'xinchu-portal-'))
  mkdirSync(join(webDir, 'assets/workers'), { recursive: true })
  for (const name of NAMES)
    writeFileSync(
      join(webDir, `${name}.html`),
      `<script>${BOOT}</script><style>${STYLE}</style><title>${name}</title>`,
    )
  writeFileSync(join(webDir, 'assets/app-1a2b3c.js'), 'export {}')
  writeFileSync(join(webDir, 'assets/workers/solve-1a2b3c.js'), 'export {}')
  writeFileSync(join(webDir, 'version.json'), '{"build":"1"}')
  rig = await startRig({ config: { webDir } })
})
afterAll(async () => {
  await rig.close()
  rmSync(webDir, { recursive: true })
})

const open = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  fetch(rig.url + path, { method, headers, redirect: 'manual' })
const titleOf = async (reply: Response) => /<title>(.*)<\/title>/.exec(await reply.text())?.[1]
const LOGGED_IN = { Cookie: 'size=small; xinchu_token=Bearer%20abc' }

describe('the document of a page address', () => {
  test.each<[string, string, string]>([
    ...publicDocuments,
    ['/login?from=mail', 'login', 'index'],
    ['/404', 'plain', 'index'],
    ['/401', 'plain', 'index'],
  ])('%s is %s before the log-in and %s after it', async (path, before, after) => {
    expect(await titleOf(await open(path))).toBe(before)
    expect(await titleOf(await open(path, LOGGED_IN))).toBe(after)
  })

  test.each(['/esproject/query/index', '/user/center?tab=2', '/no/such/page'])(
    '%s leads to the log-in before it, and is the application after it',
    async (path) => {
      const before = await open(path)
      expect([before.status, before.headers.get('location')]).toEqual([302, '/login'])
      expect(before.headers.get('vary')).toMatch(/cookie/i)
      expect(await titleOf(await open(path, LOGGED_IN))).toBe('index')
    },
  )

  test('an emptied token is no log-in', async () => {
    expect(await titleOf(await open('/login', { Cookie: 'xinchu_token=; size=small' }))).toBe('login')
  })

  test('is asked about each time, and not sent again to who has it', async () => {
    const first = await open('/login')
    expect(first.headers.get('cache-control')).toBe('private, no-cache')
    expect(first.headers.get('vary')).toMatch(/cookie/i)
    const etag = first.headers.get('etag') ?? ''
    expect((await open('/login', { 'If-None-Match': etag })).status).toBe(304)
    expect((await open('/login', { 'If-None-Match': etag, ...LOGGED_IN })).status).toBe(200)
  })

  test('allows the script and the style sheet that stand in it by their digests, and no others', async () => {
    const digest = (text: string) => createHash('sha256').update(text).digest('base64')
    for (const path of ['/login', '/esproject/query/index']) {
      const policy =
        (await open(path, path === '/login' ? {} : LOGGED_IN)).headers.get('content-security-policy') ?? ''
      const directives = policy.split(';')
      expect(directives).toContain(`script-src 'self' 'sha256-${digest(BOOT)}'`)
      expect(directives).toContain(`style-src-elem 'self' 'sha256-${digest(STYLE)}'`)
      expect(directives).toContain("style-src 'self'")
      expect(directives).toContain("default-src 'self'")
    }
  })

  test('keeps the devices of its reader from every script', async () => {
    const policy = (await open('/login')).headers.get('permissions-policy')
    expect(policy).toMatch(/camera=\(\).* geolocation=\(\).* microphone=\(\).* usb=\(\)/)
    expect(policy).not.toMatch(/fullscreen|clipboard-write/)
  })

  test('is another one at once when a newer portal takes its place', async () => {
    const before = (await open('/register')).headers.get('etag')
    writeFileSync(join(webDir, 'register.html'), '<title>newer</title>')
    const after = await open('/register')
    expect(after.headers.get('etag')).not.toBe(before)
    expect(await titleOf(after)).toBe('newer')
  })

  test('answers HEAD too', async () => {
    const reply = await open('/login', {}, 'HEAD')
    expect([reply.status, await reply.text()]).toEqual([200, ''])
  })
})

describe('files and what is not there', () => {
  test('built files are kept for a year, others are asked about', async () => {
    const built = await open('/assets/app-1a2b3c.js')
    expect(built.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    expect((await open('/version.json')).headers.get('cache-control')).toBe('no-cache')
  })

  test('a script comes as it was compressed by the build, without the headers of documents', async () => {
    const code = 'export const shown = "a page"'
    writeFileSync(join(webDir, 'assets/page-1a2b3c.js'), code)
    writeFileSync(join(webDir, 'assets/page-1a2b3c.js.br'), brotliCompressSync(code))
    const { headers } = await open('/assets/page-1a2b3c.js', { 'Accept-Encoding': 'br' })
    expect(headers.get('content-encoding')).toBe('br')
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('content-security-policy')).toBeNull()
    expect(headers.get('permissions-policy')).toBeNull()
    const worker = await open('/assets/workers/solve-1a2b3c.js')
    expect(worker.headers.get('content-security-policy')).toContain("default-src 'self'")
  })

  test('data come with the short headers of data, refusals as well', async () => {
    for (const path of ['/api/platform', '/auth/info']) {
      const { headers } = await open(path)
      expect(headers.get('content-type')).toMatch(/^application\/json/)
      expect(headers.get('content-security-policy')).toBe("default-src 'none'; frame-ancestors 'none'")
      expect(headers.get('x-content-type-options')).toBe('nosniff')
      expect(headers.get('permissions-policy')).toBeNull()
    }
  })

  test.each(['/assets/gone-1a2b3c.js', '/login.html', '/api/nothing', '/auth/nothing'])(
    '%s is told not to be there',
    async (path) => {
      const reply = await open(path)
      expect([reply.status, (await reply.json()).message]).toEqual([404, '请求的内容不存在'])
    },
  )

  test('the icon is found where browsers look for it', async () => {
    const reply = await open('/favicon.ico')
    expect([reply.status, reply.headers.get('location')]).toEqual([301, '/icon.svg'])
  })

  test('a page address cannot be written to', async () => {
    expect((await open('/login', {}, 'POST')).status).toBe(404)
  })
})
