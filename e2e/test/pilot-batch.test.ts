import { readFile } from 'node:fs/promises'
import { beforeAll, expect, test } from 'vitest'
import type { components } from '../../packages/contract/src/gen/schema.d.ts'
import {
  acceptAll,
  idOf,
  openWindow,
  recommendAll,
  submit,
  write,
} from '../../packages/sdk/examples/demonstration-batch/application.ts'
import {
  APPLICATIONS,
  EXCELLENCE_TEAMS,
  EXPERTS,
  PRIMARY_TEAMS,
  RECUSED,
} from '../../packages/sdk/examples/demonstration-batch/batch.ts'
import {
  assignExcellence,
  giveProjects,
  makeExcellence,
  scoreAllExcellence,
} from '../../packages/sdk/examples/demonstration-batch/result.ts'
import {
  assign,
  confirmSheets,
  decidePrimary,
  findConflicts,
  makeGroup,
  openScores,
  reviewersOf,
  scorePrimary,
} from '../../packages/sdk/examples/demonstration-batch/review.ts'
import { RANKS, STATES, WINNERS } from '../../packages/server/test/support/example-batch.ts'
import {
  acceptProject,
  confirmed,
  makeTeam,
  moveTask,
  scoreSheet,
  stateInList,
  submitApplication,
} from '../support/batch-steps.ts'
import { dayIn, daysLater, setDate, startWalk } from '../support/batch-walk.ts'
import { onPlatform } from '../support/on-platform.ts'
import { excellenceShows, primaryShows } from '../support/result-cells.ts'

type Group = components['schemas']['ExpertGroup']

const app = onPlatform()
const walk = startWalk(app.url, 2)
const BATCH = `year=${walk.batch.batchYear}&batch=${walk.batch.batchNo}`
const GROUPS = `/demonstration/excellent/group?${BATCH}`
const RESULTS = `/demonstration/excellent/result?${BATCH}`
const PUBLICITY = `/demonstration/publicity/index?${BATCH}`
const groups: Group[] = []
const excellence: Group[] = []
const primaryPage = (at: number) => app.page('platform', `${RESULTS}&stage=PRIMARY&group=${groups[at]?.id}`)
const excellencePage = (at: number) => app.page('nation', `${RESULTS}&group=${excellence[at]?.id}`)
const nameOf = (no: string) => APPLICATIONS.find((each) => each.no === no)?.name ?? ''

const [FIRST, ...OTHERS] = APPLICATIONS
if (!FIRST) throw new Error('the batch has applications')

beforeAll(async () => {
  await openWindow(walk)
  await write(walk, FIRST)
  for (const application of OTHERS) {
    await write(walk, application)
    await submit(walk, application)
  }
})

test('[1.areas.2] an applicant submits, a province recommends, and the platform accepts', async () => {
  const id = idOf(walk, FIRST.no)
  const form = await app.page(FIRST.applicant, `/demonstration/apply/form?id=${id}`)
  await submitApplication(form)
  await stateInList(form, FIRST.name, '待推荐单位审核').waitFor()

  const desk = await app.page('province_nx', `/demonstration/recommend/province?id=${id}`)
  await desk.getByRole('checkbox', { name: `选择 ${FIRST.name}` }).check()
  await desk.getByRole('button', { name: /^推荐至国家（1）/ }).click()
  await desk.getByText('已推荐至国家 1 项').first().waitFor()

  const check = await app.page('platform', `/demonstration/platform/index?id=${id}`)
  await acceptProject(check)
  await expect.poll(async () => (await (await walk.as('platform')).demoProjects.get({ id })).status).toBe('5')
  await recommendAll(walk, OTHERS)
  await acceptAll(walk, OTHERS)
})

test('the platform groups experts, sees computed conflicts with their reasons, and applies a plan', async () => {
  const [team, ...others] = PRIMARY_TEAMS
  if (!team) throw new Error('there are three teams')
  const page = await app.page('platform', `${GROUPS}&tab=groups`)
  await makeTeam(page, team, team.projects.map(nameOf))
  for (const other of others) groups.push(await makeGroup(walk, other, 'PRIMARY'))
  const { groups: all } = await (await walk.as('platform')).demoProjects.findGroupExperts(walk.batch)
  const first = all.find(({ groupName }) => groupName === team.name)
  if (!first) throw new Error('the group was made')
  groups.unshift(first)

  for (const [at, words] of [
    [0, '专家单位是该项目联合申报单位'],
    [1, '专家为联合申报人员'],
  ] as const) {
    const conflicts = await app.page('platform', `${GROUPS}&tab=conflicts&group=${groups[at]?.id}`)
    await conflicts.getByRole('button', { name: '计算冲突' }).click()
    await conflicts.getByRole('region', { name: '冲突清单' }).getByText(words).waitFor()
    await conflicts.getByText('排除 1').waitFor()
  }
  await findConflicts(walk, groups[2]?.id ?? 0)

  const plan = await app.page('platform', `${GROUPS}&tab=plan&group=${first.id}`)
  await plan.getByLabel('每项专家').fill('2')
  await plan.getByRole('button', { name: '计算分配方案' }).click()
  await plan.getByRole('button', { name: '应用方案（8 份）' }).click()
  await setDate(plan, '评审截止日期', dayIn(10))
  await plan.getByRole('button', { name: '应用并通知 3 位专家' }).click()
  await plan.getByText(/已于 .* 应用/).waitFor()
  await assign(walk, groups[1]?.id ?? 0)
})

test('an expert withdraws in his tasks, and the platform gives the project to another', async () => {
  const plan = await assign(walk, groups[2]?.id ?? 0)
  const { reviewing, free } = await reviewersOf(walk, RECUSED, plan)
  const [from = '', to = ''] = [reviewing[0], free[0]]
  const tasks = await app.page(from, '/experttaskment/index')
  await tasks.getByRole('button', { name: `回避 ${nameOf(RECUSED)}` }).click()
  const dialog = tasks.getByRole('dialog', { name: '申请回避' })
  await dialog.getByRole('radio', { name: '亲属关系' }).check()
  await dialog.getByLabel('理由').fill('申报单位负责人是本人近亲属')
  await dialog.getByRole('button', { name: '提交回避' }).click()
  await tasks.getByText('已申请回避，平台会改派').first().waitFor()
  await expect.poll(() => tasks.getByText(nameOf(RECUSED)).count()).toBe(0)

  const progress = await app.page('platform', `${GROUPS}&tab=progress`)
  await progress.getByText('仍有 1 份须改派').waitFor()
  await moveTask(progress, EXPERTS[from] ?? '', EXPERTS[to] ?? '')
  await progress.getByText('没有须改派的任务').waitFor()
})

test('an expert scores to his receipt, and platform and nation open all sheets together', async () => {
  const plan = await (await walk.as('platform')).demoReview.getAssignPlan({ groupId: groups[0]?.id ?? 0 })
  const { reviewing } = await reviewersOf(walk, '01', plan)
  const sheet = await app.page(
    reviewing[0] ?? '',
    `/demonstration/expert/primary?project=${idOf(walk, '01')}`,
  )
  await scoreSheet(sheet)
  await scorePrimary(walk)
  await confirmSheets(walk, groups)
  const sealed = await app.page('nation', `${RESULTS}&stage=PRIMARY`)
  await sealed.getByText('评分封存中，启封后显示').waitFor()
  const asking = await app.page('platform', `${GROUPS}&tab=progress`)
  await confirmed(asking, '申请启封')
  await asking.getByRole('button', { name: '启封（待国家确认）' }).waitFor()
  const opening = await app.page('nation', `${GROUPS}&tab=progress`)
  await confirmed(opening, '确认启封')
  await opening.getByRole('button', { name: '已启封' }).waitFor()
  await primaryShows(primaryPage, '待判定', '待判定')
  await decidePrimary(walk)
  await primaryShows(primaryPage, '初评通过', '初评未通过')
  const own = await app.page('enterprise_sy', '/demonstration/apply/index')
  await own.getByText(nameOf('12')).first().waitFor()
  await expect.poll(() => own.getByText('初评未通过').count()).toBe(0)
})

test('[1.areas.2] the excellence review ranks with reasons, and the nation selects five', async () => {
  for (const team of EXCELLENCE_TEAMS) excellence.push(await makeExcellence(walk, team))
  const [first, second] = EXCELLENCE_TEAMS
  if (!first || !second) throw new Error('there are two teams')
  await giveProjects(walk, excellence[0]?.id ?? 0, first)
  const page = await app.page(
    'platform',
    `${GROUPS}&stage=EXCELLENT&tab=excellent&group=${excellence[1]?.id}`,
  )
  await page.getByRole('button', { name: '编入项目' }).click()
  await page.getByLabel('优选类别').selectOption('1')
  await page.getByLabel('入选名额').fill(String(second.quota))
  for (const { no } of second.judged) await page.getByRole('checkbox', { name: nameOf(no) }).check()
  await page.getByRole('button', { name: '保存分组' }).click()
  await page.getByText('4 个项目，名额 2').waitFor()

  for (const group of excellence) await assignExcellence(walk, group)
  await scoreAllExcellence(walk)
  await openScores(walk, 'EXCELLENT', excellence)
  await excellenceShows(excellencePage, '建议拟入选', '建议未入选')
  const results = await app.page('nation', `${RESULTS}&group=${excellence[0]?.id}`)
  await results.getByRole('button', { name: '确定拟入选（5）…' }).click()
  const dialog = results.getByRole('dialog', { name: '确定拟入选（5）' })
  const selected = dialog.getByRole('region', { name: '拟入选', exact: true }).getByRole('listitem')
  const rows = await selected.allTextContents()
  expect(WINNERS.map((no) => rows.some((text) => text.includes(nameOf(no))))).toEqual(WINNERS.map(() => true))
  for (const [no, rank, , , , , isIn, reasons] of RANKS) {
    const item = dialog
      .getByRole('region', { name: isIn ? '拟入选' : '未入选', exact: true })
      .getByRole('listitem')
      .filter({ hasText: nameOf(no) })
    const text = (await item.textContent()) ?? ''
    expect(text).toContain(`第 ${rank}`)
    for (const reason of reasons) expect(text).toContain(reason)
  }
  await dialog.getByRole('button', { name: '确定拟入选 5 项' }).click()
  await results
    .getByText(/^已确定拟入选 5 项/)
    .first()
    .waitFor()
  await results.setViewportSize({ width: 390, height: 844 })
  await expect
    .poll(() => results.evaluate(() => document.documentElement.scrollWidth - innerWidth))
    .toBeLessThanOrEqual(0)
  await excellenceShows(excellencePage, '拟入选', '未入选')
  await primaryShows(primaryPage, '初评通过', '初评未通过')
  const [summary] = await Promise.all([
    results.waitForEvent('download'),
    results.getByRole('button', { name: '评分汇总 PDF' }).click(),
  ])
  expect((await readFile(await summary.path())).subarray(0, 5).toString()).toBe('%PDF-')
})

test('the applicant learns his results with the publicity, and the list is announced after it', async () => {
  const before = await app.page('enterprise_sy', '/demonstration/apply/index')
  for (const no of ['09', '10', '11', '12']) await stateInList(before, nameOf(no), '评审中').waitFor()

  const nation = await app.page('nation', PUBLICITY)
  await setDate(nation, '公示开始', dayIn(0))
  await setDate(nation, '公示结束', dayIn(5))
  await nation.getByRole('textbox', { name: '受理方式' }).fill('国家能源局科技司，010-81929000')
  await nation.getByRole('button', { name: '开始公示' }).click()
  await nation.getByText('公示期已设置').first().waitFor()
  await nation.getByText('拟入选名单 5 项').waitFor()

  const after = await app.page('enterprise_sy', '/demonstration/apply/index')
  await stateInList(after, nameOf('09'), '拟入选（公示）').waitFor()
  for (const no of ['10', '11']) await stateInList(after, nameOf(no), '未入选').waitFor()
  await after
    .getByRole('link', { name: nameOf('10') })
    .first()
    .click()
  await after.getByRole('region', { name: '评审反馈' }).waitFor()
  await after.goBack()
  await stateInList(after, nameOf('12'), '初评未通过').waitFor()

  await app.restart(daysLater(7))
  walk.logOut()
  const announcing = await app.page('nation', PUBLICITY)
  await announcing.getByText('拟入选名单 5 项').waitFor()
  await announcing.clock.setFixedTime(Date.now() + 7 * 86_400_000)
  await announcing.getByLabel('公布文号').fill('国家能源局公告第2号')
  await announcing.getByRole('button', { name: '公布 5 项' }).click()
  await announcing.getByRole('dialog').getByRole('button', { name: '公布', exact: true }).click()
  await announcing.getByText(/公布：国家能源局公告第2号，共 5 项/).waitFor()
  const { demoProjects } = await walk.as('nation')
  const { content } = await demoProjects.list({ ...walk.batch, size: 100 })
  const numbers = new Map([...walk.ids].map(([no, id]) => [id, no]))
  expect(Object.fromEntries(content.map(({ id, status }) => [numbers.get(id), status]))).toEqual(STATES)
})
