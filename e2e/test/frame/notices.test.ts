import type { Page } from 'playwright-core'
import { type ExpectStatic, test } from 'vitest'
import { coveredControls } from '../../support/covered.ts'
import { onPlatform } from '../../support/on-platform.ts'
import { paperFaultOf } from '../../support/paper.ts'
import { quiet } from '../../support/quiet.ts'
import { Visits, visit } from '../../support/screen-visits.ts'
import { controlUnderNotice } from '../../support/under-notice.ts'

const app = onPlatform({}, { keepsPages: true })
const visits = new Visits(app.url)

const WIDE = 1440
const NARROW = 390
// Parts that only a narrower window needs, such as the folded menu, start to load at once.
const LOOKS_AFTER_RESIZE = 3

async function checkWidths(page: Page, widths: readonly number[], expect: ExpectStatic): Promise<void> {
  for (const [at, width] of widths.entries()) {
    await page.setViewportSize({ width, height: width < 500 ? 844 : 900 })
    await quiet(page, at === 0 ? undefined : LOOKS_AFTER_RESIZE)
    expect.soft(await coveredControls(page), `${page.url()} at ${width}`).toEqual([])
    expect.soft(await controlUnderNotice(page), `${page.url()} at ${width}, scrolled`).toBeUndefined()
  }
  await page.setViewportSize({ width: WIDE, height: 900 })
}

/** Clicks go through a notice that finds no place, which would hide nothing and could not be pressed either. */
async function pressNotice(page: Page): Promise<void> {
  await page.setViewportSize({ width: NARROW, height: 844 })
  await page.locator('header [title="全屏"]').dispatchEvent('click')
  await page.getByRole('button', { name: '关闭提示' }).first().click()
  // Notices stay in place under the pointer.
  await page.mouse.move(WIDE / 2, 0)
  await page.setViewportSize({ width: WIDE, height: 900 })
}

// Most of the time goes into waiting, so that the roles run side by side.
test.concurrent.for([
  ['enterprise_yc', [NARROW]],
  // Counties, cities and provinces share their screens.
  ['province_nx', [NARROW]],
  // Has nearly all screens of the others, which they visit again in soak alone.
  ['nation', [WIDE, NARROW]],
] as const)(
  'each screen of %s has content and prints it, and no control of it lies under a notice or an unread message',
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
    await pressNotice(page)
    for (const menu of await visits.screensOf(username)) {
      expect.soft(await visit(page, menu)).toBeUndefined()
      expect.soft(await paperFaultOf(page), `${menu.path} on paper`).toBeUndefined()
      await checkWidths(page, widths, expect)
    }
    await page.goto(app.url('/user/center'))
    await page.evaluate(() => Object.defineProperty(document, 'fullscreenEnabled', { value: false }))
    await checkWidths(page, widths, expect)
  },
)
