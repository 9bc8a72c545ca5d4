import { screen, waitFor, within } from '@testing-library/dom'
import type { ReplyOf } from '@xinchu/testing'
import { beforeEach, describe, expect, test } from 'vitest'
import { on } from '../support/network.ts'
import { onPortal, open } from '../support/portal.ts'

onPortal()

const PAGE = '/demonstration/progress/index'
type Overview = ReplyOf<'queryProgressOverview'>
type Cell = Overview['content'][number]['cells'][number]

const cell = (
  quarter: 1 | 2 | 3,
  state: Cell['state'],
  stateLabel: string,
  more: Partial<Cell> = {},
): Cell => ({
  ...{ year: 2026, quarter, state, stateLabel, mine: false, actions: [] },
  ...more,
})

const row = (projectId: number, projectName: string, cells: Cell[]): Overview['content'][number] => ({
  projectId,
  demoCode: `DEMO20250100${projectId}`,
  projectName,
  companyName: '甲储能有限公司',
  recommendOrgName: '宁夏回族自治区能源主管部门',
  batchYear: 2025,
  batchNo: 1,
  cells,
})

const overview: Overview = {
  periods: [
    { year: 2026, quarter: 3 },
    { year: 2026, quarter: 2 },
    { year: 2026, quarter: 1 },
  ],
  content: [
    row(1, '甲示范项目', [
      cell(3, 'AT_NATION', '待国家确认', {
        reportId: 71,
        version: 2,
        mine: true,
        actions: ['CONFIRM', 'RETURN'],
      }),
      cell(2, 'CONFIRMED', '已确认', { reportId: 61, version: 4 }),
      cell(1, 'NONE', '无须'),
    ]),
    row(2, '乙示范项目', [cell(3, 'OVERDUE', '缺报'), cell(2, 'OVERDUE', '缺报'), cell(1, 'NONE', '无须')]),
  ],
  totalElements: 2,
  mine: 1,
}

beforeEach(() => {
  on('listDemoBatches', [{ batchYear: 2025, batchNo: 1, phase: 'ANNOUNCED', mine: 0 }])
  on('getDemoNameIdList', [
    { id: 1, projectName: '甲示范项目' },
    { id: 2, projectName: '乙示范项目' },
  ])
})

test('all projects stand in a table of periods, and each state leads to where it is dealt with', async () => {
  const asked = on('queryProgressOverview', overview)
  await open(PAGE, 'nation')
  const line = within(await screen.findByRole('row', { name: /甲示范项目/ }))
  expect(screen.getByText('待我办 1 份')).toBeDefined()
  const desk = line.getByRole('link', { name: /2026 年第 3 季度，待国家确认，在审核工作台办理/ })
  expect(desk.getAttribute('href')).toContain('/esproject/desk/index?')
  const report = line.getByRole('link', { name: /2026 年第 2 季度，已确认/ })
  expect(report.getAttribute('href')).toContain(`${PAGE}?project=1&quarter=2026-2`)
  const missing = within(screen.getByRole('row', { name: /乙示范项目/ }))
  expect(missing.queryByRole('link', { name: /缺报/ })).toBeNull()
  expect(asked.length).toBeGreaterThan(0)
})

test('batch and period of the address limit the table', async () => {
  const asked = on('queryProgressOverview', overview)
  await open(`${PAGE}?batch=2025-1&period=2026-3&state=OVERDUE`, 'nation')
  await screen.findByRole('row', { name: /甲示范项目/ })
  for (const { query } of asked) expect(query).toMatchObject({ batchYear: 2025, batchNo: 1 })
  expect(asked.at(-1)?.query).toMatchObject({
    year: 2026,
    quarter: 3,
    state: ['OVERDUE'],
  })
})

test('a period of the address that the table does not show is said', async () => {
  on('queryProgressOverview', overview)
  await open(`${PAGE}?period=2012-2`, 'nation')
  expect(await screen.findByText(/表中只列最近 3 期，不含所查的期间/)).toBeDefined()
})

/** Selects a project and confirms its report that waits. Returns how often the overview is read afterwards. */
async function confirmFirst() {
  const reads = on('queryProgressOverview', overview)
  const user = await open(PAGE, 'nation')
  await user.click(await screen.findByRole('checkbox', { name: /甲示范项目/ }))
  await user.click(await screen.findByRole('button', { name: '确认（1）' }))
  const dialog = within(await screen.findByRole('dialog', { name: '确认 1 份报告' }))
  expect(dialog.getByText('含里程碑进展的报告确认后不能撤销。')).toBeDefined()
  const before = reads.length
  await user.click(dialog.getByRole('button', { name: '确认' }))
  return { user, readAgain: () => reads.length - before }
}

/** The page and the count of what waits. */
const ONCE = 2

const undo = { undoId: '0b0f6f0e-6f0c-4f6a-9a43-0d5f3a1f6f11', until: '2026-11-22 15:06:10', seconds: 10 }

test('the reports of selected rows that wait are confirmed in one call, each by its version', async () => {
  const sent = on('decideReviews', { succeeded: [71], failed: [], undo })
  const undone = on('undoReview', undefined)
  const { user, readAgain } = await confirmFirst()
  expect(await screen.findByText(/已确认 1 份，可撤销 10 秒/)).toBeDefined()
  await waitFor(() => expect(screen.queryByRole('button', { name: '确认（1）' })).toBeNull())
  expect(readAgain()).toBe(ONCE)
  expect(sent.map(({ body }) => body)).toEqual([
    { entity: 'PROGRESS', action: 'CONFIRM', items: [{ id: 71, version: 2 }] },
  ])
  await user.click(screen.getByRole('button', { name: '撤销' }))
  await waitFor(() => expect(undone).toHaveLength(1))
})

describe('confirming reports of which one has milestones', () => {
  const waiting = (quarter: 1 | 2 | 3, reportId: number) =>
    cell(quarter, 'AT_NATION', '待国家确认', { reportId, version: 2, mine: true, actions: ['CONFIRM'] })
  const partly = { ...undo, ids: [61, 51] }

  /** Confirms three reports of a project. */
  async function confirmThree() {
    const cells = [waiting(3, 71), waiting(2, 61), waiting(1, 51)]
    on('queryProgressOverview', { ...overview, content: [row(1, '甲示范项目', cells)], totalElements: 1 })
    on('undoReview', undefined)
    const user = await open(PAGE, 'nation')
    await user.click(await screen.findByRole('checkbox', { name: /甲示范项目/ }))
    await user.click(await screen.findByRole('button', { name: '确认（3）' }))
    const dialog = within(await screen.findByRole('dialog', { name: '确认 3 份报告' }))
    await user.click(dialog.getByRole('button', { name: '确认' }))
    return user
  }

  test('says how many can be undone, and how many were', async () => {
    on('decideReviews', { succeeded: [71, 61, 51], failed: [], undo: partly })
    const user = await confirmThree()
    expect(await screen.findByText('已确认 3 份，1 份含里程碑不能撤销，其余可撤销 10 秒')).toBeDefined()
    await user.click(screen.getByRole('button', { name: '撤销' }))
    expect(await screen.findByText('已撤销 2 份，1 份含里程碑不能撤销')).toBeDefined()
  })

  test('says so beside a refusal', async () => {
    const failed = [{ id: 51, code: 'W-003', message: '数据已被他人修改，请刷新后重试' }]
    on('decideReviews', { succeeded: [71, 61], failed, undo: { ...partly, ids: [61] } })
    const user = await confirmThree()
    expect(await screen.findByText(/^已确认 2 件，其中 1 件可撤销/)).toBeDefined()
    await user.click(screen.getByRole('button', { name: '撤销' }))
    expect(await screen.findByText('已撤销 1 份，1 份含里程碑不能撤销')).toBeDefined()
  })
})

test('reports that are refused are named with their reason', async () => {
  on('decideReviews', {
    succeeded: [],
    failed: [{ id: 71, code: 'W-003', message: '数据已被他人修改，请刷新后重试' }],
  })
  const { user, readAgain } = await confirmFirst()
  const list = within(await screen.findByRole('list', { name: '确认结果' }))
  expect(list.getByText('甲示范项目 2026 年第 3 季度')).toBeDefined()
  expect(list.getByText('数据已被他人修改，请刷新后重试')).toBeDefined()
  expect(readAgain()).toBe(0)
  await user.click(screen.getByRole('button', { name: '知道了' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('a reminder says whom it reaches and whom it does not before it is sent', async () => {
  on('queryProgressOverview', overview)
  const plan = {
    ...{ offices: 3, projects: 4, already: 1, unreachedOffices: 2, unreachedProjects: 2 },
    unreached: ['乙储能有限公司', '丙储能有限公司'],
  }
  const sent = on('remindProgressReporters', plan)
  const user = await open(PAGE, 'nation')
  await user.click(await screen.findByRole('button', { name: '催报' }))
  const dialog = within(await screen.findByRole('dialog'))
  await dialog.findByText('将提醒 3 个单位（4 个项目）；2 个单位（2 个项目）没有可用账号，不会收到。')
  await user.click(dialog.getByRole('button', { name: '发送' }))
  expect(await screen.findByText('已提醒 3 个单位（4 个项目）')).toBeDefined()
  expect(sent.map(({ body }) => body)).toEqual([
    { year: 2026, quarter: 3, dryRun: true },
    { year: 2026, quarter: 3 },
  ])
})
