import type { Locator } from 'playwright-core'
import { expect, test } from 'vitest'
import { violationsOf } from '../../support/accessible.ts'
import { hasCome, openMenu } from '../../support/browser.ts'
import { onSample } from '../../support/on-platform.ts'

const app = onSample()
const AUDIT = '/esproject/audit/index'

const hasFocus = (element: Locator) => element.evaluate((each) => each === document.activeElement)

test.each(['light', 'dark'] as const)('axe finds nothing in the frame when it is %s', async (look) => {
  const { page, heading } = await app.open('province_nx', AUDIT)
  await page.evaluate((chosen) => localStorage.setItem('look', chosen), look)
  await page.reload()
  for (const name of ['项目审核', '批量导入']) {
    await openMenu(page, name)
    await heading(name)
    expect(await violationsOf(page)).toEqual([])
  }
  await page.setViewportSize({ width: 390, height: 844 })
  await page.getByRole('button', { name: '展开菜单' }).click()
  await page.getByRole('dialog', { name: '菜单' }).waitFor()
  expect(await violationsOf(page)).toEqual([])
})

test('the first Tab offers to skip to the page', async () => {
  const { page, heading } = await app.open('province_nx', AUDIT)
  await page.reload()
  await heading('项目审核')
  // A key that comes before the application is at work goes to what is drawn until then.
  await hasCome(page)
  await page.keyboard.press('Tab')
  const skip = page.getByRole('button', { name: '跳到正文' })
  await expect.poll(() => hasFocus(skip)).toBe(true)
  await expect.poll(async () => (await skip.boundingBox())?.width).toBeGreaterThan(40)
  await page.keyboard.press('Enter')
  await expect.poll(() => hasFocus(page.locator('main'))).toBe(true)
  expect(new URL(page.url()).hash).toBe('')
})

test('the sidebar is gone through by keys, and the page that comes is announced', async () => {
  const { page, menu, heading } = await app.open('province_nx', AUDIT)
  const group = menu.getByRole('button', { name: '项目管理' })
  await group.focus()
  await page.keyboard.press('Enter')
  await expect.poll(() => group.getAttribute('aria-expanded')).toBe('false')
  await page.keyboard.press('Space')
  await expect.poll(() => group.getAttribute('aria-expanded')).toBe('true')
  await page.keyboard.press('Tab')
  expect(await hasFocus(menu.getByRole('link', { name: '审核工作台' }))).toBe(true)
  await page.keyboard.press('Tab')
  const shown = menu.getByRole('link', { name: '项目审核' })
  expect(await hasFocus(shown)).toBe(true)
  await expect.poll(() => shown.getAttribute('aria-current')).toBe('page')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await heading('项目查询')
  await page
    .locator('[aria-live="polite"]')
    .getByText('项目查询', { exact: true })
    .waitFor({ state: 'attached' })
})

test('the focus comes back to what opened a dialog', async () => {
  const { page } = await app.open('province_nx', AUDIT)
  for (const name of ['搜索菜单', '布局设置']) {
    const button = page.getByRole('button', { name })
    await button.focus()
    await page.keyboard.press('Enter')
    await page.getByRole('dialog', { name }).waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog', { name }).waitFor({ state: 'detached' })
    await expect.poll(() => hasFocus(button)).toBe(true)
  }
  const user = page.getByRole('button', { name: '宁夏回族自治区能源主管部门' })
  await user.focus()
  await page.keyboard.press('Enter')
  await page.getByRole('menuitem', { name: '退出登录' }).press('Enter')
  await page.getByText('确定注销并退出系统吗？').waitFor()
  await page.keyboard.press('Escape')
  await expect.poll(() => hasFocus(user)).toBe(true)
  await page.setViewportSize({ width: 800, height: 900 })
  const drawer = page.getByRole('button', { name: '展开菜单' })
  await drawer.focus()
  await page.keyboard.press('Enter')
  await page.getByRole('dialog', { name: '菜单' }).waitFor()
  await page.keyboard.press('Escape')
  await expect.poll(() => hasFocus(drawer)).toBe(true)
})

test('at 200 % nothing stands beyond the edge and nothing covers the page', async () => {
  const { page, heading } = await app.open('province_nx', AUDIT)
  // Twice as large on a screen of 1440 by 900.
  await page.setViewportSize({ width: 720, height: 450 })
  await heading('项目审核')
  const beyond = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  )
  expect(beyond).toBe(0)
  const frame = await page.locator('header').first().boundingBox()
  expect(frame?.height).toBeLessThan(225)
})

test('who asks for less motion sees none', async () => {
  const { page } = await app.open('province_nx', AUDIT)
  await page.emulateMedia({ reducedMotion: 'reduce' })
  const longest = await page.evaluate(() => {
    const seconds = (text: string) => Math.max(...text.split(',').map((each) => Number.parseFloat(each)))
    return Math.max(
      ...[...document.querySelectorAll('*')].map((element) => {
        const { transitionDuration, animationDuration } = getComputedStyle(element)
        return Math.max(seconds(transitionDuration), seconds(animationDuration))
      }),
    )
  })
  expect(longest).toBeLessThanOrEqual(0.001)
})

test('in forced colours the shown page, switches and the focus can still be told', async () => {
  const { page, menu, tag } = await app.open('province_nx', AUDIT)
  await page.emulateMedia({ forcedColors: 'active' })
  const look = (element: Locator) =>
    element.evaluate((each) => {
      const { backgroundColor, borderColor, color, outlineStyle } = getComputedStyle(each)
      return { backgroundColor, borderColor, color, outlineStyle }
    })
  const link = (name: string) => menu.getByRole('link', { name })
  expect(await look(link('项目审核'))).not.toEqual(await look(link('项目查询')))
  await openMenu(page, '项目查询')
  expect(await look(tag('项目查询'))).not.toEqual(await look(tag('项目审核')))
  await page.getByRole('button', { name: '布局设置' }).click()
  const tags = page.getByRole('switch', { name: '显示标签' })
  const on = await look(tags)
  await tags.click()
  expect(await look(tags)).not.toEqual(on)
  await page.keyboard.press('Tab')
  expect((await look(page.locator(':focus'))).outlineStyle).not.toBe('none')
})

test('on paper stands the record alone, black on white, also at night', async () => {
  const { page, menu, tags } = await app.open('province_nx', AUDIT)
  await page.evaluate(() => document.documentElement.classList.add('dark'))
  await page.emulateMedia({ media: 'print' })
  for (const part of [menu, tags, page.locator('header > div').first(), page.locator('button').first()])
    expect(await part.isVisible()).toBe(false)
  await page.getByRole('heading', { name: '项目审核', level: 1 }).waitFor()
  const ink = () =>
    page.locator('main').evaluate((element) => {
      const { color } = getComputedStyle(element)
      return [color, getComputedStyle(document.body).backgroundColor]
    })
  await expect.poll(ink).toEqual(['rgb(0, 0, 0)', 'rgb(255, 255, 255)'])
})
