import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { openMenu } from '../support/browser.ts'
import { onPlatform } from '../support/on-platform.ts'
import { quiet } from '../support/quiet.ts'
import { expectSound } from '../support/sound.ts'

const app = onPlatform({}, { keepsPages: true })
let editor: Page
let reader: Page
beforeAll(async () => {
  editor = await app.page('policy_edit')
  reader = await app.page('policy_query')
})

const TITLE = '关于促进新型储能调度运用的通知（示例）'

const row = () => editor.getByRole('row').filter({ hasText: TITLE })
const field = (name: string) => editor.locator(`[role="dialog"] [name="${name}"]`)
const press = (name: string) =>
  editor.getByRole('dialog').last().getByRole('button', { name, exact: true }).click()

test('a policy is kept as a draft before it is complete, and its readers do not see it', async () => {
  await openMenu(editor, '政策管理')
  await editor.getByRole('button', { name: '新增', exact: true }).click()
  await expectSound(editor, 'the form of a policy')
  await field('title').fill(TITLE)
  await field('content').fill('一、总体要求。\n二、主要任务。')
  await press('存为草稿')
  await row().getByText('草稿').waitFor()
  await openMenu(reader, '政策查询')
  await reader.getByRole('heading', { name: '政策查询' }).waitFor()
  await quiet(reader)
  await expect.poll(() => reader.getByText(TITLE).count()).toBe(0)
})

test('what is missing for its publication is said at the fields of its form', async () => {
  await row().getByRole('button', { name: '发布' }).click()
  const dialog = editor.getByRole('dialog')
  await dialog.getByText('值不能为空').waitFor()
  await expect.poll(() => field('issueOrg').getAttribute('aria-invalid')).toBe('true')
  await field('issueOrg').fill('国家能源局')
  await press('发布')
  await row().getByText('已发布').waitFor()
})

test('its readers read the whole text, also after it was taken off and published again', async () => {
  await row().getByRole('button', { name: '下线' }).click()
  await press('下线')
  await row().getByText('已下线').waitFor()
  await row().getByRole('button', { name: '发布' }).click()
  await row().getByText('已发布').waitFor()
  await reader.reload()
  await reader.getByRole('button', { name: TITLE }).click()
  const article = reader.getByRole('dialog')
  await article.getByText('一、总体要求。').waitFor()
  await article.getByText('二、主要任务。').waitFor()
  await article.getByText('国家能源局').first().waitFor()
  await expectSound(reader, 'a policy')
  await reader.keyboard.press('Escape')
})

test('a policy is found by a word of its text, with the hit marked, and leads to the one that replaces it', async () => {
  await reader.goto(app.url('/policyQuery/index?keyword=独立储能'))
  const hit = reader.getByRole('row').filter({ hasText: '发改办运行〔2022〕475号' })
  await hit.locator('mark', { hasText: '独立储能' }).first().waitFor()
  await expectSound(reader, 'found policies')
  await reader.goto(app.url('/policyQuery/index?keyword=电监市场〔2006〕43号'))
  await reader.getByRole('button', { name: '并网发电厂辅助服务管理暂行办法' }).click()
  const article = reader.getByRole('dialog')
  await article.getByText('本文件已被修订或替代').waitFor()
  await article.getByRole('button', { name: /电力辅助服务管理办法/ }).click()
  await article.getByRole('heading', { name: '电力辅助服务管理办法' }).last().waitFor()
  await expectSound(reader, 'a policy with its predecessor')
})

test('an innovation platform is published with everything that its publication asks for', async () => {
  editor = await app.page('lab_edit', '/platformMent/index')
  await editor.getByRole('button', { name: '新增', exact: true }).click()
  await field('title').fill(TITLE)
  await press('发布')
  await editor.getByRole('dialog').getByText('值不能为空').first().waitFor()
  for (const name of ['platformName', 'hostOrg', 'year']) {
    await expect.poll(() => field(name).getAttribute('aria-invalid'), { message: name }).toBe('true')
    await field(name).fill(name === 'year' ? '2026' : '新型储能创新平台')
  }
  await field('researchFields').fill('液流电池、压缩空气')
  await press('发布')
  await row().getByText('已发布').waitFor()
  await editor.getByRole('button', { name: TITLE }).click()
  await editor.getByRole('dialog').getByText('液流电池、压缩空气').waitFor()
})
