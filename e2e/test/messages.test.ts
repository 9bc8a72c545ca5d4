import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { loginAs, openMenu, startBrowser } from '../support/browser.ts'
import { type Platform, startPlatform } from '../support/platform.ts'

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
  await enterprise.waitForLoadState('networkidle')
  expect(await enterprise.getByRole('button', { name: TITLE }).count()).toBe(0)
})
