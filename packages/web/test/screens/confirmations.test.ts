import { screen, waitFor, within } from '@testing-library/dom'
import type { UserEvent } from '@testing-library/user-event'
import { example, type OperationId, type Refusal, type ReplyOf, refuse } from '@xinchu/testing'
import { describe, expect, test } from 'vitest'
import { held, on } from '../support/network.ts'
import { onPortal, open } from '../support/portal.ts'

onPortal()

interface Confirmation {
  what: string
  path: string
  account: string
  prepare: () => void
  /** The buttons that lead to the question, and the one that confirms it. */
  steps: readonly string[]
  action: string
  answer: (give: () => Refusal | undefined | Promise<undefined>) => { readonly length: number }
}

type Sample<Id extends OperationId> = Omit<Confirmation, 'answer'> & { done: ReplyOf<Id> }

const confirmation = <Id extends OperationId>(id: Id, { done, ...rest }: Sample<Id>): Confirmation => ({
  ...rest,
  answer: (give) => on(id, async () => (await give()) ?? done),
})

const withStatus = <Row extends { status?: unknown }, Status extends string>(
  rows: readonly Row[],
  status: Status,
) => rows.map((row) => ({ ...row, status }))

const sections = (status: '0' | '1') => () =>
  void on('querySections', {
    content: withStatus(example('querySections').content, status),
    totalElements: 1,
  })

function users(): void {
  on('getBuiltInDept', example('getBuiltInDept'))
  on('listUsers', example('listUsers'))
  on('getNeaUser', example('getNeaUser'))
  on('getUserGrants', example('getUserGrants'))
  on('getSecondFactor', example('getSecondFactor'))
  on('listSessions', example('listSessions'))
}

const confirmations: readonly Confirmation[] = [
  confirmation('deleteDictDetail', {
    what: 'deleting a dictionary entry',
    path: '/system/dict/index',
    account: 'admin',
    prepare: () => on('queryDictDetail', example('queryDictDetail')),
    steps: ['删除'],
    action: '删除',
    done: undefined,
  }),
  confirmation('deleteMenus', {
    what: 'deleting a menu',
    path: '/system/menu/index',
    account: 'admin',
    prepare: () => on('listMenuChildren', example('listMenuChildren')),
    steps: ['删除'],
    action: '删除',
    done: undefined,
  }),
  confirmation('deleteSections', {
    what: 'deleting the draft of a policy',
    path: '/policyMent/index',
    account: 'policy_edit',
    prepare: sections('0'),
    steps: ['删除'],
    action: '删除',
    done: undefined,
  }),
  confirmation('updateSection', {
    what: 'taking a policy off',
    path: '/policyMent/index',
    account: 'policy_edit',
    prepare: sections('1'),
    steps: ['下线'],
    action: '下线',
    done: example('updateSection'),
  }),
  confirmation('updateMessage', {
    what: 'taking a message back',
    path: '/message/push/index',
    account: 'province_nx',
    prepare: () => on('queryMessages', example('queryMessages')),
    steps: ['撤回'],
    action: '撤回',
    done: undefined,
  }),
  confirmation('resetUserPassword', {
    what: 'resetting a password',
    path: '/system/user/index',
    account: 'admin',
    prepare: users,
    steps: ['qiye001', '重置密码'],
    action: '确认重置',
    done: example('resetUserPassword'),
  }),
]

// A dialog hides those below it from the tree of roles.
const dialogs = () => [...document.querySelectorAll<HTMLElement>('[role="dialog"]')]
const front = () => within(dialogs().at(-1) ?? screen.getByRole('main'))

describe.each(confirmations.map((each) => [each.what, each] as const))('%s', (_what, each) => {
  const { path, account, prepare, steps, action, answer } = each

  /** Opens the question and returns the open dialogs. */
  async function ask(): Promise<{ user: UserEvent; count: number }> {
    prepare()
    const user = await open(path, account)
    for (const [index, step] of steps.entries()) {
      await user.click(await waitFor(() => front().getByRole('button', { name: step })))
      await waitFor(() => expect(dialogs()).toHaveLength(index + 1))
    }
    return { user, count: dialogs().length }
  }

  test('stays open and says why it is refused', async () => {
    answer(() => refuse(409, '当前状态不能办理'))
    const { user, count } = await ask()
    await user.click(front().getByRole('button', { name: action }))
    expect(await screen.findByText('当前状态不能办理')).toBeDefined()
    expect(dialogs()).toHaveLength(count)
  })

  test('is sent once for two presses, and closes', async () => {
    const { answer: reply, give } = held<undefined>()
    const sent = answer(() => reply)
    const { user, count } = await ask()
    await user.dblClick(front().getByRole('button', { name: action }))
    await waitFor(() => expect(sent).toHaveLength(1))
    give(undefined)
    await waitFor(() => expect(dialogs().length).toBeLessThan(count))
    expect(sent).toHaveLength(1)
  })
})
