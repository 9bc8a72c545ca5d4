import type { Locator, Page } from 'playwright-core'
import { EXPERTS, type Team } from '../../packages/sdk/examples/demonstration-batch/batch.ts'

const OPINION =
  '技术路线成熟，本体安全措施完备，联锁试验报告齐全，消防与应急预案符合规范要求，建议补充低温工况的试验数据，建议通过本次初评。'
/** Points of the formal check that a person judges. */
const PERSON_POINTS = ['F-04', 'F-07', 'F-08', 'F-09', 'F-10']

/** The state of a project in the applicant's list. */
export const stateInList = (page: Page, name: string, label: string): Locator =>
  page.getByRole('row').filter({ hasText: name }).getByText(label, { exact: true })

/** Presses a button and confirms in the dialog of the same words. */
export async function confirmed(page: Page, words: string): Promise<void> {
  await page.getByRole('button', { name: words, exact: true }).click()
  await page.getByRole('dialog', { name: words }).getByRole('button', { name: words, exact: true }).click()
}

/** Submits a complete application with its commitment. */
export async function submitApplication(form: Page): Promise<void> {
  await form.getByRole('button', { name: /^提交至/ }).click()
  const dialog = form.getByRole('dialog', { name: /^提交至/ })
  await dialog.getByRole('checkbox', { name: '我已阅读并承诺' }).check()
  await dialog.getByRole('button', { name: '提交', exact: true }).click()
}

/** Judges all points of the formal check and accepts by keyboard. */
export async function acceptProject(check: Page): Promise<void> {
  const points = check.getByRole('list', { name: '形审要点' })
  for (const code of PERSON_POINTS)
    await points
      .getByRole('group', { name: `${code} 判定` })
      .getByRole('button', { name: '符合', exact: true })
      .click()
  await check.getByText('符合 10 项').waitFor()
  await check.keyboard.press('Control+Enter')
}

/** Makes a group of experts with its leader and its projects. */
export async function makeTeam(page: Page, { name, experts }: Team, projects: readonly string[]) {
  await page.getByRole('button', { name: '新建' }).click()
  const dialog = page.getByRole('dialog', { name: '新建专家组' })
  await dialog.getByLabel('组名').fill(name)
  for (const account of experts)
    await dialog.getByRole('checkbox', { name: new RegExp(`^${EXPERTS[account]}`) }).check()
  await dialog.getByLabel('组长').selectOption({ label: EXPERTS[experts[0] ?? ''] ?? '' })
  for (const project of projects) await dialog.getByRole('checkbox', { name: project }).check()
  await dialog.getByRole('button', { name: `建组（${experts.length} 人，${projects.length} 项）` }).click()
  await page.getByText(`已建“${name}”`).first().waitFor()
}

/** Moves what an expert has left to another, as the shown plan says. */
export async function moveTask(page: Page, from: string, to: string): Promise<void> {
  await page.getByRole('button', { name: `改派 ${from}` }).click()
  const dialog = page.getByRole('dialog', { name: `改派：${from}` })
  const option = dialog.getByLabel('改派给').locator('option', { hasText: to })
  await dialog.getByLabel('改派给').selectOption((await option.getAttribute('value')) ?? '')
  await dialog.getByLabel('理由').fill('专家申请回避')
  await dialog.getByRole('button', { name: '生成改派方案' }).click()
  await dialog.getByText(new RegExp(`${from} → ${to}：.* 共 1 份`)).waitFor()
  await dialog.getByRole('button', { name: '应用改派（1 份）' }).click()
}

/** Gives full marks, submits the sheet, and waits for its receipt. */
export async function scoreSheet(sheet: Page): Promise<void> {
  const scores = sheet.locator('input[data-score^="s:"]')
  await scores.first().waitFor()
  for (const field of await scores.all()) {
    const full = /满分 ([\d.]+)/.exec((await field.getAttribute('aria-label')) ?? '')?.[1]
    await field.fill(full ?? '')
  }
  await sheet.getByRole('radio', { name: '建议通过', exact: true }).check()
  await sheet.getByRole('textbox', { name: /评审意见/ }).fill(OPINION)
  await sheet
    .getByRole('region', { name: '评分表' })
    .getByText(/^已保存/)
    .last()
    .waitFor()
  await sheet.keyboard.press('Control+Enter')
  await sheet.getByRole('dialog', { name: '提交评分' }).getByRole('button', { name: '确认提交' }).click()
  await sheet.getByRole('region', { name: '评分回执' }).getByText('已提交，评分已封存').waitFor()
}
