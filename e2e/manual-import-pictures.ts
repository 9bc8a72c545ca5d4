import type { Page } from 'playwright-core'
import { fields } from '../packages/contract/src/gen/fields.ts'
import { goodRow } from '../packages/server/test/support/import-rows.ts'
import { importWorkbook } from './support/import-workbook.ts'
import { quiet } from './support/quiet.ts'

const PAGE = '/esproject/import/index'
const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
const AUTHOR = 'enterprise_yc'
/** Rows of these pictures are like no project of the demonstration. */
const SERIAL = 61_000

type Take = (page: Page, name: string) => Promise<unknown>

const choose = (page: Page, name: string, buffer: Buffer, mimeType = XLSX) =>
  page.getByLabel('选择工作簿').setInputFiles({ name, mimeType, buffer })

/** A table of one's own, whose power has a name and a unit that must be confirmed. */
function ownTable(): Buffer {
  const lines = Array.from({ length: 6 }, (_, at) => {
    const { ratedPower, ...row } = goodRow(SERIAL + at)
    return { ...row, '装机规模（万千瓦）': Number(ratedPower) / 10 }
  })
  const captions = new Map<string, string>([
    ...fields.EsProjectFields.map(({ name, caption }) => [name, caption] as const),
    ['province', '省'],
    ['city', '市'],
    ['county', '县（区）'],
  ])
  const heads = Object.keys(lines[0] ?? {}).map((name) => captions.get(name) ?? name)
  return Buffer.from(
    [heads, ...lines.map((line) => Object.values(line))].map((each) => each.join(',')).join('\r\n'),
  )
}

async function takeColumns(page: Page, take: Take): Promise<void> {
  await choose(page, '储能项目台账.csv', ownTable(), 'text/csv')
  const columns = page.getByRole('region', { name: '核对列' })
  await columns.getByText(/是否指“额定功率”/).waitFor()
  await quiet(page)
  await take(page, 'import-columns')
}

async function takeQuestions(page: Page, url: string, take: Take): Promise<void> {
  const faults = { 1: { ratedPower: '100MW' }, 2: { planGridDate: '2027-12' }, 3: { techType: '锂电' } }
  await choose(page, '待确认.xlsx', await importWorkbook(url, AUTHOR, 6, faults, SERIAL + 20))
  await page.getByRole('button', { name: /^待确认\s*3$/ }).click()
  await page.getByRole('region', { name: '待确认', exact: true }).getByText('待确认 3 类').waitFor()
  await quiet(page)
  await take(page, 'import-questions')
}

/** Writes drafts, and compares a workbook in which some of them have changed. */
async function takePlan(page: Page, url: string, take: Take): Promise<void> {
  await choose(page, '项目.xlsx', await importWorkbook(url, AUTHOR, 4, {}, SERIAL + 40))
  await page.getByRole('button', { name: '写入 4 行' }).click()
  await page.getByRole('button', { name: /^已写入\s*4$/ }).waitFor()
  await page.goto(`${url}${PAGE}`)
  const changes = { 1: { ratedPower: 801, remark: '容量已调整' }, 2: { address: '麻黄山乡' } }
  await choose(page, '项目（更新）.xlsx', await importWorkbook(url, AUTHOR, 6, changes, SERIAL + 40))
  await page.getByRole('button', { name: '差异', exact: true }).click()
  await page.getByRole('table', { name: '写入之前的差异' }).getByText('801').waitFor()
  await quiet(page)
  await take(page, 'import-plan')
}

/** Pastes a block of another order and unit, by the names of the projects, into the rows of the last batch. */
export async function pasteByNames(page: Page): Promise<void> {
  await page.getByRole('button', { name: '工作簿', exact: true }).click()
  const grid = page.getByRole('grid', { name: '导入的行' })
  await grid.locator('[data-cell="0:1"]').click()
  const names = await grid
    .locator('[data-cell$=":1"]')
    .evaluateAll((cells) => cells.map((cell) => cell.firstChild?.textContent ?? ''))
  const lines = [
    ['项目名称', '额定功率（万千瓦）', '额定能量（MWh）'],
    [names[2], '12', '480'],
    [names[0], '8', '约320'],
    ['甲储能站', '5', '200'],
  ]
  await grid.evaluate(
    (element, text) => {
      const clipboardData = new DataTransfer()
      clipboardData.setData('text/plain', text)
      element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
    },
    lines.map((line) => line.join('\t')).join('\n'),
  )
  await page.getByRole('dialog', { name: '粘贴预览' }).waitFor()
  await quiet(page)
}

/** Takes the pictures of the chapter on imports, each of a batch of its own. */
export async function takeImports(page: Page, url: string, take: Take): Promise<void> {
  await takeColumns(page, take)
  await page.goto(`${url}${PAGE}`)
  await takeQuestions(page, url, take)
  await page.goto(`${url}${PAGE}`)
  await takePlan(page, url, take)
  await pasteByNames(page)
  await take(page, 'import-paste')
}
