import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { colourViolationsOf, toDark, violationsOf } from '../support/accessible.ts'
import { hasCome } from '../support/browser.ts'
import { onSample } from '../support/on-platform.ts'

const app = onSample()
const SCALE = '/planningmonitoring/project/scalelayout'

const chart = (page: Page, title: string) => page.getByRole('group', { name: new RegExp(`^${title}：`) })

test('two periods are compared by keys, in both themes and on a phone', async () => {
  const page = await app.page('nation')
  await page.getByRole('button', { name: '比较', exact: true }).press('Enter')
  await page.getByText(/^一年间在运功率/).waitFor()
  await hasCome(page)
  expect(await violationsOf(page)).toEqual([])
  const growth = chart(page, '增量从哪里来')
  await growth.locator('canvas').first().waitFor()
  await growth.focus()
  await page.keyboard.press('ArrowRight')
  await growth
    .getByRole('status')
    .getByText(/按 Enter 看组成$/)
    .waitFor()
  await page.keyboard.press('Enter')
  const rows = page.getByRole('dialog')
  await rows.getByText(/与公布数一致/).waitFor()
  await page.keyboard.press('Escape')
  await rows.waitFor({ state: 'detached' })
  await growth.focus()
  await page.keyboard.press('t')
  await page.getByRole('table', { name: '增量从哪里来' }).waitFor()
  await toDark(page)
  expect(await violationsOf(page)).toEqual([])
  await page.setViewportSize({ width: 390, height: 844 })
  expect(await violationsOf(page)).toEqual([])
  const wide = await page.evaluate(() => document.documentElement.scrollWidth)
  expect(wide).toBeLessThanOrEqual(390)
})

test('two places are compared under an address of their own', async () => {
  const page = await app.page('nation', `${SCALE}?compare=places&basePlace=650000&place=150000`)
  await page.getByText(/^内蒙古在运功率 .* MW，比新疆多/).waitFor()
  await hasCome(page)
  expect(await violationsOf(page)).toEqual([])
  await toDark(page)
  expect(await colourViolationsOf(page)).toEqual([])
  await page.getByRole('button', { name: '互换' }).click()
  await page.getByText(/^新疆在运功率 .* MW，比内蒙古少/).waitFor()
  expect(page.url()).toContain('place=650000')
})

test.each([
  ['a comparison of periods', `${SCALE}?compare=periods`, '逐地区走势'],
  ['a comparison of places', `${SCALE}?compare=places`, '历年走势'],
  ['usage', '/planningmonitoring/project/usage', '四个季度'],
])('a phone folds the further charts of %s, and keeps them for paper', async (_page, path, chartName) => {
  const page = await app.page('nation', path)
  await page.setViewportSize({ width: 390, height: 844 })
  const button = page.getByRole('button', { name: /^展开其余 \d 张图$/ })
  await button.waitFor()
  const further = page.locator('.card', { hasText: chartName }).last()
  await further.waitFor({ state: 'attached' })
  await hasCome(page)
  await expect.poll(() => further.isVisible()).toBe(false)
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThan(3_600)
  await button.click()
  await further.waitFor()
  await button.waitFor({ state: 'detached' })
})
