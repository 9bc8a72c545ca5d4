import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { colourViolationsOf, toDark, violationsOf } from '../support/accessible.ts'
import { onPlatform } from '../support/on-platform.ts'
import { assignedGroup, type ReviewGroup } from '../support/pilot-review.ts'

const app = onPlatform()

const SCORING = '/demonstration/expert/primary'
const GROUPS = '/demonstration/excellent/group'
const RESULTS = '/demonstration/excellent/result'
const YEAR = new Date().getFullYear()
const BATCH = `?year=${YEAR}&batch=1`
const OPINION =
  '技术路线成熟，本体安全措施完备，联锁试验报告齐全，消防与应急预案符合规范要求，建议补充低温工况的试验数据，建议通过本次初评。'

let group: ReviewGroup

beforeAll(async () => {
  group = await assignedGroup(app.call, '第一组')
})

const scores = (page: Page) => page.locator('input[data-score^="s:"]')

/** Findings in both themes. */
async function findings(page: Page): Promise<string[]> {
  const light = await violationsOf(page)
  await toDark(page)
  return [...light, ...(await colourViolationsOf(page))]
}

test('an expert scores online and offline, submits, and gets a receipt', async () => {
  const page = await app.page('expert', `${SCORING}?project=${group.projects[0]?.id}`)
  await scores(page).first().waitFor()
  const count = await scores(page).count()
  await scores(page).first().fill('3')
  await page
    .getByRole('region', { name: '评分表' })
    .getByText(/^已保存/)
    .last()
    .waitFor()
  await page.context().setOffline(true)
  for (let at = 0; at < count; at += 1) {
    const field = scores(page).nth(at)
    const full = Number(/满分 ([\d.]+)/.exec((await field.getAttribute('aria-label')) ?? '')?.[1])
    await field.fill((full * 0.8).toFixed(1))
  }
  await page.getByText(/已存本机/).waitFor()
  await page.getByRole('radio', { name: '建议通过', exact: true }).check()
  await page.getByRole('textbox', { name: /评审意见/ }).fill(OPINION)
  await page.getByText('离线时不能提交').waitFor()
  await page.context().setOffline(false)
  await page
    .getByRole('region', { name: '评分表' })
    .getByText(/^已保存/)
    .last()
    .waitFor()
  await page.reload()
  await scores(page).first().waitFor()
  await page.getByText(`已评 ${count} / ${count} 项`).waitFor()
  expect(await findings(page)).toEqual([])
  await page.keyboard.press('Control+Enter')
  const dialog = page.getByRole('dialog', { name: '提交评分' })
  await dialog.getByText('提交后不能修改，评分即封存。').waitFor()
  await dialog.getByRole('button', { name: '确认提交' }).click()
  const receipt = page.getByRole('region', { name: '评分回执' })
  await receipt.getByText('已提交，评分已封存').waitFor()
  await expect.poll(() => scores(page).first().getAttribute('readonly')).not.toBeNull()
})

test('before the opening the progress counts sheets and the results show no number', async () => {
  const platform = await app.page('platform', `${GROUPS}${BATCH}&tab=progress`)
  await platform.getByRole('region', { name: '启封条件' }).waitFor()
  await platform.getByRole('img', { name: '已封存' }).first().waitFor()
  await expect
    .poll(() => platform.getByRole('button', { name: '启封（条件未满足）' }).isDisabled())
    .toBe(true)
  expect(await findings(platform)).toEqual([])
  const nation = await app.page('nation', `${RESULTS}${BATCH}`)
  await nation.getByText('评分封存中，启封后显示').waitFor()
  await expect.poll(() => nation.getByRole('main').getByRole('table').count()).toBe(0)
  expect(await findings(nation)).toEqual([])
})

test('the platform sees the plan that was applied, with its reasons', async () => {
  const page = await app.page('platform', `${GROUPS}${BATCH}&tab=plan&group=${group.id}`)
  await page
    .getByRole('region', { name: '分配方案' })
    .getByText(/已于 .* 应用/)
    .waitFor()
  await expect
    .poll(() => page.getByRole('region', { name: '所选格' }).getByText('匹配').count())
    .toBeGreaterThan(0)
  expect(await findings(page)).toEqual([])
})

test('places of recommenders are shown as a plan before they are set', async () => {
  const page = await app.page('nation', '/demonstration/national/index')
  await page.getByRole('tab', { name: '推荐名额' }).click()
  const places = page.getByRole('textbox', { name: '宁夏回族自治区能源主管部门的名额' })
  await places.fill('8')
  await page.getByRole('button', { name: '设置（1）…' }).click()
  const plan = page.getByRole('dialog', { name: /的推荐名额$/ })
  await plan.getByText('不限').waitFor()
  await plan.getByText('8 项').waitFor()
  expect(await findings(page)).toEqual([])
  await plan.getByRole('button', { name: '设置' }).click()
  await page.getByText('已设置 1 个推荐单位的名额').waitFor()
  await expect.poll(() => places.inputValue()).toBe('8')
})

test('the platform keeps the profiles of experts', async () => {
  const page = await app.page('platform', `${GROUPS}${BATCH}&tab=pool`)
  await page.getByRole('button', { name: '何志远' }).click()
  const form = page.getByRole('dialog', { name: '专家档案：何志远' })
  await form.getByRole('textbox', { name: '单位地址' }).fill('西安市碑林区环城东路 169 号')
  await form.getByRole('button', { name: '添加合作成果' }).click()
  await form
    .getByRole('textbox', { name: /行名称$/ })
    .last()
    .fill('构网型储能并网技术规范')
  expect(await findings(page)).toEqual([])
  await form
    .getByRole('combobox', { name: /行类别$/ })
    .last()
    .selectOption('PAPER')
  await form
    .getByRole('textbox', { name: /行年度$/ })
    .last()
    .fill('2025')
  await form
    .getByRole('textbox', { name: /行合作单位$/ })
    .last()
    .fill('华北电力大学、宁夏电力设计院')
  await form.getByRole('button', { name: '保存' }).click()
  await form.waitFor({ state: 'hidden' })
  const stored = await app.call(
    'platform',
    'GET',
    `/api/esDemonstrationProject/experts?keyword=${encodeURI('何志远')}`,
  )
  const work = {
    kind: 'PAPER',
    title: '构网型储能并网技术规范',
    year: 2025,
    partners: ['华北电力大学', '宁夏电力设计院'],
  }
  expect(stored).toMatchObject({
    content: [{ address: '西安市碑林区环城东路 169 号', jointWork: expect.arrayContaining([work]) }],
  })
})

test('on a phone the task list is cards that do not scroll sideways', async () => {
  const page = await app.page('expert', '/experttaskment/index')
  await page.setViewportSize({ width: 390, height: 844 })
  await page.getByRole('heading', { level: 1, name: '专家任务管理' }).waitFor()
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
  expect(overflow).toBeLessThanOrEqual(0)
  expect(await findings(page)).toEqual([])
})
