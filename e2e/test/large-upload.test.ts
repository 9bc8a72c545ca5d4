import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { violationsOf } from '../support/accessible.ts'
import { onPlatform } from '../support/on-platform.ts'

const app = onPlatform({}, { keepsPages: true })
const folder = mkdtempSync(join(tmpdir(), 'xinchu-large-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const NAME = '检测报告全本.pdf'
const path = join(folder, NAME)
const PARTS = 11
/** Numbers of the parts that were sent, in their order. */
const sent: number[] = []
let page: Page

/** A PDF document of 20 MB: a catalogue and a comment. */
function largePdf(): Buffer {
  const head = `%PDF-1.7\n1 0 obj\n<</Type/Catalog>>\nendobj\n% ${'x'.repeat(20 * 1024 * 1024)}\n`
  return Buffer.from(`${head}xref\n0 1\ntrailer\n<</Root 1 0 R>>\nstartxref\n${head.length}\n%%EOF\n`)
}

beforeAll(async () => {
  writeFileSync(path, largePdf())
  const { content } = (await app.call(
    'enterprise_yc',
    'GET',
    '/api/esDemonstrationProject/list?status=0&size=1',
  )) as { content: { id: number }[] } // held by the contract
  page = await app.page('enterprise_yc', `/demonstration/apply/form?id=${content[0]?.id}`)
  // Slow enough to be paused.
  await page.route('**/api/files/uploads/*/parts/*', async (route) => {
    sent.push(Number(/\d+$/.exec(route.request().url())?.[0]))
    await new Promise((resolve) => setTimeout(resolve, 250))
    await route.continue().catch(() => undefined)
  })
})

/** The attachments are the form's fifth part. */
async function showAttachments(): Promise<void> {
  await page.getByRole('heading', { level: 1 }).first().waitFor()
  await page.keyboard.press('Alt+5')
  await page.getByRole('button', { name: '上传检测报告' }).waitFor()
}

async function reload(): Promise<void> {
  await page.reload()
  await showAttachments()
}

const pause = () => page.getByRole('button', { name: `暂停上传 ${NAME}` })
const resume = () => page.getByRole('button', { name: `继续上传 ${NAME}`, exact: true })
const bar = () => page.getByRole('progressbar', { name: `${NAME} 上传进度` })
const percent = async () => Number(await bar().getAttribute('value'))

async function choose(button: string): Promise<void> {
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    page.getByRole('button', { name: button }).click(),
  ])
  await chooser.setFiles(path)
}

test('a large file shows its progress, and is paused and resumed', async () => {
  await showAttachments()
  await choose('上传检测报告')
  await expect.poll(percent).toBeGreaterThan(15)
  await pause().click()
  await page.getByText(/已暂停 \d+%/).waitFor()
  const at = sent.length
  await page.waitForTimeout(600)
  expect(sent.length).toBeLessThanOrEqual(at + 1)
  await resume().click()
  await expect.poll(percent).toBeGreaterThan(35)
  await pause().click()
  expect(await violationsOf(page)).toEqual([])
})

test('after a reload it goes on when the same file is chosen again', async () => {
  await reload()
  await page.getByText('上次上传未完成，请重新选择同一文件以继续').waitFor()
  expect(await percent()).toBeGreaterThan(30)
  expect(await violationsOf(page)).toEqual([])
  sent.length = 0
  await choose(`选择文件以继续上传 ${NAME}`)
  await page.getByRole('button', { name: `移除 ${NAME}` }).waitFor()
  expect(sent[0]).toBeGreaterThan(3)
  expect(sent.length).toBeLessThan(PARTS)
  await expect.poll(() => bar().count()).toBe(0)
  await reload()
  await page.getByRole('button', { name: `移除 ${NAME}` }).waitFor()
  await expect.poll(() => page.getByText('上次上传未完成').count()).toBe(0)
})

test('one that is given up is forgotten by the browser and the platform', async () => {
  await choose('上传环评')
  await expect.poll(percent).toBeGreaterThan(15)
  await pause().click()
  await resume().waitFor()
  await reload()
  const [cancelled] = await Promise.all([
    page.waitForResponse((reply) => reply.request().method() === 'DELETE'),
    page.getByRole('button', { name: `放弃上传 ${NAME}` }).click(),
  ])
  expect(cancelled.status()).toBe(204)
  await reload()
  await expect.poll(() => page.getByText('上次上传未完成').count()).toBe(0)
})
