import { readFileSync } from 'node:fs'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { FIGURES as FIRST } from '../build/first-calls.ts'
import { rememberCalls } from '../src/app/early-calls.ts'

const PATH = '/planningmonitoring/project/scalelayout'
const FIGURES = '/api/statistics/scaleLayout?year=2025&quarter=4'
const SESSION = ['/auth/info', '/api/menus/build', '/api/platform']
// As the build states them.
const screens = {
  files: ['assets/scale-1a2b3c4d.js', 'assets/scale-1a2b3c4d.css'],
  of: { [PATH]: [0, 1] },
  calls: { [PATH]: ['/api/statistics/periods'] },
  figures: FIRST,
}

const script = readFileSync('build/early.js', 'utf8')

/** Links that the document's script added, which load nothing here. */
let links: HTMLLinkElement[] = []

/**
 * Opens an address, as far as the document's own script.
 * @param periods what the platform answers
 * @returns what it requested, in order
 */
function openDocument(address: string, periods: readonly object[] = []): string[] {
  history.replaceState(null, '', address)
  const answer = async () => Response.json(periods)
  const sent = vi.spyOn(globalThis, 'fetch').mockImplementation(answer)
  vi.spyOn(document.head, 'append').mockImplementation((link) => void links.push(link as HTMLLinkElement))
  new Function('screens', script)(screens)
  return sent.mock.calls.map(([url]) => String(url))
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

beforeEach(() => {
  // biome-ignore lint/suspicious/noDocumentCookie: as the portal writes it
  document.cookie = 'xinchu_token=mine; Path=/'
})

afterEach(() => {
  // biome-ignore lint/suspicious/noDocumentCookie: as the portal removes it
  document.cookie = 'xinchu_token=; Path=/; Max-Age=0'
  localStorage.clear()
  links = []
  globalThis.early = undefined
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

test('requests the session and the first call of the screen', () => {
  expect(openDocument(PATH)).toEqual([...SESSION, '/api/statistics/periods'])
  expect(globalThis.early?.token).toBe('mine')
})

test('requests what the last visit to the page asked for, but not what was refused or is large', () => {
  openDocument(PATH)
  const tree = '/api/statistics/chinaDictTree?depth=3'
  answered([FIGURES, 200], ['/api/statistics/usage', 403], [tree, 200], ['/auth/info', 200])
  rememberCalls()
  vi.restoreAllMocks()
  expect(openDocument(PATH)).toEqual([...SESSION, '/api/statistics/periods', FIGURES])
})

test('requests no calls of the last visit where the address has conditions of its own', () => {
  openDocument(PATH)
  answered([FIGURES, 200])
  rememberCalls()
  vi.restoreAllMocks()
  expect(openDocument(`${PATH}?provinceCode=640000`)).not.toContain(FIGURES)
})

const scaleOf = (query: string) => `/api/statistics/scaleLayout?${query}`

test('requests at a first visit the figures of the latest published period and of those before it', async () => {
  const periods = [
    { year: 2026, quarter: 1, status: 'PROVISIONAL' },
    { year: 2025, quarter: 4, status: 'OFFICIAL' },
    { year: 2025, quarter: 3, status: 'CONTINUED' },
    { year: 2024, quarter: 4, status: 'OFFICIAL' },
  ]
  openDocument(PATH, periods)
  const asked = () =>
    Object.keys(globalThis.early?.replies ?? {}).filter((url) => url.includes('scaleLayout'))
  await vi.waitFor(() => expect(asked()).toHaveLength(7))
  const latest = 'year=2025&quarter=4&source=warehouse'
  const before = 'year=2024&quarter=4&source=warehouse'
  expect(asked()).toEqual([
    ...['', '&groupBy=year', '&groupBy=region'].map((groups) => scaleOf(latest + groups)),
    scaleOf(`${latest}&groupBy=year&groupBy=durationBand`),
    scaleOf(`${latest}&groupBy=year&groupBy=statScenarioGroup`),
    ...['', '&groupBy=region'].map((groups) => scaleOf(before + groups)),
  ])
  const reply = await globalThis.early?.replies['/api/statistics/periods']
  expect(await reply?.json()).toEqual(periods)
})

test.each([
  ['the address has conditions', `${PATH}?techType=01`, [{ year: 2025, quarter: 4, status: 'OFFICIAL' }]],
  ['no period is published', PATH, [{ year: 2025, quarter: 4, status: 'PROVISIONAL' }]],
])('requests no figures by itself where %s', async (_where, address, periods) => {
  openDocument(address, periods)
  await globalThis.early?.replies['/api/statistics/periods']
  await new Promise((resolve) => setTimeout(resolve, 20))
  expect(Object.keys(globalThis.early?.replies ?? {}).filter((url) => url.includes('scaleLayout'))).toEqual(
    [],
  )
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
