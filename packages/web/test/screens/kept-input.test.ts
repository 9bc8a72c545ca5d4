import { screen, waitFor } from '@testing-library/dom'
import type { UserEvent } from '@testing-library/user-event'
import { example, refuse } from '@xinchu/sdk/testing'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { field, typedIn } from '../support/fields.ts'
import { on } from '../support/network.ts'
import { onPortal, open } from '../support/portal.ts'

onPortal()

const FORM = '/esproject/declare/form'
const STORED = example('getEsProject')
const BASE = 'xinchu:draft:10:es-project:new'

beforeEach(() => {
  on('checkEsProjectUnique', { unique: true, conflicts: [] })
  on('checkProjectRepeat', [])
  on('getReviewRecord', example('getReviewRecord'))
  on('getEsProject', STORED)
})
afterEach(() => sessionStorage.clear())

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

/** Waits until the browser has kept what was typed, and leaves the document. */
async function leave(): Promise<void> {
  await screen.findByText(/已暂存于本机/)
  dispatchEvent(new Event('pagehide'))
}

const press = (user: UserEvent, name: string) => user.click(screen.getByRole('button', { name }))
const offers = () => screen.queryAllByText(/填写但未保存的内容/)

/** What another page of this browser keeps of a new project. */
function keptBy(page: string | undefined, projectName: string, at = Date.now()): void {
  const [key = BASE] = Object.keys(localStorage).filter((each) => each.includes(':es-project:new'))
  const base = key.split('~')[0] ?? BASE
  localStorage.setItem(`${base}~${page ?? 'ended'}`, JSON.stringify({ at, values: { projectName }, page }))
}

/** Gives a new project's form a key to learn the user's part of. */
async function leaveOne(projectName: string): Promise<void> {
  const user = await openNew()
  await type(user, 'projectName', projectName)
  await leave()
}

describe('a new project', () => {
  test('restores what was typed by itself; it can be set aside and taken again', async () => {
    await leaveOne('甲储能电站')
    const user = await openNew()
    expect(typedIn('projectName')).toBe('甲储能电站')
    await screen.findByText(/^已恢复 .* 填写的 1 项/)
    await press(user, '撤销恢复')
    expect(typedIn('projectName')).toBe('')
    await type(user, 'projectName', '乙储能电站')
    await press(user, '恢复')
    expect(typedIn('projectName')).toBe('甲储能电站')
    await waitFor(() => expect(offers()).toHaveLength(1))
    await press(user, '恢复')
    expect(typedIn('projectName')).toBe('乙储能电站')
  })

  test('restores input of a month ago', async () => {
    await leaveOne('甲储能电站')
    for (const [key, text] of Object.entries(localStorage))
      if (key.includes(':es-project:new'))
        localStorage.setItem(key, JSON.stringify({ ...JSON.parse(text), at: Date.now() - 30 * 86_400_000 }))
    await openNew()
    expect(typedIn('projectName')).toBe('甲储能电站')
  })

  test('leaves alone what another open page types, and offers what a page left that ended without a word', async () => {
    await leaveOne('甲储能电站')
    keptBy('other', '丙储能电站')
    keptBy('crashed', '丁储能电站')
    const channel = new BroadcastChannel('xinchu:pages')
    channel.addEventListener('message', ({ data }) => 'ask' in data && channel.postMessage({ page: 'other' }))
    const user = await openNew()
    expect(typedIn('projectName')).toBe('甲储能电站')
    await type(user, 'projectName', '甲储能电站二期')
    await leave()
    await waitFor(() => expect(offers()).toHaveLength(1), { timeout: 10_000 })
    channel.close()
    await press(user, '恢复')
    expect(typedIn('projectName')).toBe('丁储能电站')
    const names = Object.entries(localStorage)
      .filter(([key]) => key.includes(':es-project:new'))
      .map(([, text]) => JSON.parse(text).values.projectName)
    expect(names.toSorted()).toEqual(['丁储能电站', '丙储能电站', '甲储能电站二期'])
  })

  test('shows a list of several inputs above an empty form in a new tab', async () => {
    await leaveOne('甲储能电站')
    keptBy(undefined, '乙储能电站')
    sessionStorage.removeItem(Object.keys(sessionStorage).find((name) => name.startsWith('slot:')) ?? '')
    await openNew()
    expect(typedIn('projectName')).toBe('')
    expect(offers()).toHaveLength(2)
  })

  test('keeps nothing that was saved', async () => {
    on('createEsProject', STORED)
    const user = await openNew()
    await type(user, 'projectName', '甲储能电站')
    await screen.findByText(/已暂存于本机/)
    await press(user, '保存草稿')
    await screen.findByRole('heading', { level: 1, name: STORED.projectName })
    expect(Object.keys(localStorage).filter((key) => key.includes('es-project'))).toEqual([])
  })
})

describe('a stored project', () => {
  test('leaves a pending offer whole, whatever is typed beside it', async () => {
    let user = await openStored()
    await type(user, 'address', '花马池镇二号')
    await type(user, 'remark', '已核对')
    await leave()
    user = await openStored()
    expect(typedIn('address')).toBe(STORED.address ?? '')
    expect(offers()).toHaveLength(1)
    await type(user, 'phaseNo', '二期')
    await leave()
    user = await openStored()
    expect(offers()).toHaveLength(2)
    const [, earlier] = screen.getAllByRole('button', { name: '恢复' })
    if (!earlier) throw new Error('the earlier input is not offered')
    await user.click(earlier)
    expect([typedIn('address'), typedIn('remark')]).toEqual(['花马池镇二号', '已核对'])
  })

  test('keeps the input of a refused save until it is discarded', async () => {
    on('updateEsProject', refuse(500, '系统繁忙，请稍后再试'))
    let user = await openStored()
    await type(user, 'address', '花马池镇二号')
    await press(user, '保存草稿')
    await screen.findByText('系统繁忙，请稍后再试')
    await leave()
    user = await openStored()
    await press(user, '丢弃')
    expect(offers()).toHaveLength(0)
    expect(Object.keys(localStorage).filter((key) => key.includes('es-project'))).toEqual([])
  })
})
