import type { BrowserContext, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { onPlatform } from '../support/on-platform.ts'

const app = onPlatform()

const COMPANY = '盐池一号储能有限公司'
const FORM = '/esproject/declare/form'
const HOME = '/dashboard/index'
const field = (page: Page, name: string) => page.locator(`[name="${name}"]`)
const list = (page: Page) => page.getByRole('region', { name: '未提交的填写' })

async function typeProject(page: Page, name: string): Promise<void> {
  await field(page, 'projectName').fill(name)
  await page.getByText(/已留存/).waitFor()
}

async function discardAll(page: Page): Promise<void> {
  for (const button of await list(page).getByRole('button', { name: /^丢弃/ }).all()) await button.click()
  await list(page).waitFor({ state: 'detached' })
}

test('a new project that was not saved is restored after a reload, and can be set aside', async () => {
  const page = await app.page('enterprise_sy', FORM)
  page.on('dialog', (dialog) => dialog.accept())
  await typeProject(page, '未写完的储能电站')
  await page.reload()
  await page.getByText(/^已恢复 .* 填写的 1 项/).waitFor()
  expect(await field(page, 'projectName').inputValue()).toBe('未写完的储能电站')
  await page.getByRole('button', { name: '撤销恢复' }).click()
  await expect.poll(() => field(page, 'projectName').inputValue()).toBe('')
  await page.getByText(/填写但未保存的内容/).waitFor()
  await page.getByRole('button', { name: '丢弃' }).click()
  await expect.poll(() => page.getByText(/填写但未保存的内容/).count()).toBe(0)
})

test('another device of the account lists it on the home page and goes on with it; another account sees nothing', async () => {
  const page = await app.page('enterprise_yc', FORM)
  await typeProject(page, '换一台电脑接着填的储能电站')
  const device = await app.page('enterprise_yc', HOME)
  await list(device).getByText('新建项目：换一台电脑接着填的储能电站', { exact: true }).waitFor()
  await list(device)
    .getByRole('link', { name: /^接着填/ })
    .click()
  await expect.poll(() => field(device, 'projectName').inputValue()).toBe('换一台电脑接着填的储能电站')
  await field(device, 'address').fill('花马池镇')
  await device.getByText(/已留存/).waitFor()
  const other = await app.page('enterprise_shz', FORM)
  await typeProject(other, '别家的储能电站')
  expect(await other.getByText(/填写但未保存的内容/).count()).toBe(0)
  const otherHome = await app.page('enterprise_shz', HOME)
  await list(otherHome).getByText('新建项目：别家的储能电站', { exact: true }).waitFor()
  await list(otherHome).getByText('未提交的填写（1）').waitFor()
  await discardAll(otherHome)
  const home = await app.page('enterprise_yc', HOME)
  await list(home).getByText(/^2 项/).waitFor()
  await discardAll(home)
})

test('what is typed without a network is kept sealed in the browser, and sent when the network is back', async () => {
  const page = await app.page('enterprise_yc', FORM)
  const context: BrowserContext = page.context()
  await field(page, 'projectName').waitFor()
  // The form has looked for earlier input, and has the key of the account.
  await typeProject(page, '断网前填的储能电站')
  await context.setOffline(true)
  await field(page, 'projectName').fill('断网时填的储能电站')
  await page.getByText(/已存本机，联网后留存到平台/).waitFor()
  const stored = await page.evaluate(() => Object.entries(localStorage).join())
  expect(stored).toContain('xinchu:unsaved:')
  expect(stored).not.toContain('断网时填的储能电站')
  await context.setOffline(false)
  await page.getByText(/已留存/).waitFor()
  const home = await app.page('enterprise_yc', HOME)
  await list(home).getByText('新建项目：断网时填的储能电站', { exact: true }).waitFor()
  await discardAll(home)
})

test('the account menu lists what was not submitted, from any page', async () => {
  const page = await app.page('enterprise_yc', FORM)
  await typeProject(page, '菜单里的储能电站')
  const { page: other } = await app.open('enterprise_yc', '/contact/index')
  await other.getByRole('banner').getByRole('button', { name: COMPANY }).click()
  await other.getByRole('menuitem', { name: '未提交的填写' }).click()
  const dialog = other.getByRole('dialog', { name: '未提交的填写' })
  await dialog.getByText('新建项目：菜单里的储能电站', { exact: true }).waitFor()
  await dialog.getByRole('button', { name: /^丢弃/ }).click()
  await dialog.getByText('没有未提交的填写').waitFor()
})
