import { screen, waitFor, within } from '@testing-library/dom'
import type { UserEvent } from '@testing-library/user-event'
import type { ReplyOf } from '@xinchu/testing'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { answerProjects, heading, menuLink } from '../support/frame.ts'
import { BROKEN, on } from '../support/network.ts'
import { learnMenus, onPortal, open } from '../support/portal.ts'

onPortal()

type Result = ReplyOf<'searchAll'>

const NONE = { content: [], totalElements: 0 }
const NOTHING: Result = { conditions: [], words: [], groups: [] }
const FOUND: Result = {
  ...NOTHING,
  groups: [
    {
      kind: 'project',
      total: 1,
      hits: [{ id: 7, title: '冯记沟储能电站', titleMarks: [], path: '/esproject/detail/7' }],
    },
    {
      kind: 'message',
      total: 1,
      hits: [
        { id: 8, title: '请核对冯记沟项目', titleMarks: [], path: '/user/messageinformation?keyword=冯记沟' },
      ],
    },
  ],
}

const box = () => screen.getByRole<HTMLInputElement>('combobox', { name: /^搜索菜单/ })
const option = (name: string | RegExp) => screen.findByRole('option', { name })
const group = (name: string) => screen.findByRole('group', { name })

/** Opens the search by its keys, over a page that asks for nothing else, and types. */
async function search(user: UserEvent, words: string): Promise<void> {
  await user.keyboard('{Control>}k{/Control}')
  await screen.findByRole('combobox', { name: /^搜索菜单/ })
  await user.clear(box())
  await user.type(box(), words)
}

describe('the search of the header', () => {
  beforeEach(() => {
    answerProjects(0)
    on('listContacts', NONE)
    on('searchAll', NOTHING)
  })

  test('finds nothing of pages that were not granted', async () => {
    const user = await open('/contact/index', 'county_yc')
    await search(user, '菜单管理')
    expect(await screen.findByText('没有匹配的内容')).toBeDefined()
  })

  test('finds projects and messages by their words too, and leads to them', async () => {
    on('searchAll', FOUND)
    on('queryMessages', NONE)
    const user = await open('/contact/index', 'county_yc')
    await search(user, '冯记沟')
    expect(within(await group('项目')).getByRole('option', { name: /冯记沟储能电站/ })).toBeDefined()
    await user.click(within(await group('消息')).getByRole('option', { name: /请核对冯记沟项目/ }))
    await heading('消息中心')
    expect(new URLSearchParams(location.search).get('keyword')).toBe('冯记沟')
  })

  test('[2.search.2] opens a page here, and a link to another site in a new window', async () => {
    const user = await open('/contact/index', 'county_yc')
    const site = { path: 'https://example.cn/policy', component: 'Layout', meta: { title: '政策原文' } }
    learnMenus({ name: 'policy', ...site })
    const opened = vi.spyOn(window, 'open').mockReturnValue(null)
    await waitFor(() => expect(menuLink('政策原文').getAttribute('rel')).toBe('noopener'))
    await search(user, '政策原文')
    await user.click(await option('政策原文'))
    expect(opened).toHaveBeenCalledWith('https://example.cn/policy', '_blank', 'noopener')
    expect(location.pathname).toBe('/contact/index')
  })

  test('shows the conditions that it understood, takes one away and opens the list with the others', async () => {
    const built = { start: 3, end: 5, label: '建设状态：在建', filters: { buildStatus: '3' } }
    on('searchAll', ({ query: { q } }) =>
      q.startsWith('宁夏')
        ? {
            ...NOTHING,
            words: ['储能'],
            conditions: [
              { start: 0, end: 2, label: '地区：宁夏回族自治区', filters: { provinceCode: '640000' } },
              built,
            ],
          }
        : { ...NOTHING, words: ['储能'], conditions: [{ ...built, start: 0, end: 2 }] },
    )
    const user = await open('/contact/index', 'county_yc')
    await search(user, '宁夏 在建 储能')
    const conditions = within(await screen.findByRole('list', { name: '识别出的条件' }))
    expect(conditions.getByText('建设状态：在建')).toBeDefined()
    await user.click(conditions.getByRole('button', { name: '去掉条件 地区：宁夏回族自治区' }))
    expect(box().value).toBe('在建 储能')
    await waitFor(() => expect(conditions.queryByText('地区：宁夏回族自治区')).toBeNull())
    await user.click(screen.getByRole('button', { name: '在项目查询中打开' }))
    await heading('项目查询')
    expect(Object.fromEntries(new URLSearchParams(location.search))).toEqual({
      buildStatus: '3',
      keyword: '储能',
    })
  })

  test('asks the server once after a pause in typing, and says when it fails', async () => {
    const user = await open('/contact/index', 'county_yc')
    const asked = on('searchAll', FOUND)
    await search(user, '冯记沟')
    await group('项目')
    expect(asked.map(({ query }) => query.q)).toEqual(['冯记沟'])
    on('searchAll', BROKEN)
    await user.type(box(), '乡')
    const alert = within(await screen.findByRole('alert'))
    on('searchAll', FOUND)
    await user.click(alert.getByRole('button', { name: '重新搜索' }))
    expect(await group('项目')).toBeDefined()
  })
})
