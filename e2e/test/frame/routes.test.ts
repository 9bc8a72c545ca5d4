import { describe, expect, test } from 'vitest'
import { documentsOf, hasCome, openMenu } from '../../support/browser.ts'
import { onSample } from '../../support/on-platform.ts'
import { quiet } from '../../support/quiet.ts'

const app = onSample()
const AUDIT = '/esproject/audit/index'

describe('the public pages', () => {
  test('[2.routes.1, 2.routes.2, 2.routes.3, 2.routes.9] open for everyone at plain addresses, and stand in no menu', async () => {
    const page = await app.guest('/')
    for (const [path, heading] of [
      ['/', '用户登录'],
      ['/login', '用户登录'],
      ['/register', '企业注册'],
      ['/editpassword', '找回密码'],
    ] as const) {
      await page.goto(app.url(path))
      await page.getByRole('heading', { name: heading }).waitFor()
      const { pathname, hash } = new URL(page.url())
      expect([pathname, hash]).toEqual([path, ''])
    }
    const { menu } = await app.open('admin', '/user/center')
    const links = menu.getByRole('link', { includeHidden: true })
    const targets = await links.evaluateAll((all) => all.map((link) => link.getAttribute('href')))
    expect(targets).toContain('/system/menu/index')
    for (const path of ['/', '/login', '/register', '/editpassword']) expect(targets).not.toContain(path)
  })
})

describe('the pages of the frame', () => {
  test('[2.routes.10] begin at their top, and are found again where one had scrolled to', async () => {
    const { page, heading, tag } = await app.open('province_nx', '/esproject/query/index')
    const link = page.getByRole('link', { name: /储能/ }).first()
    const name = (await link.textContent()) ?? ''
    await link.click()
    await heading(name)
    // Content that loads later would move the position.
    await hasCome(page)
    await quiet(page)
    await page.evaluate(() => window.scrollTo(0, 400))
    await openMenu(page, '批量导入')
    await heading('批量导入')
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0)
    await tag(name).click()
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(400)
  })

  test('[2.routes.14, 8.errors.8] reload once where their part of the build is gone, and then offer to try again', async () => {
    const { page, heading } = await app.open('province_nx', AUDIT)
    const documents = documentsOf(page)
    await page.route('**/assets/import-screen-*.js', (route) => route.fulfill({ status: 404 }))
    await openMenu(page, '批量导入')
    await heading('页面出错')
    expect(documents()).toBe(1)
    await page.unroute('**/assets/import-screen-*.js')
    await page.getByRole('button', { name: '重试' }).click()
    await heading('批量导入')
  })

  test('of a newer build are fetched with the next page, once', async () => {
    const { page, heading } = await app.open('province_nx', AUDIT)
    await page.route('**/version.json', (route) => route.fulfill({ json: { build: 'newer' } }))
    const looked = page.waitForResponse('**/version.json')
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
    await (await looked).finished()
    const documents = documentsOf(page)
    const loaded = page.waitForEvent('load')
    await openMenu(page, '项目查询')
    await loaded
    await heading('项目查询')
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
    await openMenu(page, '批量导入')
    await heading('批量导入')
    expect(documents()).toBe(1)
  })
})
