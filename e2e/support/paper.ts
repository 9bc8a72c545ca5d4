import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'

/** The pages that a page prints, as text without white space. */
export async function printedPages(page: Page): Promise<string[]> {
  const folder = mkdtempSync(join(tmpdir(), 'xinchu-paper-'))
  try {
    const file = join(folder, 'print.pdf')
    writeFileSync(file, await page.pdf({ preferCSSPageSize: true }))
    const text = execFileSync('pdftotext', ['-raw', file, '-'], { encoding: 'utf8' })
    return text
      .split('\f')
      .slice(0, -1)
      .map((each) => each.replaceAll(/\s/g, ''))
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** Returns the title of a list, the first cell of each row, and the captions. */
const shownOf = (page: Page) =>
  page
    .locator('main [role=grid]:visible')
    .first()
    .evaluate((grid) => ({
      title: grid.getAttribute('aria-label') ?? '',
      keys: [...grid.querySelectorAll<HTMLElement>('[data-cell$=":0"]')].map(
        ({ dataset }) => dataset['text'] ?? '',
      ),
      captions: [...grid.querySelectorAll('thead th:not(.print\\:hidden)')].map(
        ({ textContent }) => textContent ?? '',
      ),
    }))

const plain = (text: string) => text.replaceAll(/\s/g, '')

/** The button of the list itself. A page of statistics has one more, for its own sheet. */
const printButton = (page: Page) =>
  page
    .locator('main [role=grid]:visible')
    .first()
    .locator('xpath=ancestor::section[1]')
    .locator('button[aria-label="打印"]')

/** Describes what the paper of a list lacks; undefined if all that its screen shows is there. */
async function listFault(page: Page): Promise<string | undefined> {
  const { title, keys, captions } = await shownOf(page)
  await page.evaluate(() => {
    window.print = () => document.body.setAttribute('data-printed', '')
  })
  await printButton(page).click()
  await page.locator('body[data-printed]').waitFor()
  await page.evaluate(() => document.body.removeAttribute('data-printed'))
  const pages = await printedPages(page)
  const text = pages.join('')
  const missing = [title, ...keys, ...captions].map(plain).filter((each) => !text.includes(each))
  if (missing.length > 0) return `not on paper: ${[...new Set(missing)].slice(0, 5).join('、')}`
  const first = plain(captions[0] ?? '')
  const headless = pages.findIndex((each) => !each.includes(first))
  if (keys.length > 0 && headless >= 0) return `page ${headless + 1} has no caption “${first}”`
  if (!/选取(全部|第1–)[\d,]+/.test(text)) return 'does not say which rows are printed'
  return /第1页，共\d+页/.test(text) ? undefined : 'pages have no number'
}

/** Describes what is wrong with the paper of the shown page; undefined if it is sound. */
export async function paperFaultOf(page: Page): Promise<string | undefined> {
  if ((await printButton(page).count()) > 0) return listFault(page)
  const pages = await printedPages(page)
  const empty = pages.findIndex((each) => each.length < 10)
  return empty < 0 ? undefined : `page ${empty + 1} of ${pages.length} is empty`
}
