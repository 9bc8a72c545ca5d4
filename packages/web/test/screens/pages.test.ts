import { screen, waitFor, within } from '@testing-library/dom'
import { example, type OperationId, type Refusal, refuse } from '@xinchu/testing'
import { describe, expect, test } from 'vitest'
import { on } from '../support/network.ts'
import { onPortal, open, readAgain } from '../support/portal.ts'

onPortal()

const NONE = { content: [], totalElements: 0 }

interface Page {
  path: string
  account: string
  /** Text of the empty state. */
  empty: string
  prepare?: () => void
  /** Refuses what the page reads; without a refusal it gets nothing to show. */
  answer: (refusal?: Refusal) => void
}

const refusing =
  (...answers: readonly (readonly [id: OperationId, nothing: () => void])[]): Page['answer'] =>
  (refusal) => {
    for (const [id, nothing] of answers) {
      if (refusal) on(id, refusal)
      else nothing()
    }
  }

const noWindows = () => on('listFillTimes', [])

const pages: readonly Page[] = [
  {
    path: '/decision/quarter/enterprise/index',
    account: 'enterprise_yc',
    empty: '本期没有需要填报的项目',
    prepare: noWindows,
    answer: refusing(['listDueItems', () => on('listDueItems', NONE)]),
  },
  {
    path: '/decision/year/calculation/index',
    account: 'province_nx',
    empty: '本单位不填报年度测算',
    prepare() {
      noWindows()
      on('queryGeneralItems', NONE)
    },
    answer: refusing(['listDueItems', () => on('listDueItems', NONE)]),
  },
  {
    path: '/planningmonitoring/calculation/index',
    account: 'nation',
    empty: '该年度尚无省级测算',
    answer: refusing(['queryGeneralItems', () => on('queryGeneralItems', NONE)]),
  },
  {
    path: '/system/menu/index',
    account: 'admin',
    empty: '项目管理',
    answer: refusing(['listMenuChildren', () => on('listMenuChildren', example('listMenuChildren'))]),
  },
  {
    path: '/esproject/repeat/contrast?a=1001&b=1002',
    account: 'province_nx',
    empty: '这两个项目不再疑似重复，或不在本单位可见范围',
    answer: refusing(['queryRepeatPairs', () => on('queryRepeatPairs', NONE)]),
  },
  {
    path: '/planningmonitoring/project/map',
    account: 'office_nx',
    empty: '没有符合条件的项目',
    answer: refusing(['findProjectLocations', () => on('findProjectLocations', [])]),
  },
  {
    path: '/planningmonitoring/project/pipeline',
    account: 'office_nx',
    empty: '该范围在此时期没有项目',
    prepare: () => on('listStatPeriods', []),
    answer: refusing([
      'getPipeline',
      () =>
        on('getPipeline', { day: '2026-11-30', previousDay: '2026-09-30', isBackcast: false, stages: [] }),
    ]),
  },
]

describe.each(pages.map((page) => [page.path, page] as const))('%s', (_path, page) => {
  const { path, account, empty, prepare, answer } = page
  const main = () => within(screen.getByRole('main'))

  test('says why it could not be loaded, with the number of the request, and loads again', async () => {
    prepare?.()
    answer(refuse(500, '系统繁忙，请稍后再试'))
    const user = await open(path, account)
    const alert = within(await main().findByRole('alert'))
    expect(alert.getByText('系统繁忙，请稍后再试')).toBeDefined()
    expect(alert.getByText(/^请求编号：\S+$/)).toBeDefined()
    expect(main().queryByText(empty)).toBeNull()
    answer()
    await user.click(alert.getByRole('button', { name: '重新加载' }))
    await waitFor(() => expect(main().queryAllByText(empty)).not.toEqual([]))
    expect(main().queryByRole('alert')).toBeNull()
  })

  test('keeps what it shows when it cannot be read again, and says so', async () => {
    prepare?.()
    answer()
    await open(path, account)
    await waitFor(() => expect(main().queryAllByText(empty)).not.toEqual([]))
    answer(refuse(500, '系统繁忙，请稍后再试'))
    await readAgain()
    expect(await screen.findByText('系统繁忙，请稍后再试')).toBeDefined()
    expect(main().queryAllByText(empty)).not.toEqual([])
  })

  test('leads to 401 when the server forbids it', async () => {
    prepare?.()
    answer(refuse(403, '没有权限'))
    await open(path, account)
    expect(await screen.findByText('您没有权限访问该页面')).toBeDefined()
  })
})

test('the calculations below an office are not shown as missing when they could not be read', async () => {
  const [due] = example('listDueItems').content
  const lower = [{ scopeType: 'REGION' as const, scopeId: 640300, scopeName: '吴忠市' }]
  noWindows()
  on('listDueItems', {
    content: [{ ...due, itemType: 'YEARCALC', editable: false, lower }],
    totalElements: 1,
  })
  on('queryGeneralItems', refuse(500, '系统繁忙，请稍后再试'))
  const user = await open('/decision/year/calculation/index', 'province_nx')
  const alert = within(await screen.findByRole('alert'))
  expect(screen.queryByText('吴忠市')).toBeNull()
  on('queryGeneralItems', NONE)
  await user.click(alert.getByRole('button', { name: '重新加载' }))
  expect(await screen.findByText('吴忠市')).toBeDefined()
})

test('the yearly summary of a province adds up its cities, with those that have not filed', async () => {
  const [due] = example('listDueItems').content
  const [item] = example('queryGeneralItems').content
  if (!item) throw new Error('the contract has no example of a report')
  const { usage: _usage, derived: _derived, ...report } = item
  const row = {
    techType: '01',
    appScenario: '1' as const,
    lastYearPower: 100,
    yearEndPower: 130,
    yearEndEnergy: 260,
  }
  const yearCalc = { scopeType: 'REGION' as const, scopeId: 640300, year: 2026, rows: [row] }
  const lower = [
    { scopeType: 'REGION' as const, scopeId: 640300, scopeName: '吴忠市', id: 501 },
    { scopeType: 'REGION' as const, scopeId: 640400, scopeName: '固原市' },
  ]
  on('listDueItems', {
    content: [{ ...due, itemType: 'YEARCALC', editable: false, lower }],
    totalElements: 1,
  })
  on('queryGeneralItems', {
    content: [{ ...report, id: 501, itemType: 'YEARCALC', status: '1', scopeName: '吴忠市', yearCalc }],
    totalElements: 1,
  })
  await open('/planningmonitoring/calculation/index', 'province_nx')
  await screen.findByText('吴忠市')
  const figureOf = (caption: string) => screen.getByText(caption).nextElementSibling?.textContent
  expect(figureOf('已报送地区')).toBe('1 / 2 个')
  expect(figureOf('年末预计累计功率')).toBe('130 MW')
  expect(figureOf('年末预计累计能量')).toBe('260 MWh')
  expect(screen.getByRole('row', { name: /固原市/ }).textContent).toContain('未填报')
})

test('a returned calculation says why, even without a history', async () => {
  const [item] = example('queryGeneralItems').content
  if (!item) throw new Error('the contract has no example of a report')
  const { usage: _usage, derived: _derived, ...report } = item
  const yearCalc = {
    scopeType: 'REGION' as const,
    scopeId: 620000,
    year: 2026,
    rows: [],
  }
  const flow = {
    status: '2',
    statusLabel: '已退回',
    actions: [],
    history: [],
    lastOpinion: '请补充测算依据',
  }
  on('queryGeneralItems', {
    content: [{ ...report, itemType: 'YEARCALC', status: '2', scopeName: '甘肃省', yearCalc, flow }],
    totalElements: 1,
  })
  const user = await open('/planningmonitoring/calculation/index', 'nation')
  await user.click(await screen.findByRole('button', { name: '查看' }))
  expect(await screen.findByText('退回意见：请补充测算依据')).toBeDefined()
})

describe('the distribution of accounts', () => {
  const trail = () => screen.getByRole('navigation', { name: '当前位置' }).textContent

  test.each([
    ['admin', '用户与机构'],
    ['nation', '通讯录'],
  ])('stands for %s below %s', async (account, above) => {
    on('listUserDistribution', [])
    await open('/system/distribution/index', account)
    await screen.findByText('该地区没有账号')
    expect(trail()).toContain(above)
  })

  test('marks its tab also above the accounts that it counts', async () => {
    on('listUsers', NONE)
    on('getBuiltInDept', [])
    await open('/system/distribution/accounts', 'admin')
    await screen.findByText('还没有账号')
    const tabs = within(screen.getByRole('navigation', { name: '用户与机构' }))
    expect(tabs.getByRole('link', { current: 'page' }).textContent).toBe('账号分布')
  })
})
