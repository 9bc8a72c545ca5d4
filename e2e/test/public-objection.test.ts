import { mkdirSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { createClient, type XinchuClient } from '../../packages/sdk/src/index.ts'
import { openDatabase } from '../../packages/server/src/db/open.ts'
import { makePilots } from '../../packages/server/test/support/pilot-projects.ts'
import { smallPdf } from '../../packages/server/test/support/small-pdf.ts'
import { colourViolationsOf, toDark, violationsOf } from '../support/accessible.ts'
import { PASSWORD } from '../support/browser.ts'
import { onPlatform } from '../support/on-platform.ts'
import type { PlatformData } from '../support/platform-data.ts'

const BATCH = { batch_year: new Date().getFullYear(), batch_no: 9 }
const CODE = '246810'
const NAME = '慕容清岚'
const TEXT = '该项目的备案主体与申报单位不一致，附备案文件复印件，请核实处理。'
const ANSWER = '经核实，备案主体已依法变更为申报单位，所提异议不成立。'
const DAY_MS = 86_400_000
const inDays = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString()

/** Projects whose publicity runs. */
async function publicise(data: PlatformData): Promise<void> {
  const { db, close } = await openDatabase(data)
  try {
    await makePilots(db, 2, { ...BATCH, status: '10', excellent_type_status: '6' })
    const contact = '国家能源局科技司，北京市西城区月坛南街38号，010-81929000'
    const period = { start_time: inDays(-2), end_time: inDays(5), contact }
    await db
      .insertInto('demo_publicity')
      .values({ ...BATCH, ...period })
      .execute()
  } finally {
    await close()
  }
}

const app = onPlatform({ UNDO_SECONDS: '0', SMS_CODE: CODE }, { fill: publicise, keepsPages: true })
const PHONE_SIZE = { viewport: { width: 390, height: 844 }, isMobile: true }

async function as(username: string): Promise<XinchuClient> {
  const client = createClient({ baseUrl: app.url() })
  await client.login({ username, password: PASSWORD, code: '', uuid: '' })
  return client
}

/** Pictures for people, if a folder is named. */
async function picture(page: Page, name: string): Promise<void> {
  const folder = process.env['PICTURES']
  if (!folder) return
  mkdirSync(folder, { recursive: true })
  await page.screenshot({ path: `${folder}/${name}.png`, fullPage: true })
}

/** Accessible in both looks. */
async function expectAccessible(page: Page, name: string): Promise<void> {
  expect(await violationsOf(page)).toEqual([])
  await picture(page, name)
  await toDark(page)
  expect(await colourViolationsOf(page)).toEqual([])
  await picture(page, `${name}-dark`)
}

const next = (page: Page) => page.getByRole('button', { name: '下一步' }).click()

/** Proves the telephone number in the open form. */
async function prove(page: Page, phone: string): Promise<void> {
  await page.getByRole('textbox', { name: '手机号' }).fill(phone)
  await page.getByRole('button', { name: '获取验证码' }).click()
  await page.getByText(/^验证码已发送至/).waitFor()
  await page.getByRole('textbox', { name: '短信验证码' }).fill(CODE)
}

/** Files an objection from the log-in on. @returns receipt and code */
async function file(page: Page, name: string, phone: string) {
  await page.getByRole('link', { name: '试点示范项目公示' }).click()
  await picture(page, `${name}-list`)
  await page.getByRole('button', { name: '提出异议' }).click()
  await next(page)
  await page.getByText('值不能为空').first().waitFor()
  await page.getByRole('combobox', { name: '公示项目' }).selectOption({ index: 1 })
  await page.getByRole('textbox', { name: '事实与理由' }).fill(TEXT)
  await picture(page, `${name}-1`)
  await next(page)
  await page.getByRole('textbox', { name: '姓名' }).fill(NAME)
  await page.reload()
  await page.getByRole('button', { name: '提出异议' }).click()
  expect(await page.getByRole('textbox', { name: '事实与理由' }).inputValue()).toBe(TEXT)
  await next(page)
  expect(await page.getByRole('textbox', { name: '姓名' }).inputValue()).toBe(NAME)
  await next(page)
  await prove(page, phone)
  await picture(page, `${name}-3`)
  await next(page)
  await page.getByRole('button', { name: '选择文件' }).waitFor()
  await page.getByRole('button', { name: '提交异议' }).click()
  await page.getByText('请附证明材料').waitFor()
  const proof = {
    name: `${NAME}的备案文件.pdf`,
    mimeType: 'application/pdf',
    buffer: Buffer.from(smallPdf('1')),
  }
  await page.locator('input[type=file]').setInputFiles(proof)
  await page.getByRole('checkbox', { name: '本人承诺所述属实' }).check()
  await picture(page, `${name}-4`)
  await page.getByRole('button', { name: '提交异议' }).click()
  await page.getByRole('heading', { name: '异议已登记' }).waitFor()
  const text = (await page.getByRole('status').first().textContent()) ?? ''
  const [receiptNo = ''] = /YY\d{6}-[2-9A-Z]{6}/.exec(text) ?? []
  const [queryCode = ''] = /[2-9A-Z]{5}-[2-9A-Z]{5}(?!\w)/.exec(text.replace(receiptNo, '')) ?? []
  return { receiptNo, queryCode }
}

async function lookUp(page: Page, own: { receiptNo: string; queryCode: string }): Promise<void> {
  await page.getByRole('textbox', { name: '回执编号' }).fill(own.receiptNo)
  await page.getByRole('textbox', { name: '查询码' }).fill(own.queryCode)
  await page.getByRole('button', { name: '查询', exact: true }).click()
  await page.getByRole('region', { name: '办理情况' }).waitFor()
}

/** Each office does its step. */
async function answer(id: number): Promise<void> {
  const versionOf = async (client: XinchuClient) =>
    (await client.demoReview.listObjections({ id })).content[0]?.version ?? 0
  const take = async (username: string, said: object) => {
    const client = await as(username)
    const body = { id, version: await versionOf(client), ...said }
    await client.demoReview.stepObjection(body as Parameters<typeof client.demoReview.stepObjection>[0]) // its words are those of the call
  }
  await take('platform', { action: 'FORWARD', text: '反映该项目的备案主体与申报单位不一致。' })
  await take('province_nx', {
    ...{ action: 'VERIFY', finding: 'REFUTED' },
    text: '经查备案文件，备案主体已于去年变更为申报单位，反映的情况不实。',
  })
  await take('nation', { action: 'ANSWER', conclusion: 'REJECTED', text: ANSWER })
}

test('a citizen objects without an account, is answered, and reads the answer by his code', async () => {
  const page = await app.guest('/login')
  const own = await file(page, 'filing', '13912345678')
  await expectAccessible(page, 'receipt')
  await page.getByRole('link', { name: '异议查询' }).first().click()
  await lookUp(page, own)
  await page.getByText('待转办').waitFor()

  const { content } = await (await as('platform')).demoReview.listObjections({})
  const found = content.find(({ receiptNo }) => receiptNo === own.receiptNo)
  expect(found?.objector).toEqual({ name: '慕***', phone: '139****5678' })
  const desk = await app.page('platform', `/esproject/desk/index?kind=objection&id=${found?.id}`)
  await desk.getByText(TEXT).first().waitFor()
  await answer(found?.id ?? 0)

  await page.getByRole('button', { name: '查询另一件' }).click()
  await lookUp(page, own)
  await page.getByText(ANSWER).waitFor()
  expect(await page.getByRole('button', { name: '撤回…' }).count()).toBe(0)
  await expectAccessible(page, 'answered')
})

test('a citizen files and looks up on a telephone', async () => {
  const page = await app.guest('/login', PHONE_SIZE)
  const own = await file(page, 'phone', '13912345679')
  await expectAccessible(page, 'phone-receipt')
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  await page.getByRole('link', { name: '异议查询' }).first().click()
  await lookUp(page, own)
  await page.getByRole('button', { name: '撤回…' }).click()
  await page.getByRole('textbox', { name: '撤回原因' }).fill('已与申报单位核对清楚')
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  await expectAccessible(page, 'phone-found')
})
