import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { ownerWorkbook } from '../../packages/server/test/support/owner-sheet.ts'
import { onPlatform } from '../support/on-platform.ts'
import { expectSound } from '../support/sound.ts'

const app = onPlatform({}, { keepsPages: true })
let admin: Page
beforeAll(async () => {
  admin = await app.page('admin', '/system/owner/index')
})

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
const field = (name: string) => admin.locator(`[role="dialog"] [name="${name}"]`)
const dialog = () => admin.getByRole('dialog').last()
const press = (name: string | RegExp) => dialog().getByRole('button', { name, exact: true }).click()
const rowOf = (text: string) => admin.getByRole('row').filter({ hasText: text })

async function find(words: string): Promise<void> {
  await admin.getByRole('searchbox', { name: '在业主与集团中查找' }).fill(words)
}

test('an administrator creates an owner and edits it', async () => {
  await admin.getByRole('heading', { name: '业主与集团' }).waitFor()
  await expectSound(admin, '业主与集团')
  await admin.getByRole('button', { name: '新建业主' }).click()
  await field('label').fill('新能集团有限公司')
  await press('保存')
  await dialog().getByText('值不能为空').first().waitFor()
  await field('value').fill('XNJT')
  await press('保存')
  await find('XNJT')
  await rowOf('新能集团有限公司').getByRole('button', { name: '修改' }).click()
  await field('shortName').fill('新能')
  await press('保存')
  await rowOf('新能集团有限公司').getByText('新能', { exact: true }).waitFor()
})

test('a workbook is checked first: new, changed field by field, refused with its cell; then it is imported', async () => {
  await admin.getByRole('button', { name: '导入', exact: true }).click()
  const buffer = Buffer.from(
    await ownerWorkbook([
      ['XNJT', '新能集团有限公司', '新能集团', '地方国有'],
      ['XNCN', '新能储能有限公司', null, null, null, '新能集团有限公司'],
      ['BAD', '某公司', null, null, '123'],
    ]),
  )
  await admin.getByLabel('选择名单').setInputFiles({ name: '业主.xlsx', mimeType: XLSX, buffer })
  const found = dialog().getByRole('region', { name: '核对结果' })
  await found.getByText('统一社会信用代码校验不通过').waitFor()
  await found.getByText('E列').waitFor()
  const changed = found.getByRole('row').filter({ hasText: 'XNJT' })
  await changed.getByText('简称：').waitFor()
  await expect.poll(() => changed.locator('del').allTextContents()).toContain('新能')
  await expect.poll(() => changed.locator('ins').allTextContents()).toContain('新能集团')
  await expectSound(admin, '导入业主与集团')
  await press('仅导入无误的 2 个')
  await dialog().getByText('已导入 2 个业主').waitFor()
  await press('完成')
  await find('新能储能')
  await rowOf('XNCN').waitFor()
})

test('a merger shows what moves before it moves, and the merged owner is disabled', async () => {
  await find('国家电力投资')
  await rowOf('SPIC').getByRole('button', { name: '合并' }).click()
  await dialog().getByRole('combobox').click()
  await admin.getByPlaceholder('输入关键字').last().fill('新能集团')
  await admin.getByRole('option', { name: '新能集团有限公司' }).click()
  await dialog()
    .getByText(/将改属：项目 \d[\d,]* 个，机构 \d+ 个/)
    .waitFor()
  await expectSound(admin, '合并业主')
  await press('确定合并')
  await admin.getByRole('dialog').waitFor({ state: 'detached' })
  await rowOf('SPIC').getByText('停用').waitFor()
})

test('the numbers of an owner lead to its offices and back, and to its projects', async () => {
  await find('XNJT')
  const row = rowOf('XNJT')
  const links = row.getByRole('link')
  await links.nth(1).waitFor()
  const [projects = '', offices = ''] = await links.allTextContents()
  await links.nth(1).click()
  await admin.waitForURL(/system\/org\/index\?ownerGroupId=/)
  await admin.getByText(`共 ${offices} 条`).waitFor()
  await admin.getByRole('link', { name: '新能集团有限公司' }).first().click()
  await admin.waitForURL(/system\/owner\/index\?words=/)
  await links.nth(0).click()
  await admin.waitForURL(/esproject\/query\/index\?ownerGroupId=/)
  await admin.getByText(new RegExp(`共 ${projects} `)).waitFor()
})

test('all owners are exported as a workbook', async () => {
  await admin.goto(app.url('/system/owner/index'))
  const download = admin.waitForEvent('download')
  await admin.getByRole('button', { name: '导出', exact: true }).click()
  expect((await download).suggestedFilename()).toBe('业主与集团.xlsx')
})
