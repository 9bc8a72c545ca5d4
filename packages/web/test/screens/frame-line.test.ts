import { screen, waitFor, within } from '@testing-library/dom'
import { example, type ReplyOf } from '@xinchu/testing'
import { beforeEach, describe, expect, test } from 'vitest'
import { heading } from '../support/frame.ts'
import { on } from '../support/network.ts'
import { onPortal, open, readAgain } from '../support/portal.ts'

onPortal()

const NONE = { content: [], totalElements: 0 }
const CONTACTS = '/contact/index'
const SECRECY = '涉密不上网，上网不涉密'

beforeEach(() => {
  for (const id of ['listContacts', 'querySections', 'queryMessages'] as const) on(id, NONE)
})

/** The settings of the platform, with some of a test's own. */
const platform = (own: Partial<ReplyOf<'getPlatform'>>) => () =>
  void on('getPlatform', { ...example('getPlatform'), caseNumber: '京ICP备00000000号', ...own })

const alert = () => screen.queryByRole('alert')

describe('unread messages', () => {
  test('[2.frame.5, 2.frame.6, 2.frame.12] raise 您有消息未读，请尽快查看 on load, with a button to the message page', async () => {
    const user = await open(CONTACTS, 'province_nx', () => on('getUnreadCount', { count: 5 }))
    await screen.findByRole('button', { name: '有5条未读消息' })
    await waitFor(() => expect(alert()?.textContent).toContain('您有消息未读，请尽快查看'))
    await user.click(screen.getByRole('link', { name: '查看消息' }))
    await heading('消息中心')
    expect(alert()).toBeNull()
  })

  test('are said until the alert is closed, and not where none are', async () => {
    const user = await open(CONTACTS, 'province_nx', () => on('getUnreadCount', { count: 1 }))
    await user.click(await screen.findByRole('button', { name: '关闭提醒' }))
    expect(alert()).toBeNull()
    await open(CONTACTS, 'province_nx', () => on('getUnreadCount', { count: 0 }))
    await screen.findByRole('button', { name: '有0条未读消息' })
    expect(alert()).toBeNull()
  })

  test('are said by no alert where they came later, also after all were read', async () => {
    await open(CONTACTS, 'province_nx', () => on('getUnreadCount', { count: 1 }))
    await screen.findByRole('alert')
    for (const [count, words] of [
      [0, '有0条未读消息'],
      [2, '有2条未读消息'],
    ] as const) {
      on('getUnreadCount', { count })
      await readAgain()
      await screen.findByRole('button', { name: words })
      await waitFor(() => expect(alert()).toBeNull())
    }
  })

  test('[2.frame.6] stand in the message center, to which a sign of the header leads', async () => {
    const user = await open(CONTACTS, 'province_nx')
    await user.click(screen.getByTitle('消息中心'))
    await heading('消息中心')
  })
})

describe('the line of secrecy', () => {
  test('[1.users.3] stays on every page, also where the header does not, and says what is sample data', async () => {
    localStorage.setItem('layout', JSON.stringify({ fixedHeader: false }))
    await open(CONTACTS, 'province_nx', platform({ demo: true }))
    const line = screen.getByText(SECRECY)
    expect(line.closest('header')).toBeNull()
    expect(line.textContent).toBe(`${SECRECY}演示数据，不代表官方统计`)
    localStorage.removeItem('layout')
    await open('/esproject/desk/index', 'county_yc')
    expect(screen.getByText(SECRECY).closest('header')).not.toBeNull()
  })
})

describe('the settings of the platform', () => {
  const openLayout = async (user: Awaited<ReturnType<typeof open>>) => {
    await user.click(screen.getByRole('button', { name: '布局设置' }))
    return within(await screen.findByRole('dialog', { name: '布局设置' }))
  }

  test('[3.settings.1] let the user put the footer away', async () => {
    const user = await open(CONTACTS, 'province_nx', platform({}))
    expect(screen.getByRole('contentinfo').textContent).toContain('ICP备')
    await user.click((await openLayout(user)).getByRole('switch', { name: '显示页脚' }))
    expect(screen.queryByRole('contentinfo')).toBeNull()
  })

  test('[3.settings.1] take the footer from all, and the settings of the layout', async () => {
    const user = await open(CONTACTS, 'province_nx', platform({ showFooter: false }))
    expect(screen.queryByRole('contentinfo')).toBeNull()
    expect((await openLayout(user)).queryByRole('switch', { name: '显示页脚' })).toBeNull()
    await open(CONTACTS, 'province_nx', platform({ showSettings: false }))
    expect(screen.queryByRole('button', { name: '布局设置' })).toBeNull()
  })
})
