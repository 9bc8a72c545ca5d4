import { screen, waitFor } from '@testing-library/dom'
import type { UserEvent } from '@testing-library/user-event'
import { example, type ReplyOf, refuse } from '@xinchu/testing'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { field, typedIn } from '../support/fields.ts'
import { held, on } from '../support/network.ts'
import { onPortal, openPublic } from '../support/portal.ts'

onPortal()

const TEXT = '该项目的备案主体与申报单位不一致，附备案文件复印件，请核实处理。'
const CONTACT = '国家能源局科技司，北京市西城区月坛南街38号'
const RECEIPT = example('fileObjection')
const period = {
  batchYear: 2026,
  batchNo: 1,
  startTime: '2026-09-01 00:00:00',
  endTime: '2026-09-10 18:00:00',
}

type List = ReplyOf<'listPublicDemos'>
const list = (content: List['content']): List => {
  const publicity = { ...period, contact: CONTACT }
  return { batches: [publicity], publicity, open: true, content }
}
const PROJECT: List['content'][number] = {
  ...{ id: 2001, demoCode: 'DEMO202601001', projectName: '肥城压缩空气储能示范项目', announced: false },
}

const press = async (user: UserEvent, name: string) => user.click(await screen.findByRole('button', { name }))
const type = async (user: UserEvent, name: string, text: string) => {
  await waitFor(() => field(name))
  await user.type(field(name), text)
}

beforeEach(() => sessionStorage.clear())

/** Fills in the form up to the telephone number. */
async function openForm(): Promise<UserEvent> {
  on('listPublicDemos', list([PROJECT]))
  const user = await openPublic('/publicity')
  await press(user, '提出异议')
  await user.selectOptions(field('projectId'), String(PROJECT.id))
  await type(user, 'text', TEXT)
  await press(user, '下一步')
  await type(user, 'name', '慕容清岚')
  await press(user, '下一步')
  await type(user, 'phone', '13912345678')
  return user
}

/** Proves the number, chooses files and pledges. */
async function fillIn(names: readonly string[]): Promise<UserEvent> {
  on('sendObjectionCode', example('sendObjectionCode'))
  on('openObjection', example('openObjection'))
  const user = await openForm()
  await press(user, '获取验证码')
  await type(user, 'smsCode', '246810')
  await press(user, '下一步')
  const files = names.map((name) => new File(['%PDF'], name, { type: 'application/pdf' }))
  await user.upload(await screen.findByLabelText('选择证明材料'), files)
  await user.click(screen.getByRole('checkbox', { name: '本人承诺所述属实' }))
  return user
}

describe('filing an objection', () => {
  test('nothing about it changes while its files are sent', async () => {
    const { answer, give } = held<ReplyOf<'uploadObjectionEvidence'>>()
    on('uploadObjectionEvidence', () => answer)
    const filed = on('fileObjection', RECEIPT)
    const user = await fillIn(['备案.pdf'])
    const names = ['移除 备案.pdf', '继续添加', '上一步']
    const areDisabled = () =>
      names.map((name) => screen.getByRole<HTMLButtonElement>('button', { name }).disabled)
    expect(areDisabled()).toEqual([false, false, false])
    await press(user, '提交异议')
    await waitFor(() => expect(areDisabled()).toEqual([true, true, true]))
    give(example('uploadObjectionEvidence'))
    await screen.findByRole('heading', { name: '异议已登记' })
    expect(filed[0]?.body).toMatchObject({ evidenceIds: [example('uploadObjectionEvidence').id] })
  })

  test('the words of the off state stand at the telephone number when no message can be sent', async () => {
    on('sendObjectionCode', refuse(503, '今日短信已达上限，请明日再试'))
    const user = await openForm()
    await press(user, '获取验证码')
    expect(await screen.findByText(new RegExp(`请在公示期内书面提出.*${CONTACT}`))).toBeDefined()
    expect(typedIn('phone')).toBe('13912345678')
    await press(user, '上一步')
    expect(typedIn('name')).toBe('慕容清岚')
  })
})

describe('in a browser that blocks storage', () => {
  const blocked = Object.getOwnPropertyDescriptor(globalThis, 'sessionStorage')
  afterEach(() => {
    if (blocked) Object.defineProperty(globalThis, 'sessionStorage', blocked)
  })

  test('the receipt with its code is shown', async () => {
    Object.defineProperty(globalThis, 'sessionStorage', {
      configurable: true,
      get: () => {
        throw new DOMException('blocked', 'SecurityError')
      },
    })
    on('uploadObjectionEvidence', example('uploadObjectionEvidence'))
    on('fileObjection', RECEIPT)
    const user = await fillIn(['备案.pdf'])
    await press(user, '提交异议')
    expect(await screen.findByText(RECEIPT.queryCode)).toBeDefined()
  })
})

test('a cancelled project stays in the list with its day, and takes no objections', async () => {
  on(
    'listPublicDemos',
    list([PROJECT, { ...PROJECT, id: 2002, projectName: '盐池示范项目', cancelledOn: '2026-09-05' }]),
  )
  const user = await openPublic('/publicity')
  expect(screen.getByText('已取消拟入选资格 2026-09-05')).toBeDefined()
  await press(user, '提出异议')
  const options = [...(field('projectId') as HTMLSelectElement).options].map(({ value }) => value)
  expect(options).toEqual(['', '2001'])
})

describe('the query of an objection', () => {
  const found = example('getFiledObjection')

  async function openRenewal(): Promise<UserEvent> {
    on('sendObjectionCode', example('sendObjectionCode'))
    const user = await openPublic('/objection')
    await press(user, '凭手机号重取')
    await waitFor(() => field('phone'))
    await user.type(field('receiptNo'), 'YY202601-7K3M9X')
    await user.type(field('phone'), '13912345678')
    await press(user, '获取验证码')
    await user.type(field('smsCode'), '246810')
    return user
  }

  test('a mistyped receipt number does not use up the code of the telephone', async () => {
    const opened = on('openObjection', example('openObjection'))
    const wrong = { field: 'receiptNo', message: '没有以该手机号提出的这件异议' }
    let renewed = on('renewObjectionCode', refuse(400, wrong.message, { errors: [wrong] }))
    const user = await openRenewal()
    await press(user, '重取查询码')
    await waitFor(() => expect(renewed).toHaveLength(1))
    renewed = on('renewObjectionCode', example('renewObjectionCode'))
    await user.clear(field('receiptNo'))
    await user.type(field('receiptNo'), 'YY202601-7K3M9Q')
    await press(user, '重取查询码')
    expect(await screen.findByText(example('renewObjectionCode').queryCode)).toBeDefined()
    expect(renewed[0]?.body).toMatchObject({ receiptNo: 'YY202601-7K3M9Q' })
    expect(opened).toHaveLength(1)
  })

  test('a ticket that has expired asks for another code', async () => {
    const opened = on('openObjection', example('openObjection'))
    const gone = { field: 'ticket', message: '手机验证已过期或已使用，请重新验证手机号' }
    on('renewObjectionCode', refuse(400, gone.message, { errors: [gone] }))
    const user = await openRenewal()
    await press(user, '重取查询码')
    expect(await screen.findByText(gone.message)).toBeDefined()
    await waitFor(() => expect(typedIn('smsCode')).toBe(''))
    on('renewObjectionCode', example('renewObjectionCode'))
    await user.type(field('smsCode'), '135790')
    await press(user, '重取查询码')
    await screen.findByText(example('renewObjectionCode').queryCode)
    expect(opened).toHaveLength(2)
  })

  test('without text messages it says how to renew a code and how to withdraw', async () => {
    on('getFiledObjection', { ...found, mayWithdraw: true })
    const user = await openPublic('/objection', { sms: 'off' })
    expect(await screen.findByText(/不能重取查询码.*请按公示页所列受理方式书面提出/)).toBeDefined()
    expect(screen.queryByRole('button', { name: '凭手机号重取' })).toBeNull()
    await user.type(field('receiptNo'), found.receiptNo)
    await user.type(field('queryCode'), '4TQ7H-9WMRC')
    await press(user, '查询')
    expect(await screen.findByText(/不能在线撤回.*请按公示页所列受理方式书面提出/)).toBeDefined()
    expect(screen.queryByRole('button', { name: '撤回…' })).toBeNull()
  })
})
