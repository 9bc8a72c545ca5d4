import { screen, waitFor, within } from '@testing-library/dom'
import { example, type OperationId, type Refusal, type ReplyOf, refuse } from '@xinchu/testing'
import { describe, expect, test } from 'vitest'
import { type BROKEN, held, on } from '../support/network.ts'
import { onPortal, open } from '../support/portal.ts'

onPortal()

type Given = 'rows' | 'none' | Refusal | typeof BROKEN

interface List {
  path: string
  account: string
  /** Text of a row, and text of the empty list. */
  row: string
  empty: string
  /** Whether a keyword narrows the list. */
  isSearched: boolean
  /** Answers the list's call and its companion calls from now on. */
  answer: (give: (keyword: string | undefined) => Given | Promise<Given>) => { readonly length: number }
}

interface Sample<Id extends OperationId> {
  rows?: () => ReplyOf<Id>
  none: ReplyOf<Id>
  row: string
  empty: string
  isSearched?: boolean
  beside?: () => void
}

function list<Id extends OperationId>(path: string, account: string, id: Id, sample: Sample<Id>): List {
  const { row, empty, none, beside, isSearched = true, rows = () => example(id) } = sample
  return {
    path,
    account,
    row,
    empty,
    isSearched,
    answer(give) {
      beside?.()
      return on(id, async ({ query }) => {
        // The contacts above the user stand beside the list.
        if ('relation' in query && query.relation === 'above') return none
        const given = await give('keyword' in query ? String(query.keyword) : undefined)
        if (given === 'rows') return rows()
        return given === 'none' ? none : given
      })
    },
  }
}

const NONE = { content: [], totalElements: 0 }
const PROJECT = '盐池县高沙窝100MW/200MWh储能电站'

function besideProjects(): void {
  on('getDeclareStatusCounts', example('getDeclareStatusCounts'))
  on('getCountryStatusCounts', [])
  on('listFillTimes', [])
  on('listStatPeriods', example('listStatPeriods'))
}

function besideReports(): void {
  on('listFillTimes', [])
  on('getSubmitProvinceFlag', example('getSubmitProvinceFlag'))
}

const projects = (path: string, account: string, empty: string) =>
  list(path, account, 'queryEsProjects', { none: NONE, row: PROJECT, empty, beside: besideProjects })

const sections = (path: string, account: string) =>
  list(path, account, 'querySections', {
    none: NONE,
    row: '关于促进新型储能并网和调度运用的通知',
    empty: '还没有发布内容',
  })

const lists: readonly List[] = [
  projects('/esproject/declare/index', 'enterprise_yc', '还没有项目，可逐个新建，也可用工作簿批量导入'),
  projects('/esproject/audit/index', 'county_yc', '没有待办理的项目，下级提交后会列在这里'),
  projects('/esproject/query/index', 'office_nx', '本单位可见范围内还没有项目'),
  projects(
    '/planningmonitoring/project/warehouse',
    'province_nx',
    '该期次还没有入库项目，国家通过并同步后会列在这里',
  ),
  list('/esproject/repeat/index', 'province_nx', 'queryRepeatPairs', {
    rows: () => ({
      content: example('checkProjectRepeat').map((pair) => ({ ...pair, a: pair.b })),
      totalElements: 1,
    }),
    none: NONE,
    row: '盐池高沙窝储能电站',
    empty: '没有疑似重复的项目',
    isSearched: false,
  }),
  list('/demonstration/apply/index', 'enterprise_yc', 'listDemoProjects', {
    none: NONE,
    row: '肥城300MW/1800MWh压缩空气储能示范项目',
    empty: '还没有申报示范项目，可新建一项，材料随填随存',
    beside() {
      on('listFillTimes', [])
      on('getDemoSubmitStatus', example('getDemoSubmitStatus'))
    },
  }),
  list('/esproject/import/index', 'province_nx', 'listProvinceImports', {
    rows: () => ({ content: [example('getImportBatch')], totalElements: 1 }),
    none: NONE,
    row: '项目导入.xlsx',
    empty: '还没有导入记录，请先下载模板，填好后在上方上传',
    isSearched: false,
  }),
  list('/decision/quarter/government/index', 'province_nx', 'listDueItems', {
    none: NONE,
    row: '盐池县高沙窝储能电站',
    empty: '本期没有应报的项目，已投运的项目入库后才需要报送',
    beside: besideReports,
  }),
  list('/system/filltime/index', 'nation', 'listFillTimes', {
    none: [],
    row: '季度使用情况',
    empty: '尚未设置填报时间',
    isSearched: false,
    beside: () => on('listPublications', []),
  }),
  list('/user/messageinformation', 'enterprise_yc', 'queryMessages', {
    none: NONE,
    row: '三季度报送提醒',
    empty: '还没有收到消息，办理进展和催报会发到这里',
  }),
  list('/message/push/index', 'province_nx', 'queryMessages', {
    none: NONE,
    row: '三季度报送提醒',
    empty: '还没有发送过消息，可点右上方“发送消息”',
    isSearched: false,
  }),
  list('/system/user/index', 'admin', 'listUsers', {
    none: NONE,
    row: 'qiye001',
    empty: '还没有用户',
    beside: () => on('getBuiltInDept', example('getBuiltInDept')),
  }),
  list('/system/org/index', 'admin', 'listOrgs', {
    none: NONE,
    row: '盐池县发展和改革局',
    empty: '还没有机构',
  }),
  list('/system/registration/index', 'county_yc', 'listRegistrations', {
    none: NONE,
    row: '盐池二号储能有限公司',
    empty: '没有待审核的注册',
    isSearched: false,
  }),
  list('/system/role/index', 'admin', 'listRoles', {
    none: [],
    row: '县级（只读）',
    empty: '还没有角色',
    isSearched: false,
  }),
  list('/system/audit/index', 'admin', 'listAuditLog', {
    none: NONE,
    row: '登录',
    empty: '还没有记录',
  }),
  list('/system/distribution/index', 'admin', 'listUserDistribution', {
    none: [],
    row: '120',
    empty: '该地区没有账号',
    isSearched: false,
  }),
  list('/system/dict/index', 'admin', 'queryDictDetail', {
    none: NONE,
    row: '锂离子电池',
    empty: '该字典没有字典项',
    isSearched: false,
  }),
  list('/contact/index', 'county_yc', 'listContacts', {
    none: NONE,
    row: '盐池一号储能有限公司',
    empty: '还没有联系人，上下级单位有账号后会列在这里',
  }),
  sections('/policyMent/index', 'policy_edit'),
  sections('/policyQuery/index', 'policy_query'),
]

/** Matches elements of this text, which may be cut into several. */
const reading = (text: string) => (_own: string, element: Element | null) => element?.textContent === text

/** Content of the page without the frame. */
const page = () => within(screen.getByRole('main'))

describe.each(lists.map((each) => [each.path, each] as const))(
  '%s',
  (_path, { path, account, answer, row, empty, isSearched }) => {
    test('shows that it loads, then its rows', async () => {
      const { answer: rows, give } = held<Given>()
      answer(() => rows)
      await open(path, account)
      const busy = () => document.querySelector('main section[aria-busy="true"]')
      await waitFor(() => expect(busy()).not.toBeNull())
      expect(page().queryByText(empty)).toBeNull()
      give('rows')
      expect(await page().findAllByText(reading(row))).not.toEqual([])
      await waitFor(() => expect(busy()).toBeNull())
    })

    test('says so when there is nothing in it', async () => {
      answer(() => 'none')
      await open(path, account)
      expect(await page().findByText(empty)).toBeDefined()
    })

    if (isSearched)
      test('says so when its filters leave nothing, and shows all again without them', async () => {
        answer((keyword) => (keyword ? 'none' : 'rows'))
        const user = await open(`${path}?keyword=${encodeURIComponent('没有这样的')}`, account)
        const clear = await page().findByRole('button', { name: '清除条件' })
        expect(page().getByText(/^没有符合条件的/)).toBeDefined()
        await user.click(clear)
        expect((await page().findAllByText(reading(row))).length).toBeGreaterThan(0)
      })

    test('says why it could not be loaded, with the number of the request, and loads again', async () => {
      answer(() => refuse(500, '系统繁忙，请稍后再试'))
      const user = await open(path, account)
      const alert = within(await page().findByRole('alert'))
      expect(alert.getByText('系统繁忙，请稍后再试')).toBeDefined()
      expect(alert.getByText(/^请求编号：\S+$/)).toBeDefined()
      answer(() => 'rows')
      await user.click(alert.getByRole('button', { name: '重新加载' }))
      expect(await page().findAllByText(reading(row))).not.toEqual([])
      expect(page().queryByRole('alert')).toBeNull()
    })

    test('leads to 401 when the server forbids it', async () => {
      answer(() => refuse(403, '没有权限'))
      await open(path, account)
      expect(await screen.findByText('您没有权限访问该页面')).toBeDefined()
      expect(location.pathname).toBe('/401')
    })

    if (!isSearched) return
    test('keeps the later of two answers when the earlier one comes last', async () => {
      const { answer: slow, give } = held<Given>()
      const asked = answer((keyword) => (keyword === '甲' ? slow : keyword === '乙' ? 'none' : 'rows'))
      const user = await open(path, account)
      await page().findAllByText(reading(row))
      const box = page().getByRole('searchbox', { name: '关键字' })
      await user.type(box, '甲{Enter}')
      await waitFor(() => expect(asked.length).toBeGreaterThan(1))
      await user.clear(box)
      await user.type(box, '乙{Enter}')
      expect(await page().findByText(/^没有符合条件的/)).toBeDefined()
      give('rows')
      await new Promise((resolve) => setTimeout(resolve, 20))
      expect(page().getByText(/^没有符合条件的/)).toBeDefined()
      expect(page().queryAllByText(reading(row))).toEqual([])
    })
  },
)

test('a list whose answer has an empty row says so, and loads again', async () => {
  const broken = Response.json({ content: [null], totalElements: 1 })
  let answer: Response | undefined = broken
  on('listOrgs', () => answer ?? example('listOrgs'))
  const user = await open('/system/org/index', 'admin')
  await screen.findByText('返回的数据不完整，请重新加载')
  answer = undefined
  await user.click(screen.getByRole('button', { name: '重新加载' }))
  await screen.findByText('盐池县发展和改革局')
})

test('a list that cannot be loaded anew keeps its rows, and says from when they are', async () => {
  let given: ReplyOf<'listOrgs'> | Refusal = example('listOrgs')
  on('listOrgs', () => given)
  const user = await open('/system/org/index', 'admin')
  await screen.findByText('盐池县发展和改革局')
  given = refuse(500, '系统繁忙，请稍后再试')
  await user.click(screen.getByRole('button', { name: '刷新' }))
  const alert = within(await screen.findByRole('alert'))
  expect(alert.getByText(/^未能刷新，以下是 \d\d:\d\d 的内容$/)).toBeDefined()
  expect(screen.getByText('盐池县发展和改革局')).toBeDefined()
  given = example('listOrgs')
  await user.click(alert.getByRole('button', { name: '重新加载' }))
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull())
})

test('a list says no number while it loads, and has neither keys nor pages without rows', async () => {
  const { answer, give } = held<ReplyOf<'listOrgs'>>()
  on('listOrgs', () => answer)
  await open('/system/org/index', 'admin')
  const pages = await page().findByRole('navigation', { name: '分页' })
  expect(within(pages).queryByText(/共/)).toBeNull()
  give(NONE)
  await page().findByText('共 0 条')
  expect(page().queryByRole('navigation', { name: '分页' })).toBeNull()
})
