import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  createClient,
  importWorkbook,
  type PlannedRow,
  planActions,
  planCells,
  planHeadings,
  planLines,
  type XinchuClient,
} from '../../packages/sdk/src/index.ts'
import { fillTemplate, goodRow, type ImportCells } from '../../packages/server/test/support/import-rows.ts'
import { saveByHand } from '../../packages/server/test/support/save-by-hand.ts'
import { toDark, violationsOf } from '../support/accessible.ts'
import { PASSWORD } from '../support/browser.ts'
import { type CommandLine, commandLineAs } from '../support/command-line.ts'
import { onPlatform } from '../support/on-platform.ts'

const app = onPlatform({}, { keepsPages: true })
const SERIAL = 40_000
let cli: CommandLine
let page: Page
let xinchu: XinchuClient
/** Project whose address a person has corrected. */
let correctedId: number

const SUBMITTED = 3
const [changed, same, corrected, submitted, fresh, refused] = Array.from({ length: 6 }, (_, at) =>
  goodRow(SERIAL + at, at === SUBMITTED ? { recordNo: '宁发改备〔2027〕903号' } : {}),
) as [ImportCells, ImportCells, ImportCells, ImportCells, ImportCells, ImportCells] // as many as are made

/** The rows of a second workbook: one of each kind. */
const ROWS = [
  fresh,
  { ...changed, ratedPower: 801, remark: '二期' },
  same,
  { ...corrected, address: '花马池镇' },
  { ...refused, contactPhone: '1380' },
  // Another phase of what one filing allows.
  { ...submitted, phaseNo: '二期' },
]

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

beforeAll(async () => {
  cli = await commandLineAs(app.url(), 'enterprise_yc')
  xinchu = createClient({ baseUrl: app.url() })
  await xinchu.login({ username: 'enterprise_yc', password: PASSWORD, code: '', uuid: '' })
  const template = new Uint8Array(await (await xinchu.imports.downloadTemplate({})).blob.arrayBuffer())
  const filled = async (rows: readonly ImportCells[]) => Buffer.from(await fillTemplate(template, rows))
  const before = new File([await filled([changed, same, corrected, submitted])], '先.xlsx')
  const { rows } = await importWorkbook(xinchu.imports, before)
  const ids: number[] = []
  for await (const { projectId = 0 } of rows()) ids.push(projectId)
  await xinchu.projects.submit({ ids: [ids[SUBMITTED] ?? 0], action: 'SUBMIT' })
  correctedId = ids[2] ?? 0
  await saveByHand(xinchu, correctedId, { address: '麻黄山乡' })
  const workbook = await filled(ROWS)
  writeFileSync(join(cli.folder, '项目.xlsx'), workbook)
  page = await app.page('enterprise_yc', '/esproject/import/index')
  await page.getByLabel('选择工作簿').setInputFiles({ name: '项目.xlsx', mimeType: XLSX, buffer: workbook })
})
afterAll(() => cli?.remove())

const table = () => page.getByRole('table', { name: '写入之前的差异' })

/** The lines of the table as texts, the first cells of a row on its first line only. */
const shown = () =>
  table().evaluate((element) =>
    [...element.querySelectorAll('tr')].map((line) => {
      const cells = [...line.children].map((cell) => cell.textContent ?? '')
      return [...Array.from({ length: 7 - cells.length }, () => ''), ...cells]
    }),
  )

function linesOf(row: PlannedRow): string[][] {
  const lines = planLines(row).map(planCells)
  return (lines.length > 0 ? lines : [['', '', '', '']]).map((cells, at) => [
    ...(at === 0 ? [planActions[row.action], String(row.row), row.name] : ['', '', '']),
    ...cells,
  ])
}

test('the differences before an import are those that the command line plans for the same workbook', async () => {
  await page.getByRole('button', { name: '差异', exact: true }).click()
  await table().waitFor()
  const { code, out } = await cli.run('plan', '项目.xlsx', '--json')
  expect(code).toBe(1)
  const { rows, counts }: { rows: PlannedRow[]; counts: object } = JSON.parse(out)
  expect(counts).toEqual({ new: 1, changed: 1, same: 2, asked: 0, refused: 1, repeat: 1 })
  expect(await shown()).toEqual([[...planHeadings], ...rows.flatMap(linesOf)])
  await page.getByRole('button', { name: /^变更\s*1（2 项）$/ }).waitFor()
  await table()
    .getByText(/^保留人工更正，不取 花马池镇（.+ 修改）$/)
    .waitFor()
})

test('a possible repeat leads to the other project, and a filter to its rows', async () => {
  await page.getByRole('button', { name: /^疑似重复\s*1$/ }).click()
  await page.getByText('共 1 行').waitFor()
  expect((await shown()).slice(1).map(([action]) => action)).toEqual(['疑似重复', ''])
  const href = await table().getByRole('link', { name: /分）$/ }).getAttribute('href')
  expect(href).toMatch(/^\/esproject\/detail\/\d+$/)
  await page.getByRole('button', { name: /^全部/ }).click()
})

test('the differences are accessible, also in the dark and on a phone, without scrolling sideways', async () => {
  await page.getByText('共 6 行').waitFor()
  expect(await violationsOf(page)).toEqual([])
  await page.setViewportSize({ width: 390, height: 844 })
  await table().getByText('第6行').waitFor()
  await toDark(page)
  expect(await violationsOf(page)).toEqual([])
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
  await page.evaluate(() => document.documentElement.classList.remove('dark'))
  await page.setViewportSize({ width: 1440, height: 900 })
})

test('a row opens in the workbook with its detail, by keyboard', async () => {
  await table()
    .getByRole('button', { name: String(changed['projectName']) })
    .focus()
  await page.keyboard.press('Enter')
  const grid = page.getByRole('grid', { name: '导入的行' })
  await grid.locator('[data-cursor]').getByText(String(changed['projectName'])).waitFor()
  await page.getByRole('status').getByText('额定功率').waitFor()
})

test('what a person has corrected is written only after it was chosen', async () => {
  await page.getByRole('button', { name: '差异', exact: true }).click()
  await page.getByRole('checkbox', { name: /^覆盖人工更正/ }).check()
  await page.getByRole('button', { name: /^变更\s*2（3 项）$/ }).waitFor()
  await page.getByRole('button', { name: /^写入/ }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('共 6 行：新建 1，变更 2（3 项），一致 1，拒绝 1，疑似重复 1').waitFor()
  await dialog.getByRole('button', { name: /^写入/ }).click()
  await page.getByText(/^已写入 4 行为项目草稿/).waitFor()
  expect((await xinchu.projects.get(correctedId)).address).toBe('花马池镇')
})
