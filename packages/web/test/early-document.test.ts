import { readFileSync } from 'node:fs'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { openConnection } from '../src/app/connection.ts'
import { fetchEarly } from '../src/app/early.ts'
import { rememberCalls } from '../src/app/early-calls.ts'

const PATH = '/planningmonitoring/project/scalelayout'
const FIGURES = '/api/statistics/scaleLayout?year=2025&quarter=4'
const SESSION = ['/auth/info', '/api/menus/build', '/api/platform']
// As the build states them.
const screens = {
  files: ['assets/scale-1a2b3c4d.js', 'assets/scale-1a2b3c4d.css'],
  of: { [PATH]: [0, 1] },
  session: SESSION,
  calls: { [PATH]: ['/api/statistics/periods'] },
}

const script = readFileSync('build/early.js', 'utf8')

/** Links that the document's script added, which load nothing here. */
let links: HTMLLinkElement[] = []

interface Given {
  landing?: string
  figures: string[]
  replies: Record<string, string>
}

/**
 * Opens an address, as far as the document's own script.
 * @param given what the server has put into the document
 * @returns what it requested, in order
 */
function openDocument(address: string, given?: Given): string[] {
  history.replaceState(null, '', address)
  document.body.innerHTML = `<script type="application/json" id="first">${given ? JSON.stringify(given) : ''}</script>`
  const sent = vi.spyOn(globalThis, 'fetch').mockImplementation(async () => Response.json([]))
  vi.spyOn(document.head, 'append').mockImplementation((link) => void links.push(link as HTMLLinkElement))
  new Function('screens', script)(screens)
  return sent.mock.calls.map(([url]) => String(url))
}

/** The page reads these, and the browser says how they were answered. Then the document is left. */
async function read(...replies: (readonly [url: string, status: number])[]): Promise<void> {
  for (const [url] of replies) await fetchEarly(url, { method: 'GET', headers: { Authorization: 'mine' } })
  answered(...replies)
  rememberCalls(new AbortController().signal)
  vi.restoreAllMocks()
}

/** What the browser says of answered requests. */
function answered(...replies: (readonly [url: string, status: number])[]) {
  const entries = replies.map(([url, responseStatus]) => ({ name: location.origin + url, responseStatus }))
  vi.stubGlobal(
    'PerformanceObserver',
    class {
      readonly #told: (list: { getEntries(): typeof entries }) => void
      constructor(told: (list: { getEntries(): typeof entries }) => void) {
        this.#told = told
      }
      observe = () => this.#told({ getEntries: () => entries })
      disconnect = () => undefined
    },
  )
}

function setToken(token: string): void {
  // biome-ignore lint/suspicious/noDocumentCookie: as the portal writes it
  document.cookie = `xinchu_token=${token}; Path=/`
}

beforeEach(() => setToken('mine'))

afterEach(() => {
  // biome-ignore lint/suspicious/noDocumentCookie: as the portal removes it
  document.cookie = 'xinchu_token=; Path=/; Max-Age=0'
  localStorage.clear()
  document.body.innerHTML = ''
  delete document.documentElement.dataset['demo']
  links = []
  globalThis.early = undefined
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

test('requests the session and the first call of the screen', () => {
  expect(openDocument(PATH)).toEqual([...SESSION, '/api/statistics/periods'])
  expect(globalThis.early?.token).toBe('mine')
})

test('requests what the last visit to the page asked for, but not what was refused or is large', async () => {
  openDocument(PATH)
  const tree = '/api/statistics/chinaDictTree?depth=3'
  await read([FIGURES, 200], ['/api/statistics/usage', 403], [tree, 200], ['/auth/info', 200])
  expect(openDocument(PATH)).toEqual([...SESSION, '/api/statistics/periods', FIGURES])
})

test('requests no calls of the last visit where the address has conditions of its own', async () => {
  openDocument(PATH)
  await read([FIGURES, 200])
  expect(openDocument(`${PATH}?provinceCode=640000`)).not.toContain(FIGURES)
})

const SUBMIT = '/api/esProject/submitProject'

test('never requests by a read what the last visit wrote', async () => {
  openDocument(PATH)
  await read([FIGURES, 200])
  openDocument(PATH)
  await fetchEarly(SUBMIT, { method: 'POST', headers: { Authorization: 'mine' } })
  answered([SUBMIT, 200])
  rememberCalls(new AbortController().signal)
  vi.restoreAllMocks()
  expect(openDocument(PATH)).toEqual([...SESSION, '/api/statistics/periods', FIGURES])
})

test('remembers what the document requested only if the page read it', async () => {
  openDocument(PATH)
  await read([FIGURES, 200])
  openDocument(PATH)
  answered([FIGURES, 200], ['/api/statistics/usage?year=2025', 200])
  rememberCalls(new AbortController().signal)
  vi.restoreAllMocks()
  expect(openDocument(PATH)).not.toContain(FIGURES)
})

test.each([
  ['in another session', () => setToken('other'), 'other'],
  ['after the log-out', () => openConnection().logout(), 'mine'],
])('requests nothing of the last visit %s', async (_when, end, token) => {
  openDocument(PATH)
  await read([FIGURES, 200])
  vi.spyOn(location, 'assign').mockImplementation(() => undefined)
  vi.spyOn(globalThis, 'fetch').mockImplementation(async () => new Response(null, { status: 204 }))
  await end()
  vi.restoreAllMocks()
  setToken(token)
  expect(openDocument(PATH)).toEqual([...SESSION, '/api/statistics/periods'])
})

const PERIODS = '/api/statistics/periods'
const WHOLE: Given = {
  figures: [FIGURES],
  replies: Object.fromEntries([...SESSION, PERIODS, FIGURES].map((url) => [url, JSON.stringify({ url })])),
}
const textOf = async (url: string) => (await globalThis.early?.replies[url])?.json()

test('requests nothing that the document brings', async () => {
  expect(openDocument(PATH, WHOLE)).toEqual([])
  expect(Object.keys(globalThis.early?.replies ?? {})).toEqual([...SESSION, PERIODS, FIGURES])
  expect(await textOf(FIGURES)).toEqual({ url: FIGURES })
})

test('requests what was too late for the document, but not what the last visit asked for besides', async () => {
  const { [FIGURES]: _, ...replies } = WHOLE.replies
  openDocument(PATH)
  await read(['/api/statistics/usage?year=2025', 200])
  expect(openDocument(PATH, { ...WHOLE, replies })).toEqual([FIGURES])
})

test('requests what the last visit asked for where the document brings no figures', async () => {
  openDocument('/planningmonitoring/project/usage')
  await read(['/api/statistics/usage?year=2025', 200])
  const session = Object.fromEntries(SESSION.map((url) => [url, '{}']))
  const asked = openDocument('/planningmonitoring/project/usage', { figures: [], replies: session })
  expect(asked).toEqual(['/api/statistics/usage?year=2025'])
})

test('loads the files of the landing page that the server says, before any visit', () => {
  expect(openDocument('/', { ...WHOLE, landing: PATH })).toEqual([])
  expect(links.map(({ href }) => new URL(href).pathname)).toEqual(screens.files.map((name) => `/${name}`))
})

test.each([
  [true, 'on'],
  [false, ''],
])('draws the mark of a demonstration at a first visit: %s', (demo, drawn) => {
  const replies = { ...WHOLE.replies, '/api/platform': JSON.stringify({ demo }) }
  openDocument(PATH, { ...WHOLE, replies })
  expect(document.documentElement.dataset['demo']).toBe(drawn)
})

test('requests nothing without a session', () => {
  // biome-ignore lint/suspicious/noDocumentCookie: as the portal removes it
  document.cookie = 'xinchu_token=; Path=/; Max-Age=0'
  expect(openDocument(PATH)).toEqual([])
  expect(globalThis.early).toBeUndefined()
})

// A style sheet that is applied before the page's own declares its layers first, which turns their order around.
test('loads the styles of a screen without applying them before those of the page', () => {
  openDocument(PATH)
  expect(links.map(({ rel }) => rel)).toEqual(['modulepreload', 'preload'])
})
