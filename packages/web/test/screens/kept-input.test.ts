import { screen, waitFor } from '@testing-library/dom'
import type { UserEvent } from '@testing-library/user-event'
import { example, type ReplyOf, refuse } from '@xinchu/sdk/testing'
import { beforeEach, describe, expect, test } from 'vitest'
import { field, typedIn } from '../support/fields.ts'
import { held, on } from '../support/network.ts'
import { onPortal, open, unsavedInput } from '../support/portal.ts'
import { infoOf } from '../support/seed.ts'

onPortal()

const FORM = '/esproject/declare/form'
const STORED = example('getEsProject')

beforeEach(() => {
  on('checkEsProjectUnique', { unique: true, conflicts: [] })
  on('checkProjectRepeat', [])
  on('getReviewRecord', example('getReviewRecord'))
  on('getEsProject', STORED)
})

async function openNew(): Promise<UserEvent> {
  const user = await open(FORM, 'enterprise_yc')
  await screen.findByRole('heading', { name: '新建项目' })
  return user
}

async function openStored(): Promise<UserEvent> {
  const user = await open(`${FORM}?id=${STORED.id}`, 'enterprise_yc')
  await screen.findByRole('heading', { level: 1, name: STORED.projectName })
  return user
}

async function type(user: UserEvent, name: string, text: string): Promise<void> {
  await user.clear(field(name))
  await user.click(field(name))
  await user.paste(text)
}

/** Waits until the platform has what was typed, and leaves the document. */
async function leave(): Promise<void> {
  await screen.findByText(/已留存/)
  dispatchEvent(new Event('pagehide'))
}

const press = (user: UserEvent, name: string) => user.click(screen.getByRole('button', { name }))
const offers = () => screen.queryAllByText(/填写但未保存的内容/)
const copies = () => Object.keys(localStorage).filter((name) => name.startsWith('xinchu:unsaved:'))
const namesKept = () =>
  [...unsavedInput().entries.values()].map(({ rows }) => JSON.parse(rows.get('projectName')?.value ?? '""'))

/** What another device typed into a new project. */
const keptElsewhere = (projectName: string) =>
  unsavedInput().save({
    ...{ kind: 'es-project', target: `new:${projectName.length}`, seen: 0, drop: [] },
    set: [{ key: 'projectName', value: JSON.stringify(projectName) }],
  })

async function leaveOne(projectName: string): Promise<void> {
  const user = await openNew()
  await type(user, 'projectName', projectName)
  await leave()
}

describe('a new project', () => {
  test('restores what was typed by itself; it can be set aside and taken again', async () => {
    await leaveOne('甲储能电站')
    const user = await openNew()
    await screen.findByText(/^已恢复 .* 填写的 1 项/)
    expect(typedIn('projectName')).toBe('甲储能电站')
    await press(user, '撤销恢复')
    expect(typedIn('projectName')).toBe('')
    await type(user, 'projectName', '乙储能电站')
    await press(user, '恢复')
    expect(typedIn('projectName')).toBe('甲储能电站')
    await waitFor(() => expect(offers()).toHaveLength(1))
    await press(user, '恢复')
    expect(typedIn('projectName')).toBe('乙储能电站')
  })

  test('restores what was typed on another device', async () => {
    keptElsewhere('甲储能电站')
    await openNew()
    await screen.findByText(/^已恢复 .* 填写的 1 项/)
    expect(typedIn('projectName')).toBe('甲储能电站')
  })

  test('leaves alone what another open page types, and offers what a page left that ended without a word', async () => {
    keptElsewhere('丙储能电站')
    keptElsewhere('丁储能电站二期')
    for (const [target, page] of [
      ['new:5', 'other'],
      ['new:7', 'crashed'],
    ])
      localStorage.setItem(
        `xinchu:unsaved:${infoOf('enterprise_yc').user.id}:es-project:${target}`,
        JSON.stringify({ page }),
      )
    const channel = new BroadcastChannel('xinchu:pages')
    channel.addEventListener('message', ({ data }) => 'ask' in data && channel.postMessage({ page: 'other' }))
    const user = await openNew()
    await type(user, 'projectName', '甲储能电站')
    await waitFor(() => expect(offers()).toHaveLength(1), { timeout: 10_000 })
    channel.close()
    await press(user, '恢复')
    expect(typedIn('projectName')).toBe('丁储能电站二期')
    await waitFor(() => expect(namesKept().sort()).toEqual(['丁储能电站二期', '丙储能电站', '甲储能电站']))
  })

  test('shows a list of several inputs above an empty form', async () => {
    keptElsewhere('甲储能电站')
    keptElsewhere('乙储能电站二期')
    await openNew()
    await waitFor(() => expect(offers()).toHaveLength(2))
    expect(typedIn('projectName')).toBe('')
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

  test('never puts earlier input over what is being typed', async () => {
    keptElsewhere('甲储能电站')
    const { answer, give } = held<ReplyOf<'listUnsaved'>>()
    on('listUnsaved', () => answer)
    const user = await openNew()
    await type(user, 'projectName', '乙')
    give({ ...example('listUnsaved'), entries: [...unsavedInput().list()] })
    await waitFor(() => expect(namesKept()).toHaveLength(2))
    expect(typedIn('projectName')).toBe('乙')
  })

  test('keeps nothing that was saved', async () => {
    on('createEsProject', STORED)
    const user = await openNew()
    await type(user, 'projectName', '甲储能电站')
    await screen.findByText(/已留存/)
    await press(user, '保存草稿')
    await screen.findByRole('heading', { level: 1, name: STORED.projectName })
    await waitFor(() => expect(unsavedInput().entries.size).toBe(0))
    expect(copies()).toEqual([])
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
    await open(FORM, 'enterprise_shz')
    await screen.findByRole('heading', { name: '新建项目' })
    await new Promise((resolve) => setTimeout(resolve, 300))
    expect(typedIn('projectName')).toBe('')
    expect(offers()).toHaveLength(0)
  })
})

describe('a stored project', () => {
  test('leaves a pending offer whole, whatever is typed beside it', async () => {
    let user = await openStored()
    await type(user, 'address', '花马池镇二号')
    await type(user, 'remark', '已核对')
    await leave()
    user = await openStored()
    await waitFor(() => expect(offers()).toHaveLength(1))
    expect(typedIn('address')).toBe(STORED.address ?? '')
    await type(user, 'phaseNo', '二期')
    await leave()
    user = await openStored()
    await waitFor(() => expect(offers()).toHaveLength(2))
    const [earlier] = screen
      .getAllByRole('button', { name: '恢复' })
      .filter((button) => button.closest('[role=status]')?.textContent?.includes('详细地址'))
    if (!earlier) throw new Error('the earlier input is not offered')
    await user.click(earlier)
    expect([typedIn('address'), typedIn('remark')]).toEqual(['花马池镇二号', '已核对'])
  })

  test('offers nothing that the record has by now', async () => {
    const address = STORED.address ?? ''
    unsavedInput().save({
      ...{ kind: 'es-project', target: `${STORED.id}~1`, seen: 0, drop: [] },
      set: [{ key: 'address', value: JSON.stringify(address), base: '"花马池镇"' }],
    })
    await openStored()
    await waitFor(() => expect(unsavedInput().entries.size).toBe(0))
    expect(offers()).toHaveLength(0)
  })

  test('keeps the input of a refused save until it is discarded', async () => {
    on('updateEsProject', refuse(500, '系统繁忙，请稍后再试'))
    let user = await openStored()
    await type(user, 'address', '花马池镇二号')
    await press(user, '保存草稿')
    await screen.findByText('系统繁忙，请稍后再试')
    await leave()
    user = await openStored()
    await screen.findByText(/填写但未保存的内容/)
    await press(user, '丢弃')
    await waitFor(() => expect(offers()).toHaveLength(0))
    expect(unsavedInput().entries.size).toBe(0)
    expect(copies()).toEqual([])
  })
})
