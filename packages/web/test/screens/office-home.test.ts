import { screen, within } from '@testing-library/dom'
import { example } from '@xinchu/testing'
import { beforeEach, expect, test } from 'vitest'
import { today } from '../../src/lib/beijing.ts'
import { on } from '../support/network.ts'
import { onPortal, open } from '../support/portal.ts'

onPortal()

const NONE = { content: [], totalElements: 0 }
const [task] = example('listReviewTasks').content
const [project] = example('queryEsProjects').content
if (!task || !project) throw new Error('the contract shows no task or no project')

const kinds = [
  {
    entity: 'PROJECT' as const,
    label: '项目',
    count: 31,
    oldestDays: 12,
    overdue: 2,
    ages: { days3: 16, days7: 11, longer: 4 },
  },
  { entity: 'YEARCALC' as const, label: '年度测算', count: 0, overdue: 0 },
]

const others = [
  {
    ...{ source: 'APPEAL' as const, label: '重复判定申请', count: 2, oldestDays: 15 },
    ...{
      ages: { days3: 1, days7: 0, longer: 1 },
      title: '甲储能电站 与 丙储能电站',
      orgName: '盐池一号储能有限公司',
    },
    link: '/esproject/repeat/index?tab=appeals',
  },
]

beforeEach(() => {
  for (const id of ['queryGeneralItems', 'listDueItems', 'queryMessages'] as const) on(id, NONE)
  on('listFillTimes', [])
  on('getDemoTasks', { content: [], totalElements: 0 })
  on('getUsageStatistics', [])
  on('queryEsProjects', ({ query }) =>
    query.declareStatus
      ? {
          content: [
            {
              ...project,
              projectName: '甲储能电站',
              declareStatusLabel: '县级退回',
              remarkCount: 4,
              waitingDays: 18,
            },
          ],
          totalElements: 1,
        }
      : NONE,
  )
  on('listReviewTasks', ({ query }) =>
    query.mark === 'ANSWERED'
      ? {
          content: [{ ...task, entityId: 7, title: '乙储能电站', remarkCount: 3, answeredCount: 2 }],
          totalElements: 1,
          waiting: 33,
          kinds,
          others,
          doneToday: 0,
        }
      : { content: [], totalElements: 31, waiting: 33, kinds, others, doneToday: 0 },
  )
})

const searchOf = (link: HTMLElement) => new URL((link as HTMLAnchorElement).href).search // a link by its role

test('the home of an office shows what waits by kind, with the age of its records in words', async () => {
  await open('/countytaskment/index', 'county_yc')
  const table = within(await screen.findByRole('region', { name: '待办' }))
  const row = within(await table.findByRole('row', { name: /^项目 31/ }))
  expect(row.getByText('12 天')).toBeDefined()
  expect(row.getByText('3 天内 16，4 至 7 天 11，更久 4')).toBeDefined()
  expect(searchOf(row.getByRole('link', { name: /去审核/ }))).toBe('?kind=project')
  const empty = within(table.getByRole('row', { name: /^年度测算 0/ }))
  expect(empty.queryByRole('link')).toBeNull()
  expect(table.getByRole('link', { name: '从最久的开始办' })).toBeDefined()
})

test('what waits and is no record has a row with the oldest, whom it is from, and a way to its page', async () => {
  await open('/countytaskment/index', 'county_yc')
  const table = within(await screen.findByRole('region', { name: '待办' }))
  const row = within(await table.findByRole('row', { name: /^重复判定申请/ }))
  expect(row.getByText('甲储能电站 与 丙储能电站（盐池一号储能有限公司）')).toBeDefined()
  expect(row.getByText('15 天')).toBeDefined()
  expect(row.getByRole('cell', { name: '—' })).toBeDefined()
  expect(searchOf(row.getByRole('link', { name: /去办理/ }))).toBe('?tab=appeals')
})

test('its tiles lead to the lists that they count', async () => {
  await open('/countytaskment/index', 'county_yc')
  await screen.findByText('最久 15 天')
  expect(searchOf(screen.getByRole('link', { name: /^待我办\s*33/ }))).toBe('')
  expect(searchOf(screen.getByRole('link', { name: /^已超期\s*2/ }))).toBe('?mark=overdue')
  expect(searchOf(screen.getByRole('link', { name: /^已答复，待复核/ }))).toBe('?mark=answered')
  expect(searchOf(screen.getByRole('link', { name: /^已退回，等改正/ }))).toContain('declareStatus=')
})

test('it names answered records to look at again, and returned ones that wait for their enterprise', async () => {
  await open('/countytaskment/index', 'county_yc')
  const answered = within(await screen.findByRole('region', { name: '已答复，待复核' }))
  expect(await answered.findByText('已答复 2/3')).toBeDefined()
  expect(searchOf(answered.getByRole('link', { name: /去复核/ }))).toBe('?kind=project&id=7')
  const waiting = within(await screen.findByRole('region', { name: '已退回，等企业改正' }))
  expect(await waiting.findByText('县级退回 · 4 处')).toBeDefined()
  expect(waiting.getByText(/退回 18 天/)).toBeDefined()
})

test('it counts what other offices did since the last log-in, by kind of record', async () => {
  on('getHomeChanges', {
    since: '2026-02-27 17:20:00',
    changes: [
      { kind: 'project.returned', records: 3 },
      { kind: 'project.submitted', records: 12 },
      { kind: 'usage.submitted', records: 1_204 },
    ],
  })
  await open('/countytaskment/index', 'county_yc')
  const news = within(await screen.findByRole('region', { name: '上次登录以来' }))
  expect(await news.findByText('提交 12，退回 3')).toBeDefined()
  expect(news.getByText('提交 1,204')).toBeDefined()
  expect(news.getByRole('link', { name: '项目' })).toBeDefined()
})

test('it names the places whose reports are missing, the most first', async () => {
  const row = { year: 2025, quarter: 4 as const }
  on('getUsageStatistics', [
    { ...row, key: '640323101', label: '甲镇', dueProjects: 4, reportedProjects: 4 },
    {
      ...row,
      key: '640323102',
      label: '乙镇',
      dueProjects: 9,
      reportedProjects: 7,
      pendingProjects: 0,
      overdueProjects: 2,
    },
    {
      ...row,
      key: '640323103',
      label: '丙镇',
      dueProjects: 5,
      reportedProjects: 0,
      pendingProjects: 0,
      overdueProjects: 5,
    },
  ])
  await open('/citytaskment/index', 'city_wz')
  const missing = within(await screen.findByRole('region', { name: '缺报' }))
  const rows = await missing.findAllByRole('listitem')
  expect(rows.map(({ textContent }) => textContent)).toEqual(['丙镇5 ／ 应报 5', '乙镇2 ／ 应报 9'])
  expect(missing.getByRole('link', { name: '全部 7 个' })).toBeDefined()
})

test('it names the registrations that wait for a county, each with the way to its review', async () => {
  const [user] = example('listRegistrations').content
  if (!user) throw new Error('the contract shows no registration')
  on('listRegistrations', {
    content: [{ ...user, orgName: '盐池新能储能有限公司', submitTime: '2026-11-20 09:00:00' }],
    totalElements: 1,
  })
  await open('/countytaskment/index', 'county_yc')
  const card = within(await screen.findByRole('region', { name: '注册审核' }))
  expect(card.getByRole('link', { name: '全部待审核（1）' }).getAttribute('href')).toContain(
    '/system/registration/index',
  )
  expect(searchOf(card.getByRole('link', { name: '盐池新能储能有限公司' }))).toContain('keyword=')
})

test('the home of the operator of reviews leads to no page that it is not granted', async () => {
  const asked = on('queryEsProjects', NONE)
  await open('/platfortaskmment/index', 'platform')
  await screen.findByText('最久 15 天')
  expect(screen.queryByText('已退回，等改正')).toBeNull()
  expect(screen.queryByText('查询项目，保存常用条件')).toBeNull()
  expect(asked).toEqual([])
  const pages = screen.getAllByRole('link').map((link) => new URL((link as HTMLAnchorElement).href).pathname)
  expect(pages.filter((page) => page.startsWith('/esproject/') && page !== '/esproject/desk/index')).toEqual(
    [],
  )
})

const DAY_MS = 86_400_000
const dayIn = (days: number) => new Date(Date.parse(today()) + days * DAY_MS).toISOString().slice(0, 10)
const publicity = (batchNo: number, days: number) => ({
  ...{
    batchYear: 2026,
    batchNo,
    startTime: `${dayIn(days - 10)} 00:00:00`,
    endTime: `${dayIn(days)} 23:59:59`,
  },
})

test.each([
  ['county_yc', '/countytaskment/index'],
  ['city_wz', '/citytaskment/index'],
])('the home of %s says which batches are publicised and for how long', async (username, address) => {
  const asked = on('listPublicDemos', {
    batches: [publicity(3, 3), publicity(2, 0), publicity(1, -1)],
    content: [],
  })
  await open(address, username)
  const notice = within(await screen.findByRole('region', { name: '公示中' }))
  expect(notice.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    '公示中：2026年第3批试点示范项目，还有 3 天',
    '公示中：2026年第2批试点示范项目，今天到期',
  ])
  expect(notice.getAllByRole('link')[0]?.getAttribute('href')).toBe('/publicity')
  expect(asked.map(({ query }) => query)).toEqual([{ projects: false }])
})

test('the card of demonstration projects counts no tasks beside the number of all that waits', async () => {
  const [task] = example('getDemoTasks').content
  if (!task) throw new Error('the contract has no example of a task')
  on('getDemoTasks', { content: [task], totalElements: 9 })
  await open('/platfortaskmment/index', 'platform')
  const card = within(await screen.findByRole('region', { name: '示范项目' }))
  await card.findByText(task.title)
  expect(card.getByRole('link', { name: '查看示范项目' })).toBeDefined()
  expect(card.queryByText(/全部待办/)).toBeNull()
})
