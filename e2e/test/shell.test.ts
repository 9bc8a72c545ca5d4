import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { violationsOf } from '../support/accessible.ts'
import { chooseMenu, loginAs, openMenu, startBrowser, typeLogin } from '../support/browser.ts'
import { type Platform, startPlatform } from '../support/platform.ts'

let platform: Platform
let browser: Browser
let page: Page
beforeAll(async () => {
  platform = await startPlatform({ WATERMARK: 'on' })
  browser = await startBrowser()
})
beforeEach(async () => {
  page = await loginAs(browser, platform.url, 'province_nx', '/esproject/audit/index')
  await heading('项目审核')
  return () => page.context().close()
})
afterAll(async () => {
  await browser?.close()
  await platform?.stop()
})

const tags = () => page.getByRole('navigation', { name: '已打开的页面' })
const tag = (name: string) => tags().getByRole('button', { name, exact: true })
const heading = (name: string) => page.getByRole('heading', { name, exact: true }).waitFor()
const cookie = async (name: string) => (await page.context().cookies()).find((each) => each.name === name)

describe('§2 the guard', () => {
  test('without a token everything but the public pages goes to /login', async () => {
    const guest = await (await browser.newContext()).newPage()
    for (const path of ['/esproject/query/index', '/user/center', '/nothing']) {
      await guest.goto(`${platform.url}${path}`)
      await guest.waitForURL('**/login')
    }
    await guest.context().close()
  })

  test('who logs in before the platform has said whether it asks for a captcha is let in', async () => {
    const guest = await (await browser.newContext()).newPage()
    await guest.route('**/api/platform*', async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 1_500))
      await route.continue()
    })
    await typeLogin(guest, platform.url, 'province_nx')
    await guest.context().close()
  })

  test('an unknown path goes to /404', async () => {
    await page.goto(`${platform.url}/no/such/page`)
    await page.waitForURL('**/404')
    await page.getByText('您访问的页面不存在').waitFor()
  })

  test('a page that the server did not grant goes to /404', async () => {
    const enterprise = await loginAs(browser, platform.url, 'enterprise_yc')
    await enterprise.goto(`${platform.url}/esproject/audit/index`)
    await enterprise.waitForURL('**/404')
    await enterprise.context().close()
  })

  test('the title of a page stands before the title of the platform', async () => {
    await openMenu(page, '项目查询')
    await expect.poll(() => page.title()).toBe('项目查询 - 全国新型储能大数据平台')
  })

  test('navigation scrolls to the top, and back to where one was', async () => {
    await openMenu(page, '项目查询')
    const link = page.getByRole('link', { name: /储能/ }).first()
    const name = (await link.textContent()) ?? ''
    await link.click()
    await heading(name)
    await page.evaluate(() => window.scrollTo(0, 400))
    await openMenu(page, '批量导入')
    await heading('批量导入')
    expect(await page.evaluate(() => window.scrollY)).toBe(0)
    await tag(name).click()
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(400)
  })

  test('/redirect opens an address anew', async () => {
    await page.goto(`${platform.url}/redirect/esproject/query/index?size=50`)
    await page.waitForURL('**/esproject/query/index?size=50')
  })
})

describe('§2 layout', () => {
  test('the sidebar is 260 px wide, opens and closes, and stays as it was left', async () => {
    const sidebar = page.locator('aside')
    expect((await sidebar.boundingBox())?.width).toBe(260)
    await page.getByRole('button', { name: '收起菜单' }).click()
    await sidebar.waitFor({ state: 'detached' })
    expect((await cookie('sidebarStatus'))?.value).toBe('0')
    await page.reload()
    await page.getByRole('button', { name: '展开菜单' }).click()
    await sidebar.waitFor()
    expect((await cookie('sidebarStatus'))?.value).toBe('1')
  })

  test('below 992 px the sidebar closes, and closes again with every page', async () => {
    await page.setViewportSize({ width: 991, height: 800 })
    await page.locator('aside').waitFor({ state: 'detached' })
    await page.getByRole('button', { name: '展开菜单' }).click()
    await openMenu(page, '项目查询')
    await heading('项目查询')
    await page.getByRole('navigation', { name: '主菜单' }).waitFor({ state: 'detached' })
  })

  test('the breadcrumb begins at the home page', async () => {
    await openMenu(page, '项目查询')
    const crumbs = page.getByRole('navigation', { name: '当前位置' }).getByRole('listitem')
    await expect.poll(() => crumbs.allInnerTexts()).toEqual(['首页\n/', '项目管理\n/', '项目查询'])
  })

  test('the header says how many messages wait', async () => {
    await page.getByText(/^有\d+条未读消息$/).waitFor()
  })

  test('both filing lines stand in the footer', async () => {
    const footer = await page.locator('footer').textContent()
    expect(footer).toMatch(/ICP备/)
    expect(footer).toMatch(/公网安备/)
  })

  test('log-out asks, then clears the session and reloads', async () => {
    await page.getByRole('button', { name: /能源主管部门/ }).click()
    await page.getByRole('menuitem', { name: '退出登录' }).click()
    await page.getByText('确定注销并退出系统吗？').waitFor()
    await page.getByRole('button', { name: '取消' }).click()
    await heading('项目审核')
    await page.getByRole('button', { name: /能源主管部门/ }).click()
    await page.getByRole('menuitem', { name: '退出登录' }).click()
    await page.getByRole('button', { name: '确定' }).click()
    await page.waitForURL('**/login')
    expect(await cookie('xinchu_token')).toBeUndefined()
    expect(await page.evaluate(() => sessionStorage.length)).toBe(0)
  })

  test('one group of menus is open at a time', async () => {
    const groups = page.getByRole('navigation', { name: '主菜单' }).locator('button[aria-expanded]')
    await groups.and(page.locator('[aria-expanded="false"]')).first().click()
    expect(await groups.and(page.locator('[aria-expanded="true"]')).count()).toBe(1)
  })

  test('a browser that cannot fill the screen warns', async () => {
    await page.evaluate(() => Object.defineProperty(document, 'fullscreenEnabled', { value: false }))
    await page.getByRole('button', { name: '全屏', exact: true }).click()
    await page.locator('[aria-live] >> text=当前浏览器不支持全屏').waitFor()
  })

  test('a lost network is said for as long as it lasts', async () => {
    const banner = page.getByText(/^网络已断开/)
    await page.context().setOffline(true)
    await banner.waitFor()
    await page.context().setOffline(false)
    await banner.waitFor({ state: 'detached' })
  })

  test('the watermark carries the name of the user where it is configured', async () => {
    const image = await page.getByTestId('watermark').evaluate((element) => element.style.backgroundImage)
    expect(decodeURIComponent(image)).toMatch(/\d{4}\/\d+\/\d+/)
  })
})

describe('§2 tags', () => {
  beforeEach(async () => {
    await openMenu(page, '项目查询')
    await heading('项目查询')
    await openMenu(page, '批量导入')
    await heading('批量导入')
  })

  test('a click opens a page again as it was left: text, filters and selection', async () => {
    await tag('项目查询').click()
    await page.getByRole('searchbox', { name: '关键字' }).fill('盐池')
    await page.getByRole('checkbox', { name: /选择/ }).nth(1).check()
    await tag('批量导入').click()
    await heading('批量导入')
    await tag('项目查询').click()
    expect(await page.getByRole('searchbox', { name: '关键字' }).inputValue()).toBe('盐池')
    await page.getByText('已选 1 项').waitFor()
  })

  test('the middle button, the cross and the Delete key close a page, and its neighbour is shown', async () => {
    await tag('批量导入').click({ button: 'middle' })
    await heading('项目查询')
    await tags().getByRole('button', { name: '关闭 项目查询' }).click()
    await heading('项目审核')
    await tag('项目审核').press('Delete')
    await expect.poll(() => tags().getByRole('listitem').count()).toBe(1)
  })

  test('a page with unsaved input is kept while another is shown, and asks before its tag is closed', async () => {
    await page.goto(`${platform.url}/esproject/declare/form`)
    await page.locator('[name="projectName"]').fill('盐池县未保存的项目')
    await openMenu(page, '项目查询')
    await heading('项目查询')
    const asked: string[] = []
    page.on('dialog', (dialog) => {
      asked.push(dialog.message())
      void dialog.dismiss()
    })
    await tags().getByRole('button', { name: '关闭 填报项目' }).click()
    expect(asked).toEqual(['“填报项目”尚有未保存的内容，确定关闭吗？'])
    await tag('填报项目').click()
    expect(await page.locator('[name="projectName"]').inputValue()).toBe('盐池县未保存的项目')
  })

  test('the menu of a tag, 105 px wide, refreshes and closes', async () => {
    await tag('项目查询').click({ button: 'right' })
    const items = page.getByRole('menuitem')
    expect(await items.allInnerTexts()).toEqual(['刷新', '关闭', '关闭其他', '关闭全部'])
    expect((await page.getByRole('menu').boundingBox())?.width).toBe(105)
    await items.filter({ hasText: '关闭其他' }).click()
    await heading('项目查询')
    expect(await tags().getByRole('listitem').count()).toBe(1)
  })

  test('a refreshed page forgets what was typed', async () => {
    await tag('项目查询').click()
    await page.getByRole('searchbox', { name: '关键字' }).fill('盐池')
    await tag('项目查询').click({ button: 'right' })
    await page.getByRole('menuitem', { name: '刷新' }).click()
    await expect.poll(() => page.getByRole('searchbox', { name: '关键字' }).inputValue()).toBe('')
  })

  test('one page with other parameters is another tag, named after what it shows', async () => {
    await tag('项目查询').click()
    const links = page.getByRole('link', { name: /储能/ })
    const names = [await links.nth(0).textContent(), await links.nth(1).textContent()]
    await links.nth(0).click()
    await tag(names[0] ?? '').waitFor()
    await tag('项目查询').click()
    await links.nth(1).click()
    await tag(names[1] ?? '').waitFor()
    await tag(names[0] ?? '').click()
    await heading(names[0] ?? '')
  })

  test('the list of tags survives a reload', async () => {
    await page.reload()
    await heading('批量导入')
    await expect
      .poll(() => tags().getByRole('listitem').allInnerTexts())
      .toEqual(['项目审核', '项目查询', '批量导入'])
  })
})

describe('§2 the search of the header', () => {
  test.each([
    ['a title', '查询'],
    ['initials', 'xmcx'],
    ['full pinyin', 'xiangmuchaxun'],
  ])('finds a page by %s and opens it with the Enter key', async (_what, words) => {
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox', { name: '搜索菜单' }).fill(words)
    await page.getByRole('option', { name: /项目查询/ }).waitFor()
    await page.keyboard.press('Enter')
    await heading('项目查询')
  })
})

describe('§2 settings', () => {
  test('a theme colour is kept for 365 days and colours the page', async () => {
    await page.getByRole('button', { name: '布局设置' }).click()
    await page.getByRole('button', { name: '翠绿' }).click()
    const theme = await cookie('theme')
    expect(decodeURIComponent(theme?.value ?? '')).toBe('#11a983')
    expect(((theme?.expires ?? 0) - Date.now() / 1000) / 86_400).toBeCloseTo(365, 0)
    await page.reload()
    await heading('项目审核')
    expect(await page.evaluate(() => document.documentElement.style.getPropertyValue('--theme'))).toBe(
      '#11a983',
    )
  })

  test('a size confirms with 布局设置成功 and is kept in a cookie; small is the default', async () => {
    expect(await page.evaluate(() => document.documentElement.dataset['size'])).toBe('small')
    await page.getByRole('button', { name: '布局设置' }).click()
    await page.getByRole('button', { name: '中等' }).click()
    await page.getByText('布局设置成功').waitFor()
    expect((await cookie('size'))?.value).toBe('medium')
  })

  test('tags and logo can be put away', async () => {
    await page.getByRole('button', { name: '布局设置' }).click()
    await page.getByRole('switch', { name: '显示标签' }).click()
    await tags().waitFor({ state: 'detached' })
    await page.getByRole('button', { name: '恢复默认' }).click()
    await tags().waitFor()
  })
})

describe('§8 errors and session', () => {
  test('a lost network is said in the words of the catalogue, once', async () => {
    await page.route('**/api/esProject/queryCustom*', (route) => route.abort())
    await openMenu(page, '项目查询')
    await page.locator('[aria-live] >> text=接口请求失败').waitFor()
    expect(await page.locator('[aria-live] >> text=接口请求失败').count()).toBe(1)
  })

  test('a refused refresh says 登录过期，请重新登录 after the reload', async () => {
    await page.evaluate(() => sessionStorage.setItem('refreshToken', 'wrong'))
    await page.context().addCookies([{ name: 'xinchu_token', value: 'Bearer%20wrong', url: platform.url }])
    await chooseMenu(page, '项目查询')
    await page.waitForURL('**/login')
    await page.getByText('登录过期，请重新登录').waitFor()
  })

  test('log-out in one tab logs out the others', async () => {
    const other = await page.context().newPage()
    await other.goto(`${platform.url}/esproject/query/index`)
    await other.getByRole('heading', { name: '项目查询' }).waitFor()
    await page.getByRole('button', { name: /能源主管部门/ }).click()
    await page.getByRole('menuitem', { name: '退出登录' }).click()
    await page.getByRole('button', { name: '确定' }).click()
    await page.waitForURL('**/login')
    await other.waitForURL('**/login')
  })

  test('a page whose part of the build is gone reloads once, and then says so', async () => {
    let loads = 0
    page.on('load', () => {
      loads += 1
    })
    await page.route('**/assets/import-screen-*.js', (route) => route.fulfill({ status: 404 }))
    await chooseMenu(page, '批量导入')
    await expect.poll(() => loads).toBe(1)
    await page.waitForTimeout(1_500)
    expect(loads).toBe(1)
  })
})

describe('§2 a newer build', () => {
  test('that was deployed while a page was open is fetched with the next page, once', async () => {
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

describe('accessibility', () => {
  test.each(['light', 'dark'] as const)('axe finds nothing in the frame when it is %s', async (look) => {
    await page.evaluate((chosen) => localStorage.setItem('look', chosen), look)
    await page.reload()
    for (const name of ['项目审核', '批量导入']) {
      await openMenu(page, name)
      await heading(name)
      expect(await violationsOf(page)).toEqual([])
    }
  })
})
