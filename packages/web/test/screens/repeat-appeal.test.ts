import { screen, waitFor, within } from '@testing-library/dom'
import { example, refuse } from '@xinchu/testing'
import { describe, expect, test } from 'vitest'
import { on } from '../support/network.ts'
import { onPortal, open } from '../support/portal.ts'
import { RETURNED, serveReturned } from '../support/returned-project.ts'

onPortal()

const [pair] = example('checkProjectRepeat')
const [appeal] = example('listRepeatAppeals').content
if (!pair || !appeal) throw new Error('the contract shows no pair or no appeal')

const SAME = { ...pair, score: 100, draft: false, masked: true, decision: '1' as const }
const LIST = '/esproject/repeat/index'
const NAMES = `“${appeal.projectName}”与“${appeal.otherName}”`

const dialog = () => within(screen.getByRole('dialog'))

/** Opens the form of a project that repeats another one, and asks to submit. */
async function submitRepeating() {
  const user = await open(`/esproject/declare/form?id=${RETURNED.id}`, 'enterprise_yc')
  await user.click(await screen.findByRole('button', { name: '提交…' }))
  await screen.findByRole('dialog', { name: '与已有项目重复，不能提交' })
  return user
}

describe('a project that repeats another one', () => {
  test('can be put to the authority with a reason', async () => {
    serveReturned([])
    on('checkProjectRepeat', [SAME])
    const sent = on('createRepeatAppeal', { ...appeal, projectId: RETURNED.id })
    const user = await submitRepeating()
    await user.click(dialog().getByRole('button', { name: '请主管部门判定…' }))
    expect(dialog().getByText(/判定单位将看到本项目的填报内容/)).toBeDefined()
    await user.click(dialog().getByRole('button', { name: '保存草稿并申请' }))
    expect(dialog().getByText('值不能为空')).toBeDefined()
    await user.type(dialog().getByRole('textbox', { name: /理由/ }), '文号系对方误填')
    await user.click(dialog().getByRole('button', { name: '保存草稿并申请' }))
    await waitFor(() =>
      expect(sent[0]?.body).toEqual({
        projectId: RETURNED.id,
        otherId: SAME.b.id,
        reason: '文号系对方误填',
      }),
    )
    expect(await screen.findByText(/^已保存为草稿，并请主管部门判定/)).toBeDefined()
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  test('says why the authority cannot be asked', async () => {
    serveReturned([])
    on('checkProjectRepeat', [SAME])
    on('createRepeatAppeal', refuse(409, '这两个项目已有待判定的申请'))
    const user = await submitRepeating()
    await user.click(dialog().getByRole('button', { name: '请主管部门判定…' }))
    await user.type(dialog().getByRole('textbox', { name: /理由/ }), '文号系对方误填')
    await user.click(dialog().getByRole('button', { name: '保存草稿并申请' }))
    expect(await screen.findByText('这两个项目已有待判定的申请')).toBeDefined()
  })

  test('shows that the authority has been asked, and offers it no second time', async () => {
    serveReturned([])
    on('checkProjectRepeat', [{ ...SAME, appeal: { id: appeal.id, state: 'OPEN' } }])
    await submitRepeating()
    expect(dialog().getByText('判定申请：待判定')).toBeDefined()
    expect(dialog().queryByRole('button', { name: /请主管部门判定/ })).toBeNull()
    expect(await screen.findByText('与 1 个已有项目重复，已请主管部门判定')).toBeDefined()
  })

  test('shows the opinion of an authority that has found one project', async () => {
    serveReturned([])
    const decided = { decision: '2', keptId: SAME.b.id, opinion: '经核对为同一项目' } as const
    on('checkProjectRepeat', [{ ...SAME, ...decided, appeal: { id: appeal.id, state: 'SAME' } }])
    await submitRepeating()
    expect(dialog().getByText('主管部门判定为同一项目：经核对为同一项目')).toBeDefined()
    expect(dialog().queryByRole('button', { name: /请主管部门判定/ })).toBeNull()
  })
})

describe('the list of appeals', () => {
  const serve = (more: Partial<typeof appeal>) => {
    on('queryRepeatPairs', { content: [], totalElements: 0 })
    on('listRepeatAppeals', { content: [{ ...appeal, ...more }], totalElements: 1 })
  }

  test('lets the deciding office compare both projects and decide', async () => {
    serve({ side: 'DECIDER', mayDecide: true, mayWithdraw: false })
    on('getContrastList', example('getContrastList'))
    const sent = on('decideRepeatAppeal', example('decideRepeatAppeal'))
    const user = await open(LIST, 'county_yc')
    await user.click(await screen.findByRole('button', { name: `判定：${NAMES}` }))
    await dialog().findByRole('table', { name: '两个项目的逐项对比' })
    expect(dialog().getByText(`申请理由：${appeal.reason}`)).toBeDefined()
    await user.click(dialog().getByRole('button', { name: '判定' }))
    expect(dialog().getAllByText('值不能为空')).toHaveLength(2)
    await user.click(dialog().getByRole('radio', { name: /^不是同一项目/ }))
    await user.type(dialog().getByRole('textbox', { name: /判定意见/ }), '文号为申请单位所有')
    await user.click(dialog().getByRole('button', { name: '判定' }))
    await waitFor(() =>
      expect(sent[0]?.body).toEqual({
        id: appeal.id,
        verdict: 'DISTINCT',
        opinion: '文号为申请单位所有',
      }),
    )
    expect(await screen.findByText('已判定：不是同一项目')).toBeDefined()
  })

  test('lets the author withdraw', async () => {
    serve({})
    const sent = on('withdrawRepeatAppeal', undefined)
    const user = await open(LIST, 'enterprise_yc')
    await user.click(await screen.findByRole('button', { name: `撤回：${NAMES}` }))
    await user.click(dialog().getByRole('button', { name: '撤回申请' }))
    await waitFor(() => expect(sent).toHaveLength(1))
    expect(await screen.findByText('已撤回判定申请')).toBeDefined()
  })

  test('tells the other side, which can do nothing but check its project', async () => {
    const { reason: _reason, ...rest } = appeal
    on('queryRepeatPairs', { content: [], totalElements: 0 })
    on('listRepeatAppeals', { content: [{ ...rest, side: 'OTHER', mayWithdraw: false }], totalElements: 1 })
    await open(LIST, 'enterprise_sy')
    expect(await screen.findByText('另一单位申请，请核对本单位项目的代码和文号')).toBeDefined()
    expect(screen.queryByText(/^理由：/)).toBeNull()
    expect(screen.queryByRole('button', { name: /^(判定|撤回)：/ })).toBeNull()
  })
})
