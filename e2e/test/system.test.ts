import type { Browser } from 'playwright-core'
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

test('the administration adds a dictionary entry, changes its name and deletes it', async () => {
  const page = await loginAs(browser, platform.url, 'admin')
  await openMenu(page, '字典管理')
  await page.getByRole('button', { name: '新建字典项' }).click()
  await page.locator('[name="label"]').fill('重力储能（示例）')
  await page.getByRole('button', { name: '保存', exact: true }).click()
  await page.getByText('值不能为空').waitFor()
  await page.locator('[name="value"]').fill('98')
  await page.getByRole('button', { name: '保存', exact: true }).click()
  const row = page.getByRole('row').filter({ hasText: '重力储能（示例）' })
  await row.getByRole('button', { name: '修改' }).click()
  await page.locator('[name="label"]').fill('重力储能（试点）')
  await page.getByRole('button', { name: '保存', exact: true }).click()
  const changed = page.getByRole('row').filter({ hasText: '重力储能（试点）' })
  await changed.getByRole('button', { name: '删除' }).click()
  await page.getByRole('dialog').getByRole('button', { name: '删除' }).click()
  await changed.waitFor({ state: 'detached' })
  expect(await row.count()).toBe(0)
})

test('the menus open level by level, and a new one stands where it was added', async () => {
  const page = await loginAs(browser, platform.url, 'admin')
  await openMenu(page, '菜单管理')
  const group = page.getByRole('listitem').filter({ hasText: '系统管理' }).last()
  await group.getByRole('button', { name: '展开 系统管理' }).click()
  await group.getByText('字典管理').waitFor()
  await group.getByRole('button', { name: '新增下级' }).first().click()
  await page.locator('[name="title"]').fill('运维说明')
  await page.locator('[name="path"]').fill('notes/index')
  await page.getByRole('button', { name: '保存', exact: true }).click()
  await group.getByText('运维说明').waitFor()
})

test('§6 the system pages are closed to who is not of the administration', async () => {
  const page = await loginAs(browser, platform.url, 'enterprise_yc')
  for (const path of ['/system/dict/index', '/system/menu/index']) {
    await page.goto(`${platform.url}${path}`)
    await page.waitForURL('**/404')
  }
})

test('the administration finds an account and resets its password, which must then be changed', async () => {
  const admin = await loginAs(browser, platform.url, 'admin')
  await openMenu(admin, '用户与机构')
  await admin.getByLabel('关键字').fill('county_yc')
  await admin.getByLabel('关键字').press('Enter')
  await admin.getByRole('button', { name: 'county_yc', exact: true }).click()
  const dialog = admin.getByRole('dialog')
  await dialog.getByRole('button', { name: '重置密码' }).click()
  await dialog.getByRole('button', { name: '确认重置' }).click()
  const password = (await dialog.locator('code').textContent()) ?? ''

  const context = await browser.newContext({ locale: 'zh-CN' })
  const page = await context.newPage()
  await page.goto(`${platform.url}/login`)
  await page.getByLabel('登录账号').fill('county_yc')
  await page.getByLabel('密码').fill(password)
  await page.getByRole('button', { name: '登录', exact: true }).click()
  await page.waitForURL('**/editpassword')
  await page.locator('[name="oldPass"]').fill(password)
  await page.locator('[name="newPass"]').fill('Yanchi2026xian')
  await page.locator('[name="again"]').fill('Yanchi2026xian')
  await page.getByRole('button', { name: '修改密码' }).click()
  await page.waitForURL('**/login')
  await page.getByLabel('登录账号').fill('county_yc')
  await page.getByLabel('密码').fill('Yanchi2026xian')
  await page.getByRole('button', { name: '登录', exact: true }).click()
  await page.getByRole('navigation', { name: '主菜单' }).waitFor()
})

test('a policy is seen by its readers once its editor has published it', async () => {
  const editor = await loginAs(browser, platform.url, 'policy_edit')
  await openMenu(editor, '政策管理')
  await editor.getByRole('button', { name: '新增', exact: true }).click()
  await editor.locator('[name="title"]').fill('关于促进新型储能调度运用的通知（示例）')
  await editor.getByRole('button', { name: '保存', exact: true }).click()
  const row = editor.getByRole('row').filter({ hasText: '调度运用的通知（示例）' })
  await row.getByText('草稿').waitFor()

  const reader = await loginAs(browser, platform.url, 'policy_query')
  await openMenu(reader, '政策查询')
  await quiet(reader)
  expect(await reader.getByText('调度运用的通知（示例）').count()).toBe(0)
  await row.getByRole('button', { name: '发布' }).click()
  await editor.getByText('发文单位：值不能为空').waitFor()
  await row.getByRole('button', { name: '修改' }).click()
  await editor.locator('[name="issueOrg"]').fill('国家能源局')
  await editor.getByRole('button', { name: '保存', exact: true }).click()
  await row.getByText('国家能源局').waitFor()
  await row.getByRole('button', { name: '发布' }).click()
  await row.getByText('已发布').waitFor()
  await reader.reload()
  await reader.getByRole('button', { name: /调度运用的通知（示例）/ }).click()
  await reader.getByRole('dialog').waitFor()
})

test('contacts, offices, the spread of accounts and the audit log open for the administration', async () => {
  const page = await loginAs(browser, platform.url, 'admin')
  const pages = [
    ['/contact/index', '通讯录'],
    ['/system/org/index', '机构管理'],
    ['/system/distribution/index', '账号分布'],
    ['/system/audit/index', '审计日志'],
  ] as const
  for (const [path, title] of pages) {
    await page.goto(`${platform.url}${path}`)
    await page.getByRole('heading', { name: title }).waitFor()
    await page.getByRole('gridcell').or(page.getByRole('cell')).first().waitFor()
  }
})
