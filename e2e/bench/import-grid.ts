// Measures an import of 5,000 rows in the portal: time until rows are shown and editable, and the longest input delay.
// `postgres` uses an installed PostgreSQL, otherwise the embedded database.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { startPostgres } from '../../scripts/lib/postgres.mjs'
import { loginAs, startBrowser } from '../support/browser.ts'
import { importWorkbook } from '../support/import-workbook.ts'
import { pageWatch } from '../support/page-watch.ts'
import { startPlatform } from '../support/platform.ts'

const ROWS = Number(process.env['ROWS'] ?? 5_000)
const GOALS = { rowsMs: 2_000, blockMs: 100, nodes: 400 }

/**
 * Records in the page when rows are first shown and when all are editable. Uses mutations, because a script that requests
 * every frame makes the page render every frame.
 */
const gridWatch = `
  window.rows = {}
  const look = () => {
    const grid = document.querySelector('[role=grid][aria-label=导入的行]')
    const isShown = grid && grid.querySelector('[role=rowheader]:not(:empty)')
    if (isShown) rows.first ??= performance.now()
    if (isShown && !grid.ariaReadOnly && !grid.querySelector('[aria-busy]')) rows.all ??= performance.now()
  }
  new MutationObserver(() => rows.all || requestAnimationFrame(look)).observe(document, {
    childList: true, subtree: true, attributeFilter: ['aria-readonly', 'aria-busy'],
  })
`

interface Seen {
  tasks: readonly { start: number; duration: number }[]
  rows: { first: number; all: number }
}

const seenBy = (page: Page) =>
  page.evaluate(
    // Set by the scripts above.
    () => ({ tasks: Reflect.get(window, 'seen').tasks, rows: Reflect.get(window, 'rows') }) as Seen,
  )
const longest = ({ tasks }: Seen, from: number, to: number) =>
  Math.max(0, ...tasks.filter(({ start }) => start >= from && start <= to).map(({ duration }) => duration))
const clock = (page: Page) => page.evaluate(() => performance.now())

async function importRows(page: Page, path: string) {
  const grid = page.getByRole('grid', { name: '导入的行' })
  const begun = await clock(page)
  // By path, because file contents passed by the driver would cause a long task in the page.
  await page.getByLabel('选择工作簿').setInputFiles(path)
  await page.locator('button:enabled', { hasText: /^写入/ }).waitFor({ timeout: 300_000 })
  if ((await grid.getAttribute('aria-rowcount')) !== String(ROWS + 1)) throw new Error('rows are missing')
  const seen = await seenBy(page)
  return {
    first: seen.rows.first - begun,
    all: seen.rows.all - begun,
    block: longest(seen, begun, await clock(page)),
  }
}

async function scrollThrough(page: Page) {
  const grid = page.getByRole('grid', { name: '导入的行' })
  const begun = await clock(page)
  let nodes = 0
  for (let part = 0; part <= 40; part += 1) {
    await grid.evaluate(({ parentElement: scrolled }, share) => {
      if (!scrolled) return
      scrolled.scrollTop = (scrolled.scrollHeight - scrolled.clientHeight) * share
      scrolled.scrollLeft = (scrolled.scrollWidth - scrolled.clientWidth) * share
    }, part / 40)
    await page.waitForTimeout(100)
    nodes = Math.max(nodes, await grid.evaluate((element) => element.querySelectorAll('*').length))
  }
  return { nodes, block: longest(await seenBy(page), begun, await clock(page)) }
}

const folder = mkdtempSync(join(tmpdir(), 'xinchu-bench-'))
const postgres = process.argv[2] === 'postgres' ? await startPostgres() : undefined
const platform = await startPlatform(postgres ? { DATABASE_URL: postgres.url } : {})
const browser = await startBrowser()
try {
  const faults = Object.fromEntries(
    Array.from({ length: Math.floor(ROWS / 100) }, (_, at) => [(at + 1) * 100, { contactPhone: '12345' }]),
  )
  const path = join(folder, '导入.xlsx')
  writeFileSync(path, await importWorkbook(platform.url, 'enterprise_yc', ROWS, faults))
  const page = await loginAs(browser, platform.url, 'enterprise_yc')
  await page.addInitScript({ content: pageWatch + gridWatch })
  await page.goto(`${platform.url}/esproject/import/index`)
  await page.getByLabel('选择工作簿').waitFor({ state: 'attached' })
  await page.waitForLoadState('networkidle').catch(() => undefined)

  const imported = await importRows(page, path)
  const scrolled = await scrollThrough(page)
  const figures = [
    ['first rows shown after the file was chosen', imported.first, 'ms', GOALS.rowsMs],
    ['all rows checked and shown, to be put right', imported.all, 'ms', GOALS.rowsMs],
    ['longest block while importing', imported.block, 'ms', GOALS.blockMs],
    ['longest block while scrolling through all', scrolled.block, 'ms', GOALS.blockMs],
    ['most nodes of the grid', scrolled.nodes, '', GOALS.nodes],
  ] as const
  process.stdout.write(`${ROWS} rows, ${postgres ? 'PostgreSQL' : 'embedded database'}\n`)
  for (const [what, value, unit, most] of figures)
    process.stdout.write(
      `${what}: ${Math.round(value)} ${unit} (goal ${most})${value > most ? ' — missed' : ''}\n`,
    )
} finally {
  await browser.close()
  await platform.stop()
  await postgres?.stop()
  rmSync(folder, { recursive: true })
}
