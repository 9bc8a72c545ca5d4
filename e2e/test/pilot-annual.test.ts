import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { smallPdf } from '../../packages/server/test/support/small-pdf.ts'
import { onPlatform } from '../support/on-platform.ts'
import { expectSound } from '../support/sound.ts'

const app = onPlatform()

const YEAR = new Date().getFullYear() - 1
const ANNUAL = '/demonstration/annual/index'
const PROGRESS = '/demonstration/progress/index'
const REASON = '补计十二月站用变压器的下网电量'
const CHAPTERS = ['建设情况', '运行情况', '技术示范效果', '安全情况', '下一年度计划']

const box = (page: Page, name: string | RegExp) => page.getByRole('textbox', { name, exact: true })

async function fillReport(page: Page): Promise<void> {
  for (const chapter of CHAPTERS) await box(page, chapter).fill('按实施方案完成，运行平稳。')
  await box(page, '经济效益说明').fill('收益与可行性研究基本一致。')
  const targets = await page.getByRole('textbox', { name: /实际值$/ }).count()
  for (let at = 1; at <= targets; at += 1) {
    await box(page, `第 ${at} 行，实际值`).fill('73')
    await page.getByRole('combobox', { name: `第 ${at} 行，是否完成` }).selectOption('yes')
  }
}

test('an enterprise changes a figure of its year with a reason and submits it, and the province sees both', async () => {
  const page = await app.page('enterprise_yc', ANNUAL)
  const submit = page.getByRole('button', { name: /^提交/ })
  const charge = box(page, '充电量，年报填报')
  const sum = await charge.inputValue()
  await charge.fill('5000')
  await page.getByText('请说明原因，不少于 10 字').first().waitFor()
  await page.getByRole('button', { name: '恢复充电量为季度合计' }).click()
  await expect.poll(() => charge.inputValue()).toBe(sum)
  await charge.fill('5000')
  await box(page, '充电量，修改原因').fill(REASON)
  await fillReport(page)
  await page.getByRole('button', { name: '提交（还差 1 项）' }).waitFor()
  await expectSound(page, 'annual report')
  await page.getByLabel('年度报告，盖章扫描件').setInputFiles({
    name: '年度报告盖章件.pdf',
    mimeType: 'application/pdf',
    buffer: Buffer.from(smallPdf()),
  })
  const checks = page.getByRole('region', { name: '提交检查' })
  await checks.getByText('运行指标修改 1 项，均有原因').waitFor()
  await checks.getByText('可以提交').waitFor()
  await submit.click()
  await page.getByRole('dialog').getByRole('button', { name: '提交年度报告' }).click()
  await page.getByText('已提交', { exact: true }).first().waitFor()

  const { id } = (await app
    .call('enterprise_yc', 'GET', '/api/esDemonstrationProject/list?status=12')
    .then((list) => (list as { content: { id: number }[] }).content[0])) ?? { id: 0 } // held by the contract
  const province = await app.page('province_nx', `${ANNUAL}?project=${id}&year=${YEAR}`)
  const usage = province.getByRole('region', { name: '三、运行情况' })
  await usage.getByText(REASON).waitFor()
  await expect.poll(() => usage.getByRole('row', { name: /^充电量.*5,000.*已修改$/ }).count()).toBe(1)
})

test('the progress of a project with its milestones is sound in light, dark and on a telephone', async () => {
  const page = await app.page('enterprise_yc', PROGRESS)
  await page.getByRole('heading', { name: '里程碑：计划与实际' }).waitFor()
  await box(page, /^总体进度/).fill('90')
  await page.getByText('进度低于上季 100%，请说明原因').first().waitFor()
  await expectSound(page, 'progress')
})
