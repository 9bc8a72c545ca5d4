import { screen, waitFor, within } from '@testing-library/dom'
import { example, type ReplyOf, refuse } from '@xinchu/testing'
import { describe, expect, test } from 'vitest'
import { typedIn } from '../support/fields.ts'
import {
  copies,
  keptElsewhere,
  leave,
  leaveOne,
  namesKept,
  offers,
  onProjectForm,
  openNew,
  openStored,
  press,
  STORED,
  type,
} from '../support/kept-input.ts'
import { held, on } from '../support/network.ts'
import { onPortal, unsavedInput } from '../support/portal.ts'
import { infoOf } from '../support/seed.ts'

onPortal()
onProjectForm()

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

  test('gives back what was discarded by mistake', async () => {
    let user = await openStored()
    await type(user, 'address', '花马池镇二号')
    await leave()
    user = await openStored()
    await screen.findByText(/填写但未保存的内容/)
    await press(user, '丢弃')
    await waitFor(() => expect(offers()).toHaveLength(0))
    const notice = (await screen.findByText(/^已丢弃/)).closest('div')
    await user.click(within(notice ?? document.body).getByRole('button', { name: '撤销' }))
    await waitFor(() => expect(offers()).toHaveLength(1))
    await press(user, '恢复')
    expect(typedIn('address')).toBe('花马池镇二号')
  })
})
