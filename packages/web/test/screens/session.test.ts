import { screen, waitFor, within } from '@testing-library/dom'
import type { UserEvent } from '@testing-library/user-event'
import { example, refuse } from '@xinchu/testing'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { field } from '../support/fields.ts'
import { held, on } from '../support/network.ts'
import { departures, onPortal, open } from '../support/portal.ts'

onPortal()

const orgs = () => example('listOrgs')
const ROW = '盐池县发展和改革局'
const LIST = '/system/org/index'

const page = () => within(screen.getByRole('main'))

test('[6.roles.7] the system pages are closed to who is not of the administration', async () => {
  for (const path of [
    '/system/dict/index',
    '/system/menu/index',
    '/system/user/index',
    '/system/org/index',
  ]) {
    await open(path, 'enterprise_yc')
    expect(await screen.findByText('您访问的页面不存在')).toBeDefined()
    expect(location.pathname).toBe('/404')
  }
})

test.each([
  ['/no/such/page', '您访问的页面不存在', '页面不存在'],
  ['/401', '您没有权限访问该页面', '没有权限'],
])('%s says what is wrong, in the title of the page and in the breadcrumb too', async (path, text, title) => {
  await open(path, 'admin')
  expect(await screen.findByText(text)).toBeDefined()
  const trail = screen.getByRole('navigation', { name: '当前位置' })
  expect(trail.querySelector('[aria-current=page]')?.textContent).toBe(title)
  await waitFor(() => expect(document.title).toMatch(new RegExp(`^${title} - `)))
})

describe('an answer that is late', () => {
  test('changes nothing once its list was left, and is asked for again on the way back', async () => {
    const { answer, give } = held<ReturnType<typeof orgs>>()
    const asked = on('listOrgs', () => answer)
    on('listContacts', example('listContacts'))
    const user = await open(LIST, 'admin')
    await waitFor(() => expect(asked).toHaveLength(1))
    await user.click(screen.getByRole('link', { name: '通讯录' }))
    await screen.findByRole('heading', { name: '通讯录' })
    give(orgs())
    const later = on('listOrgs', orgs)
    on('listUsers', example('listUsers'))
    on('getBuiltInDept', example('getBuiltInDept'))
    await user.click(screen.getByRole('link', { name: '用户与机构' }))
    await user.click(await screen.findByRole('link', { name: '机构' }))
    expect(await page().findByText(ROW)).toBeDefined()
    expect(later).toHaveLength(1)
  })

  test('opens an imported workbook in the page that sent it, not in the page that is shown', async () => {
    const batch = example('importProjects')
    const { answer, give } = held<typeof batch>()
    on('listProvinceImports', { content: [], totalElements: 0 })
    on('getImportBatch', example('getImportBatch'))
    on('getImportPlan', example('getImportPlan'))
    on('listImportQuestions', { groups: [], totalElements: 0 })
    on('listContacts', example('listContacts'))
    const sent = on('importProjects', () => answer)
    const user = await open('/esproject/import/index', 'province_nx')
    const workbook = new File(['PK'], '项目.xlsx')
    await user.upload(await screen.findByLabelText('选择工作簿'), workbook)
    await waitFor(() => expect(sent).toHaveLength(1))
    await user.click(screen.getByRole('link', { name: '通讯录' }))
    await screen.findByRole('heading', { name: '通讯录' })
    give(batch)
    await new Promise((resolve) => setTimeout(resolve, 50))
    expect(location.search).toBe('')
    const tags = within(screen.getByRole('navigation', { name: '已打开的页面' }))
    await user.click(tags.getByRole('button', { name: '批量导入' }))
    await screen.findByRole('button', { name: '返回导入记录' })
    expect([location.pathname, location.search]).toEqual(['/esproject/import/index', `?batch=${batch.id}`])
  })
})

describe('a session', () => {
  test('is renewed once for all calls that it has failed, and they are sent again', async () => {
    let token = 'Bearer test'
    on('listOrgs', orgs)
    const user = await open(LIST, 'admin')
    await page().findByText(ROW)
    const renewed = on('refreshToken', () => {
      token = 'Bearer renewed'
      return { ...example('refreshToken'), token }
    })
    const asked = on('listOrgs', ({ headers }) =>
      headers.get('Authorization') === 'Bearer renewed' ? orgs() : refuse(401, '登录状态已失效'),
    )
    await user.click(page().getByRole('button', { name: '刷新' }))
    await waitFor(() => expect(asked).toHaveLength(2))
    expect(await page().findByText(ROW)).toBeDefined()
    expect(renewed).toHaveLength(1)
    expect(departures()).toEqual([])
  })

  test('that has ended leads to the log-in, which is told why', async () => {
    on('listOrgs', refuse(401, '登录状态已失效'))
    on('refreshToken', refuse(401, '登录状态已失效'))
    on('logout', undefined)
    await open(LIST, 'admin')
    await waitFor(() => expect(departures()).toEqual(['/login']))
    expect(document.cookie).toContain('point=401')
    expect(sessionStorage.getItem('refreshToken')).toBeNull()
  })
})

describe('the log-in over a page', () => {
  async function typeUntilExpiry(): Promise<UserEvent> {
    on('checkEsProjectUnique', { unique: true, conflicts: [] })
    on('checkProjectRepeat', [])
    on('refreshToken', refuse(401, '登录状态已失效'))
    on('logout', undefined)
    const user = await open('/esproject/declare/form', 'enterprise_yc')
    await screen.findByRole('heading', { name: '新建项目' })
    await user.type(field('projectName'), '甲储能电站')
    on('createEsProject', refuse(401, '登录状态已失效'))
    await user.click(screen.getByRole('button', { name: '保存草稿' }))
    return user
  }

  test('takes the password at once, while the platform is slow to tell its settings again', async () => {
    const { answer, give } = held<ReturnType<typeof example<'getPlatform'>>>()
    const asked = on('getCaptcha', example('getCaptcha'))
    const user = await typeUntilExpiry()
    on('getPlatform', () => answer)
    const dialog = within(await screen.findByRole('dialog', { name: '登录已过期' }))
    expect(dialog.queryByLabelText('验证码')).toBeNull()
    const stored = on('createEsProject', example('createEsProject'))
    on('getEsProject', example('getEsProject'))
    const logins = on('login', example('login'))
    await user.type(dialog.getByLabelText('密码'), 'Xinchu@2026')
    await user.click(dialog.getByRole('button', { name: '登录并继续' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await waitFor(() => expect([logins.length, stored.length, asked.length]).toEqual([1, 1, 0]))
    give(example('getPlatform'))
    // The saved record goes on in its own form.
    await screen.findByRole('heading', { level: 1, name: example('getEsProject').projectName })
  })
})

describe('a network that is away', () => {
  afterEach(() => {
    vi.restoreAllMocks()
    window.dispatchEvent(new Event('online'))
  })

  test('is told of while it is away; what was asked for meanwhile comes when it is back', async () => {
    on('listOrgs', orgs)
    const user = await open(LIST, 'admin')
    await page().findByText(ROW)
    const line = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
    window.dispatchEvent(new Event('offline'))
    const told = await screen.findByText(/网络已断开/)
    const asked = on('listOrgs', ({ query }) => ({
      content: orgs().content.map((org) => ({ ...org, orgName: `${query.keyword}一号` })),
      totalElements: 1,
    }))
    await user.type(page().getByRole('searchbox', { name: '关键字' }), '盐池{Enter}')
    expect(asked).toEqual([])
    line.mockReturnValue(true)
    window.dispatchEvent(new Event('online'))
    expect(await page().findByText('盐池一号')).toBeDefined()
    await waitFor(() => expect(told.isConnected).toBe(false))
  })
})
