import { fireEvent, screen, waitFor, within } from '@testing-library/dom'
import { example, refuse } from '@xinchu/testing'
import { expect, test } from 'vitest'
import { on } from '../support/network.ts'
import { onPortal, open, readAgain } from '../support/portal.ts'

onPortal()

const [due] = example('listDueItems').content
const [window] = example('listFillTimes')
const [report] = example('queryGeneralItems').content
if (!due || !window || !report) throw new Error('the contract lacks an example')

const powersIn = ({ getAllByText }: { getAllByText: (text: string) => HTMLElement[] }) =>
  getAllByText('MW').map(({ parentElement }) => parentElement?.textContent)

test('offers to remind those who can report, not the reviewer of what the nation returned', async () => {
  on('listStatPeriods', [{ year: 2026, quarter: 3, status: 'PROVISIONAL' }])
  on('getUsageStatistics', [{ year: 2026, quarter: 3, dueProjects: 5, reportedProjects: 2 }])
  on('getUsageTimeliness', { rows: [], courses: [] })
  on('listFillTimes', [{ ...window, open: true, enabled: true }])
  const { usage: _usage, ...station } = due
  const returned = { ...report, status: '4' as const, statusLabel: '国家退回' }
  on('listDueItems', {
    content: [
      { ...station, projectId: 1, projectName: '甲储能电站', ratedPower: 2, overdue: true },
      {
        ...station,
        projectId: 2,
        projectName: '乙储能电站',
        ratedPower: 10.5,
        overdue: false,
        item: returned,
      },
    ],
    states: [
      { value: '0', label: '草稿', count: 2 },
      { value: '1', label: '已提交', count: 2 },
      { value: '4', label: '国家退回', count: 1 },
    ],
    reporting: { dueProjects: 5, reportedProjects: 2, pendingProjects: 1, overdueProjects: 2 },
    totalElements: 3,
  })
  await open('/planningmonitoring/project/completeness', 'province_nx')
  const missing = within(await screen.findByRole('region', { name: '未报、缺报项目' }))
  expect(await missing.findByRole('checkbox', { name: '选择甲储能电站' })).toBeDefined()
  expect(missing.getByText('未报 · 省级 · 国家退回')).toBeDefined()
  // One number style in the list: 10.5 has a decimal, so that 2 has one too.
  expect(powersIn(missing)).toEqual(['2.0 MW', '10.5 MW'])
  expect(missing.queryByRole('checkbox', { name: '选择乙储能电站' })).toBeNull()
  expect(missing.getByRole('button', { name: '催报未报、缺报（2）' })).toBeDefined()
  expect(missing.getByText('缺报 · 企业 · 未填报')).toBeDefined()
  expect(missing.getByText('缺报', { selector: 'summary' }).closest('p')?.textContent).toMatch(
    /^应报.* 5= 已报.* 2\+ 未报.* 1\+ 缺报.* 2$/,
  )
})

test('the page defines its rates and what is missing in words', async () => {
  on('listStatPeriods', [{ year: 2026, quarter: 3, status: 'PROVISIONAL' }])
  on('getUsageStatistics', [{ year: 2026, quarter: 3, dueProjects: 5, reportedProjects: 2 }])
  on('getUsageTimeliness', { rows: [], courses: [] })
  on('listFillTimes', [])
  on('listDueItems', { content: [due], totalElements: 1 })
  await open('/planningmonitoring/project/completeness?measure=time', 'province_nx')
  const terms = within((await screen.findByText('指标说明')).closest('details') ?? document.body)
  expect(terms.getAllByRole('term', { hidden: true }).map(({ textContent }) => textContent)).toEqual([
    ...['应报', '已报', '报送率', '按功率报送率', '按时率', '未报', '缺报'],
  ])
  expect(terms.getByText(/本单位填报截止时间（含延长）已过的；应报=已报\+未报\+缺报$/)).toBeDefined()
  expect(screen.getByText(/^数字为按时率，即已报项目中填报时间截止前首次报送的，占/)).toBeDefined()
})

test('what the page shows stays when it cannot be read again', async () => {
  on('listStatPeriods', [{ year: 2026, quarter: 3, status: 'PROVISIONAL' }])
  on('getUsageStatistics', [{ year: 2026, quarter: 3, dueProjects: 5, reportedProjects: 2 }])
  on('getUsageTimeliness', { rows: [], courses: [] })
  on('listFillTimes', [])
  on('listDueItems', { content: [due], totalElements: 1 })
  await open('/planningmonitoring/project/completeness?measure=time', 'province_nx')
  const finding = /年第3季度应报 5 个项目/
  await screen.findByText(finding)
  await screen.findByText(due.projectName ?? '')
  const busy = refuse(500, '系统繁忙，请稍后再试')
  for (const read of ['listStatPeriods', 'getUsageStatistics', 'getUsageTimeliness', 'listDueItems'] as const)
    on(read, busy)
  await readAgain()
  expect(screen.getAllByText('系统繁忙，请稍后再试')).not.toEqual([])
  expect(screen.getByText(finding)).toBeDefined()
  expect(screen.getByText(due.projectName ?? '')).toBeDefined()
})

test('the nation reminds whoever holds the record, after a preview, also of reports in review', async () => {
  on('listStatPeriods', [{ year: 2026, quarter: 3, status: 'PROVISIONAL' }])
  on('getUsageStatistics', ({ query }) => [
    {
      ...{ year: 2026, quarter: 3, dueProjects: 5, reportedProjects: 3 },
      ...(query.groupBy ? { key: '640000', label: '宁夏回族自治区' } : {}),
    },
  ])
  on('getUsageTimeliness', { rows: [], courses: [] })
  on('listFillTimes', [{ ...window, open: false, enabled: true }])
  const { usage: _usage, ...station } = due
  const reminded = { remindedOn: '2026-11-20', remindedBy: '宁夏回族自治区能源主管部门', reminderRead: true }
  on('listDueItems', {
    content: [
      { ...station, ...reminded, projectId: 1, projectName: '甲储能电站', ratedPower: 2 },
      {
        ...station,
        projectId: 2,
        projectName: '乙储能电站',
        ratedPower: 100,
        item: { ...report, status: '4' },
      },
    ],
    states: [
      { value: '0', label: '草稿', count: 1 },
      { value: '1', label: '已提交', count: 7 },
      { value: '4', label: '国家退回', count: 1 },
    ],
    reminder: {
      ...{ time: '2026-11-20 10:20:00', senderName: '宁夏回族自治区能源主管部门' },
      ...{ offices: 15, readOffices: 11 },
    },
    totalElements: 2,
  })
  const plan = example('remindUsageReporters')
  const asked: unknown[] = []
  on('remindUsageReporters', ({ body }) => {
    asked.push(body)
    return plan
  })
  await open('/planningmonitoring/project/completeness', 'nation')
  const missing = within(await screen.findByRole('region', { name: '未报、缺报项目' }))
  expect(await missing.findByRole('checkbox', { name: '选择乙储能电站' })).toBeDefined()
  expect(missing.getByText('2026-11-20 宁夏回族自治区能源主管部门已催报，已读')).toBeDefined()
  expect(powersIn(missing)).toEqual(['2 MW', '100 MW'])
  expect(missing.getByText(/上次催报 2026-11-20 10:20.*15 个单位中已读 11 个/)).toBeDefined()
  expect(await screen.findByRole('button', { name: '催报宁夏回族自治区' })).toBeDefined()
  fireEvent.click(missing.getByRole('button', { name: '催办审核（7）' }))
  const dialog = within(await screen.findByRole('dialog'))
  expect(await dialog.findByText('催报：2026年第3季度使用情况')).toBeDefined()
  expect(asked).toEqual([{ year: 2026, quarter: 3, status: ['1'], dryRun: true }])
  fireEvent.click(dialog.getByRole('button', { name: '发送' }))
  await waitFor(() => expect(asked[1]).toEqual({ year: 2026, quarter: 3, status: ['1'] }))
})

test('shows who reported by the deadline, marks what came late, and how the reports came in', async () => {
  const period = { year: 2026, quarter: 3 } as const
  on('listStatPeriods', [{ ...period, status: 'PROVISIONAL' }])
  on('getUsageStatistics', ({ query }) => [
    {
      ...period,
      dueProjects: 20,
      reportedProjects: 18,
      ...(query.groupBy ? { key: '640100', label: '银川市' } : {}),
    },
  ])
  on('getUsageTimeliness', {
    rows: [
      { ...period, key: '', onTime: 15, late: 3 },
      { ...period, key: '640100', onTime: 15, late: 3 },
    ],
    courses: [
      {
        ...period,
        deadline: '2026-10-31 23:59:59',
        deadlineDay: 31,
        days: [
          { day: 5, count: 15 },
          { day: 40, count: 3 },
        ],
      },
    ],
  })
  on('listDueItems', { content: [], states: [], totalElements: 0 })
  on('listFillTimes', [])
  await open('/planningmonitoring/project/completeness?measure=time', 'province_nx')
  const cell = await screen.findByRole('button', {
    name: '银川市，2026年第3季度，按时率 75.0%，已报 18 / 应报 20，按时 15，迟报 3，缺报 2',
  })
  expect(cell.textContent).toBe('75.0')
  expect(cell.dataset['late']).toBe('true')
  expect(await screen.findByText('2026年第3季度首次报送 90.0%，截止前 75.0%')).toBeDefined()
})

test('sorts the places by late reports or the share on time, and keeps the order in the address', async () => {
  const period = { year: 2026, quarter: 3 } as const
  const places = [
    { key: '640100', label: '银川市', missing: 5, onTime: 10, late: 5 },
    { key: '640200', label: '石嘴山市', missing: 8, onTime: 12, late: 0 },
    { key: '640300', label: '吴忠市', missing: 1, onTime: 18, late: 1 },
  ]
  on('listStatPeriods', [{ ...period, status: 'PROVISIONAL' }])
  on('getUsageStatistics', ({ query }) =>
    query.groupBy
      ? places.map(({ key, label, missing }) => ({
          ...{ ...period, key, label, dueProjects: 20, reportedProjects: 20 - missing },
        }))
      : [{ ...period, dueProjects: 60, reportedProjects: 46 }],
  )
  on('getUsageTimeliness', {
    rows: [
      { ...period, key: '', onTime: 40, late: 6 },
      ...places.map(({ key, onTime, late }) => ({ ...period, key, onTime, late })),
    ],
    courses: [],
  })
  on('listDueItems', { content: [], states: [], totalElements: 0 })
  on('listFillTimes', [])
  await open('/planningmonitoring/project/completeness', 'query_nx')
  await screen.findByRole('columnheader', { name: /缺报/ })
  const names = () =>
    screen
      .getAllByRole('rowheader')
      .map(({ textContent }) => textContent)
      .slice(1)
  expect(names()).toEqual(['石嘴山市', '银川市', '吴忠市'])
  fireEvent.click(screen.getByRole('button', { name: /^迟报/ }))
  await waitFor(() => expect(names()).toEqual(['银川市', '吴忠市', '石嘴山市']))
  expect(location.search).toContain('sort=late')
  fireEvent.click(screen.getByRole('button', { name: /^按时率/ }))
  await waitFor(() => expect(names()).toEqual(['银川市', '石嘴山市', '吴忠市']))
  expect(screen.getByRole('columnheader', { name: /按时率/ }).getAttribute('aria-sort')).toBe('ascending')
})

test('kinds of projects narrow the page and its missing projects, and reminders of a place wait for all kinds', async () => {
  on('listStatPeriods', [{ year: 2026, quarter: 3, status: 'PROVISIONAL' }])
  const row = { year: 2026, quarter: 3, dueProjects: 5, reportedProjects: 2 } as const
  const asked = on('getUsageStatistics', [{ ...row, key: '640300', label: '吴忠市' }])
  const times = on('getUsageTimeliness', { rows: [], courses: [] })
  on('listFillTimes', [{ ...window, open: true, enabled: true }])
  const due = on('listDueItems', {
    content: [{ itemType: 'USAGE', editable: false, projectId: 1, projectName: '甲储能电站', overdue: true }],
    states: [{ value: '0', label: '草稿', count: 1 }],
    totalElements: 1,
  })
  await open('/planningmonitoring/project/completeness?techType=01', 'province_nx')
  const missing = within(await screen.findByRole('region', { name: '未报、缺报项目' }))
  expect(await missing.findByRole('checkbox', { name: '选择甲储能电站' })).toBeDefined()
  for (const { query } of [...asked, ...times, ...due]) expect(query).toMatchObject({ techType: ['01'] })
  expect(screen.getByRole('button', { name: '筛选 1' })).toBeDefined()
  expect(missing.queryByRole('button', { name: /^催报[未缺]报/ })).toBeNull()
})
