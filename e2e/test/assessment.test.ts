import { mkdirSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { toDark } from '../support/accessible.ts'
import { openMenu } from '../support/browser.ts'
import { onPlatform } from '../support/on-platform.ts'
import { expectSound } from '../support/sound.ts'

const app = onPlatform({}, { keepsPages: true })
const pictures = process.env['SCREENSHOTS']
if (pictures) mkdirSync(pictures, { recursive: true })
const snap = async (page: Page, name: string) => {
  if (pictures) await page.screenshot({ path: `${pictures}/assessment-${name}.png` })
}

describe('the catalogue of indices', () => {
  let page: Page
  beforeAll(async () => {
    page = await app.page('platform')
  })

  test('shows an index with its rule, and its keys lead from one to the next', async () => {
    await openMenu(page, '评价指标体系')
    await page.getByRole('button', { name: 'A2 安全可靠性' }).click()
    await page.getByRole('region', { name: '指标 A2' }).getByText('消防与应急').waitFor()
    await page.keyboard.press('ArrowDown')
    await page.getByRole('region', { name: '指标 A2-1' }).getByText('评分细则').waitFor()
    await snap(page, 'catalogue-1440')
    await expectSound(page, 'the catalogue')
  })

  test('is edited as a new version, which is published once its points add up', async () => {
    await page.getByRole('button', { name: '建立新版本' }).click()
    await page.getByRole('dialog').getByRole('button', { name: '建立' }).click()
    await page.getByRole('button', { name: 'A2-1' }).click()
    const index = page.getByRole('region', { name: '指标 A2-1' })
    await index.getByLabel('满分').fill('9')
    await page.getByText('A2 安全可靠性：子项合计 24，上级 25，差 1').waitFor()
    const publish = page.getByRole('button', { name: '发布', exact: true })
    await expect.poll(() => publish.isDisabled()).toBe(true)
    await snap(page, 'catalogue-edited')
    await expectSound(page, 'the catalogue while it is edited')
    await index.getByLabel('满分').fill('10')
    await page.getByText('已保存').first().waitFor()
    await expect.poll(() => publish.isEnabled()).toBe(true)
    await publish.click()
    await page.getByRole('dialog').getByRole('button', { name: '发布' }).click()
    await page.getByText('发布，只读').waitFor()
    await expect.poll(() => page.getByRole('button', { name: '新增一级指标' }).count()).toBe(0)
  })
})

describe('the self-assessment', () => {
  test('is saved while it is typed, names what is missing, and is locked once submitted', async () => {
    const page = await app.page('enterprise_yc')
    await openMenu(page, '指标自评')
    const item = page.getByRole('listitem').filter({ hasText: '装备国产化率' }).last()
    await item.getByLabel('自评分').fill('7')
    await item.getByText('0–6 之间').first().waitFor()
    await item.getByLabel('自评分').fill('5.5')
    await item.getByLabel('数值').fill('96')
    await page.getByText('已保存').first().waitFor()
    await page.getByRole('button', { name: '提交（还差 18 项）' }).waitFor()
    await snap(page, 'self-1440')
    await page.setViewportSize({ width: 1024, height: 900 })
    await snap(page, 'self-1024')
    await page.setViewportSize({ width: 390, height: 844 })
    await snap(page, 'self-390')
    await page.setViewportSize({ width: 1440, height: 900 })
    await toDark(page)
    await snap(page, 'self-dark')
    await page.evaluate(() => document.documentElement.classList.remove('dark'))
    await expectSound(page, 'the self-assessment')
    for (const text of await page.getByLabel('说明').all())
      await text.fill('已达到国内领先水平，有检测报告。')
    for (const value of await page.getByLabel('数值').all()) await value.fill('1')
    for (const score of await page.getByLabel('自评分').all()) await score.fill('1')
    await page.getByRole('button', { name: '提交自评' }).click()
    await page.getByRole('dialog').getByRole('button', { name: '提交' }).click()
    await page.getByText('提交，不能再改').waitFor()
    await expect.poll(() => page.getByLabel('自评分').first().isDisabled()).toBe(true)
    await snap(page, 'self-submitted')
  })
})

test('an application has an assessment of its own, which is filled in before it is submitted', async () => {
  const { id } = (await app.call('enterprise_yc', 'POST', '/api/esDemonstrationProject', {
    projectName: '盐池县自评储能示范',
    batchYear: new Date().getFullYear(),
    batchNo: 1,
    provinceCode: '640000',
    recommendType: '1',
    techType: '01',
  })) as { id: number } // held by the contract
  const address = `/demonstration/assess/index?stage=PRIMARY&project=${id}`
  const page = await app.page('enterprise_yc', address)
  const item = page.getByRole('listitem').filter({ hasText: '装备国产化率' }).last()
  await item.getByLabel('自评分').fill('5')
  await page.getByText('已保存').first().waitFor()
  await page.reload()
  await expect.poll(() => item.getByLabel('自评分').inputValue()).toBe('5')
  await expectSound(page, "an application's own assessment")
})
