import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { createClient, type XinchuClient } from '../../packages/sdk/src/index.ts'
import { completePilot, pdfOf, soundPilot, step } from '../../packages/server/test/support/pilots.ts'
import { PASSWORD } from '../support/browser.ts'
import { onPlatform } from '../support/on-platform.ts'

const app = onPlatform()

async function as(username: string): Promise<XinchuClient> {
  const client = createClient({ baseUrl: app.url() })
  await client.login({ username, password: PASSWORD, code: '', uuid: '' })
  return client
}

const GOALS = '建成后综合效率不低于 86%，与申报书一致。'
const WEEK_MS = 7 * 86_400_000
const inAWeek = () => new Date(Date.now() + WEEK_MS).toISOString().slice(0, 10)

const point = (page: Page, code: string) => page.locator(`[data-point="${code}"]`)

async function judgeUnmet(page: Page, code: string, reason: string): Promise<void> {
  await point(page, code).getByRole('button', { name: '不符' }).click()
  await page.getByLabel(`${code} 不符的说明`).fill(reason)
  await page.getByLabel(`${code} 不符的说明`).press('Enter')
  await point(page, code).getByText(reason).waitFor()
}

async function returnTwoParts(page: Page): Promise<void> {
  await judgeUnmet(page, 'F-07', '目标与申报书不一致')
  await judgeUnmet(page, 'F-08', '签章页缺失')
  const remarks = page.getByRole('list', { name: '逐处意见' })
  await expect.poll(() => remarks.getByRole('listitem').count()).toBe(2)
  await page.getByLabel('补正截止').fill(inAWeek())
  await page.getByLabel('补正截止').press('Tab')
  await page.getByLabel('总意见').fill('请补正实施方案与附件')
  await page.getByRole('button', { name: /^退回补正（2 部分，2 处）/ }).click()
  await page.getByText('已退回补正 1 项').first().waitFor()
}

/** Changes what was returned; the other parts are locked. */
async function mendPlan(page: Page): Promise<void> {
  const parts = page.getByRole('navigation', { name: '申报材料目录' })
  await parts.getByRole('button', { name: /^申报书/ }).click()
  await page.getByText('未退回，已锁定', { exact: true }).waitFor()
  await expect.poll(() => page.getByRole('textbox', { name: '申报单位概况' }).isDisabled()).toBe(true)
  await parts.getByRole('button', { name: /^实施方案/ }).click()
  await page.getByRole('textbox', { name: '总体目标' }).fill(GOALS)
  await page.keyboard.press('Control+s')
  await page
    .getByText(/^已保存/)
    .first()
    .waitFor()
}

test('the platform returns two parts at the formal check, sees what changed, and accepts', async () => {
  const [enterprise, province] = await Promise.all([as('enterprise_yc'), as('province_nx')])
  const { id, projectName } = await completePilot(enterprise, soundPilot(900))
  await step(enterprise, id, 'SUBMIT')
  await step(province, id, 'PASS')

  const desk = await app.page('platform', `/demonstration/platform/index?id=${id}`)
  await desk.getByRole('heading', { level: 2, name: projectName }).waitFor()
  await returnTwoParts(desk)

  const form = await app.page('enterprise_yc', `/demonstration/apply/form?id=${id}`)
  await mendPlan(form)
  await enterprise.demoProjects.uploadFile({ file: pdfOf('签章页'), bizType: 'DEMO_OTHER', bizId: id })
  await step(enterprise, id, 'SUBMIT', { opinion: '已补正目标，补传签章页' })
  await step(province, id, 'PASS')

  await desk.reload()
  await desk.getByRole('heading', { level: 2, name: projectName }).waitFor()
  await desk.getByRole('tab', { name: '变化' }).click()
  await desk.getByText(GOALS).first().waitFor()
  await desk.getByRole('tab', { name: /^形审要点/ }).click()
  for (const code of ['F-04', 'F-07', 'F-08', 'F-09', 'F-10']) {
    await point(desk, code).getByRole('button', { name: '符合', exact: true }).click()
    await point(desk, code).locator('[aria-pressed="true"]', { hasText: '符合' }).waitFor()
  }
  await desk.getByRole('button', { name: '形审通过' }).first().click()
  await desk.keyboard.press('Control+Enter')
  await desk.getByRole('button', { name: '关闭意见并办理' }).click()
  await desk.getByText('形审通过 1 项').first().waitFor()
  expect((await enterprise.demoProjects.get({ id })).status).toBe('5')
})

test('the page of the nation says what waits, by kind and since when', async () => {
  const page = await app.page('nation', '/demonstration/national/index')
  const waiting = page.getByRole('list', { name: '待办' })
  await waiting.getByText(/^形审 \d+ 件$/).waitFor()
  await waiting
    .getByText(/^(?:已等 \d+ 天|今天收到)$/)
    .first()
    .waitFor()
})
