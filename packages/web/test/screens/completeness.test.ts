import { screen, within } from '@testing-library/dom'
import { expect, test } from 'vitest'
import { example } from '../support/contract.ts'
import { on } from '../support/network.ts'
import { onPortal, open } from '../support/portal.ts'

onPortal()

const [due] = example('listDueItems').content
const [window] = example('listFillTimes')
const [report] = example('queryGeneralItems').content
if (!due || !window || !report) throw new Error('the contract lacks an example')

test('offers to remind those who can report, not the reviewer of what the nation returned', async () => {
  on('listStatPeriods', [{ year: 2026, quarter: 3, status: 'PROVISIONAL' }])
  on('getUsageStatistics', [{ year: 2026, quarter: 3, dueProjects: 5, reportedProjects: 2 }])
  on('listFillTimes', [{ ...window, open: true, enabled: true }])
  const { usage: _usage, ...station } = due
  const returned = { ...report, status: '4' as const, statusLabel: '国家退回' }
  on('listDueItems', {
    content: [
      { ...station, projectId: 1, projectName: '甲储能电站' },
      { ...station, projectId: 2, projectName: '乙储能电站', item: returned },
    ],
    states: [
      { value: '0', label: '草稿', count: 2 },
      { value: '1', label: '已提交', count: 2 },
      { value: '4', label: '国家退回', count: 1 },
    ],
    totalElements: 3,
  })
  await open('/planningmonitoring/project/completeness', 'province_nx')
  const missing = within(await screen.findByRole('region', { name: '缺报项目' }))
  expect(await missing.findByRole('checkbox', { name: '选择甲储能电站' })).toBeDefined()
  expect(missing.getByText('审核单位 · 国家退回')).toBeDefined()
  expect(missing.queryByRole('checkbox', { name: '选择乙储能电站' })).toBeNull()
  expect(missing.getByRole('button', { name: '催报未报（2）' })).toBeDefined()
})
