import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { createClient } from '../../packages/sdk/src/index.ts'
import { findNothingWrong } from '../support/accessible.ts'
import { PASSWORD } from '../support/browser.ts'
import { importWorkbook } from '../support/import-workbook.ts'
import { onPlatform } from '../support/on-platform.ts'

const app = onPlatform({}, { keepsPages: true })
let page: Page
beforeAll(async () => {
  page = await app.page('enterprise_yc', '/esproject/import/index')
})

const asked = () => page.getByRole('region', { name: '待确认', exact: true })
const button = (name: string) => asked().getByRole('button', { name, exact: true })

/** For each row: a field, its cell, the button that answers the question, and the value that is stored. */
const CELLS = [
  ['ratedPower', '100MW', '额定功率 100MW：100 MW', 100],
  ['ratedPower', '约100', '额定功率 约100：100 MW', 100],
  ['planGridDate', '2027-12', '计划并网日期 2027-12：2027-12-31', '2027-12-31'],
  ['techType', '锂电', '技术路线 锂电：锂离子电池', '01'],
  ['planGridDate', '12/1/2027', '计划并网日期 12/1/2027：2027-12-01', '2027-12-01'],
] as const

test('cells that may mean several things are answered by buttons, and stored as they were answered', async () => {
  const faults = Object.fromEntries(CELLS.map(([field, cell], at) => [at + 1, { [field]: cell }]))
  await page.getByLabel('选择工作簿').setInputFiles({
    name: '待确认.xlsx',
    mimeType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    buffer: await importWorkbook(app.url(), 'enterprise_yc', CELLS.length, faults),
  })
  await page.getByRole('button', { name: /^待确认\s*5$/ }).click()
  await asked().getByText('待确认 5 类').waitFor()
  await findNothingWrong(page)
  for (const [, , name] of CELLS) {
    await button(name).click()
    await button(name).waitFor({ state: 'detached' })
  }
  await asked().getByText('待确认的单元格已全部答复').waitFor()
  await page.getByRole('button', { name: '写入 5 行' }).click()
  await page.getByRole('button', { name: /^已写入\s*5$/ }).waitFor()

  const client = createClient({ baseUrl: app.url() })
  await client.login({ username: 'enterprise_yc', password: PASSWORD, code: '', uuid: '' })
  const batchId = Number(new URL(page.url()).searchParams.get('batch'))
  const { rows = [] } = await client.imports.list({ batchId })
  for (const [at, [field, , , stored]] of CELLS.entries())
    expect(await client.projects.get(rows[at]?.projectId ?? 0)).toMatchObject({ [field]: stored })
})
