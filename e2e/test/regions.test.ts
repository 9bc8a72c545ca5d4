import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { openMenu } from '../support/browser.ts'
import { onPlatform } from '../support/on-platform.ts'
import { expectSound } from '../support/sound.ts'

const app = onPlatform({}, { keepsPages: true })
let admin: Page
beforeAll(async () => {
  admin = await app.page('admin')
})

const dialog = () => admin.getByRole('dialog').last()
const field = (name: string) => dialog().locator(`[name="${name}"]`)
const press = (name: string) => dialog().getByRole('button', { name, exact: true }).click()

async function choose(name: string, words: string, option: RegExp): Promise<void> {
  await field(name).click()
  await admin.getByLabel('按名称查找地区').fill(words)
  await admin.getByRole('option', { name: option }).click()
}

describe('the screen of divisions', () => {
  test('shows divisions with their use, and ended ones on demand', async () => {
    await openMenu(admin, '行政区划')
    await admin.getByRole('button', { name: '展开 浙江省' }).click()
    await admin.getByRole('button', { name: '展开 杭州市' }).click()
    await admin.getByText('上城区', { exact: true }).first().waitFor()
    await expect.poll(() => admin.getByText('2021-04-09 并入上城区').count()).toBe(0)
    await admin.getByLabel('显示已终止的区划').check()
    await admin.getByText('2021-04-09 并入上城区').waitFor()
    await admin.getByRole('searchbox', { name: '查找行政区划' }).fill('莱城')
    await admin.getByText('山东省 / 莱芜市 / 莱城区').waitFor()
    await admin.getByRole('row').filter({ hasText: '江干区' }).waitFor()
    await expectSound(admin, '行政区划')
    await admin.getByRole('searchbox', { name: '查找行政区划' }).fill('')
  })

  test('records a succession after it has shown what moves', async () => {
    await admin.getByRole('button', { name: '记录沿革' }).click()
    await press('核对改属内容')
    await dialog().getByText('值不能为空').first().waitFor()
    await choose('fromCode', '盐池', /盐池县/)
    await choose('toCode', '盐池', /盐池县/)
    await field('kind').selectOption({ label: '撤并' })
    await field('effectiveDate').fill('2026-03-01')
    await press('核对改属内容')
    await dialog().getByText('不能并入区划本身').first().waitFor()
    await choose('toCode', '同心', /同心县/)
    await press('核对改属内容')
    const plan = dialog().getByRole('region', { name: '将改属的内容' })
    await plan.waitFor()
    await expect.poll(() => plan.textContent()).toMatch(/项目\s*[1-9]/)
    await expectSound(admin, '记录区划沿革')
    await press('确定改属')
    await admin.getByRole('row').filter({ hasText: '盐池县' }).getByText('撤并').waitFor()
  })

  test('no longer offers the ended division to forms, and its county works on', async () => {
    const page = await app.page('county_yc')
    await openMenu(page, '项目查询')
    await page.getByRole('row').filter({ hasText: '同心县' }).first().waitFor()
    await admin.getByRole('button', { name: '记录沿革' }).click()
    await field('fromCode').click()
    await admin.getByLabel('按名称查找地区').fill('盐池')
    await admin.getByText('没有匹配的地区').waitFor()
  })
})
