import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { openMenu } from '../../support/browser.ts'
import { heldBack } from '../../support/frame.ts'
import { onPlatform } from '../../support/on-platform.ts'

const app = onPlatform({ WATERMARK: 'on' })
const AUDIT = '/esproject/audit/index'

describe('the sidebar', () => {
  test('[2.frame.1, 2.frame.3, 4.look.1, 9.limits.4] is 260 px wide, has logo and menu, opens and closes, and stays as it was left', async () => {
    const { page, cookie } = await app.open('province_nx', AUDIT)
    const sidebar = page.locator('aside')
    await expect.poll(async () => (await sidebar.boundingBox())?.width).toBe(260)
    await expect.poll(() => sidebar.locator('img').count()).toBe(1)
    await sidebar.getByRole('navigation', { name: '主菜单' }).waitFor()
    const button = page.getByRole('button', { name: '收起菜单' })
    await expect.poll(() => button.getAttribute('aria-expanded')).toBe('true')
    await button.click()
    await sidebar.waitFor({ state: 'detached' })
    await expect.poll(async () => (await cookie('sidebarStatus'))?.value).toBe('0')
    await page.reload()
    await page.getByRole('button', { name: '展开菜单' }).click()
    await sidebar.waitFor()
    await expect.poll(async () => (await cookie('sidebarStatus'))?.value).toBe('1')
  })

  test('[4.look.2, 9.limits.4] closes below 992 px, closes again with every page, and is back in a wide window', async () => {
    const { page, heading, menu } = await app.open('province_nx', AUDIT)
    await page.setViewportSize({ width: 992, height: 800 })
    const sidebar = page.locator('aside')
    await sidebar.waitFor()
    await page.setViewportSize({ width: 991, height: 800 })
    await sidebar.waitFor({ state: 'detached' })
    await page.getByRole('button', { name: '展开菜单' }).click()
    await openMenu(page, '项目查询')
    await heading('项目查询')
    await menu.waitFor({ state: 'detached' })
    await page.setViewportSize({ width: 992, height: 800 })
    await sidebar.waitFor()
  })

  test('[2.frame.2] has one group open at a time', async () => {
    const { page, menu } = await app.open('province_nx', AUDIT)
    const groups = menu.locator('button[aria-expanded]')
    const isOpen = page.locator('[aria-expanded="true"]')
    await expect.poll(() => groups.and(isOpen).allInnerTexts()).toEqual(['项目管理'])
    await groups.filter({ hasText: '决策报送' }).click()
    await expect.poll(() => groups.and(isOpen).allInnerTexts()).toEqual(['决策报送'])
  })
})

describe('the header', () => {
  test('[2.frame.4] has a breadcrumb that begins at the home page, unless it is the dashboard', async () => {
    const { page } = await app.open('province_nx', '/esproject/query/index')
    const crumbs = page.getByRole('navigation', { name: '当前位置' }).getByRole('listitem')
    await expect.poll(() => crumbs.allInnerTexts()).toEqual(['首页', '项目管理', '项目查询'])
    await crumbs.getByRole('link', { name: '首页' }).click()
    await page.waitForURL('**/provicetaskment/index')
  })

  test('[2.frame.7] fills the screen and leaves it again', async () => {
    const { page } = await app.open('province_nx', AUDIT)
    const isFull = () => page.evaluate(() => document.fullscreenElement !== null)
    await page.getByRole('button', { name: '全屏', exact: true }).click()
    await expect.poll(isFull).toBe(true)
    await page.getByRole('button', { name: '退出全屏' }).click()
    await expect.poll(isFull).toBe(false)
  })

  test('[2.frame.11, 8.errors.11] warns where the screen cannot be filled', async () => {
    const { page, notice } = await app.open('province_nx', AUDIT)
    await page.evaluate(() => Object.defineProperty(document, 'fullscreenEnabled', { value: false }))
    await page.getByRole('button', { name: '全屏', exact: true }).click()
    await notice('当前浏览器不支持全屏').waitFor()
  })

  test('[2.frame.8, 2.frame.13, 1.users.2] has behind the company’s name the manual, which comes as a file under a mask', async () => {
    const { page } = await app.open('province_nx', AUDIT)
    await page.getByRole('button', { name: '宁夏回族自治区能源主管部门' }).click()
    const entries = page.getByRole('menuitem')
    await expect
      .poll(() => entries.allInnerTexts())
      .toEqual(['个人中心', '未提交的填写', '本页帮助', '用户手册', '使用指引', '退出登录'])
    const { held, release } = heldBack()
    await page.route('**/api/users/downloadManual*', async (route) => {
      await held
      await route.continue()
    })
    const download = page.waitForEvent('download')
    await page.getByRole('menuitem', { name: '用户手册' }).click()
    const mask = page.getByRole('status').filter({ hasText: '正在下载' })
    await mask.waitFor()
    release()
    const file = await download
    expect(file.suggestedFilename()).toMatch(/\.pdf$/)
    expect(
      readFileSync(await file.path())
        .subarray(0, 5)
        .toString(),
    ).toBe('%PDF-')
    await mask.waitFor({ state: 'detached' })
  })
})

test('[2.frame.9] below the page stand both filing lines, and over it the watermark that was configured', async () => {
  const { page } = await app.open('province_nx', AUDIT)
  const footer = await page.locator('footer').textContent()
  expect(footer).toMatch(/ICP备/)
  expect(footer).toMatch(/公网安备/)
  const image = await page.getByTestId('watermark').evaluate((element) => element.style.backgroundImage)
  expect(decodeURIComponent(image)).toMatch(/省级审核员 \d{4}\/\d+\/\d+/)
})

test('a lost network is said for as long as it lasts', async () => {
  const { page } = await app.open('province_nx', AUDIT)
  const banner = page.getByText(/^网络已断开/)
  await page.context().setOffline(true)
  await banner.waitFor()
  await page.context().setOffline(false)
  await banner.waitFor({ state: 'detached' })
})
