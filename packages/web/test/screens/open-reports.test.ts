import { screen, waitFor, within } from '@testing-library/dom'
import { example } from '@xinchu/testing'
import { expect, test } from 'vitest'
import { on } from '../support/network.ts'
import { onPortal, open } from '../support/portal.ts'
import { recordEvents } from '../support/record-events.ts'

onPortal()

type History = ReturnType<typeof example<'getDemoProject'>>['flow']['history']

const nation = '国家能源主管部门'
const step = { time: '2026-11-30 10:12:00', userName: '王科', deptId: 100, toStatus: '1' } as const
const submitted = { ...step, orgName: '宁夏能源局', action: 'SUBMIT', actionLabel: '提交' } as const
const returned = { ...step, orgName: nation, action: 'RETURN', actionLabel: '退回' } as const
const confirmed = { ...step, orgName: nation, action: 'CONFIRM', actionLabel: '确认' } as const

const withHistory = <Flow extends object>(flow: Flow, history: History) => ({ ...flow, history })
const way = (current: string) => ({
  ...example('getReviewRecord'),
  steps: [
    { name: '申报', orgName: '宁夏能源局', state: 'DONE' as const },
    { name: '审核', orgName: current, state: 'CURRENT' as const },
  ],
})

test('an open page of a demonstration project says who took a step on it, and who has it now', async () => {
  const project = { ...example('getDemoProject'), id: 2001 }
  const at = (history: History) => ({ ...project, flow: withHistory(project.flow, history) })
  on('getDemoProject', at([submitted]))
  on('listDemoObjections', { content: [], totalElements: 0, waiting: 0 })
  const reviews = on('getReviewRecord', way(nation))
  const events = recordEvents()
  const asked = on('streamRecords', () => events.reply)
  const user = await open('/demonstration/detail/2001', 'province_nx')
  await waitFor(() => expect(asked.at(-1)?.query).toEqual({ watch: ['DEMO:2001'] }))
  expect(reviews).toEqual([])
  on('getDemoProject', at([submitted, returned]))
  events.tell('DEMO:2001')
  await screen.findByText(
    /^国家能源主管部门已于 .+ 退回，现由国家能源主管部门办理（第 2\/2 步）。页面已更新。$/,
  )
  await user.click(screen.getByRole('button', { name: '知道了' }))
  expect(screen.queryByText(/页面已更新/)).toBeNull()
})

test('an open provincial project shows a step on it, and stays the dialog that was opened', async () => {
  const [row] = example('queryProvincialDemos').content
  if (!row) throw new Error('the contract has no example of a provincial project')
  const at = (history: History, actions: typeof row.actions) => ({
    content: [{ ...row, actions, flow: withHistory(row.flow, history) }],
    totalElements: 1,
  })
  on('listFillTimes', [])
  on('queryProvincialDemos', at([submitted], []))
  on('getReviewRecord', way('宁夏能源局'))
  const events = recordEvents()
  const asked = on('streamRecords', () => events.reply)
  await open(`/provincial/demonstration/index?id=${row.id}`, 'province_nx')
  const dialog = within(await screen.findByRole('dialog', { name: row.projectName }))
  await waitFor(() => expect(asked.at(-1)?.query).toEqual({ watch: [`PROV_DEMO:${row.id}`] }))
  on('queryProvincialDemos', at([submitted, returned], ['SAVE', 'SUBMIT']))
  events.tell(`PROV_DEMO:${row.id}`)
  await dialog.findByText(/^国家能源主管部门已于 .+ 退回，现由宁夏能源局办理（第 2\/2 步）。页面已更新。$/)
  expect(dialog.getByRole('heading', { name: '办理记录' })).toBeDefined()
})

test('an open work report says that the nation has confirmed it', async () => {
  const report = { ...example('getWorkReportById'), id: 31 }
  const at = (history: History) => ({ ...report, flow: withHistory(report.flow, history) })
  on('getWorkReportById', at([submitted]))
  on('getReviewRecord', { ...way(nation), steps: [] })
  const events = recordEvents()
  const asked = on('streamRecords', () => events.reply)
  await open('/provincial/workreport/index?id=31', 'query')
  await waitFor(() => expect(asked.at(-1)?.query).toEqual({ watch: ['WORK_REPORT:31'] }))
  on('getWorkReportById', at([submitted, confirmed]))
  events.tell('WORK_REPORT:31')
  await screen.findByText(/^国家能源主管部门已于 .+ 确认。页面已更新。$/)
})

test('an open annual report shows to its reviewer that it was withdrawn, and decides no newer version', async () => {
  const project = { ...example('getDemoProject'), id: 2001, announceDate: '2025-01-10' }
  const report = { ...example('getAnnualReport'), id: 51, demoProjectId: 2001, year: 2025 }
  const at = (version: number, history: History, actions: typeof report.flow.actions) => ({
    ...report,
    version,
    flow: { ...withHistory(report.flow, history), actions },
  })
  on('getDemoNameIdList', [{ id: 2001, projectName: project.projectName }])
  on('getDemoProject', project)
  on('listFillTimes', [])
  on('getAnnualReport', at(3, [submitted], ['RETURN']))
  on('getReviewRecord', { ...way(nation), steps: [] })
  const sent = on('saveAnnualReport', at(3, [submitted], []))
  const events = recordEvents()
  const asked = on('streamRecords', () => events.reply)
  const user = await open('/demonstration/annual/index?project=2001&year=2025', 'nation')
  await waitFor(() => expect(asked.at(-1)?.query).toEqual({ watch: ['ANNUAL:51'] }))
  await user.click(await screen.findByRole('button', { name: '退回…' }))
  await user.type(await screen.findByRole('textbox', { name: /意见/ }), '请核对')
  const withdrawn = { ...submitted, action: 'WITHDRAW', actionLabel: '撤回' } as const
  on('getAnnualReport', at(5, [submitted, withdrawn, submitted], ['RETURN']))
  events.tell('ANNUAL:51')
  await screen.findByText(/^宁夏能源局已于 .+ 提交。页面已更新。$/)
  await user.click(screen.getByRole('button', { name: '退回年度报告' }))
  await waitFor(() => expect(sent.map(({ body }) => body)).toMatchObject([{ id: 51, version: 3 }]))
})
