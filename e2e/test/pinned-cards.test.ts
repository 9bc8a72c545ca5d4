import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { toDark, violationsOf } from '../support/accessible.ts'
import { hasCome } from '../support/browser.ts'
import { onSample } from '../support/on-platform.ts'
import { hasFocus } from '../support/settled.ts'

const app = onSample()

/** Pins a card by its menu, with keys alone. */
async function pin(page: Page, title: string): Promise<void> {
  const button = page.getByRole('button', { name: `下载${title}`, exact: true })
  await button.press('Enter')
  await stored(page, () => page.getByRole('menuitem', { name: '固定到首页' }).press('Enter'))
  await page.getByText('已固定到首页').first().waitFor()
}

/** Waits until the platform has stored what an action changes. */
async function stored(page: Page, act: () => Promise<void>): Promise<void> {
  const saved = page.waitForResponse((reply) => reply.request().method() === 'PUT')
  await act()
  expect((await saved).status()).toBe(200)
}

test('cards are pinned, put in order and unpinned by keys, in both themes and on a phone', async () => {
  const page = await app.page('nation')
  await pin(page, '投资主体')
  await pin(page, '储能时长构成')
  await page.goto(app.url('/dashboard/index'))
  const board = page.getByRole('list', { name: '固定的统计卡片' })
  const titles = () => board.getByRole('heading', { level: 2 }).allTextContents()
  await expect.poll(titles).toEqual(['投资主体', '储能时长构成'])
  await board.locator('canvas').nth(1).waitFor()
  const move = page.getByRole('button', { name: '后移 投资主体' })
  await stored(page, () => move.press('Enter'))
  await expect.poll(titles).toEqual(['储能时长构成', '投资主体'])
  await hasFocus(move)
  await page.getByText('投资主体已移到第 2 位').waitFor()
  await hasCome(page)
  expect(await violationsOf(page)).toEqual([])
  await page.reload()
  await expect.poll(titles).toEqual(['储能时长构成', '投资主体'])
  await toDark(page)
  await page.setViewportSize({ width: 390, height: 844 })
  await hasCome(page)
  expect(await violationsOf(page)).toEqual([])
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  await page.getByRole('button', { name: '取消固定 储能时长构成' }).press('Enter')
  await expect.poll(titles).toEqual(['投资主体'])
})
