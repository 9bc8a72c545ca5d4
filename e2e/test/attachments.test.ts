import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { violationsOf } from '../support/accessible.ts'
import { onPlatform } from '../support/on-platform.ts'
import { expectSound } from '../support/sound.ts'

const app = onPlatform({}, { keepsPages: true })
let page: Page
let manual: Buffer
let picture: Buffer
/** Requests that the browser refused because of the content security policy, and other errors of the page. */
const faults: string[] = []

const NAME = '附件齐全的储能电站'
const upload = async (files: { name: string; buffer: Buffer }[]) => {
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    page.getByRole('button', { name: '上传项目备案证' }).click(),
  ])
  await chooser.setFiles(files.map((file) => ({ ...file, mimeType: 'application/octet-stream' })))
}
const preview = () => page.getByRole('dialog')
const nameShown = () => preview().getByRole('heading', { level: 2 })
const open = (name: string) => page.getByRole('button', { name, exact: true }).click()

beforeAll(async () => {
  page = await app.page('enterprise_yc', '/esproject/declare/form')
  page.on('console', (message) => message.type() === 'error' && faults.push(message.text()))
  page.on('pageerror', (error) => faults.push(error.message))
  await page.locator('[name="projectName"]').waitFor()
  const token = (await page.context().cookies()).find(({ name }) => name === 'xinchu_token')?.value ?? ''
  const reply = await fetch(app.url('/api/users/downloadManual'), {
    headers: { Authorization: decodeURIComponent(token) },
  })
  expect(reply.status).toBe(200)
  manual = Buffer.from(await reply.arrayBuffer())
  picture = await page.screenshot()
})

test('files are dropped and pasted into the field; one that failed is sent again in its place', async () => {
  const zone = page.getByRole('group', { name: '附件' }).locator('div:has(> div > button)').nth(2)
  const give = (type: 'drop' | 'paste', names: string[]) =>
    zone.evaluate(
      (element, [kind, all]) => {
        const data = new DataTransfer()
        for (const name of all)
          data.items.add(
            new File(
              [
                `%PDF-1.7 ${name}\nxref\n0 1\ntrailer<</Root 1 0 R>>\nstartxref\n${new TextEncoder().encode(`%PDF-1.7 ${name}\n`).length}\n%%EOF`,
              ],
              name,
            ),
          )
        const init = { bubbles: true, cancelable: true }
        element.dispatchEvent(
          kind === 'drop'
            ? new DragEvent('drop', { ...init, dataTransfer: data })
            : new ClipboardEvent('paste', { ...init, clipboardData: data }),
        )
      },
      [type, names] as const,
    )
  await page.route('**/api/files', (route) => route.abort())
  await give('drop', ['拖入甲.pdf'])
  await page.getByRole('button', { name: '重新上传 拖入甲.pdf' }).waitFor()
  await page.unroute('**/api/files')
  await give('paste', ['粘贴乙.pdf', '粘贴丙.exe'])
  await page.getByRole('button', { name: '移除 粘贴乙.pdf' }).waitFor()
  await page.getByText('不支持此类文件').waitFor()
  await page.getByRole('button', { name: '重新上传 拖入甲.pdf' }).click()
  await page.getByRole('button', { name: '移除 拖入甲.pdf' }).waitFor()
  const order = await page
    .getByRole('button', { name: /^移除 (拖入|粘贴)/ })
    .evaluateAll((all) => all.map((each) => each.getAttribute('aria-label')))
  expect(order).toEqual(['移除 拖入甲.pdf', '移除 粘贴乙.pdf'])
  await give('drop', ['粘贴乙.pdf'])
  await page.getByText('已有同名且内容相同的文件，未重复添加').waitFor()
  expect(await violationsOf(page)).toEqual([])
  for (const name of ['拖入甲.pdf', '粘贴乙.pdf'])
    await page.getByRole('button', { name: `移除 ${name}` }).click()
  // The broken requests were the test's own.
  faults.length = 0
})

test('files are kept with the record and listed in its detail', async () => {
  await page.locator('[name="projectName"]').fill(NAME)
  await upload([
    { name: '备案证.pdf', buffer: manual },
    { name: '总平面图.png', buffer: picture },
    {
      name: '损坏的批复.pdf',
      buffer: Buffer.from('%PDF-1.7\nxref /Root\nnothing more\nstartxref\n9\n%%EOF'),
    },
  ])
  for (const name of ['备案证.pdf', '总平面图.png', '损坏的批复.pdf'])
    await page.getByRole('button', { name: `移除 ${name}` }).waitFor()
  await page.getByRole('button', { name: '保存草稿' }).click()
  await page.waitForURL(/id=\d+/)
  const id = new URL(page.url()).searchParams.get('id')
  await page.goto(app.url(`/esproject/detail/${id}`))
  await page.getByRole('heading', { name: NAME, level: 1 }).waitFor()
})

test('a PDF document is shown in place with its text, and the focus is on its name', async () => {
  await open('备案证.pdf')
  await expect.poll(() => nameShown().textContent()).toBe('备案证.pdf')
  await expect.poll(() => nameShown().evaluate((element) => element === document.activeElement)).toBe(true)
  await preview().getByText('登录与账号').first().waitFor({ state: 'attached' })
  const isPainted = () =>
    preview()
      .locator('canvas')
      .first()
      .evaluate((canvas: HTMLCanvasElement) => {
        const { data } = canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height) ?? {
          data: [],
        }
        return data.some((value, at) => at % 4 === 0 && value < 100)
      })
  await expect.poll(isPainted).toBe(true)
})

test('its pages are reached by their buttons', async () => {
  await preview()
    .getByText(/^第 1 \/ \d+ 页$/)
    .waitFor()
  await preview().getByRole('button', { name: '下一页' }).click()
  await preview()
    .getByText(/^第 2 \/ \d+ 页$/)
    .waitFor()
})

test('the keys [ and ] change the file, and a picture is fitted, magnified and turned by keys', async () => {
  await page.keyboard.press(']')
  await expect.poll(() => nameShown().textContent()).toBe('总平面图.png')
  expect(await nameShown().evaluate((element) => element === document.activeElement)).toBe(true)
  const image = preview().getByRole('img', { name: '总平面图.png' })
  const box = async () => (await image.boundingBox()) ?? { width: 0, height: 0 }
  await expect.poll(async () => (await box()).width).toBeGreaterThan(600)
  const fitted = await box()
  await page.keyboard.press('+')
  await page.keyboard.press('+')
  await preview().getByRole('button', { name: '150%' }).waitFor()
  await expect.poll(async () => Math.round(((await box()).width / fitted.width) * 10)).toBe(15)
  await page.keyboard.press('r')
  await expect.poll(async () => (await box()).height > (await box()).width).toBe(true)
  await page.keyboard.press('0')
  await preview().getByRole('button', { name: '适合' }).waitFor()
  await expect.poll(async () => Math.round((await box()).width)).toBe(Math.round(fitted.width))
})

test('the preview breaks no rule of accessibility, in light and dark and on a telephone', async () => {
  await expectSound(page, 'a picture')
  await page.keyboard.press('[')
  await preview().getByText('登录与账号').first().waitFor({ state: 'attached' })
  await expectSound(page, 'a document')
})

test('a file that cannot be drawn says so and is offered for download', async () => {
  await preview().getByRole('button', { name: '损坏的批复.pdf', exact: true }).click()
  await preview().getByText('无法预览，请下载查看').waitFor()
  expect(await violationsOf(page)).toEqual([])
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    preview().getByRole('button', { name: '下载', exact: true }).click(),
  ])
  expect(download.suggestedFilename()).toBe('损坏的批复.pdf')
})

test('Esc closes the preview and returns the focus to the file', async () => {
  await page.keyboard.press('Escape')
  await preview().waitFor({ state: 'detached' })
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('备案证.pdf')
  expect(faults).toEqual([])
})

test('the record is downloaded as a document in one click', async () => {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: '下载报送表' }).click(),
  ])
  expect(download.suggestedFilename()).toMatch(/^项目报送表-ES\d+\.pdf$/)
  expect(
    readFileSync(await download.path())
      .subarray(0, 5)
      .toString(),
  ).toBe('%PDF-')
})
