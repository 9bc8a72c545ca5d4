import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { onPlatform } from '../support/on-platform.ts'
import { expectSound } from '../support/sound.ts'

const app = onPlatform({ UNDO_SECONDS: '10' })

interface Report {
  id: number
  demoProjectId: number
  year: number
  quarter: number
  buildStatus: string
  usage?: object
  overallProgress: number
  cumulativeInvestment: number
}

const PLAN = '开展全站联合调试，完成并网验收'
const ASKED = '请写明下一季度的调试安排'

/** The submitted report of enterprise_yc's announced project that follows the last one. */
async function handedIn(): Promise<Report> {
  const { content } = (await app.call(
    'enterprise_yc',
    'GET',
    '/api/tbProgressSubmission/selectAllList?size=1',
  )) as { content: Report[] } // held by the contract
  const [last] = content
  if (!last) throw new Error('the demonstration has no progress report of enterprise_yc')
  const { demoProjectId, buildStatus, usage, overallProgress, cumulativeInvestment, year, quarter } = last
  return (await app.call('enterprise_yc', 'POST', '/api/tbProgressSubmission', {
    action: 'SUBMIT',
    demoProjectId,
    year: quarter === 4 ? year + 1 : year,
    quarter: (quarter % 4) + 1,
    buildStatus,
    ...(usage ? { usage } : {}),
    overallProgress,
    cumulativeInvestment,
    periodInvestment: 0,
    expectedCommissionDate: '2027-06-30',
    delayReason: '设备供货推迟',
    progressContent: '完成储能系统安装',
    nextPlan: '继续建设',
  })) as Report // held by the contract
}

let report: Report
beforeAll(async () => {
  report = await handedIn()
})

const opinion = (page: Page) => page.getByLabel(/^办理意见/)

test('a report returned on the desk shows its remark at the field, comes back changed and is passed', async () => {
  const desk = await app.page('province_nx', `/esproject/desk/index?kind=progress&id=${report.id}`)
  await desk.locator('[data-field="nextPlan"]').first().hover()
  await desk.keyboard.press('c')
  await desk.getByRole('textbox', { name: '意见', exact: true }).fill(ASKED)
  await desk.keyboard.press('Control+Enter')
  await opinion(desk).fill('请补充后重新提交')
  await expectSound(desk, 'desk-progress')
  await desk.getByRole('button', { name: '退回企业（1 处意见）' }).click()
  await desk.getByText(/^已退回.*意见 1 处/).waitFor()

  const form = await app.page(
    'enterprise_yc',
    `/demonstration/progress/index?project=${report.demoProjectId}&quarter=${report.year}-${report.quarter}`,
  )
  await form.getByText('退回意见：请补充后重新提交').waitFor()
  const plan = form.getByRole('textbox', { name: '下期计划' })
  await expect.poll(() => plan.evaluate((field) => field.getAttribute('aria-describedby') ?? '')).not.toBe('')
  await form.getByText(ASKED).waitFor()
  await expect
    .poll(() => form.getByRole('button', { name: '提交（1 处意见待处理）' }).isDisabled())
    .toBe(true)
  await expectSound(form, 'progress-returned')
  await plan.fill(PLAN)
  await form.getByText('已修改').waitFor()
  await form.getByRole('button', { name: /^提交至/ }).click()
  await form.getByRole('dialog').getByRole('button', { name: '提交', exact: true }).click()
  await form.getByText('已提交').first().waitFor()

  await desk.goto(app.url(`/esproject/desk/index?kind=progress&id=${report.id}`))
  await desk.getByRole('heading', { name: /变化/ }).first().waitFor()
  await desk.getByText(PLAN).first().waitFor()
  await desk.getByRole('button', { name: /^关闭 1 处并通过/ }).click()
  await desk.getByText(/^已通过/).waitFor()
})

test('an annual report that the nation opens again shows its remarks at the chapters', async () => {
  const { demoProjectId } = report
  const year = report.year - 2
  const query = `demoProjectId=${demoProjectId}&year=${year}`
  const stored = (await app.call('nation', 'GET', `/api/demoAnnualReport/selectOne?${query}`)) as {
    id: number
    version: number
  } // held by the contract
  await app.call('nation', 'POST', '/api/demoAnnualReport', {
    id: stored.id,
    version: stored.version,
    action: 'REOPEN',
    opinion: '请按意见修改',
    remarks: [
      { field: 'nextYearPlan', text: '请写明检修安排' },
      { field: 'usage[0].chargeEnergy', text: '请核对充电量' },
    ],
  })
  const form = await app.page(
    'enterprise_yc',
    `/demonstration/annual/index?project=${demoProjectId}&year=${year}`,
  )
  await form.getByText('退回意见：请按意见修改').waitFor()
  const chapter = form.getByRole('region', { name: /下一年度计划/ })
  await chapter.getByText('请写明检修安排').waitFor()
  await form.getByText('请核对充电量').waitFor()
  await expectSound(form, 'annual-returned')
})
