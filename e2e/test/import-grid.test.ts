import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { toDark, violationsOf } from '../support/accessible.ts'
import { importWorkbook } from '../support/import-workbook.ts'
import { onPlatform } from '../support/on-platform.ts'

interface Look {
  /** Rows of the grid, its head among them. */
  count: number
  mayChange: boolean
  /** px from the top of the page */
  top: number
}

const app = onPlatform({}, { keepsPages: true })
let page: Page
let looks: Look[]
beforeAll(async () => {
  page = await app.page('enterprise_yc', '/esproject/import/index')
  const faults = { 4321: { contactPhone: '12345' }, 4999: { ratedPower: '12,5' } }
  const buffer = await importWorkbook(app.url(), 'enterprise_yc', 5_000, faults)
  await page.evaluate(watchGrid)
  await page.getByLabel('选择工作簿').setInputFiles({
    name: '五千行.xlsx',
    mimeType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    buffer,
  })
  await grid().getByRole('rowheader', { name: '6', exact: true }).waitFor({ timeout: 150_000 })
  await grid().focus()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowRight')
  await page.locator('button:enabled', { hasText: /^写入/ }).waitFor({ timeout: 150_000 })
  // The looks come a frame after what they look at, which a busy machine delays.
  await page.waitForFunction(() => Reflect.get(window, 'looks').at(-1)?.mayChange)
  looks = await page.evaluate(() => Reflect.get(window, 'looks'))
})

/** A text and not a function: a compiler's helpers, which it may call, are not in the page. */
const watchGrid = `
  window.looks = []
  const look = () => {
    const grid = document.querySelector('[role=grid][aria-label=导入的行]')
    if (!grid) return
    const { top } = grid.getBoundingClientRect()
    const now = { count: Number(grid.ariaRowCount), mayChange: !grid.ariaReadOnly, top }
    if (JSON.stringify(now) !== JSON.stringify(looks.at(-1))) looks.push(now)
  }
  new MutationObserver(() => requestAnimationFrame(look)).observe(document, {
    childList: true, subtree: true, attributes: true,
  })
`

const grid = () => page.getByRole('grid', { name: '导入的行' })
const cursor = () => grid().locator('[data-cursor]')
const figure = (name: string) => page.getByRole('button', { name: new RegExp(`^${name}`) })
const nodes = () => grid().evaluate((element) => element.querySelectorAll('*').length)

describe('a workbook of 5,000 rows', () => {
  test('shows its rows while it is read, and may be put right when it has been', () => {
    const counts = looks.map(({ count }) => count)
    expect(counts[0]).toBeLessThan(5_001)
    expect(counts).toEqual(counts.toSorted((a, b) => a - b))
    expect(looks.at(-1)).toMatchObject({ count: 5_001, mayChange: true })
    for (const { count, mayChange } of looks) if (mayChange) expect(count).toBe(5_001)
  })

  test('stays where it is while its rows come, and so does the cursor of who reads them', async () => {
    expect(new Set(looks.map(({ top }) => top)).size).toBe(1)
    expect(await cursor().getAttribute('data-cell')).toBe('1:1')
    await figure('全部 5,000').waitFor()
    await figure('有错误 2').waitFor()
  })

  test('shows the rows with errors first when it is opened later, each fault in words at its cell and below', async () => {
    await page.reload()
    await grid().waitFor()
    await expect.poll(() => grid().getAttribute('aria-rowcount')).toBe('3')
    expect(await page.getByRole('heading', { level: 1 }).count()).toBe(1)
    await page.getByRole('button', { name: '下一处问题' }).click()
    await cursor().getByText('请输入正确格式的电话号码').waitFor()
    expect(await cursor().getAttribute('aria-invalid')).toBe('true')
    await page.getByRole('status').getByText('联系电话：请输入正确格式的电话号码').waitFor()
  })

  test('is drawn with 400 nodes at most, wherever it is scrolled to', async () => {
    await figure('全部').click()
    await grid().getByRole('rowheader', { name: '6', exact: true }).waitFor()
    expect(await grid().getAttribute('aria-rowcount')).toBe('5001')
    expect(await nodes()).toBeLessThanOrEqual(400)
    await grid().evaluate((element) => element.parentElement?.scrollTo({ top: 100_000, left: 3_000 }))
    await grid().getByRole('rowheader', { name: '2510', exact: true }).waitFor()
    expect(await nodes()).toBeLessThanOrEqual(400)
    await grid().getByRole('columnheader', { name: '额定功率（MW） *' }).waitFor()
  })

  test('is walked by keys from one end to the other, the cursor always in sight and named', async () => {
    await grid().focus()
    await page.keyboard.press('Control+End')
    await grid().getByRole('rowheader', { name: '5005', exact: true }).waitFor()
    expect(await cursor().getAttribute('data-cell')).toMatch(/^4999:/)
    const named = await page.locator(':focus').getAttribute('aria-activedescendant')
    expect(await cursor().getAttribute('id')).toBe(named)
    await page.keyboard.press('Control+Home')
    await grid().getByRole('rowheader', { name: '6', exact: true }).waitFor()
    expect(await cursor().getAttribute('data-cell')).toBe('0:0')
  })

  test('leads to the next fault far down, where the cell is put right in place', async () => {
    await grid().focus()
    await page.keyboard.press('F8')
    await cursor().getByText('请输入正确格式的电话号码').waitFor()
    expect(await cursor().getAttribute('data-cell')).toMatch(/^4320:/)
    await page.keyboard.press('F2')
    const editor = page.getByRole('textbox', { name: '联系电话' })
    expect(await editor.inputValue()).toBe('12345')
    await editor.fill('139')
    await page.keyboard.press('Escape')
    await cursor().getByText('12345').waitFor()
    await page.keyboard.press('Enter')
    await editor.fill('13900139000')
    await page.keyboard.press('Enter')
    await page.keyboard.press('ArrowUp')
    await cursor().getByText('13900139000').waitFor()
    await figure('有错误 1').waitFor()
    await expect.poll(() => cursor().getAttribute('aria-invalid')).toBeNull()
  })

  test('takes what is typed over a cell and what is pasted from a spreadsheet', async () => {
    await figure('有错误').click()
    await grid().getByRole('rowheader', { name: '5004', exact: true }).waitFor()
    await page.getByRole('button', { name: '下一处问题' }).click()
    await cursor().getByText('不是一个数').waitFor()
    await page.keyboard.type('60')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Escape')
    // The row is right now, and stays where it was.
    await figure('有错误 0').waitFor()
    await grid().getByRole('row', { name: /^5004/ }).getByText('60', { exact: true }).waitFor()
    await page.keyboard.press('ArrowLeft')
    await page.keyboard.press('Home')
    await page.keyboard.press('ArrowRight')
    await grid().evaluate((element) => {
      const clipboardData = new DataTransfer()
      clipboardData.setData('text/plain', '另一座储能站')
      element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
    })
    await page.getByText('已粘贴 1 格').waitFor()
    await cursor().getByText('另一座储能站').waitFor()
    // It is checked and kept by then.
    await expect.poll(() => cursor().getAttribute('data-pending')).toBeNull()
    await figure('有错误 0').waitFor()
  })

  test('has nothing that hinders its use, by day and by night', async () => {
    expect(await violationsOf(page)).toEqual([])
    await toDark(page)
    expect(await violationsOf(page)).toEqual([])
  })
})
