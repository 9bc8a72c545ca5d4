import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { loginAs, openMenu, startBrowser } from '../support/browser.ts'
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

const TITLE = '三季度运行数据报送提醒'

async function openSendForm(page: Page): Promise<void> {
  await openMenu(page, '消息推送')
  await page.getByRole('button', { name: '发送消息' }).click()
}

test('an incomplete message is not sent, and what was typed stays', async () => {
  const page = await loginAs(browser, platform.url, 'province_nx')
  await openSendForm(page)
  await page.locator('[name="title"]').fill(TITLE)
  await page.getByRole('button', { name: '发送', exact: true }).click()
  await page.getByText('值不能为空').first().waitFor()
  expect(await page.locator('[name="title"]').inputValue()).toBe(TITLE)
})

test('a message of a province reaches an enterprise there, and the province sees that it was read', async () => {
  const province = await loginAs(browser, platform.url, 'province_nx')
  await openSendForm(province)
  await province.locator('[name="title"]').fill(TITLE)
  await province.locator('[name="messageType"]').selectOption({ label: '填报提醒' })
  await province.locator('[name="content"]').fill('请于 10 月 20 日前完成报送。\n<b>逾期</b>将通报。')
  await province.getByRole('button', { name: '发送', exact: true }).click()
  await province.getByText('消息已发送').waitFor()

  const enterprise = await loginAs(browser, platform.url, 'enterprise_yc')
  await enterprise.goto(`${platform.url}/user/messageinformation`)
  await enterprise.getByRole('button', { name: TITLE }).click()
  await enterprise.getByText('<b>逾期</b>将通报。').waitFor()

  await province.reload()
  const row = province.getByRole('row').filter({ hasText: TITLE })
  await row.getByRole('button', { name: '阅读情况' }).click()
  await province.getByRole('dialog').getByText('已读', { exact: true }).first().waitFor()
})

test('a message that was taken back is gone from the inbox', async () => {
  const province = await loginAs(browser, platform.url, 'province_nx')
  await openMenu(province, '消息推送')
  await province.getByRole('row').filter({ hasText: TITLE }).getByRole('button', { name: '撤回' }).click()
  await province.getByText('消息已撤回').waitFor()
  const enterprise = await loginAs(browser, platform.url, 'enterprise_yc')
  await enterprise.goto(`${platform.url}/user/messageinformation`)
  await enterprise.getByRole('heading', { name: '消息中心' }).waitFor()
  await quiet(enterprise)
  expect(await enterprise.getByRole('button', { name: TITLE }).count()).toBe(0)
})

test('the number of unread messages rises while the page is open, without a reload', async () => {
  const enterprise = await loginAs(browser, platform.url, 'enterprise_yc')
  await quiet(enterprise)
  const words = await enterprise
    .getByRole('banner')
    .getByText(/^有\d+条未读消息$/)
    .textContent()
  const before = Number(/\d+/.exec(words ?? '')?.[0])
  // It would be lost with the page.
  await enterprise.evaluate(() => document.body.setAttribute('data-page', 'first'))

  const province = await loginAs(browser, platform.url, 'province_nx')
  await openSendForm(province)
  await province.locator('[name="title"]').fill('四季度运行数据报送提醒')
  await province.locator('[name="messageType"]').selectOption({ label: '填报提醒' })
  await province.locator('[name="content"]').fill('请于 1 月 20 日前完成报送。')
  await province.getByRole('button', { name: '发送', exact: true }).click()
  await province.getByText('消息已发送').waitFor()

  await enterprise
    .getByText(`有${before + 1}条未读消息`)
    .first()
    .waitFor({ timeout: 20_000 })
  expect(await enterprise.locator('body[data-page="first"]').count()).toBe(1)
})
