import type { Page } from 'playwright-core'
import { type ExpectStatic, test } from 'vitest'
import { coveredControls } from '../../support/covered.ts'
import { onPlatform } from '../../support/on-platform.ts'
import { quiet } from '../../support/quiet.ts'

const app = onPlatform({}, { keepsPages: true })

const WIDE = 1440
const NARROW = 390
// Parts that only a narrower window needs, such as the folded menu, start to load at once.
const LOOKS_AFTER_RESIZE = 3

const menuLinks = (page: Page) => page.getByRole('navigation', { name: '主菜单' }).locator('a[href^="/"]')

/** Opens a page by its menu link without a reload. Works for folded menus too, because the link is clicked by script. */
async function follow(page: Page, path: string): Promise<void> {
  const link = page.locator(`nav a[href="${path}"]`).first()
  await link.evaluate((element: HTMLElement) => element.click())
  await page.waitForURL((url) => url.pathname === path)
}

async function checkWidths(page: Page, widths: readonly number[], expect: ExpectStatic): Promise<void> {
  for (const [at, width] of widths.entries()) {
    await page.setViewportSize({ width, height: width < 500 ? 844 : 900 })
    await quiet(page, at === 0 ? undefined : LOOKS_AFTER_RESIZE)
    expect.soft(await coveredControls(page), `${page.url()} at ${width}`).toEqual([])
  }
  await page.setViewportSize({ width: WIDE, height: 900 })
}

// Most of the time goes into waiting, so that the roles run side by side.
test.concurrent.for([
  ['enterprise_yc', [NARROW]],
  // Counties, cities and provinces share their screens, which the nation has in both widths.
  ['province_nx', [NARROW]],
  // Has nearly all screens of the others.
  ['nation', [WIDE, NARROW]],
] as const)(
  'no control of any screen of %s lies under a notice or an unread message',
  { timeout: 600_000 },
  async ([username, widths], { expect }) => {
    await app.call('admin', 'POST', '/api/messagePush', {
      title: '请及时报送',
      content: '<p>请于月底前报送。</p>',
      messageType: '1',
      targetType: '0',
    })
    const { page } = await app.open(username, '/user/messageinformation')
    await page.evaluate(() => Object.defineProperty(document, 'fullscreenEnabled', { value: false }))
    await page.getByRole('button', { name: /^有[1-9]\d*条未读消息$/ }).waitFor()
    await checkWidths(page, widths, expect)
    const links = await menuLinks(page).evaluateAll((found) => found.map((link) => link.getAttribute('href')))
    expect(links.length).toBeGreaterThan(10)
    for (const path of new Set(links)) {
      if (path === null) continue
      await follow(page, path)
      await checkWidths(page, widths, expect)
    }
    await page.goto(app.url('/user/center'))
    await page.evaluate(() => Object.defineProperty(document, 'fullscreenEnabled', { value: false }))
    await checkWidths(page, widths, expect)
  },
)
