import type { Page } from 'playwright-core'
import { afterEach, expect, test } from 'vitest'
import { hasCome, openMenu } from '../support/browser.ts'
import { onSample } from '../support/on-platform.ts'

const app = onSample()

const refused: string[] = []
afterEach(() => {
  refused.length = 0
})

/** Collects policy violations from the browser's console. */
function watch(page: Page): void {
  page.on('console', (message) => {
    const text = message.text()
    if (/Content.Security.Policy|Permissions.Policy/i.test(text)) refused.push(`${page.url()}: ${text}`)
  })
}

/** Shows a part of a page that opens above it, and closes it again. */
async function open(page: Page, role: 'dialog' | 'menu', opener: () => Promise<void>): Promise<void> {
  await opener()
  await page.getByRole(role).first().waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole(role).first().waitFor({ state: 'detached' })
}

test('the pages for who is not logged in keep to the policy', async () => {
  const page = await app.guest()
  watch(page)
  for (const path of ['/login', '/register', '/editpassword', '/404']) {
    await page.goto(app.url(path))
    await page.waitForLoadState('networkidle')
  }
  expect(refused).toEqual([])
})

test('the frame, lists and forms keep to the policy, with dialogs and menus', async () => {
  const page = await app.page('enterprise_yc')
  watch(page)
  await page.reload()
  await hasCome(page)
  await open(page, 'dialog', () => page.getByRole('button', { name: '布局设置' }).click())
  await open(page, 'dialog', () => page.getByRole('button', { name: '搜索菜单' }).click())
  await open(page, 'menu', () => page.locator('[aria-haspopup=menu]').first().click())
  for (const path of ['/esproject/declare/index', '/esproject/declare/form', '/user/center']) {
    await page.goto(app.url(path))
    await hasCome(page)
  }
  expect(refused).toEqual([])
})

test('drawings keep to the policy, with their hints', async () => {
  const page = await app.page('office_nx')
  watch(page)
  await page.reload()
  await openMenu(page, '使用情况统计')
  const quarters = page.getByRole('img', { name: /^逐季/ })
  await quarters.hover()
  await quarters.getByText('季度').waitFor()
  await openMenu(page, '项目分布地图')
  await page.locator('canvas').and(page.locator(':visible')).first().waitFor()
  await page
    .getByRole('button', { name: /个项目/ })
    .first()
    .hover()
  await page.getByRole('status', { name: '所选标记' }).getByText('MW').first().waitFor()
  expect(refused).toEqual([])
})

test('a style sheet and a script that slipped into a page are refused', async () => {
  const page = await app.page('enterprise_yc')
  watch(page)
  await page.evaluate(() => {
    document.head.append(
      Object.assign(document.createElement('style'), { textContent: 'body { opacity: 0.5 }' }),
    )
    document.head.append(Object.assign(document.createElement('script'), { textContent: 'window.name = 1' }))
  })
  await expect.poll(() => page.evaluate(() => getComputedStyle(document.body).opacity)).toBe('1')
  expect(refused).toHaveLength(2)
})
