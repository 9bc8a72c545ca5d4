/** An old project is corrected after its figures were published, and the correction ends in a revision that says so. */
import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { createClient, type XinchuClient } from '../../packages/sdk/src/index.ts'
import { openDatabase } from '../../packages/server/src/db/open.ts'
import { day } from '../../packages/server/src/runtime/time.ts'
import { smallPdf } from '../../packages/server/test/support/small-pdf.ts'
import { closedQuarter } from '../../packages/validators/src/index.ts'
import { PASSWORD } from '../support/browser.ts'
import { onPlatform } from '../support/on-platform.ts'
import { picture } from '../support/picture.ts'
import type { PlatformData } from '../support/platform-data.ts'
import { confirmSummary, openSummary } from '../support/submit-project.ts'

const closed = closedQuarter(day(new Date()))
const LAST = { year: closed.year, quarter: closed.quarter as 1 | 2 | 3 | 4 } // a quarter is 1 to 4
const YEAR_END = { year: 2024, quarter: 4 } as const
const WAREHOUSE = '/planningmonitoring/project/warehouse'
const SCALE = '/planningmonitoring/project/scalelayout?quarter=2024Q4&source=warehouse'
const REASON = '按验收文件更正额定功率'

/** The project that is corrected. */
let id = 0

/** Leaves nothing else to store, so that the correction alone moves figures. */
async function settle(data: PlatformData): Promise<void> {
  const { db, close } = await openDatabase(data)
  try {
    await db
      .updateTable('fill_time')
      .set({ start_time: '2020-01-01', end_time: '2020-01-02' })
      .where('quarter', 'is not', null)
      .execute()
    await db.updateTable('usage_report').set({ status: '4' }).where('status', 'in', ['1', '3']).execute()
    await db
      .updateTable('es_project')
      .set({ country_status: '4' })
      .where('country_status', '=', '3')
      .execute()
    const found = await db
      .selectFrom('es_project as p')
      .innerJoin('app_user as u', 'u.org_id', 'p.org_id')
      .select((by) => by.fn.min('p.id').as('id'))
      .where('u.username', '=', 'enterprise_yc')
      .where('p.commission_date', '<', '2025-01-01')
      .where('p.retire_date', 'is', null)
      .where('p.declare_status', '=', '7')
      .where('p.country_status', '=', '4')
      .executeTakeFirst()
    id = Number(found?.id)
    expect(id).toBeGreaterThan(0)
  } finally {
    await close()
  }
}

const app = onPlatform({ UNDO_SECONDS: '0' }, { fill: settle, keepsPages: true })

async function as(username: string): Promise<XinchuClient> {
  const client = createClient({ baseUrl: app.url() })
  await client.login({ username, password: PASSWORD, code: '', uuid: '' })
  return client
}

const textOf = (pdf: Uint8Array) =>
  execFileSync('pdftotext', ['-raw', '-', '-'], { input: pdf, encoding: 'utf8', maxBuffer: 50_000_000 })
const codeIn = (text: string) => /核验码 ?([2-9A-Z]{4}-[2-9A-Z]{4}-[2-9A-Z]{4})/.exec(text)?.[1] ?? ''

async function bulletin(client: XinchuClient): Promise<string> {
  const { blob } = await client.publications.downloadBulletin({ ...YEAR_END, format: 'pdf' })
  return textOf(new Uint8Array(await blob.arrayBuffer()))
}

let before = ''

test('the nation publishes the last quarter, and with it the year-ends before', async () => {
  const nation = await as('nation')
  await nation.projects.syncWarehousingData(LAST)
  const page = await app.page('nation', WAREHOUSE)
  await page.getByRole('button', { name: '同步入库' }).click()
  await page.getByRole('button', { name: '公布本期…' }).click()
  await picture(page, 'publish')
  await page.getByRole('button', { name: '公布', exact: true }).click()
  await page.getByText(/^已公布/).waitFor()
  before = await bulletin(nation)
  expect(codeIn(before)).not.toBe('')
})

test('the author corrects an old project, and every level passes it', async () => {
  const page = await app.page('enterprise_yc', `/esproject/declare/form?id=${id}`)
  const power = page.locator('[name=ratedPower]')
  await power.fill(String(Number(await power.inputValue()) + 30))
  await power.press('Tab')
  const proof = { name: '备案证.pdf', mimeType: 'application/pdf', buffer: Buffer.from(smallPdf('1')) }
  await page.locator('input[type=file]').first().setInputFiles(proof)
  // It is offered for download once it has arrived.
  await page.getByRole('button', { name: '下载 备案证.pdf' }).waitFor()
  await openSummary(page)
  await picture(page, 'summary')
  await confirmSummary(page)
  await page.getByText('待县级审核').first().waitFor()
  const steps = [
    ['county_yc', { action: 'PASS' }],
    ['city_wz', { action: 'PASS' }],
    ['province_nx', { action: 'PASS' }],
    ['province_nx', { action: 'SUBMIT', target: 'country' }],
    ['nation', { action: 'PASS', target: 'country' }],
  ] as const
  for (const [username, move] of steps) {
    const { succeeded } = await (await as(username)).projects.submit({ ids: [id], ...move })
    expect([username, succeeded]).toEqual([username, [id]])
  }
})

test('the comparison shows each published period that would change, and the revision asks for a reason', async () => {
  const page = await app.page('nation', WAREHOUSE)
  await page.getByRole('button', { name: '同步入库' }).click()
  await page.getByRole('button', { name: '核对差异' }).click()
  await page.getByText('已公布，不变；一并修订时才变').first().waitFor()
  await picture(page, 'comparison')
  await page.getByRole('button', { name: '入库', exact: true }).click()
  const store = page.getByRole('button', { name: '确定入库' })
  await page.getByRole('combobox', { name: '此前的期次' }).selectOption('2024-4')
  expect(await store.isDisabled()).toBe(true)
  await page.getByRole('textbox', { name: '修订原因' }).fill(REASON)
  await picture(page, 'reason')
  await store.click()
  await page.getByText(/^已入库/).waitFor()
  await picture(page, 'stored')
})

test('the page, the bulletin and the public check of the old one say what was revised, and why', async () => {
  const page = await app.page('query', SCALE)
  await page.getByRole('button', { name: '修订', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: '2024年第4季度修订记录' })
  await dialog.getByText(REASON).first().waitFor()
  expect(((await dialog.textContent()) ?? '').replace(/\s/g, '')).toMatch(/全国.*[\d,]+→[\d,]+/)
  await picture(page, 'scale')
  const after = await bulletin(await as('query'))
  // The paper breaks lines within words.
  const words = after.replace(/\s/g, '')
  expect(words).toContain(REASON)
  expect(words).toMatch(/全国.*[\d,.]+→[\d,.]+MW/)
  expect(codeIn(after)).not.toBe(codeIn(before))
  const guest = await app.guest('/verify', { viewport: { width: 390, height: 844 } })
  await guest.getByLabel('核验码').fill(codeIn(before))
  await guest.getByRole('button', { name: '核验' }).click()
  await guest
    .getByText(/已修订/)
    .first()
    .waitFor()
  await picture(guest, 'verify')
})

test('the nation withdraws the revision: the first figures stand again, as a further revision', async () => {
  const nation = await as('nation')
  const scale = (asOf?: string) =>
    nation.statistics.getScaleLayout({ ...YEAR_END, source: 'warehouse', ...(asOf ? { asOf } : {}) })
  const first = await scale('2024Q4-01')
  expect(await scale()).not.toEqual(first)
  const page = await app.page('nation', WAREHOUSE)
  await page.getByRole('button', { name: '同步入库' }).click()
  await page.getByRole('combobox', { name: '填报期' }).selectOption('2024-4')
  await page.getByRole('button', { name: '撤回修订…' }).click()
  const dialog = page.getByRole('dialog', { name: '撤回修订 2024Q4-02' })
  await dialog.getByText(/的数与 2024Q4-01 相同/).waitFor()
  await dialog.getByRole('textbox', { name: '撤回原因' }).fill('验收文件尚未核实')
  await picture(page, 'withdraw')
  await dialog.getByRole('button', { name: '确认撤回' }).click()
  await page.getByText(/^已撤回 2024Q4-02，现行批次 2024Q4-03/).waitFor()
  const figures = (rows: readonly object[]) => rows.map((row) => ({ ...row, batch: '', status: '' }))
  expect(figures(await scale())).toEqual(figures(first))
  const { isIntact } = await nation.statistics.verifyPublication({ batch: '2024Q4-03' })
  expect(isIntact).toBe(true)
})
