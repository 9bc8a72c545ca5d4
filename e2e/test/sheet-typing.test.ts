import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { importWorkbook } from '../support/import-workbook.ts'
import { compose } from '../support/input-method.ts'
import { onPlatform } from '../support/on-platform.ts'
import { quiet } from '../support/quiet.ts'
import { usageGrid, yearGrid } from '../support/usage-grid.ts'

const app = onPlatform({}, { keepsPages: true })

describe('the quarterly sheet', () => {
  let page: Page
  let sheet: ReturnType<typeof usageGrid>
  beforeAll(async () => {
    page = await app.page('enterprise_yc', '/decision/quarter/enterprise/index')
    await quiet(page)
    sheet = usageGrid(page)
    await sheet.grid.waitFor()
  })

  test('takes Chinese from the first key in a cell that only has the focus', async () => {
    await sheet.goTo(0, 'remark')
    await compose(page, 'chaobiao', '抄表')
    await compose(page, 'daihe', '待核')
    await page.keyboard.press('Enter')
    await expect.poll(() => sheet.textAt(0, 'remark')).toBe('抄表待核')
  })

  test('discards a composition with Escape, and takes none in a locked cell', async () => {
    await sheet.goTo(0, 'remark')
    await compose(page, 'cuo', '错')
    await page.keyboard.press('Escape')
    await expect.poll(() => sheet.textAt(0, 'remark')).toBe('抄表待核')
    const before = await sheet.textAt(2, 'remark')
    await sheet.goTo(2, 'remark')
    await compose(page, 'cuo', '错')
    await page.keyboard.press('Enter')
    await expect.poll(() => sheet.textAt(2, 'remark')).toBe(before)
  })

  test('selects by dragging', async () => {
    const cellAt = (mark: string) => sheet.grid.locator(`[data-cell="${mark}"]`)
    await sheet.goTo(0, 'chargeEnergy')
    await cellAt('0:2').hover()
    await page.mouse.down()
    await cellAt('1:4').hover()
    await page.mouse.up()
    await page.getByText(/^选中 6 格/).waitFor()
    await expect.poll(() => sheet.grid.locator('[aria-selected]').count()).toBe(6)
    await page.keyboard.press('ArrowDown')
    await expect.poll(() => sheet.grid.locator('[aria-selected]').count()).toBe(1)
  })

  test('keeps the caption of a group in sight while its columns pass', async () => {
    await sheet.grid.focus()
    await page.keyboard.press('Control+Home')
    await sheet.scrollTo(0, 260)
    const frozen = await sheet.grid.getByRole('columnheader', { name: '项目' }).boundingBox()
    const caption = await sheet.grid.getByText('运行与电量', { exact: true }).boundingBox()
    const edge = (frozen?.x ?? 0) + (frozen?.width ?? 0)
    expect(caption?.x).toBeGreaterThanOrEqual(edge - 1)
    expect(caption?.x).toBeLessThan(edge + 40)
  })
})

describe('the yearly sheet', () => {
  test('takes Chinese from the first key, and undoes an added row with what was typed into it', async () => {
    const page = await app.page('province_nx', '/decision/year/calculation/index')
    await quiet(page)
    const sheet = yearGrid(page)
    await sheet.grid.waitFor()
    const rows = await sheet.grid.getAttribute('aria-rowcount')
    await page.getByRole('button', { name: '添加一行' }).click()
    await compose(page, 'yeliu', '液流')
    await page.keyboard.press('Enter')
    const last = Number(rows) - 1
    await expect.poll(() => sheet.textAt(last, 'techType')).toBe('液流电池')
    await page.keyboard.press('Control+z')
    await expect.poll(() => sheet.textAt(last, 'techType')).toBe('（空）')
    await page.keyboard.press('Control+z')
    await expect.poll(() => sheet.grid.getAttribute('aria-rowcount')).toBe(rows)
    await page.keyboard.press('Control+y')
    await page.keyboard.press('Control+y')
    await expect.poll(() => sheet.textAt(last, 'techType')).toBe('液流电池')
  })
})

describe('the import grid', () => {
  test('takes Chinese from the first key, completes a choice, and undoes both', async () => {
    const page = await app.page('enterprise_yc', '/esproject/import/index')
    await quiet(page)
    const buffer = await importWorkbook(app.url(), 'enterprise_yc', 5, { 2: { techType: '未知' } })
    await page.getByLabel('选择工作簿').setInputFiles({
      name: '五行.xlsx',
      mimeType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
      buffer,
    })
    const grid = page.getByRole('grid', { name: '导入的行' })
    const cursor = grid.locator('[data-cursor]')
    await page.locator('button:enabled', { hasText: /^写入/ }).waitFor()
    await grid.locator('[data-cell="0:1"]').click()
    const name = await cursor.textContent()
    await compose(page, 'yanchi', '盐池县')
    await page.keyboard.type('导入45号54MW')
    await page.keyboard.press('Enter')
    await page.keyboard.press('ArrowUp')
    await cursor.getByText('盐池县导入45号54MW').waitFor()
    await page.keyboard.press('Control+z')
    await expect.poll(() => cursor.textContent()).toBe(name)

    await page.getByRole('button', { name: '下一处问题' }).click()
    await cursor.getByText('未知', { exact: true }).waitFor()
    await compose(page, 'lilizi', '锂离子')
    await page.keyboard.press('Enter')
    await page.keyboard.press('ArrowUp')
    await cursor.getByText('锂离子电池', { exact: true }).waitFor()
    // What was written is closed, and leads to the drafts.
    await page.getByRole('button', { name: '写入 5 行' }).click()
    await page.getByText('已写入 5 行为项目草稿，提交后才进入审核').waitFor()
    await expect.poll(() => page.getByRole('button', { name: '下一处问题' }).count()).toBe(0)
    await expect.poll(() => page.getByText('即可更正').count()).toBe(0)
    await page.getByRole('button', { name: '全部提交…' }).click()
    const ask = page.getByRole('dialog', { name: '提交导入的项目' })
    await expect.poll(() => ask.getByRole('button', { name: '提交 5 个项目' }).isDisabled()).toBe(true)
    await ask.getByRole('button', { name: '取消' }).click()
    await page.getByRole('link', { name: '查看 5 个草稿' }).click()
    await page.getByRole('heading', { name: '项目申报' }).waitFor()
  })
})
