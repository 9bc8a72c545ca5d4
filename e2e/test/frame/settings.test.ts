import { describe, expect, test } from 'vitest'
import { colourViolationsOf, violationsOf } from '../../support/accessible.ts'
import type { Frame } from '../../support/frame.ts'
import { onSample } from '../../support/on-platform.ts'

const app = onSample()
const AUDIT = '/esproject/audit/index'

async function openPanel(): Promise<Frame> {
  const frame = await app.open('province_nx', AUDIT)
  await frame.page.getByRole('button', { name: '布局设置' }).click()
  await frame.page.getByRole('dialog', { name: '布局设置' }).waitFor()
  return frame
}

const themeOf = ({ page }: Frame) =>
  page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue('--theme'))

test('[4.look.3, 9.limits.5, 9.limits.6, 9.limits.7, 3.settings.1] by default the portal is #1890ff and small, with tags, fixed header, logo, footer and one open group', async () => {
  const frame = await openPanel()
  const { page, tags, cookie } = frame
  expect(await themeOf(frame)).toBe('#1890ff')
  await expect.poll(() => page.evaluate(() => document.documentElement.dataset['size'])).toBe('small')
  expect([await cookie('theme'), await cookie('size')]).toEqual([undefined, undefined])
  for (const name of ['显示标签', '固定头部', '显示标志', '只展开一组菜单', '显示页脚'])
    await expect.poll(() => page.getByRole('switch', { name }).isChecked()).toBe(true)
  await tags.waitFor()
  await page.locator('aside img').waitFor()
  await page.locator('footer').waitFor()
})

test('[2.settings.1, 4.look.4, 9.limits.5] a theme colour is chosen among eight or freely, colours the page and is kept for 365 days', async () => {
  const frame = await openPanel()
  const { page, heading, cookie } = frame
  const colours = page.getByRole('group', { name: '主题颜色' })
  await expect.poll(() => colours.getByRole('button').count()).toBe(8)
  await colours.locator('input[type="color"]').fill('#8a5a06')
  await expect.poll(() => themeOf(frame)).toBe('#8a5a06')
  await colours.getByRole('button', { name: '翠绿' }).click()
  const theme = await cookie('theme')
  expect(decodeURIComponent(theme?.value ?? '')).toBe('#11a983')
  expect(((theme?.expires ?? 0) - Date.now() / 1000) / 86_400).toBeCloseTo(365, 0)
  await page.reload()
  await heading('项目审核')
  expect(await themeOf(frame)).toBe('#11a983')
})

test('[2.settings.6, 4.look.3] each size is confirmed with 布局设置成功 and kept in a cookie', async () => {
  const { page, heading, notice, cookie } = await openPanel()
  for (const [label, size] of [
    ['默认', 'default'],
    ['中等', 'medium'],
    ['小', 'small'],
    ['超小', 'mini'],
  ] as const) {
    // The notice goes by itself, and may be gone before a slow click has returned.
    const said = notice('布局设置成功').waitFor()
    await page
      .getByRole('group', { name: '布局大小' })
      .getByRole('button', { name: label, exact: true })
      .click()
    await said
    await expect.poll(async () => (await cookie('size'))?.value).toBe(size)
    await expect.poll(() => page.evaluate(() => document.documentElement.dataset['size'])).toBe(size)
  }
  await page.reload()
  await heading('项目审核')
  await expect.poll(() => page.evaluate(() => document.documentElement.dataset['size'])).toBe('mini')
})

describe('what stands in the frame', () => {
  test('[2.settings.2, 2.settings.3, 2.settings.4] tags and logo are put away, the header scrolls with the page, and all of it comes back by one button', async () => {
    const { page, tags, heading } = await openPanel()
    const header = page.locator('header').first()
    const logo = page.locator('aside img')
    const top = async () => (await header.boundingBox())?.y ?? 0
    const scroll = () =>
      page.evaluate(() => {
        document.body.style.minHeight = '3000px'
        window.scrollTo(0, 300)
      })
    for (const name of ['显示标签', '固定头部', '显示标志']) await page.getByRole('switch', { name }).click()
    await tags.waitFor({ state: 'detached' })
    await logo.waitFor({ state: 'detached' })
    await scroll()
    expect(await top()).toBe(-300)
    await page.reload()
    await heading('项目审核')
    expect([await tags.count(), await logo.count()]).toEqual([0, 0])
    await page.getByRole('button', { name: '布局设置' }).click()
    await page.getByRole('button', { name: '恢复默认' }).click()
    await tags.waitFor()
    await logo.waitFor()
    await scroll()
    expect(await top()).toBe(0)
  })

  test('[2.settings.5] several groups of menus stay open where one alone is not asked for', async () => {
    const { page, menu } = await openPanel()
    await page.getByRole('switch', { name: '只展开一组菜单' }).click()
    await page.keyboard.press('Escape')
    const isOpen = page.locator('[aria-expanded="true"]')
    const groups = menu.locator('button[aria-expanded]')
    await groups.filter({ hasText: '决策报送' }).click()
    expect((await groups.and(isOpen).allInnerTexts()).toSorted()).toEqual(['决策报送', '项目管理'])
  })
})

test('the look follows the system until one is chosen, and then stays', async () => {
  const { page, heading } = await openPanel()
  const isDark = () => page.evaluate(() => document.documentElement.classList.contains('dark'))
  await page.emulateMedia({ colorScheme: 'dark' })
  await expect.poll(isDark).toBe(true)
  await page.getByRole('button', { name: '浅色' }).click()
  expect(await isDark()).toBe(false)
  await page.reload()
  await heading('项目审核')
  expect(await isDark()).toBe(false)
})

test('every theme colour is legible, by day and by night', async () => {
  const frame = await openPanel()
  const { page } = frame
  const colours = page.getByRole('group', { name: '主题颜色' }).getByRole('button')
  const still = () =>
    page.evaluate(() => Promise.allSettled(document.getAnimations().map(({ finished }) => finished)))
  await still()
  const wrong = await violationsOf(page)
  for (const look of ['浅色', '深色']) {
    await page.getByRole('button', { name: look }).click()
    for (const colour of await colours.all()) {
      await colour.click()
      const name = await colour.getAttribute('aria-label')
      await still()
      wrong.push(...(await colourViolationsOf(page)).map((finding) => `${look} ${name}: ${finding}`))
    }
  }
  expect(wrong).toEqual([])
})
