import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { FIRST_CALLS } from '../../web/build/first-calls.ts'
import { TABLE } from '../../web/src/app/landing.ts'
import { type Rig, startRig } from './rig.ts'
import { tokenOf } from './support/log-in.ts'

const SCALE = '/planningmonitoring/project/scalelayout'
const PERIODS = '/api/statistics/periods'
const EMPTY = '<script type="application/json" id="first"></script>'

let rig: Rig
let webDir: string
const tokens = new Map<string, string>()
beforeAll(async () => {
  webDir = mkdtempSync(join(tmpdir(), 'xinchu-first-'))
  writeFileSync(join(webDir, 'index.html'), `<title>index</title>${EMPTY}<script>const a = 1</script>`)
  writeFileSync(join(webDir, 'first-calls.json'), JSON.stringify({ ...FIRST_CALLS, landings: TABLE }))
  rig = await startRig({ config: { webDir, captcha: false, documentWaitMs: 60_000 } })
  for (const name of ['nation', 'province_nx']) tokens.set(name, await tokenOf(rig.url, name))
})
afterAll(async () => {
  await rig.close()
  rmSync(webDir, { recursive: true })
})

interface First {
  landing?: string
  figures: string[]
  replies: Record<string, string>
}

const cookieOf = (token: string) => `xinchu_token=${encodeURIComponent(token)}`

async function open(username: string, path: string, headers: Record<string, string> = {}) {
  const Cookie = [cookieOf(tokens.get(username) ?? username), headers['Cookie']].filter(Boolean).join('; ')
  const reply = await fetch(rig.url + path, { headers: { ...headers, Cookie }, redirect: 'manual' })
  const text = await reply.text()
  const found = /id="first">(.*?)<\/script>/.exec(text)?.[1]
  return { reply, text, first: found ? (JSON.parse(found) as First) : undefined } // as the server fills it in
}

/** The reply to the same call from outside. */
async function called(username: string, url: string): Promise<unknown> {
  const reply = await fetch(rig.url + url, { headers: { Authorization: tokens.get(username) ?? '' } })
  return reply.json()
}

test('the document of the national landing brings the session, the periods and the first figures as calls answer them', async () => {
  const { reply, first } = await open('nation', SCALE)
  expect(first?.figures.length).toBeGreaterThanOrEqual(5)
  expect(Object.keys(first?.replies ?? {}).toSorted()).toEqual(
    [...FIRST_CALLS.session, PERIODS, ...(first?.figures ?? [])].toSorted(),
  )
  for (const [url, text] of Object.entries(first?.replies ?? {}))
    expect(JSON.parse(text)).toEqual(await called('nation', url))
  expect(reply.headers.get('cache-control')).toBe('no-store')
  expect(reply.headers.get('etag')).toBeNull()
})

test('the figures are of the latest published period and of those before it', async () => {
  const { first } = await open('nation', SCALE)
  const periods = await called('nation', PERIODS)
  const published = (periods as { year: number; quarter: number; status: string }[]).find(
    ({ status }) => status === 'OFFICIAL' || status === 'REVISED',
  )
  const latest = `/api/statistics/scaleLayout?year=${published?.year}&quarter=${published?.quarter}&source=warehouse`
  expect(first?.figures.slice(0, 3)).toEqual([latest, `${latest}&groupBy=year`, `${latest}&groupBy=region`])
})

test('the document of / says where its user lands and brings the figures of that page', async () => {
  const { first } = await open('nation', '/')
  expect(first?.landing).toBe(SCALE)
  expect(first?.figures.length).toBeGreaterThan(0)
  expect((await open('province_nx', '/')).first).toMatchObject({
    landing: '/provicetaskment/index',
    figures: [],
  })
})

test('the document of / follows no landing for a user who returns to another page', async () => {
  const { first } = await open('nation', '/', { Cookie: 'back=%2Fesproject%2Fquery%2Findex' })
  expect(Object.keys(first?.replies ?? {}).toSorted()).toEqual(FIRST_CALLS.session.toSorted())
  expect(first?.landing).toBeUndefined()
})

test('an address with conditions brings no figures, because they would be others', async () => {
  const { first } = await open('nation', `${SCALE}?techType=01`)
  expect(first?.figures).toEqual([])
  expect(first?.replies[PERIODS]).toBeDefined()
})

test.each([
  ['a page of another site opens it', SCALE, { 'Sec-Fetch-Site': 'cross-site' }, 'nation'],
  ['the session is not one', SCALE, {}, 'Bearer gone'],
  ['it is a public page', '/login', {}, 'Bearer gone'],
])('the document brings nothing where %s', async (_where, path, headers, username) => {
  const { reply, first, text } = await open(username, path, headers)
  expect(first).toBeUndefined()
  expect(text).toContain(EMPTY)
  expect(reply.headers.get('cache-control')).toBe('private, no-cache')
})

test('a user sees his own replies, and none that he may not see', async () => {
  const { first } = await open('province_nx', SCALE)
  expect(JSON.parse(first?.replies['/auth/info'] ?? '{}').user.username).toBe('province_nx')
  for (const [url, text] of Object.entries(first?.replies ?? {}))
    expect(JSON.parse(text)).toEqual(await called('province_nx', url))
})

test('no reply ends the element that holds it', async () => {
  const title = '</script><i>'
  await sql`update app_user set real_name = ${title} where username = 'province_nx'`.execute(rig.db)
  const { text, first } = await open('province_nx', '/esproject/query/index')
  expect(text).not.toContain('<i>')
  expect(JSON.parse(first?.replies['/auth/info'] ?? '{}').user.nickName).toBe(title)
})
