import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { origins } from '../src/config/kinds.ts'
import { type Rig, startRig } from './rig.ts'

const SITES = ['https://energy.example.gov.cn', 'http://intranet.example:8080']
const CARD = '/planningmonitoring/project/scalelayout?quarter=2025Q4&embed=trend'
const LOGGED_IN = { Cookie: 'xinchu_token=Bearer%20abc' }

let webDir: string
let framed: Rig
let closed: Rig
beforeAll(async () => {
  webDir = mkdtempSync(join(tmpdir(), 'xinchu-embed-'))
  for (const name of ['index', 'login', 'plain'])
    writeFileSync(join(webDir, `${name}.html`), `<title>${name}</title>`)
  framed = await startRig({ config: { webDir, embedOrigins: SITES } })
  closed = await startRig({ config: { webDir } })
})
afterAll(async () => {
  await framed.close()
  await closed.close()
  rmSync(webDir, { recursive: true })
})

const open = (rig: Rig, path: string, headers: Record<string, string> = LOGGED_IN) =>
  fetch(rig.url + path, { headers, redirect: 'manual' })

const framersOf = ({ headers }: Response) => ({
  ancestors: /frame-ancestors ([^;]*)/.exec(headers.get('content-security-policy') ?? '')?.[1],
  older: headers.get('x-frame-options'),
})

describe('a card of a statistics page', () => {
  test('is framed by the chosen sites alone', async () => {
    const reply = await open(framed, CARD)
    expect([reply.status, framersOf(reply)]).toEqual([200, { ancestors: SITES.join(' '), older: null }])
  })

  test('is framed by nobody where the operator chose no site', async () => {
    const reply = await open(closed, CARD)
    expect(framersOf(reply)).toEqual({
      ancestors: "'none'",
      older: expect.stringMatching(/^(?:DENY|SAMEORIGIN)$/),
    })
  })

  test.each([
    ['the whole page', '/planningmonitoring/project/scalelayout?quarter=2025Q4'],
    ['a page with an empty card', '/planningmonitoring/project/scalelayout?embed='],
    ['another page with the word', '/esproject/query/index?embed=trend'],
    ['the log-in', '/login?embed=trend'],
    ['a call', '/api/platform?embed=trend'],
  ])('opens no frame for %s', async (_what, path) => {
    expect(framersOf(await open(framed, path)).ancestors).toBe("'none'")
  })

  test('asks a visitor of a frame to log in elsewhere, without sending the log-in into the frame', async () => {
    const reply = await open(framed, CARD, {})
    expect([reply.status, framersOf(reply).ancestors]).toEqual([401, SITES.join(' ')])
    const text = await reply.text()
    expect(text).toContain('target="_blank"')
    expect(text).not.toContain('<form')
    expect((await open(closed, CARD, {})).headers.get('location')).toBe('/login')
  })
})

test.each([
  ['https://a.example', ['https://a.example']],
  ['https://a.example, http://b.example:8080', ['https://a.example', 'http://b.example:8080']],
  ['https://a.example/', undefined],
  ['https://a.example/page', undefined],
  ['a.example', undefined],
  ["'self'", undefined],
  ['https://a.example; script-src *', undefined],
  ['*', undefined],
])('reads the sites %s', (text, list) => {
  expect(origins.read(text)).toEqual(list)
})
