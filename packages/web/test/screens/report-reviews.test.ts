import { screen, waitFor, within } from '@testing-library/dom'
import { example, type ReplyOf } from '@xinchu/testing'
import { expect, test } from 'vitest'
import { on } from '../support/network.ts'
import { onPortal, open } from '../support/portal.ts'
import { recordEvents } from '../support/record-events.ts'

onPortal()

type Due = ReplyOf<'listDueItems'>['content'][number]

const NAMES = ['甲储能电站', '乙储能电站', '丙储能电站']

function reports(status: '1' | '2', actions: readonly ('PASS' | 'RETURN')[]): Due[] {
  const [item] = example('queryGeneralItems').content
  const [due] = example('listDueItems').content
  if (!item || !due) throw new Error('the contract has no example of a report')
  return NAMES.map((projectName, index) => ({
    ...due,
    projectId: 1001 + index,
    projectName,
    item: {
      ...item,
      id: 501 + index,
      projectName,
      status,
      flow: { ...item.flow, status, actions: [...actions] },
    },
  }))
}

test('names each refused report and keeps the outcome until it has been read', async () => {
  on('listFillTimes', [])
  on('getSubmitProvinceFlag', example('getSubmitProvinceFlag'))
  let content = reports('1', ['PASS', 'RETURN'])
  const reads = on('listDueItems', () => ({ content, totalElements: content.length }))
  on('saveGeneralItems', ({ body }) => {
    const [first, second, third] = reports('2', [])
    content = second && third ? [second, third] : []
    return {
      saved: first?.item ? [first.item] : [],
      errors: body.items.slice(1).map((_, index) => ({
        row: index + 2,
        field: 'version',
        message: '数据已被他人修改',
      })),
    }
  })
  const user = await open('/decision/quarter/government/index', 'county_yc')
  await user.click(await screen.findByLabelText('选择本页全部'))
  await user.click(await screen.findByRole('button', { name: '退回' }))
  const ask = within(await screen.findByRole('dialog'))
  await user.type(ask.getByRole('textbox'), '请核对电量')
  const before = reads.length
  await user.click(ask.getByRole('button', { name: '确定退回' }))
  const outcome = within(await screen.findByRole('list', { name: '退回结果' }))
  const named = NAMES.map((name) => outcome.getByText(name).closest('li')?.textContent)
  expect(named).toEqual(['甲储能电站成功', '乙储能电站数据已被他人修改', '丙储能电站数据已被他人修改'])
  expect(reads).toHaveLength(before)
  await user.click(screen.getByRole('button', { name: '知道了' }))
  await waitFor(() => expect(screen.queryByText('甲储能电站')).toBeNull())
})

test.each([
  ['province_nx', '', ['1']],
  ['county_yc', '', ['1', '2', '3', '4', '5']],
  ['province_nx', '?status=0', ['0']],
  ['province_nx', '?status=all', undefined],
] as const)('%s first sees the reports that matter to it%s', async (username, search, states) => {
  on('listFillTimes', [])
  on('getSubmitProvinceFlag', example('getSubmitProvinceFlag'))
  const asked = on('listDueItems', example('listDueItems'))
  await open(`/decision/quarter/government/index${search}`, username)
  await screen.findByText('共 1 条')
  const lists = asked.filter(({ query }) => query.size !== 1)
  expect(lists.map(({ query }) => query.status)).toEqual(lists.map(() => states))
})

test('shows each figure beside last quarter, and which were not changed since the submission before', async () => {
  on('listFillTimes', [])
  on('getSubmitProvinceFlag', example('getSubmitProvinceFlag'))
  const [report] = reports('1', ['PASS', 'RETURN'])
  const step = {
    time: '2026-10-01 09:00:00',
    orgName: '甲公司',
    userName: '李工',
    deptId: 100,
    toStatus: '1',
  } as const
  const { item } = report ?? {}
  if (!item?.usage) throw new Error('the contract has no example of a report')
  item.flow.history = [
    { ...step, action: 'SUBMIT' },
    { ...step, action: 'RETURN', toStatus: '2' },
    { ...step, time: '2026-10-03 09:00:00', action: 'SUBMIT' },
  ]
  const usage = { ...item.usage, chargeEnergy: 1500, dischargeEnergy: 1300 }
  const previous = { ...item.usage, chargeEnergy: 1400 }
  on('listDueItems', {
    content: [{ ...report, itemType: 'USAGE', editable: false, item: { ...item, usage }, previous }],
    totalElements: 1,
  })
  on('queryGeneralItems', { content: [{ ...item, usage }], totalElements: 1 })
  on('getReviewRecord', example('getReviewRecord'))
  on('getReviewChanges', {
    basis: 'SUBMISSION',
    changes: [
      {
        field: 'chargeEnergy',
        fieldLabel: '充电量',
        kind: 'CHANGED',
        oldValue: '1600 万kWh',
        newValue: '1500 万kWh',
      },
    ],
  })
  const user = await open('/decision/quarter/government/index', 'province_nx')
  await user.click(await screen.findByRole('button', { name: '查看' }))
  const panel = within(await screen.findByRole('dialog'))
  await panel.findByText('与上次报送相比，改了 1 项，其余未改')
  const cells = (name: string) =>
    within(panel.getByRole('rowheader', { name }).closest('tr') as HTMLElement) // a header is in a row
      .getAllByRole('cell')
      .map(({ textContent }) => textContent)
  expect(cells('充电量')).toEqual(['1,500 万kWh', '1,400 万kWh', '已改，上次 1600 万kWh'])
  expect(cells('放电量')[2]).toBe('未改')
  await panel.findByRole('region', { name: '办理环节' })
})

test('an open report says who took a step on it, though it left the list, and decides what its reviewer saw', async () => {
  on('listFillTimes', [])
  on('getSubmitProvinceFlag', example('getSubmitProvinceFlag'))
  on('getReviewRecord', example('getReviewRecord'))
  const events = recordEvents()
  on('streamRecords', () => events.reply)
  const sent = on('saveGeneralItems', { saved: [], errors: [] })
  const [report] = reports('1', ['PASS', 'RETURN'])
  const { item } = report ?? {}
  if (!report || !item) throw new Error('the contract has no example of a report')
  const step = { time: '2026-10-01 09:00:00', userName: '李工', deptId: 100, toStatus: '1' } as const
  const submitted = { ...step, orgName: '甲公司', action: 'SUBMIT', actionLabel: '提交' } as const
  const returned = { ...step, orgName: '吴忠市能源主管部门', action: 'RETURN', actionLabel: '退回' } as const
  const now = (actions: typeof item.flow.actions, history: typeof item.flow.history, version: number) => ({
    ...item,
    version,
    flow: { ...item.flow, actions, history },
  })
  const before = now(['PASS', 'RETURN'], [submitted], 3)
  on('listDueItems', { content: [{ ...report, item: before }], totalElements: 1 })
  on('queryGeneralItems', { content: [before], totalElements: 1 })
  const user = await open('/decision/quarter/government/index', 'province_nx')
  await user.click(await screen.findByRole('button', { name: '查看' }))
  await screen.findByRole('region', { name: '办理环节' })
  await user.click(screen.getByRole('button', { name: '退回' }))
  await user.type(await screen.findByRole('textbox', { name: /意见/ }), '请核对电量')
  on('listDueItems', { content: [], totalElements: 0 })
  on('queryGeneralItems', { content: [now([], [submitted, returned], 4)], totalElements: 1 })
  events.tell(`USAGE:${item.id}`)
  await screen.findByText(/^吴忠市能源主管部门已于 .+ 退回，.*页面已更新。$/)
  expect(screen.getByText('此项现在没有可办理的事项')).toBeDefined()
  await user.click(screen.getByRole('button', { name: '确定退回' }))
  await waitFor(() =>
    expect(sent.map(({ body }) => body.items)).toMatchObject([[{ id: item.id, version: 3 }]]),
  )
})
