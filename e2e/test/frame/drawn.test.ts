import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { hasCome } from '../../support/browser.ts'
import { holdScripts } from '../../support/hold-scripts.ts'
import { onPlatform } from '../../support/on-platform.ts'

// A document that waits as long as it takes brings the same on each machine.
const app = onPlatform({ DOCUMENT_WAIT_MS: '60000' })
const AUDIT = '/esproject/audit/index'
const TOGGLE = /^(?:收起|展开)菜单$/

/** Left, top and width in px of the element where it stands now; undefined if there is none, or it is hidden. */
const placeOf = (page: Page, selector: string): Promise<number[] | undefined> =>
  page.evaluate((wanted) => {
    const element = document.querySelector(wanted)
    if (!element?.checkVisibility()) return undefined
    const { x, y, width } = element.getBoundingClientRect()
    return [x, y, width]
  }, selector)

/** Waits until the whole document is there. Its scripts may still be on their way. */
async function isParsed(page: Page): Promise<void> {
  await page.waitForFunction(() => document.readyState !== 'loading')
}

const partOf = (page: Page, name: string) => placeOf(page, `[data-part=${name}]`)

describe('before any script has come, who is logged in sees the frame', () => {
  test.each([
    [1440, '1'],
    [1440, '0'],
    [390, '1'],
  ])('where it will stand: %i px wide, sidebar %s', async (width, sidebar) => {
    const { page } = await app.open('province_nx', AUDIT)
    await page.context().addCookies([{ name: 'sidebarStatus', value: sidebar, url: app.url() }])
    await page.setViewportSize({ width, height: 800 })
    const release = await holdScripts(page)
    await page.reload({ waitUntil: 'commit' })
    await page.locator('[data-part=main]').waitFor()
    await isParsed(page)
    const drawn = {
      side: await partOf(page, 'side'),
      main: await partOf(page, 'main'),
      header: await partOf(page, 'header'),
    }
    await expect
      .poll(() => page.getByRole('status', { includeHidden: false }).textContent())
      .toContain('正在加载')
    await expect.poll(() => page.locator('#root').getAttribute('aria-busy')).toBe('true')
    await expect.poll(() => page.getByRole('navigation').count()).toBe(0)
    release()
    await page.getByRole('button', { name: TOGGLE }).waitFor()
    expect(drawn).toEqual({
      side: await placeOf(page, 'aside'),
      main: await placeOf(page, 'main'),
      header: await placeOf(page, 'header:not(main *) > div[data-print=none]'),
    })
    await expect.poll(() => page.locator('[data-part]').count()).toBe(0)
    await expect.poll(() => page.locator('#root').getAttribute('aria-busy')).toBeNull()
  })

  test('in his colours, and without what he has put away', async () => {
    const { page } = await app.open('province_nx', AUDIT)
    await page.evaluate(() => {
      localStorage.setItem('look', 'dark')
      localStorage.setItem('layout', JSON.stringify({ tagsView: false, sidebarLogo: false }))
    })
    await holdScripts(page)
    await page.reload({ waitUntil: 'commit' })
    await page.locator('[data-part=main]').waitFor()
    await isParsed(page)
    await expect.poll(() => page.locator('html').getAttribute('class')).toBe('dark')
    for (const name of ['tags', 'logo']) expect(await partOf(page, name)).toBeUndefined()
  })
})

test('who has no session never sees it', async () => {
  const page = await app.guest('/404')
  await holdScripts(page)
  await page.reload({ waitUntil: 'commit' })
  await expect.poll(() => page.locator('[data-part]').count()).toBe(0)
  await page.goto(app.url(AUDIT), { waitUntil: 'commit' })
  expect(new URL(page.url()).pathname).toBe('/login')
  await expect.poll(() => page.locator('[data-part]').count()).toBe(0)
})

const USER = ['/api/menus/build', '/api/platform', '/auth/info']
/** What the finding of the national landing page needs: the latest published period, and those that it is compared with. */
const FIRST_FIGURES = [
  'year=2025&quarter=4&source=warehouse',
  'year=2025&quarter=4&source=warehouse&groupBy=year',
  'year=2025&quarter=4&source=warehouse&groupBy=region',
  'year=2025&quarter=4&source=warehouse&groupBy=year&groupBy=durationBand',
  'year=2025&quarter=4&source=warehouse&groupBy=year&groupBy=statScenarioGroup',
  'year=2024&quarter=4&source=warehouse',
  'year=2025&quarter=3&source=warehouse',
  'year=2024&quarter=4&source=warehouse&groupBy=region',
].map((query) => `/api/statistics/scaleLayout?${query}`)

test.each([
  ['province_nx', AUDIT, USER],
  [
    'nation',
    '/planningmonitoring/project/scalelayout',
    [...USER, '/api/statistics/periods', ...FIRST_FIGURES].toSorted(),
  ],
])(
  '%s at %s: the first data come with the document or are asked for by it, each once',
  async (user, path, early) => {
    const { page } = await app.open(user, path)
    // As at a first visit, whose calls are not known yet.
    await page.addInitScript(() => {
      if (location.protocol.startsWith('http')) localStorage.removeItem('early')
    })
    // Ignores late requests of the previous page.
    await page.goto('about:blank')
    const asked: string[] = []
    page.on('request', (request) => {
      const { pathname, search } = new URL(request.url())
      if (/^\/(?:api|auth)\//.test(pathname)) asked.push(pathname + search)
    })
    const release = await holdScripts(page)
    await page.goto(app.url(path), { waitUntil: 'commit' })
    const first = await page.locator('#first').textContent()
    const brought = first ? Object.keys(JSON.parse(first).replies) : []
    await expect.poll(() => [...brought, ...asked].toSorted()).toEqual(early)
    release()
    await page.getByRole('heading', { level: 1 }).first().waitFor()
    await expect
      .poll(() => page.evaluate(() => Object.keys(Reflect.get(window, 'early')?.replies ?? {})))
      .toEqual([])
    for (const call of early) expect([...brought, ...asked].filter((each) => each === call)).toEqual([call])
  },
)

test('what the last visit to a page asked for comes with its document too, each once', async () => {
  const { page } = await app.open('province_nx', AUDIT)
  const known = () =>
    page.evaluate((at) => JSON.parse(localStorage.getItem('early') ?? '{}').pages?.[at]?.length ?? 0, AUDIT)
  await expect.poll(known).toBeGreaterThan(0)
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  const release = await holdScripts(page)
  await page.goto(app.url(AUDIT), { waitUntil: 'commit' })
  const lists = () => asked.filter((url) => url.includes('/api/esProject/'))
  await expect.poll(() => lists().length).toBeGreaterThan(0)
  const early = lists()
  release()
  await page.getByRole('heading', { level: 1 }).first().waitFor()
  await hasCome(page)
  for (const url of early) expect(lists().filter((each) => each === url)).toEqual([url])
})

test('the files of a landing page come with the document that leads to it', async () => {
  const { page } = await app.open('nation', '/')
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  const release = await holdScripts(page)
  await page.goto(app.url('/'), { waitUntil: 'commit' })
  await expect.poll(() => asked.some((path) => path.startsWith('/assets/scale-screen'))).toBe(true)
  release()
})
