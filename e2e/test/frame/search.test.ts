import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { onPlatform } from '../../support/on-platform.ts'

const app = onPlatform()

async function search(page: Page, words: string): Promise<void> {
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: '搜索菜单' }).fill(words)
}

describe('the search of the header', () => {
  test('[2.search.1] finds pages loosely by title and address, from one character on, by pinyin too, and opens them by keys', async () => {
    const { page, heading, menu } = await app.open('province_nx', '/user/center')
    await menu.waitFor()
    const options = page.getByRole('option')
    for (const words of ['项目查询', '查', 'xmcx', 'xiangmuchaxun', 'esproject/query', '项日查询']) {
      await search(page, words)
      await options.filter({ hasText: '项目管理 > 项目查询' }).waitFor()
      await page.keyboard.press('Escape')
    }
    await search(page, '项目')
    await options.first().waitFor()
    const second = (await options.nth(1).textContent()) ?? ''
    await page.keyboard.press('ArrowDown')
    await expect.poll(() => page.getByRole('option', { selected: true }).textContent()).toBe(second)
    await search(page, 'xmcx')
    await options.filter({ hasText: '项目管理 > 项目查询' }).waitFor()
    await page.keyboard.press('Enter')
    await heading('项目查询')
    await search(page, '菜单管理')
    await page.getByText('没有匹配的内容').waitFor()
  })

  test('finds projects and messages by their words too, and shows no addresses', async () => {
    await app.call('admin', 'POST', '/api/messagePush', {
      title: '请核对冯记沟项目',
      content: '<p>请核对。</p>',
      messageType: '1',
      targetType: '0',
    })
    const { page } = await app.open('county_yc', '/user/center')
    const { content } = (await app.call('county_yc', 'GET', '/api/esProject/queryCustom?size=1')) as {
      content: { id: number; projectName: string }[]
    }
    const [project] = content
    await search(page, project?.projectName ?? '')
    const projects = page.getByRole('group', { name: '项目' }).getByRole('option')
    await projects.filter({ hasText: project?.projectName ?? '' }).waitFor()
    await search(page, '请核对冯记沟')
    await page
      .getByRole('group', { name: '消息' })
      .getByRole('option', { name: /请核对冯记沟项目/ })
      .click()
    await page.waitForURL(/messageinformation\?keyword=/)
    await page.getByRole('button', { name: '请核对冯记沟项目' }).waitFor()

    await search(page, '项目')
    await expect.poll(() => page.getByRole('listbox').textContent()).not.toContain('/esproject')
    await search(page, project?.projectName ?? '')
    await projects.first().click()
    await page.waitForURL(`**/esproject/detail/${project?.id}`)
  })

  test('leads to all hits of a kind, page by page, and remembers the search', async () => {
    const { page, heading } = await app.open('province_nx', '/user/center')
    await search(page, '储能')
    await page
      .getByRole('group', { name: '项目', exact: true })
      .getByRole('option', { name: /查看全部/ })
      .click()
    await page.waitForURL(/\/search\?/)
    await heading('搜索')
    const hits = page.getByRole('region', { name: '搜索结果' }).getByRole('listitem')
    await hits.nth(19).waitFor()
    const first = await hits.first().textContent()
    await page.getByRole('button', { name: '下一页' }).click()
    await page.waitForURL(/page=1/)
    await page.waitForFunction(
      (before) => document.querySelector('section[aria-label="搜索结果"] li')?.textContent !== before,
      first,
    )
    await page
      .getByRole('navigation', { name: '类别' })
      .getByRole('button', { name: /示范项目/ })
      .click()
    await page.waitForURL(/kind=demo/)
    await page.keyboard.press('Control+k')
    await page.getByRole('region', { name: '最近搜索' }).getByRole('button', { name: '储能' }).click()
    await page.getByRole('group', { name: '项目', exact: true }).getByRole('option').first().waitFor()
  })
})
