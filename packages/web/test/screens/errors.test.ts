import { screen, waitFor, within } from '@testing-library/dom'
import type { UserEvent } from '@testing-library/user-event'
import { refuse } from '@xinchu/testing'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { answerProjects, heading, menuLink, notices, openMenu } from '../support/frame.ts'
import { BROKEN, on } from '../support/network.ts'
import { onPortal, open } from '../support/portal.ts'

onPortal()

const NONE = { content: [], totalElements: 0 }
const LIST = '项目查询'
const REFUSED = { status: 200, headers: { 'Content-Type': 'application/json' } }

beforeEach(() => {
  answerProjects(3)
  on('listContacts', NONE)
})

/** A reply of JSON to a call for a file, in the shape of the server's errors. */
const refusedFile = (status: number, message: string) =>
  new Response(JSON.stringify({ status, timestamp: '2026-01-01 00:00:00', message }), REFUSED)

/** Opens a page without own calls that could fail, on a clock that the test advances. */
async function openOnClock(): Promise<UserEvent> {
  const user = await open('/contact/index', 'county_yc')
  await heading('通讯录')
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'], shouldAdvanceTime: true })
  return user
}

afterEach(() => vi.useRealTimers())

async function exportAll(user: UserEvent): Promise<void> {
  await user.click(await screen.findByRole('button', { name: '导出' }))
  await user.click(await screen.findByRole('menuitem', { name: '导出全部列' }))
}

describe('a notice', () => {
  test('[8.errors.1, 9.limits.3] stays for five seconds', async () => {
    const user = await openOnClock()
    on('queryEsProjects', BROKEN)
    await user.click(menuLink(LIST))
    await waitFor(() => expect(notices()).toEqual(['接口请求失败']))
    await vi.advanceTimersByTimeAsync(4_000)
    expect(notices()).toEqual(['接口请求失败'])
    await vi.advanceTimersByTimeAsync(1_000)
    await waitFor(() => expect(notices()).toEqual([]))
  })

  test('[8.errors.1] of a refusal leaves after five seconds too, and can be read again with the code of its rule', async () => {
    const user = await openOnClock()
    on('queryEsProjects', refuse(409, '疑似重复未判定', { code: 'D-001' }))
    await user.click(menuLink(LIST))
    await waitFor(() => expect(notices()).toEqual(['疑似重复未判定D-001']))
    await vi.advanceTimersByTimeAsync(5_000)
    await waitFor(() => expect(notices()).toEqual([]))
    expect(screen.getByRole('main').textContent).toContain('疑似重复未判定')
    await user.keyboard('{Alt>}{F8}{/Alt}')
    const dialog = within(await screen.findByRole('dialog', { name: '最近的提示' }))
    expect(dialog.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      expect.stringMatching(/^\d\d:\d\d:\d\d错误：疑似重复未判定D-001$/),
    ])
    await user.click(dialog.getByRole('button', { name: '关闭' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  test('waits while the pointer is on it', async () => {
    const user = await openOnClock()
    on('queryEsProjects', BROKEN)
    await user.click(menuLink(LIST))
    await waitFor(() => expect(notices()).toEqual(['接口请求失败']))
    await user.hover(screen.getByText('接口请求失败', { selector: '[aria-live] p' }))
    await vi.advanceTimersByTimeAsync(60_000)
    expect(notices()).toEqual(['接口请求失败'])
    await user.unhover(screen.getByText('接口请求失败', { selector: '[aria-live] p' }))
    await vi.advanceTimersByTimeAsync(5_000)
    await waitFor(() => expect(notices()).toEqual([]))
  })
})

test('[8.errors.6] any other refusal is told in the words of the server', async () => {
  const user = await open('/contact/index', 'county_yc')
  on('queryEsProjects', refuse(409, '数据正在汇总，请稍后查询'))
  await openMenu(user, LIST)
  await waitFor(() => expect(notices()).toEqual(['数据正在汇总，请稍后查询']))
})

test('[8.errors.5, 6.roles.6] a refusal for want of permission leads to /401 where a file was asked for', async () => {
  const user = await open('/esproject/query/index', 'county_yc')
  on('downloadProjects', () => refusedFile(403, '您没有权限办理此事项'))
  await exportAll(user)
  await screen.findByText('您没有权限访问该页面')
  expect(location.pathname).toBe('/401')
})

test('[8.errors.7] a file reply of JSON type is told in the words of its body, and nothing is saved', async () => {
  const user = await open('/esproject/query/index', 'county_yc')
  const saved = vi.spyOn(URL, 'createObjectURL')
  on('downloadProjects', () => refusedFile(400, '单次最多导出十万行'))
  await exportAll(user)
  await waitFor(() => expect(notices()).toEqual(['单次最多导出十万行']))
  expect(saved).not.toHaveBeenCalled()
})
