import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { violationsOf } from '../support/accessible.ts'
import { holdScripts } from '../support/hold-scripts.ts'
import { onPlatform } from '../support/on-platform.ts'

const app = onPlatform()
const folder = mkdtempSync(join(tmpdir(), 'verify-'))
const file = join(folder, '申报书.pdf')
const other = join(folder, '改动.pdf')
let code = ''

interface Listed {
  content: { id: number; status: string }[]
}

beforeAll(async () => {
  const { content } = (await app.call(
    'nation',
    'GET',
    '/api/esDemonstrationProject/list?page=0&size=100',
  )) as Listed // as the contract says
  const page = await app.page('nation')
  const fetched = await page.evaluate(
    async (ids) => {
      const [, token = ''] = /xinchu_token=([^;]+)/.exec(document.cookie) ?? []
      for (const id of ids) {
        const reply = await fetch(
          `/api/esDemonstrationProject/downloadPdf?projectId=${id}&partType=APPLICATION`,
          {
            headers: { Authorization: decodeURIComponent(token) },
          },
        )
        if (reply.ok) return [...new Uint8Array(await reply.arrayBuffer())]
      }
      return []
    },
    content.map(({ id }) => id),
  )
  const bytes = Buffer.from(fetched)
  writeFileSync(file, bytes)
  bytes[bytes.length - 2] = 32
  writeFileSync(other, bytes)
  const text = execFileSync('pdftotext', ['-raw', file, '-'], { encoding: 'utf8', maxBuffer: 50_000_000 })
  code = /核验码 ?([2-9A-Z]{4}-[2-9A-Z]{4}-[2-9A-Z]{4})/.exec(text)?.[1] ?? ''
})
afterAll(() => rmSync(folder, { recursive: true }))

describe('the public page that verifies documents', () => {
  test('confirms the code of an issued document, and compares a file without sending it', async () => {
    expect(code).not.toBe('')
    const page = await app.guest('/verify', { viewport: { width: 390, height: 844 } })
    const sent: string[] = []
    page.on('request', (request) => {
      if (request.method() !== 'GET') sent.push(request.url())
    })
    await page.getByLabel('核验码').fill(code.toLowerCase())
    await page.getByLabel('核验码').press('Enter')
    await page.getByRole('heading', { name: '核验通过' }).waitFor()
    await expect.poll(() => page.getByText('新型储能试点示范项目申报书').isVisible()).toBe(true)
    await page.getByLabel('选择 PDF 文件').setInputFiles(file)
    await page.getByText('摘要一致：与签发时逐字节相同').waitFor()
    await page.locator('input[type=file]').setInputFiles(other)
    await page.getByText('摘要不一致').waitFor()
    expect(sent).toEqual([])
    expect(await violationsOf(page)).toEqual([])
    await expect
      .poll(() => page.evaluate(() => document.documentElement.scrollWidth <= innerWidth))
      .toBe(true)
  })

  test('takes a code that is typed, or sent as well, before its scripts have come', async () => {
    for (const isSent of [false, true]) {
      const page = await app.guest()
      const release = await holdScripts(page)
      await page.goto(app.url('/verify'), { waitUntil: 'commit' })
      await page.getByLabel('核验码').fill(code.toLowerCase())
      if (isSent) await page.getByLabel('核验码').press('Enter')
      release()
      if (!isSent) {
        await expect.poll(() => page.getByLabel('核验码').inputValue()).toBe(code)
        await page.getByLabel('核验码').press('Enter')
      }
      await page.getByRole('heading', { name: '核验通过' }).waitFor()
    }
  })

  test('opens from the code for cameras, also for who is logged in', async () => {
    const user = await app.page('enterprise_yc')
    for (const page of [await app.guest(), user]) {
      await page.goto(app.url(`/verify?code=${code}`))
      await page.getByRole('heading', { name: '核验通过' }).waitFor()
    }
  })

  test('says what is wrong with a code, and that another was never issued', async () => {
    const page = await app.guest('/verify')
    await page.getByLabel('核验码').fill('7K2M')
    await page.getByRole('button', { name: '核验' }).click()
    await page.getByText('核验码共 12 位').waitFor()
    await page.getByLabel('核验码').fill('7K2MQF9D3VXB')
    await page.getByRole('button', { name: '核验' }).click()
    await page.getByText('核验码有误').waitFor()
    await page.getByLabel('核验码').fill('7K2MQF9D3VXA')
    await page.getByRole('button', { name: '核验' }).click()
    await page.getByRole('heading', { name: '未找到' }).waitFor()
    expect(await violationsOf(page)).toEqual([])
  })
})
