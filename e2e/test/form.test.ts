import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { colourViolationsOf, toDark, violationsOf } from '../support/accessible.ts'
import { onPlatform } from '../support/on-platform.ts'

const app = onPlatform()

const field = (page: Page, name: string) => page.locator(`[name="${name}"]`)

async function openForm(): Promise<Page> {
  const page = await app.page('enterprise_yc', '/esproject/declare/form')
  await field(page, 'projectName').waitFor()
  return page
}

const saveDraft = async (page: Page) => {
  await page.getByRole('button', { name: '保存草稿' }).click()
  await page.getByText('已保存', { exact: true }).waitFor()
}

test('a new record restores what was typed after a reload, beside another tab that types one too', async () => {
  const page = await openForm()
  await field(page, 'projectName').fill('未写完的储能电站')
  await page.getByText(/已留存/).waitFor()
  const other = await page.context().newPage()
  await other.goto(app.url('/esproject/declare/form'))
  await field(other, 'projectName').fill('另一个储能电站')
  await other.getByText(/已留存/).waitFor()
  page.on('dialog', (dialog) => dialog.accept())
  await page.reload()
  await page.getByText(/^已恢复 .* 填写的 1 项/).waitFor()
  await expect.poll(() => field(page, 'projectName').inputValue()).toBe('未写完的储能电站')
  await page.getByRole('button', { name: '撤销恢复' }).click()
  await expect.poll(() => field(page, 'projectName').inputValue()).toBe('')
  await page.getByRole('button', { name: '恢复', exact: true }).click()
  await expect.poll(() => field(page, 'projectName').inputValue()).toBe('未写完的储能电站')
  expect(await field(other, 'projectName').inputValue()).toBe('另一个储能电站')
  other.on('dialog', (dialog) => dialog.accept())
  await other.reload()
  await expect.poll(() => field(other, 'projectName').inputValue()).toBe('另一个储能电站')
  await other.close()
  await saveDraft(page)
  await page.waitForURL(/id=\d+/)
  await page.reload()
  await field(page, 'projectName').waitFor()
  await expect.poll(() => page.getByText('填写但未保存的内容').count()).toBe(0)
})

test('leaving asks only while something would be lost', async () => {
  const page = await openForm()
  const asked: string[] = []
  page.on('dialog', async (dialog) => {
    asked.push(dialog.type())
    await dialog.accept()
  })
  await field(page, 'projectName').fill('改了又改')
  // Input of an earlier visit would be restored into a form that is empty again.
  await page.getByText(/已留存/).waitFor()
  await field(page, 'projectName').fill('')
  await page.reload()
  await field(page, 'projectName').waitFor()
  expect(asked).toEqual([])
  await field(page, 'projectName').fill('改了')
  await page.reload()
  await field(page, 'projectName').waitFor()
  expect(asked).toEqual(['beforeunload'])
})

const upload = async (page: Page, name: string, content: string) => {
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    page.getByRole('button', { name: '上传项目备案证' }).click(),
  ])
  await chooser.setFiles([{ name, mimeType: 'application/octet-stream', buffer: Buffer.from(content) }])
}

test('files are sent, listed, kept with the record and taken off again; others are refused in words', async () => {
  const page = await openForm()
  await field(page, 'projectName').fill('带附件的储能电站')
  await upload(page, '安装程序.exe', 'MZ')
  await page.getByText(/不支持此类文件/).waitFor()
  await upload(page, '伪装.pdf', 'not a document')
  await page.getByText('文件内容与扩展名不符').waitFor()
  await upload(page, '备案证.pdf', '%PDF-1.7\nxref\n0 1\ntrailer<</Root 1 0 R>>\nstartxref\n9\n%%EOF')
  await page.getByRole('button', { name: '移除 备案证.pdf' }).waitFor()
  await saveDraft(page)
  await page.waitForURL(/id=\d+/)
  await page.reload()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: '下载 备案证.pdf' }).click(),
  ])
  expect(download.suggestedFilename()).toBe('备案证.pdf')
  await page.getByRole('button', { name: '移除 备案证.pdf' }).click()
  await saveDraft(page)
  await page.reload()
  await field(page, 'projectName').waitFor()
  await expect.poll(() => page.getByText('备案证.pdf').count()).toBe(0)
})

test('breaks no rule of accessibility, filled or with every error shown, in light and in dark', async () => {
  const page = await openForm()
  expect(await violationsOf(page)).toEqual([])
  await field(page, 'techType').selectOption({ label: '混合储能' })
  await page.getByRole('button', { name: '添加技术路线' }).click()
  await page.getByRole('button', { name: '提交…' }).click()
  await page.getByRole('alert').filter({ hasText: '处' }).first().waitFor()
  expect(await violationsOf(page)).toEqual([])
  await toDark(page)
  expect(await colourViolationsOf(page)).toEqual([])
})
