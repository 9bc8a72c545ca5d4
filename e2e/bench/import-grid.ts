// Measures an import of 5,000 rows in the portal: when its rows are shown, and the longest that input has to wait.

import { loginAs, startBrowser } from '../support/browser.ts'
import { importWorkbook } from '../support/import-workbook.ts'
import { pageWatch } from '../support/page-watch.ts'
import { startPlatform } from '../support/platform.ts'

const ROWS = Number(process.env['ROWS'] ?? 5_000)
const GOALS = { shownMs: 2_000, blockMs: 100, nodes: 400 }

const platform = await startPlatform()
const browser = await startBrowser()
try {
  const faults = Object.fromEntries(
    Array.from({ length: Math.floor(ROWS / 100) }, (_, at) => [(at + 1) * 100, { contactPhone: '12345' }]),
  )
  const buffer = await importWorkbook(platform.url, 'enterprise_yc', ROWS, faults)
  const page = await loginAs(browser, platform.url, 'enterprise_yc')
  await page.addInitScript({ content: pageWatch })
  await page.goto(`${platform.url}/esproject/import/index`)
  const file = page.getByLabel('选择工作簿')
  await file.waitFor({ state: 'attached' })
  await page.waitForLoadState('networkidle').catch(() => undefined)

  const longest = (from: number) =>
    page.evaluate((start) => {
      const { tasks } = Reflect.get(window, 'seen') as { tasks: { start: number; duration: number }[] } // left there by the script above
      return Math.max(0, ...tasks.filter((task) => task.start >= start).map(({ duration }) => duration))
    }, from)
  const clock = () => page.evaluate(() => performance.now())

  const begun = await clock()
  await file.setInputFiles({ name: '导入.xlsx', mimeType: 'application/octet-stream', buffer })
  const grid = page.getByRole('grid', { name: '导入的行' })
  await grid.getByRole('rowheader').first().waitFor({ timeout: 300_000 })
  const shown = (await clock()) - begun
  const importBlock = await longest(begun)

  await page.getByRole('button', { name: /^全部/ }).click()
  await grid.getByRole('rowheader', { name: '6', exact: true }).waitFor()
  const scrolled = await clock()
  let nodes = 0
  for (let part = 0; part <= 40; part += 1) {
    await grid.evaluate((element, share) => {
      element.scrollTop = (element.scrollHeight - element.clientHeight) * share
      element.scrollLeft = (element.scrollWidth - element.clientWidth) * share
    }, part / 40)
    await page.waitForTimeout(100)
    nodes = Math.max(nodes, await grid.evaluate((element) => element.querySelectorAll('*').length))
  }
  const figures = [
    ['rows shown after the file was chosen', shown, 'ms', GOALS.shownMs],
    ['longest block while importing', importBlock, 'ms', GOALS.blockMs],
    ['longest block while scrolling through all', await longest(scrolled), 'ms', GOALS.blockMs],
    ['most nodes of the grid', nodes, '', GOALS.nodes],
  ] as const
  for (const [what, value, unit, most] of figures)
    process.stdout.write(
      `${what}: ${Math.round(value)} ${unit} (goal ${most})${value > most ? ' — missed' : ''}\n`,
    )
} finally {
  await browser.close()
  await platform.stop()
}
