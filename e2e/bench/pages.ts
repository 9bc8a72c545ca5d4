// Measures how fast pages appear and how much they load, against the portal's goals.
import type { Browser, BrowserContext } from 'playwright-core'
import { logInBy, sessionCookie, startBrowser } from '../support/browser.ts'
import { startPlatform } from '../support/platform.ts'
import { type Measured, measure } from './measure.ts'

const RUNS = Number(process.env['RUNS'] ?? 3)
const ONLY = process.env['PAGE'] ?? ''
/** Measures the first visit of a browser. */
const IS_FIRST = process.env['FIRST'] !== undefined
// As in the budgets of the build.
const K = 1_024
const DESK = { width: 1440, height: 900 }
const LAPTOP = { width: 1366, height: 768 }
const CHARTS = /\/assets\/(?:echarts|\d{6})-/

interface Goal {
  what: string
  /** K, ms, or a plain number. */
  unit: 'K' | 'ms' | ''
  of: (measured: Measured) => number
  /** Absent: only printed. */
  most?: { fast?: number; slow?: number }
}

const weight = ({ scripts }: Measured, isCounted: (path: string) => boolean) =>
  [...scripts].reduce((sum, [path, bytes]) => sum + (isCounted(path) ? bytes : 0), 0) / K

const told: readonly Goal[] = [
  { what: 'CSS', unit: 'K', of: ({ styleBytes }) => styleBytes / K },
  { what: 'total', unit: 'K', of: ({ totalBytes }) => totalBytes / K },
  { what: 'requests', unit: '', of: ({ requests }) => requests },
]
const both = (most: number) => ({ fast: most, slow: most })

interface Page {
  name: string
  path: string
  /** Account of the page; public if absent. */
  user?: string
  /** Element that shows that the page is usable. */
  ready: string
  goals: readonly Goal[]
}

const pages: readonly Page[] = [
  {
    name: '/login',
    path: '/login',
    ready: 'button[type=submit]:not([disabled])',
    goals: [
      {
        what: 'JS to use it',
        unit: 'K',
        of: (all) => weight(all, (path) => !/\/(?:query|router|sample-accounts)-/.test(path)),
        most: both(85),
      },
      { what: 'JS', unit: 'K', of: (all) => weight(all, () => true), most: both(125) },
      ...told,
      { what: 'FCP', unit: 'ms', of: ({ fcp }) => fcp, most: { slow: 1_000 } },
      { what: 'LCP', unit: 'ms', of: ({ lcp }) => lcp, most: { slow: 1_000 } },
      { what: 'TBT', unit: 'ms', of: ({ tbt }) => tbt, most: { slow: 150 } },
      { what: 'CLS', unit: '', of: ({ cls }) => cls, most: both(0.01) },
    ],
  },
  {
    name: 'landing with map',
    path: '/planningmonitoring/project/scalelayout',
    user: 'nation',
    ready: 'main canvas',
    goals: [
      {
        what: 'JS before charts',
        unit: 'K',
        of: (all) => weight(all, (path) => !CHARTS.test(path)),
        most: both(160),
      },
      { what: 'JS', unit: 'K', of: (all) => weight(all, () => true), most: both(400) },
      ...told,
      { what: 'FCP', unit: 'ms', of: ({ fcp }) => fcp, most: { slow: 1_000 } },
      { what: 'LCP', unit: 'ms', of: ({ lcp }) => lcp, most: { slow: 2_000 } },
      { what: 'TBT', unit: 'ms', of: ({ tbt }) => tbt, most: { slow: 400 } },
      { what: 'CLS', unit: '', of: ({ cls }) => cls, most: both(0.01) },
    ],
  },
  {
    name: 'list of projects',
    path: '/esproject/query/index',
    user: 'province_nx',
    ready: 'main a[href*="/esproject/detail/"]',
    goals: [
      { what: 'JS', unit: 'K', of: (all) => weight(all, () => true) },
      ...told,
      { what: 'FCP', unit: 'ms', of: ({ fcp }) => fcp, most: { slow: 1_000 } },
      { what: 'LCP', unit: 'ms', of: ({ lcp }) => lcp, most: { slow: 2_500 } },
      { what: 'TBT', unit: 'ms', of: ({ tbt }) => tbt, most: { slow: 600 } },
      { what: 'CLS', unit: '', of: ({ cls }) => cls, most: both(0.01) },
    ],
  },
]

const say = (line: string) => process.stdout.write(`${line}\n`)

const median = (values: readonly number[]) => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0

const figure = (value: number, unit: Goal['unit']) =>
  `${value < 1 && unit === '' ? value.toFixed(4) : value.toFixed(unit === 'K' ? 1 : 0)}${unit && ` ${unit}`}`

/** One line per figure: measured value, goal and ratio. */
function tell({ what, unit, of, most }: Goal, runs: readonly Measured[], speed: 'fast' | 'slow'): void {
  const value = median(runs.map(of))
  const goal = most?.[speed]
  const judged = goal === undefined ? '' : `goal ${figure(goal, unit)}`.padEnd(16) + (value / goal).toFixed(2)
  say(`  ${what.padEnd(18)}${figure(value, unit).padStart(12)}   ${judged}`)
}

/** A browser's context, with a session but without a page: one left open would share the connections and the processor. */
async function contextOf(browser: Browser, url: string, user: string | undefined): Promise<BrowserContext> {
  const context = await browser.newContext({ locale: 'zh-CN', viewport: user ? DESK : LAPTOP })
  if (user) await context.addCookies([sessionCookie(url, await logInBy(url, user))])
  return context
}

/** Visits a page, so that the measured visit is a later one of this browser. Its files are fetched again. */
async function visit(context: BrowserContext, url: string, ready: string): Promise<void> {
  const page = await context.newPage()
  await page.goto(url)
  await page.locator(ready).first().waitFor({ timeout: 120_000 })
  await page.waitForTimeout(2_000)
  await page.close()
}

async function measurePage(browser: Browser, url: string, page: Page, isSlow: boolean): Promise<Measured[]> {
  const runs: Measured[] = []
  for (let run = 0; run < RUNS; run += 1) {
    const context = await contextOf(browser, url, page.user)
    if (page.user && !IS_FIRST) await visit(context, url + page.path, page.ready)
    runs.push(await measure(context, url + page.path, { isSlow, ready: page.ready }))
    await context.close()
  }
  return runs
}

const browser = await startBrowser()
for (const page of pages.filter(({ name }) => name.includes(ONLY))) {
  // The log-in page is measured with its captcha; logged-in pages need none.
  const platform = await startPlatform({ CAPTCHA: page.user ? 'off' : 'on' })
  for (const speed of ['fast', 'slow'] as const) {
    const runs = await measurePage(browser, platform.url, page, speed === 'slow')
    say(`\n${page.name}, ${speed === 'slow' ? '4x CPU, 150 ms, 1.6 Mbit/s' : 'unthrottled'}`)
    for (const goal of page.goals) tell(goal, runs, speed)
  }
  await platform.stop()
}
await browser.close()
