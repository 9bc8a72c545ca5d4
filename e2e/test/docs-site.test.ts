import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { violationsOf } from '../support/accessible.ts'
import { onSample } from '../support/on-platform.ts'

const app = onSample()

/** Addresses of other origins that a page asks for, and what the browser refuses on it. */
function watch(page: Page) {
  const foreign: string[] = []
  const refused: string[] = []
  page.on('request', (request) => {
    if (!request.url().startsWith(app.url())) foreign.push(request.url())
  })
  page.on('console', (message) => {
    if (message.type() === 'error') refused.push(message.text())
  })
  return { foreign, refused }
}

async function search(page: Page, words: string): Promise<void> {
  await page.keyboard.press('/')
  await page.getByRole('searchbox', { name: '搜索词' }).fill(words)
  await page.getByRole('status').getByText('条结果').waitFor()
}

test.each([
  { width: 1440, colorScheme: 'light' as const },
  { width: 390, colorScheme: 'dark' as const },
])(
  'a guide, a reference page and the search are accessible at $width, $colorScheme',
  async ({ width, colorScheme }) => {
    const page = await app.guest(undefined, { viewport: { width, height: 900 }, colorScheme })
    const watched = watch(page)
    for (const path of ['guide/bulk-import', 'operations/fill-time', 'sdk/node']) {
      await page.goto(app.url(`/docs/${path}.html`))
      expect([path, await violationsOf(page)]).toEqual([path, []])
      expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
    }
    await search(page, '填报时间')
    expect(await violationsOf(page)).toEqual([])
    expect(watched).toEqual({ foreign: [], refused: [] })
  },
)

test('the search finds Chinese words, names and codes, and leads there by the keyboard', async () => {
  const page = await app.guest('/docs/')
  for (const [words, found] of [
    ['批量导入', '批量导入'],
    ['疑似重复退出码', '计划与执行'],
    ['projects.syncWarehousingData', '同步入库'],
    ['P-007', 'P-007 储能时长在 0.05 至 100 小时之间'],
    ['fileStore', 'fileStore'],
  ] as const) {
    await search(page, words)
    await page.getByRole('dialog').getByRole('link', { name: found }).first().waitFor()
    await page.keyboard.press('Escape')
  }
  await search(page, 'P-007')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await page.waitForURL(/rule-codes\.html#P-007$/)
})

test('the site works as plain files too', async () => {
  const page = await app.guest()
  const built = new URL('../../packages/docs/dist/guide/events.html', import.meta.url)
  await page.goto(built.href)
  await search(page, '批量导入')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { level: 1, name: '批量导入' }).waitFor()
  expect(
    await page.evaluate(() => getComputedStyle(document.querySelector('.top') ?? document.body).position),
  ).toBe('sticky')
})

test('a phone opens the list of pages, and a chosen theme stays', async () => {
  const page = await app.guest('/docs/guide/events.html', { viewport: { width: 390, height: 800 } })
  const list = page.getByRole('navigation', { name: '本部分页面' })
  expect(await list.isVisible()).toBe(false)
  await page.getByRole('button', { name: '目录' }).click()
  await list.getByRole('link', { name: '命令行' }).click()
  await page.getByRole('heading', { level: 1, name: '命令行' }).waitFor()
  await page.getByRole('button', { name: '切换深浅色' }).click()
  await page.reload()
  expect(await page.locator('html').getAttribute('data-theme')).toBe('dark')
})

test('the documentation leads to the trial calls and the manual', async () => {
  const page = await app.guest('/docs/guide/first-call.html')
  await page.getByRole('navigation', { name: '各部分' }).getByRole('link', { name: '在线试用' }).click()
  await page.getByRole('heading', { name: '全国新型储能大数据平台接口' }).waitFor()
  await page.goto(app.url('/docs/'))
  await page.getByRole('navigation', { name: '各部分' }).getByRole('link', { name: '用户手册' }).click()
  await page.waitForURL(/\/docs\/manual$/)
})
