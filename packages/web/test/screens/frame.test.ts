import { screen, waitFor, within } from '@testing-library/dom'
import { example, type ReplyOf } from '@xinchu/testing'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { answerProjects, heading, menuLink, openMenu, tagNames } from '../support/frame.ts'
import { on } from '../support/network.ts'
import { learnMenus, onPortal, open } from '../support/portal.ts'
import { dictsOf } from '../support/seed.ts'

onPortal()

type Menus = ReplyOf<'buildMenus'>

const NONE = { content: [], totalElements: 0 }
const CONTACTS = '/contact/index'

beforeEach(() => {
  for (const id of ['listContacts', 'querySections', 'queryMessages'] as const) on(id, NONE)
  answerProjects(0)
})

const menu = () => within(screen.getByRole('navigation', { name: '主菜单' }))
const group = (name: string) => menu().getByRole('button', { name })

describe('the sidebar', () => {
  test('[2.frame.10] shortens long titles, and says them in full on the tag', async () => {
    on('queryProvincialDemos', NONE)
    const user = await open(CONTACTS, 'province_nx')
    const link = screen.getByTitle('省级示范项目')
    expect(link.textContent).toBe('示范项目')
    await user.click(link)
    await waitFor(() => expect(tagNames()).toEqual(['通讯录', '省级示范项目']))
  })

  test('shows menus of any depth, and leads to other sites in a new window', async () => {
    const user = await open(CONTACTS, 'policy_edit')
    const site = { name: 'M', path: 'https://example.cn/manual', component: 'M', meta: { title: '运维手册' } }
    const folder = (title: string, path: string, children: Menus): Menus[number] => ({
      path,
      component: 'Layout',
      alwaysShow: true,
      meta: { title },
      children,
    })
    learnMenus(folder('运维', '/operation', [folder('巡检', 'rounds', [folder('资料', 'papers', [site])])]))
    await screen.findByRole('button', { name: '运维' })
    for (const name of ['运维', '巡检', '资料']) await user.click(group(name))
    const link = screen.getByRole('link', { name: '运维手册' })
    expect(['href', 'target', 'rel'].map((name) => link.getAttribute(name))).toEqual([
      'https://example.cn/manual',
      '_blank',
      'noopener',
    ])
  })
})

describe('a folder of menus', () => {
  const contacts = { path: 'index', name: 'CT', component: 'CT', meta: { title: '通讯资料' } }
  const folder = (own: Partial<Menus[number]>): Menus[number] => ({
    path: '/contact',
    component: 'Layout',
    meta: { title: '资料' },
    children: [contacts],
    ...own,
  })
  const only = (own: Partial<Menus[number]>) => () => void on('buildMenus', () => [folder(own)])
  const crumbs = () =>
    within(screen.getByRole('navigation', { name: '当前位置' }))
      .getAllByRole('listitem')
      .map((crumb) => crumb.textContent)

  test('[3.menu.1] around a single page is shown where that is always asked for, and else gives its place to the page', async () => {
    await open(CONTACTS, 'policy_edit', only({ alwaysShow: true }))
    await menu().findByRole('button', { name: '资料' })
    expect(crumbs()).toEqual(['首页', '资料', '通讯资料'])
    await open(CONTACTS, 'policy_edit', only({}))
    await menu().findByRole('link', { name: '通讯资料' })
    expect(menu().queryByRole('button', { name: '资料' })).toBeNull()
    expect(crumbs()).toEqual(['首页', '通讯资料'])
  })

  test('[3.menu.1] leads by its crumb and by its address to the page that it names, and else nowhere', async () => {
    await open(CONTACTS, 'policy_edit', only({ alwaysShow: true, redirect: CONTACTS }))
    const crumb = within(screen.getByRole('navigation', { name: '当前位置' }))
    expect((await crumb.findByRole('link', { name: '资料' })).getAttribute('href')).toBe(CONTACTS)
    await open('/contact', 'policy_edit', only({ alwaysShow: true, redirect: CONTACTS }))
    await waitFor(() => expect(location.pathname).toBe(CONTACTS))
    await open('/contact', 'policy_edit', only({ alwaysShow: true, redirect: 'noredirect' }))
    await waitFor(() => expect(location.pathname).toBe('/404'))
  })

  test('[3.menu.1] is left out of the breadcrumb where it is not to stand in it, and so is a page', async () => {
    await open(
      CONTACTS,
      'policy_edit',
      only({ alwaysShow: true, meta: { title: '资料', breadcrumb: false } }),
    )
    expect(crumbs()).toEqual(['首页', '通讯资料'])
    const hidden = { ...contacts, meta: { title: '通讯资料', breadcrumb: false } }
    await open(CONTACTS, 'policy_edit', only({ alwaysShow: true, children: [hidden] }))
    expect(crumbs()).toEqual(['首页', '资料'])
    expect(screen.getByText('资料', { selector: 'li' }).getAttribute('aria-current')).toBe('page')
  })
})

describe('the pages of the frame', () => {
  test('[2.routes.4, 2.routes.5] say that a page or a permission is missing, and lead home', async () => {
    await open('/404', 'policy_edit')
    await screen.findByText('您访问的页面不存在')
    const user = await open('/401', 'policy_edit')
    await screen.findByText('您没有权限访问该页面')
    await user.click(screen.getByRole('link', { name: '返回首页' }))
    await heading('政策管理')
  })

  test('[2.routes.7, 2.routes.8, 2.routes.12] are open to every user, and titled with the platform', async () => {
    for (const id of ['getSecondFactor', 'listSessions', 'listLogins'] as const) on(id, example(id))
    await open('/user/center', 'policy_query')
    await heading('个人中心')
    await waitFor(() => expect(document.title).toBe('个人中心 - 全国新型储能大数据平台'))
    const user = await open('/user/messageinformation', 'policy_query')
    await heading('消息中心')
    await waitFor(() => expect(document.title).toBe('消息中心 - 全国新型储能大数据平台'))
    await openMenu(user, '通讯录')
    await waitFor(() => expect(document.title).toBe('通讯录 - 全国新型储能大数据平台'))
  })

  test('[2.routes.11, 2.routes.13, 6.roles.7] are those that the server granted; any other, like an unknown one, leads to /404', async () => {
    await open(CONTACTS, 'enterprise_yc')
    expect(screen.queryByRole('link', { name: '项目审核', hidden: true })).toBeNull()
    expect(menuLink('项目申报')).toBeDefined()
    for (const path of ['/esproject/audit/index', '/no/such/page']) {
      await open(path, 'enterprise_yc')
      await waitFor(() => expect(location.pathname).toBe('/404'))
    }
  })

  test('[6.roles.2] offer what is meant for some roles to these alone', async () => {
    on('listStatPeriods', example('listStatPeriods'))
    const sync = () => screen.queryByRole('button', { name: '同步入库' })
    await open('/planningmonitoring/project/warehouse', 'nation')
    await screen.findByRole('button', { name: '导出' })
    expect(sync()).not.toBeNull()
    await open('/planningmonitoring/project/warehouse', 'province_nx')
    await screen.findByRole('button', { name: '导出' })
    expect(sync()).toBeNull()
  })

  test('[2.routes.6] open anew by /redirect, with what stood behind their address', async () => {
    await open('/redirect/esproject/query/index?size=50', 'county_yc')
    await heading('项目查询')
    expect([location.pathname, location.search]).toEqual(['/esproject/query/index', '?size=50'])
    expect(tagNames()).toEqual(['项目查询'])
  })

  test('[9.limits.8] ask for whole dictionaries, by pages of 9999', async () => {
    const user = await open(CONTACTS, 'county_yc')
    const asked = on('getDictMap', ({ query }) => dictsOf(query.dictName?.split(',') ?? []))
    await openMenu(user, '项目查询')
    await waitFor(() => expect(asked).not.toHaveLength(0))
    expect(asked[0]?.query).toMatchObject({ page: 0, size: 9999 })
  })

  test('[2.guard.2, 4.session.4] ask for the user, then for his menus, and for neither again on the next page', async () => {
    const sent = vi.spyOn(globalThis, 'fetch')
    const user = await open(CONTACTS, 'county_yc')
    await openMenu(user, '政策查询')
    const paths = sent.mock.calls.map(([input]) => new URL(new Request(input).url).pathname)
    expect(paths.filter((path) => ['/auth/info', '/api/menus/build'].includes(path))).toEqual([
      '/auth/info',
      '/api/menus/build',
    ])
  })
})
