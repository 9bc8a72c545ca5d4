import { describe, expect, test } from 'vitest'
import { hasCome, openMenu } from '../../support/browser.ts'
import { onDemonstration } from '../../support/on-platform.ts'

const app = onDemonstration()
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

  test('[2.routes.4, 2.routes.5] of a missing page and of a missing permission say so and lead home', async () => {
    const { page } = await app.open('province_nx', '/404')
    await page.getByText('您访问的页面不存在').waitFor()
    await page.goto(app.url('/401'))
    await page.getByText('您没有权限访问该页面').waitFor()
    await page.getByRole('link', { name: '返回首页' }).click()
    await page.waitForURL('**/provicetaskment/index')
  })
})

describe('the pages of the frame', () => {
  test('[2.routes.7, 2.routes.8, 2.routes.12] are open to every user, and titled with the platform', async () => {
    const { page, menu, heading } = await app.open('expert', '/user/center')
    await heading('个人中心')
    await menu.waitFor()
    await expect.poll(() => page.title()).toBe('个人中心 - 全国新型储能大数据平台')
    await page.goto(app.url('/user/messageinformation'))
    await heading('消息中心')
    await expect.poll(() => page.title()).toBe('消息中心 - 全国新型储能大数据平台')
    await openMenu(page, '通讯录')
    await expect.poll(() => page.title()).toBe('通讯录 - 全国新型储能大数据平台')
  })

  test('[2.routes.11, 2.routes.13, 6.roles.7] are those that the server granted; any other, like an unknown one, leads to /404', async () => {
    const province = await app.open('province_nx', AUDIT)
    await province.heading('项目审核')
    await province.menu.getByRole('link', { name: '项目审核' }).waitFor()
    const { page, menu } = await app.open('enterprise_yc', '/user/center')
    await menu.getByRole('link', { name: '通讯录' }).waitFor()
    expect(await menu.getByRole('link', { name: '项目审核', includeHidden: true }).count()).toBe(0)
    for (const path of [AUDIT, '/no/such/page']) {
      await page.goto(app.url(path))
      await page.waitForURL('**/404')
    }
  })

  test('[6.roles.2] offer what is meant for some roles to these alone', async () => {
    const nation = await app.open('nation', '/planningmonitoring/project/warehouse')
    await nation.heading('入库项目台账')
    await nation.page.getByRole('button', { name: '同步入库' }).waitFor()
    await nation.page.getByText(/^合计 .* MWh$/).waitFor()
    const { page, heading } = await app.open('province_nx', '/planningmonitoring/project/warehouse')
    await heading('入库项目台账')
    await page.getByRole('button', { name: '导出', exact: true }).waitFor()
    expect(await page.getByRole('button', { name: '同步入库' }).count()).toBe(0)
  })

  test('[2.routes.6] open anew by /redirect, with what stood behind their address', async () => {
    const guest = await app.guest('/redirect/esproject/query/index')
    await guest.waitForURL('**/login')
    const { page, tags } = await app.open('province_nx', '/redirect/esproject/query/index?size=50')
    await page.waitForURL('**/esproject/query/index?size=50')
    await expect.poll(() => tags.getByRole('listitem').allInnerTexts()).toEqual(['项目查询'])
  })

  test('[9.limits.8] ask for whole dictionaries, by pages of 9999', async () => {
    const { page, heading } = await app.open('province_nx', '/user/center')
    const asked = page.waitForRequest('**/api/dictDetail/map?*')
    await openMenu(page, '项目查询')
    await heading('项目查询')
    const { searchParams } = new URL((await asked).url())
    expect([searchParams.get('page'), searchParams.get('size')]).toEqual(['0', '9999'])
  })

  test('[2.routes.10] begin at their top, and are found again where one had scrolled to', async () => {
    const { page, heading, tag } = await app.open('province_nx', '/esproject/query/index')
    const link = page.getByRole('link', { name: /储能/ }).first()
    const name = (await link.textContent()) ?? ''
    await link.click()
    await heading(name)
    // Content that loads later would move the position.
    await hasCome(page)
    await page.evaluate(() => window.scrollTo(0, 400))
    await openMenu(page, '批量导入')
    await heading('批量导入')
    expect(await page.evaluate(() => window.scrollY)).toBe(0)
    await tag(name).click()
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(400)
  })

  test('[2.routes.14, 8.errors.8] reload once where their part of the build is gone, and then offer to try again', async () => {
    const { page, heading } = await app.open('province_nx', AUDIT)
    let loads = 0
    page.on('load', () => {
      loads += 1
    })
    await page.route('**/assets/import-screen-*.js', (route) => route.fulfill({ status: 404 }))
    await openMenu(page, '批量导入')
    await heading('页面出错')
    expect(loads).toBe(1)
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
    let loads = 0
    page.on('load', () => {
      loads += 1
    })
    await openMenu(page, '项目查询')
    await expect.poll(() => loads).toBe(1)
    await heading('项目查询')
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
    await openMenu(page, '批量导入')
    await heading('批量导入')
    expect(loads).toBe(1)
  })
})
