import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { toDark, violationsOf } from '../support/accessible.ts'
import { loginAs, startBrowser } from '../support/browser.ts'
import { type Platform, startPlatform } from '../support/platform.ts'
import { quiet } from '../support/quiet.ts'

let platform: Platform
let browser: Browser
beforeAll(async () => {
  platform = await startPlatform()
  browser = await startBrowser()
})
afterAll(async () => {
  await browser?.close()
  await platform?.stop()
})

const figureOf = (page: Page, caption: string) =>
  page.locator('dl > div', { has: page.getByText(caption, { exact: true }) }).locator('dd')

/** Waits until the page says so much power. */
const powerIs = (page: Page, power: string) =>
  figureOf(page, '累计功率')
    .filter({ hasText: new RegExp(`^${power}$`) })
    .waitFor()

const pathOf = (page: Page) => new URL(page.url()).pathname

describe('the landing of', () => {
  test.each([
    ['nation', '/planningmonitoring/project/scalelayout', '73,760 MW'],
    ['admin', '/planningmonitoring/project/scalelayout', '73,760 MW'],
    ['query', '/planningmonitoring/project/scalelayout', '73,760 MW'],
    ['office_nx', '/planningmonitoring/project/scalelayoutProvince', '4,430 MW'],
    ['region_xb', '/planningmonitoring/project/scalelayoutRegion', '18,730 MW'],
  ])('%s is %s with %s', async (username, path, power) => {
    const page = await loginAs(browser, platform.url, username)
    await page.getByRole('heading', { level: 1 }).waitFor()
    await powerIs(page, power)
    expect(pathOf(page)).toBe(path)
    await page.locator('canvas').first().waitFor()
  })

  test.each([
    ['province_nx', '/provicetaskment/index'],
    ['city_wz', '/citytaskment/index'],
    ['county_yc', '/countytaskment/index'],
  ])('%s is %s with the projects that wait, since when, and a way to each', async (username, path) => {
    const page = await loginAs(browser, platform.url, username)
    await page
      .getByText(/^自 .* 起等待$/)
      .first()
      .waitFor()
    expect(pathOf(page)).toBe(path)
    expect(Number.parseInt((await figureOf(page, '待办项目').textContent()) ?? '', 10)).toBeGreaterThan(0)
    await page
      .getByText(/^截止 /)
      .first()
      .waitFor()
    await page.getByRole('link', { name: /MW/ }).first().click()
    await page.waitForURL(/\/esproject\/detail\/\d+/)
  })
})

describe('the scale of the nation', () => {
  test('leads by keys into a province, which stays after a reload, and back', async () => {
    const page = await loginAs(browser, platform.url, 'nation')
    await page.getByRole('button', { name: '宁夏回族自治区' }).press('Enter')
    await powerIs(page, '4,430 MW')
    expect(page.url()).toContain('provinceCode=640000')
    await page.reload()
    await powerIs(page, '4,430 MW')
    await page.getByRole('button', { name: '返回上级' }).click()
    await powerIs(page, '73,760 MW')
  })

  test('has its figures as a table too', async () => {
    const page = await loginAs(browser, platform.url, 'nation')
    const card = page.locator('section', { has: page.getByRole('heading', { name: '技术路线占比' }) })
    await card.getByRole('button', { name: '表格' }).click()
    expect(await card.getByRole('row', { name: /锂离子电池/ }).textContent()).toContain('96.4')
  })

  test('is exported as a workbook', async () => {
    const page = await loginAs(browser, platform.url, 'nation')
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: '导出', exact: true }).click()
    expect((await download).suggestedFilename()).toMatch(/^规模布局统计-\d{4}\.xlsx$/)
  })
})

test.each(['nation', 'province_nx'])(
  'axe finds nothing on the landing of %s, by day and by night',
  async (username) => {
    const page = await loginAs(browser, platform.url, username)
    await quiet(page)
    expect(await violationsOf(page)).toEqual([])
    await toDark(page)
    expect(await violationsOf(page)).toEqual([])
  },
)
