import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { importWorkbook } from '../support/import-workbook.ts'
import { compose } from '../support/input-method.ts'
import { onPlatform } from '../support/on-platform.ts'
import { quiet } from '../support/quiet.ts'
import { usageGrid, yearGrid } from '../support/usage-grid.ts'

const app = onPlatform({}, { keepsPages: true })

/** The text on the clipboard, pasted into a field of its own because a page may not read the clipboard. */
async function copied(page: Page): Promise<string> {
  await page.evaluate(() => {
    const field = document.createElement('textarea')
    field.id = 'pasted'
    document.body.append(field)
    field.focus()
  })
  await page.keyboard.press('Control+v')
  const field = page.locator('#pasted')
  const text = await field.inputValue()
  await field.evaluate((element) => element.remove())
  return text
}

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
    expect(await sheet.textAt(0, 'remark')).toBe('抄表待核')
  })

  test('discards a composition with Escape, and takes none in a locked cell', async () => {
    await sheet.goTo(0, 'remark')
    await compose(page, 'cuo', '错')
    await page.keyboard.press('Escape')
    expect(await sheet.textAt(0, 'remark')).toBe('抄表待核')
    const before = await sheet.textAt(2, 'remark')
    await sheet.goTo(2, 'remark')
    await compose(page, 'cuo', '错')
    await page.keyboard.press('Enter')
    expect(await sheet.textAt(2, 'remark')).toBe(before)
  })

  test('undoes and redoes typing, a paste, a fill and a deletion as one step each', async () => {
    const texts = async () => [
      await sheet.textAt(0, 'chargeEnergy'),
      await sheet.textAt(0, 'dischargeEnergy'),
      await sheet.textAt(1, 'chargeEnergy'),
    ]
    const before = await texts()
    await sheet.type(0, 'chargeEnergy', '1600')
    await sheet.paste(0, 'chargeEnergy', [['1500', '1200']])
    await sheet.goTo(0, 'chargeEnergy')
    await page.keyboard.press('Shift+ArrowDown')
    await page.keyboard.press('Control+d')
    const filled = await texts()
    expect(filled).toEqual(['1500', '1200', '1500'])
    await sheet.goTo(0, 'chargeEnergy')
    await page.keyboard.press('Shift+ArrowRight')
    await page.keyboard.press('Delete')
    expect(await texts()).toEqual(['', '', '1500'])
    await page.keyboard.press('Control+z')
    expect(await texts()).toEqual(filled)
    await page.keyboard.press('Control+z')
    expect(await texts()).toEqual(['1500', '1200', before[2]])
    await page.keyboard.press('Control+z')
    await page.keyboard.press('Control+z')
    expect(await texts()).toEqual(before)
    for (const key of ['Control+y', 'Control+Shift+z', 'Control+y']) await page.keyboard.press(key)
    expect(await texts()).toEqual(filled)
    await page.keyboard.press('Control+y')
    expect(await texts()).toEqual(['', '', '1500'])
    for (let step = 0; step < 4; step += 1) await page.keyboard.press('Control+z')
    expect(await texts()).toEqual(before)
    expect(await page.getByRole('button', { name: '重做' }).isEnabled()).toBe(true)
  })

  test('tells the sum of a selection and copies it, with headers on request', async () => {
    await sheet.paste(0, 'chargeEnergy', [['1500', '1200.5']])
    await sheet.goTo(0, 'chargeEnergy')
    await page.keyboard.press('Shift+ArrowRight')
    await page.getByText('选中 2 格，合计 2700.5').waitFor()
    await page.keyboard.press('Control+c')
    await page.getByText('已复制').waitFor()
    expect(await copied(page)).toBe('1500\t1200.5')
    await sheet.goTo(0, 'chargeEnergy')
    await page.keyboard.press('Shift+ArrowRight')
    await page.keyboard.press('Control+Shift+c')
    await expect.poll(() => copied(page)).toBe('充电量（万kWh） *\t放电量（万kWh） *\n1500\t1200.5')
  })

  test('selects by dragging', async () => {
    const cellAt = (mark: string) => sheet.grid.locator(`[data-cell="${mark}"]`)
    await sheet.goTo(0, 'chargeEnergy')
    await cellAt('0:2').hover()
    await page.mouse.down()
    await cellAt('1:4').hover()
    await page.mouse.up()
    await page.getByText(/^选中 6 格/).waitFor()
    expect(await sheet.grid.locator('[aria-selected]').count()).toBe(6)
    await page.keyboard.press('ArrowDown')
    expect(await sheet.grid.locator('[aria-selected]').count()).toBe(1)
  })

  test('says what a paste left out, and shows it', async () => {
    await sheet.paste(0, 'chargeEnergy', [['1500', '约一千', '1700']])
    await page.getByText('剪贴板 1 行 3 列：贴入 2 格，1 格不是数值，未贴入').waitFor()
    await page.getByRole('button', { name: '看未贴入的内容' }).click()
    const dialog = page.getByRole('dialog', { name: '未贴入的 1 格' })
    await dialog.getByRole('row', { name: '第 1 行第 2 列 约一千 放电量 不是数值' }).waitFor()
    await dialog.getByRole('button', { name: '关闭' }).click()
    // Locked rows take nothing.
    const before = await sheet.textAt(2, 'chargeEnergy')
    await sheet.paste(2, 'chargeEnergy', [['1', '2']])
    await page.getByText('剪贴板 1 行 2 列：贴入 0 格，2 格所在行已锁定，未贴入').waitFor()
    expect(await sheet.textAt(2, 'chargeEnergy')).toBe(before)
  })

  test('completes the unique beginning of a choice, and refuses what is none', async () => {
    await sheet.type(0, 'runStatus', '检')
    expect(await sheet.textAt(0, 'runStatus')).toBe('检修')
    await sheet.type(0, 'runStatus', '没有')
    await page.getByText('“没有”不在可选项中，未填入').waitFor()
    expect(await sheet.textAt(0, 'runStatus')).toBe('检修')
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
    expect(await sheet.textAt(last, 'techType')).toBe('液流电池')
    await page.keyboard.press('Control+z')
    expect(await sheet.textAt(last, 'techType')).toBe('（空）')
    await page.keyboard.press('Control+z')
    expect(await sheet.grid.getAttribute('aria-rowcount')).toBe(rows)
    await page.keyboard.press('Control+y')
    await page.keyboard.press('Control+y')
    expect(await sheet.textAt(last, 'techType')).toBe('液流电池')
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
    await page.locator('button:enabled', { hasText: /^写入/ }).waitFor({ timeout: 60_000 })
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
    await cursor.getByText('未知').waitFor()
    await compose(page, 'lilizi', '锂离子')
    await page.keyboard.press('Enter')
    await page.keyboard.press('ArrowUp')
    await cursor.getByText('锂离子电池', { exact: true }).waitFor()
    // What was written is closed, and leads to the drafts.
    await page.getByRole('button', { name: '写入 5 行' }).click()
    await page.getByText('已写入 5 行为项目草稿，提交后才进入审核').waitFor()
    expect(await page.getByRole('button', { name: '下一处问题' }).count()).toBe(0)
    expect(await page.getByText('即可更正').count()).toBe(0)
    await page.getByRole('button', { name: '全部提交…' }).click()
    const ask = page.getByRole('dialog', { name: '提交导入的项目' })
    expect(await ask.getByRole('button', { name: '提交 5 个项目' }).isDisabled()).toBe(true)
    await ask.getByRole('button', { name: '取消' }).click()
    await page.getByRole('link', { name: '查看 5 个草稿' }).click()
    await page.getByRole('heading', { name: '项目申报' }).waitFor()
  })
})
