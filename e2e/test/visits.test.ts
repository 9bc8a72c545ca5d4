import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { isSoak } from '../../scripts/lib/test-seed.mjs'
import { designMenus, visitors } from '../support/design-menus.ts'
import { onPlatform } from '../support/on-platform.ts'
import { faultsOfScreen, watchPage } from '../support/screen-looks.ts'
import { type Menu, readMenus, visit } from '../support/screen-visits.ts'

const app = onPlatform({}, { keepsPages: true })

const known = new Map<string, ReturnType<typeof readMenus>>()

function menusOf(username: string): ReturnType<typeof readMenus> {
  const menus = known.get(username) ?? readMenus(app.url(), username)
  known.set(username, menus)
  return menus
}

const shownOf = async (username: string): Promise<Menu[]> =>
  (await menusOf(username)).menus.filter(({ hidden }) => !hidden)

/** The screens that an account visits: those that no earlier visitor has. All of its screens in a soak. */
async function screensOf(username: string): Promise<Menu[]> {
  const own = await shownOf(username)
  if (isSoak) return own
  const earlier = visitors.slice(0, visitors.indexOf(username))
  const taken = new Set((await Promise.all(earlier.map(shownOf))).flat().map(({ path }) => path))
  return own.filter(({ path }) => !taken.has(path))
}

/** Lets the page refuse to fill the screen, which shows a notice at each press of the button. */
const refuseFullScreen = (page: Page) =>
  page.evaluate(() => Object.defineProperty(document, 'fullscreenEnabled', { value: false }))

/** Clicks go through a notice that finds no place, which would hide nothing and could not be pressed either. */
async function pressNotice(page: Page): Promise<void> {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.locator('header [title="全屏"]').dispatchEvent('click')
  await page.getByRole('button', { name: '关闭提示' }).first().click()
  // Notices stay in place under the pointer.
  await page.mouse.move(1_440 / 2, 0)
  await page.setViewportSize({ width: 1_440, height: 900 })
}

beforeAll(() =>
  app.call('admin', 'POST', '/api/messagePush', {
    title: '请及时报送',
    content: '<p>请于月底前报送。</p>',
    messageType: '1',
    targetType: '0',
  }),
)

test('each screen that a menu opens is visited by one account', async () => {
  const pathsOf = async (username: string) => (await shownOf(username)).map(({ path }) => path)
  const visited = new Set((await Promise.all(visitors.map(pathsOf))).flat())
  const all = (await Promise.all(designMenus.map(([username]) => pathsOf(username)))).flat()
  expect(all.filter((path) => !visited.has(path))).toEqual([])
})

// Most of the time goes into waiting, so that some accounts run side by side.
test.concurrent.for(visitors)(
  'the screens of %s have content, are accessible, fit a phone and paper, and hide no control',
  { timeout: 600_000 },
  async (username, { expect }) => {
    const { landing } = await menusOf(username)
    const { page } = await app.open(username, '/')
    const watch = watchPage(page, app.url())
    await refuseFullScreen(page)
    expect(new URL(page.url()).pathname).toBe(landing)
    const wide = new Set((await shownOf('nation')).map(({ path }) => path))
    for (const menu of await screensOf(username)) {
      expect.soft(await visit(page, menu)).toBeUndefined()
      expect.soft(await faultsOfScreen(page, watch, wide.has(menu.path))).toEqual([])
    }
    await page.close()
  },
)

test.concurrent.each(['/user/messageinformation', '/user/center'])(
  '%s, which no menu opens, is sound too, and a notice on it can be pressed',
  async (path) => {
    const { page } = await app.open('nation', path)
    const watch = watchPage(page, app.url())
    await refuseFullScreen(page)
    await page.getByRole('button', { name: /^有[1-9]\d*条未读消息$/ }).waitFor()
    expect(await faultsOfScreen(page, watch, true)).toEqual([])
    await pressNotice(page)
    await page.close()
  },
)
