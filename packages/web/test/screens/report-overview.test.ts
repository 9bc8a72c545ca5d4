import { screen, within } from '@testing-library/dom'
import type { ReplyOf } from '@xinchu/testing'
import { beforeEach, expect, test } from 'vitest'
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
  expect(asked.at(-1)?.query).toMatchObject({
    batchYear: 2025,
    batchNo: 1,
    year: 2026,
    quarter: 3,
    state: ['OVERDUE'],
  })
})
