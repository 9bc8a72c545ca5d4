import type { Locator, Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { findNothingWrong } from '../support/accessible.ts'
import { openMenu } from '../support/browser.ts'
import { onPlatform } from '../support/on-platform.ts'
import { draftProject, sampleProject, submittedProject } from '../support/sample-project.ts'
import { hasFocus } from '../support/settled.ts'
import { confirmSummary, openSummary, submitProject } from '../support/submit-project.ts'

const app = onPlatform()
beforeAll(submitPairs)

const FIRST = '盐池县红墩梁100MW/200MWh储能电站'
const RENAMED = '哈巴湖北区新能源配套储能站'

const project = {
  ...sampleProject,
  projectName: FIRST,
  address: '红墩梁',
  longitude: 106.61,
  latitude: 37.31,
  ratedPower: 103,
  ratedEnergy: 207,
  totalInvestment: 22_000,
}

const createDraft = (changes: object) => draftProject(app, { ...project, ...changes })

/** Two submitted projects of one site and size. */
async function submitPairs(): Promise<void> {
  for (const projectName of [FIRST, RENAMED]) await submittedProject(app, { ...project, projectName })
}

const dialogOf = (page: Page) => page.getByRole('dialog')

test('[1.areas.1] a province finds a pair in its list, compares the two and decides by keyboard alone', async () => {
  const page = await app.page('province_nx')
  await openMenu(page, '重复项目核查')
  const row = page.getByRole('row').filter({ hasText: RENAMED })
  await row.getByText('疑似重复').waitFor()
  await expect.poll(() => row.getByText('位置相距不足500米').count()).toBe(1)
  await findNothingWrong(page)

  await page.getByLabel('判定', { exact: true }).selectOption({ label: '确认不重复' })
  await page.getByText('没有符合条件的重复项目').waitFor()
  expect(new URL(page.url()).searchParams.get('repeatFlag')).toBe('3')
  await page.getByLabel('判定', { exact: true }).selectOption({ label: '待判定' })

  await row.getByRole('link', { name: /^判定：/ }).focus()
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: '重复项目对比' }).waitFor()
  const table = page.getByRole('table', { name: '两个项目的逐项对比' })
  await table.waitFor()
  await expect
    .poll(() => table.getByRole('row').filter({ hasText: '项目名称' }).getByText('≠ 不同').count())
    .toBe(1)
  await expect
    .poll(() => table.getByRole('row').filter({ hasText: '额定功率' }).getByText('＝ 相同').count())
    .toBe(1)
  await findNothingWrong(page)
  await page.getByRole('switch', { name: '只看不同' }).press('Space')
  await expect.poll(() => table.getByText('＝ 相同').count()).toBe(0)

  await page.getByRole('button', { name: '确认重复' }).press('Enter')
  await dialogOf(page).getByRole('button', { name: '确定' }).press('Enter')
  await dialogOf(page).getByText('值不能为空').waitFor()
  await expect.poll(() => dialogOf(page).getByRole('radio', { name: FIRST }).isChecked()).toBe(true)
  await dialogOf(page).getByRole('radio', { name: FIRST }).press('ArrowDown')
  await dialogOf(page).getByLabel('判定意见').focus()
  await page.keyboard.type('与在先项目为同一站址')
  await findNothingWrong(page)
  await dialogOf(page).getByRole('button', { name: '确定' }).press('Enter')
  await page.getByText(`保留：${RENAMED}`).waitFor()
  await expect.poll(() => page.getByText('意见：与在先项目为同一站址').count()).toBe(1)
  await page.getByRole('button', { name: '变更保留的项目' }).waitFor()
})

test('an enterprise sees the pairs of its projects, and that it is not its own to decide', async () => {
  const page = await app.page('enterprise_yc', '/esproject/repeat/index')
  await page.getByRole('link', { name: RENAMED }).first().click()
  await page.getByRole('heading', { name: '重复项目对比' }).waitFor()
  await page.getByText('由省级或国家能源主管部门判定').waitFor()
  await expect.poll(() => page.getByRole('button', { name: /^确认/ }).count()).toBe(0)
  await page.getByRole('link', { name: RENAMED }).click()
  await page.getByRole('heading', { name: '疑似重复项目' }).waitFor()
  await page.getByText('填报单位说明：分属两个地块').waitFor()
})

/** A draft of the enterprise, opened in its form. */
async function openDraft(changes: Partial<typeof project> & { projectName: string }): Promise<Page> {
  const path = `/esproject/declare/form?id=${await createDraft(changes)}`
  const page = await app.page('enterprise_yc', path)
  await page.getByRole('heading', { level: 1, name: changes.projectName }).waitFor()
  return page
}

/** Types a text without a pause between its letters, however busy the machine is. */
async function typeAtOnce(field: Locator, text: string): Promise<void> {
  await field.fill('')
  await field.evaluate((_field, letters) => {
    for (const letter of letters) document.execCommand('insertText', false, letter)
  }, text)
  await expect.poll(() => field.inputValue()).toBe(text)
}

test('the form says while it is typed in which projects it may repeat, and asks for the last state alone', async () => {
  const page = await openDraft({
    projectName: '尚未命名',
    longitude: 107.2,
    ratedPower: 7,
    ratedEnergy: 9,
  })
  const asked: string[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/projectRepeat')) asked.push(request.postData() ?? '')
  })
  const name = page.locator('[name="projectName"]')
  await typeAtOnce(name, FIRST)
  await page.getByRole('status').getByText('与 1 个已有项目重复，不能提交').waitFor()
  expect(asked.filter((body) => !body.includes('尚未命名'))).toHaveLength(1)
  await hasFocus(name)

  await page.getByRole('button', { name: '查看' }).click()
  await dialogOf(page).getByText('项目单位、名称与期次均相同').waitFor()
  await dialogOf(page).getByRole('button', { name: '知道了' }).click()

  await name.fill('另一处的储能站甲乙丙')
  await page.getByRole('status').getByText('与 1 个已有项目重复，不能提交').waitFor({ state: 'detached' })
})

test('the same project is not submitted, and stays a draft', async () => {
  const page = await openDraft({ projectName: '盐池县红墩梁（１００MW／200MWh）储能电站项目' })
  await page.getByRole('button', { name: '提交…' }).click()
  await dialogOf(page).getByRole('heading', { name: '与已有项目重复，不能提交' }).waitFor()
  await expect.poll(() => dialogOf(page).getByRole('button', { name: /^提交/ }).count()).toBe(0)
  await findNothingWrong(page)
  await dialogOf(page).getByRole('button', { name: '保存草稿' }).click()
  await page.getByText('已保存').first().waitFor()
})

test('a suspected duplicate is submitted with a reason in writing, which the reviewer reads', async () => {
  const page = await openDraft({ projectName: '麻黄山西坡构网型站', ratedPower: 103, ratedEnergy: 207 })
  await openSummary(page)
  await dialogOf(page).getByRole('button', { name: /^提交/ }).press('Enter')
  await dialogOf(page).getByText('请填写疑似重复说明').waitFor()
  await findNothingWrong(page)
  await dialogOf(page).getByLabel('疑似重复说明').fill('同一园区的另一座站')
  await confirmSummary(page)
  await page.getByText('待县级审核').first().waitFor()
  await page.getByText('填报单位说明：同一园区的另一座站').waitFor()
})

test('on its own page a project is submitted with the same reason, and a twin draft does not hold it up', async () => {
  const page = await openDraft({ projectName: '平沙台汇流站', longitude: 106.8, latitude: 37.2 })
  await createDraft({ projectName: '平沙台汇流站', longitude: 106.8, latitude: 37.2 })
  await page.locator('[name="address"]').fill('平沙台')
  await submitProject(page)
  await page.getByText('待县级审核').first().waitFor()

  const id = await createDraft({ projectName: '哈巴湖南区构网型站' })
  await page.goto(app.url(`/esproject/detail/${id}`))
  await openSummary(page)
  await dialogOf(page).getByLabel('疑似重复说明').fill('南北两区，分别备案')
  await findNothingWrong(page)
  await confirmSummary(page)
  await page.getByText('填报单位说明：南北两区，分别备案').waitFor()
})
