import { screen, waitFor } from '@testing-library/dom'
import { refuse } from '@xinchu/testing'
import { describe, expect, test } from 'vitest'
import { typedIn } from '../support/fields.ts'
import {
  keptElsewhere,
  leaveOne,
  namesKept,
  offers,
  onProjectForm,
  openNew,
  press,
  type,
} from '../support/kept-input.ts'
import { held, on } from '../support/network.ts'
import { onPortal, unsavedInput } from '../support/portal.ts'
import { infoOf } from '../support/seed.ts'

onPortal()
onProjectForm()

describe('unsaved input', () => {
  test('restores what was typed on another device', async () => {
    keptElsewhere('甲储能电站')
    await openNew()
    await screen.findByText(/^已恢复 .* 填写的 1 项/)
    expect(typedIn('projectName')).toBe('甲储能电站')
  })

  test('offers the draft that an earlier version left in the browser, and takes its text from there', async () => {
    const name = `xinchu:draft:${infoOf('enterprise_yc').user.id}:es-project:new~old1`
    localStorage.setItem(name, JSON.stringify({ at: 1_000, values: { projectName: '旧版填的储能电站' } }))
    const user = await openNew()
    await waitFor(() => expect(offers()).toHaveLength(1))
    await waitFor(() => expect(localStorage.getItem(name)).toBeNull())
    expect(namesKept()).toEqual(['旧版填的储能电站'])
    await press(user, '恢复')
    expect(typedIn('projectName')).toBe('旧版填的储能电站')
  })

  test('keeps what was typed in this browser, sealed, while the platform cannot be reached', async () => {
    on('saveUnsaved', refuse(503, '系统繁忙，请稍后再试'))
    const user = await openNew()
    await type(user, 'projectName', '甲储能电站')
    await screen.findByText(/已存本机，联网后留存到平台/)
    dispatchEvent(new Event('pagehide'))
    expect(Object.values(localStorage).join()).not.toContain('甲储能电站')
    await openNew()
    await waitFor(() => expect(typedIn('projectName')).toBe('甲储能电站'))
  })

  test('sends nothing once another account has logged in in another tab', async () => {
    const user = await openNew()
    await type(user, 'projectName', '甲储能电站')
    await screen.findByText(/已留存/)
    localStorage.setItem('xinchu:account', '"another"')
    await type(user, 'projectName', '乙储能电站')
    await screen.findByText(/此浏览器已换账号/)
    expect(namesKept()).toEqual(['甲储能电站'])
    expect(typedIn('projectName')).toBe('乙储能电站')
  })

  test('is sent before a log-out, which says so and asks nothing more', async () => {
    const out = on('logout', undefined)
    const { answer, give } = held<undefined>()
    const user = await openNew()
    await type(user, 'projectName', '甲储能电站')
    await screen.findByText(/已存本机|已留存/)
    on('saveUnsaved', async ({ body }) => {
      await answer
      return unsavedInput().save(body)
    })
    await type(user, 'projectName', '乙储能电站')
    await user.click(screen.getByRole('button', { name: infoOf('enterprise_yc').user.companyName ?? '' }))
    await user.click(await screen.findByRole('menuitem', { name: '退出登录' }))
    await screen.findByText('有 1 处还没有保存，已留存，下次登录可接着填。')
    await press(user, '确定')
    give(undefined)
    await waitFor(() => expect(out).toHaveLength(1))
    expect(namesKept()).toEqual(['乙储能电站'])
    expect(dispatchEvent(new Event('beforeunload', { cancelable: true }))).toBe(true)
  })

  test('shows nothing that another account typed in this browser', async () => {
    await leaveOne('甲储能电站')
    // Another account has neither these entries nor this key.
    unsavedInput().entries.clear()
    on('listUnsaved', { deviceKey: btoa('x'.repeat(32)), entries: [] })
    await openNew('enterprise_shz')
    await new Promise((resolve) => setTimeout(resolve, 300))
    expect(typedIn('projectName')).toBe('')
    expect(offers()).toHaveLength(0)
  })
})
