import type { Locator, Page } from 'playwright-core'
import { fields } from '../../packages/contract/src/gen/fields.ts'

/** Rows moved per key. */
const PAGE = 10
const KEYS = ['projectId', 'year', 'quarter']
/** The columns of a sheet behind its first, by the names of the contract. */
const USAGE = fields.UsageFields.map(({ name }) => name).filter((name) => !KEYS.includes(name))
const YEAR = fields.YearCalcRow.map(({ name }) => name)

/** The quarterly sheet of a page. */
export const usageGrid = (page: Page) => sheetGrid(page, /使用情况$/, USAGE)

/** The sheet of a yearly calculation. */
export const yearGrid = (page: Page) => sheetGrid(page, /^年度测算分项$/, YEAR)

/** A grid with one cursor that renders only the cells in view. */
function sheetGrid(page: Page, name: RegExp, columns: readonly string[]) {
  const grid = page.getByRole('grid', { name })
  const markOf = (row: number, name: string) => `${row}:${columns.indexOf(name) + 1}`

  /** Moves the cursor to a cell by keys and returns the cell. */
  async function goTo(row: number, name: string): Promise<Locator> {
    await grid.focus()
    await page.keyboard.press('Control+Home')
    for (let step = PAGE; step <= row; step += PAGE) await page.keyboard.press('PageDown')
    for (let step = 0; step < row % PAGE; step += 1) await page.keyboard.press('ArrowDown')
    for (let step = -1; step < columns.indexOf(name); step += 1) await page.keyboard.press('ArrowRight')
    const cell = grid.locator(`[data-cursor][data-cell="${markOf(row, name)}"]`)
    await cell.waitFor()
    return cell
  }

  return {
    grid,
    goTo,
    cursor: grid.locator('[data-cursor]'),
    /** Scrolls the grid, px. */
    scrollTo: (top: number, left: number) =>
      grid.evaluate((element, to) => element.parentElement?.scrollTo(to), { top, left }),
    /** Number of DOM elements. */
    nodes: () => grid.evaluate((element) => element.querySelectorAll('*').length),

    /** Text of a cell, without the finding on its second line. */
    async textAt(row: number, name: string): Promise<string> {
      const cell = await goTo(row, name)
      return cell.evaluate(({ firstChild }) => firstChild?.textContent ?? '')
    },

    /** Overwrites a cell and confirms with Enter. */
    async type(row: number, name: string, text: string): Promise<void> {
      await goTo(row, name)
      await page.keyboard.type(text)
      await page.keyboard.press('Enter')
    },

    /** Pastes a table at a cell, in clipboard format of a spreadsheet. */
    async paste(row: number, name: string, lines: readonly (readonly string[])[]): Promise<void> {
      await goTo(row, name)
      const text = lines.map((line) => line.join('\t')).join('\r\n')
      await grid.evaluate((element, pasted) => {
        const clipboardData = new DataTransfer()
        clipboardData.setData('text/plain', pasted)
        element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
      }, text)
    },
  }
}
