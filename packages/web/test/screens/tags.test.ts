import { fireEvent, screen, waitFor, within } from '@testing-library/dom'
import type { UserEvent } from '@testing-library/user-event'
import { example } from '@xinchu/testing'
import { beforeEach, describe, expect, test } from 'vitest'
import { field } from '../support/fields.ts'
import { answerProjects, heading, keyword, openMenu, tag, tagNames, tags } from '../support/frame.ts'
import { on } from '../support/network.ts'
import { onPortal, open, unsavedInput } from '../support/portal.ts'

onPortal()

const NONE = { content: [], totalElements: 0 }

beforeEach(() => {
  for (const id of ['listRegistrations', 'querySections', 'listContacts'] as const) on(id, NONE)
  on('listRules', example('listRules'))
  answerProjects(20)
})

const press = (element: HTMLElement, key: string) => fireEvent.keyDown(element, { key })
const pressMiddle = (element: HTMLElement) =>
  fireEvent(element, new MouseEvent('auxclick', { button: 1, bubbles: true }))

/** Opens the menu of a tag and returns the names of its entries. */
async function openTagMenu(name: string): Promise<string[]> {
  fireEvent.contextMenu(tag(name))
  return (await screen.findAllByRole('menuitem')).map(({ textContent }) => textContent)
}

/** Opens three pages of a county. */
async function openThree(): Promise<UserEvent> {
  const user = await open('/system/registration/index', 'county_yc')
  await openMenu(user, '政策查询')
  await openMenu(user, '通讯录')
  return user
}

describe('the tags of a county', () => {
  test('[2.tags.3, 9.limits.10] the menu of a tag refreshes its page, so that what was typed is forgotten', async () => {
    const user = await openThree()
    await user.click(tag('政策查询'))
    await user.type(keyword(), '储能')
    expect(await openTagMenu('政策查询')).toEqual(['刷新', '关闭', '关闭其他', '关闭全部'])
    await user.click(screen.getByRole('menuitem', { name: '刷新' }))
    await waitFor(() => expect(keyword().value).toBe(''))
    expect(tagNames()).toEqual(['注册审核', '政策查询', '通讯录'])
  })

  test('[2.tags.3] the menu of a tag closes its page, or all but its page', async () => {
    const user = await openThree()
    await openTagMenu('政策查询')
    await user.click(screen.getByRole('menuitem', { name: '关闭' }))
    await waitFor(() => expect(tagNames()).toEqual(['注册审核', '通讯录']))
    await openTagMenu('注册审核')
    await user.click(screen.getByRole('menuitem', { name: '关闭其他' }))
    await heading('注册审核')
    expect(tagNames()).toEqual(['注册审核'])
  })
})

test('[2.tags.4] a pinned page can be closed neither by its cross, the middle button, the Delete key nor its menu', async () => {
  const user = await open('/policyMent/index', 'policy_edit')
  await openMenu(user, '通讯录')
  expect(tags().queryByRole('button', { name: '关闭 政策管理' })).toBeNull()
  pressMiddle(tag('政策管理'))
  press(tag('政策管理'), 'Delete')
  expect(tagNames()).toEqual(['政策管理', '通讯录'])
  expect(await openTagMenu('政策管理')).toEqual(['刷新', '关闭其他', '关闭全部'])
  await user.click(screen.getByRole('menuitem', { name: '关闭全部' }))
  await heading('政策管理')
  expect(tagNames()).toEqual(['政策管理'])
})

test('[2.tags.3] closing all pages leads to the landing', async () => {
  const user = await open('/contact/index', 'policy_edit')
  await heading('通讯录')
  await openMenu(user, '规则手册')
  await openTagMenu('规则手册')
  await user.click(screen.getByRole('menuitem', { name: '关闭全部' }))
  await heading('政策管理')
  expect([location.pathname, tagNames()]).toEqual(['/policyMent/index', ['政策管理']])
})

test('[2.tags.5] a page that the server lets not be kept begins anew when it is shown again', async () => {
  const user = await open('/esproject/declare/index', 'county_yc')
  await heading('项目申报')
  await user.type(keyword(), '盐池')
  await openMenu(user, '通讯录')
  await user.click(tag('项目申报'))
  await heading('项目申报')
  expect(keyword().value).toBe('')
})

test('a page with unsaved input is kept while another is shown, and asks before its tag is closed', async () => {
  on('checkEsProjectUnique', { unique: true, conflicts: [] })
  on('checkProjectRepeat', [])
  const user = await open('/esproject/declare/form', 'enterprise_yc')
  await user.type(await waitFor(() => field('projectName')), '盐池县未保存的项目')
  await openMenu(user, '通讯录')
  const close = () => tags().queryByRole('button', { name: '关闭 新建项目' })
  await user.click(close() ?? document.body)
  const dialog = within(await screen.findByRole('dialog', { name: '关闭“新建项目”？' }))
  expect(dialog.getByText('有 1 处还没有保存。留着的可在“未提交的填写”接着填。')).toBeDefined()
  const stay = dialog.getByRole('button', { name: '继续填写' })
  await waitFor(() => expect(document.activeElement).toBe(stay))
  await user.keyboard('{Enter}')
  await user.click(tag('新建项目'))
  expect(field('projectName').value).toBe('盐池县未保存的项目')
  await user.click(close() ?? document.body)
  await user.click(await screen.findByRole('button', { name: '关闭，留着' }))
  await waitFor(() => expect(close()).toBeNull())
  await waitFor(() => expect(unsavedInput().entries.size).toBe(1))
})

test('what is discarded with its tag is kept nowhere, unless its author wants it back at once', async () => {
  on('checkEsProjectUnique', { unique: true, conflicts: [] })
  on('checkProjectRepeat', [])
  const user = await open('/esproject/declare/form', 'enterprise_yc')
  await user.type(await waitFor(() => field('projectName')), '盐池县不要的项目')
  await screen.findByText(/已留存/)
  await openMenu(user, '通讯录')
  await user.click(tags().getByRole('button', { name: '关闭 新建项目' }))
  await user.click(await screen.findByRole('button', { name: '丢弃 1 处' }))
  await waitFor(() => expect(unsavedInput().entries.size).toBe(0))
  expect(Object.keys(localStorage).filter((name) => name.startsWith('xinchu:unsaved:'))).toEqual([])
  await user.click(await screen.findByRole('button', { name: /^撤销/ }))
  await screen.findByText('已恢复，可从“未提交的填写”接着填')
  expect(unsavedInput().list()).toMatchObject([{ title: '盐池县不要的项目', count: 1 }])
})
