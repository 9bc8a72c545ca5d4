import { screen, waitFor, within } from '@testing-library/dom'
import type { UserEvent } from '@testing-library/user-event'
import { example, type ReplyOf } from '@xinchu/testing'
import { beforeEach, describe, expect, test } from 'vitest'
import { on } from '../support/network.ts'
import { onPortal, open } from '../support/portal.ts'

onPortal()

type Row = ReplyOf<'queryEsProjects'>['content'][number]
type ReviewRecord = ReplyOf<'getReviewRecord'>
type Action = 'SUBMIT' | 'RETURN'

const NAMES: Readonly<Record<number, string>> = { 1: '甲储能电站', 2: '乙储能电站', 3: '丙储能电站' }

/** Serves three projects that allow an action, each with its review. */
function serve(action: Action, reviews: Readonly<Record<number, Partial<ReviewRecord>>> = {}): void {
  const [sample] = example('queryEsProjects').content
  if (!sample) throw new Error('the contract shows no project')
  const content = Object.entries(NAMES).map(
    ([id, projectName]): Row => ({
      ...sample,
      id: Number(id),
      projectName,
      countryStatus: '0',
      ratedPower: 100,
      ratedEnergy: 200,
      moves: [{ action, target: 'province', needsOpinion: action === 'RETURN' }],
    }),
  )
  const text = action === 'SUBMIT' ? '提交后送盐池县能源主管部门' : '退回后回到 盐池一号储能有限公司'
  const office = '盐池县能源主管部门'
  const goal: ReviewRecord['goals'][number] = {
    action,
    target: 'province',
    text,
    office,
    needsOpinion: false,
  }
  on('getDeclareStatusCounts', example('getDeclareStatusCounts'))
  on('getCountryStatusCounts', [])
  on('listFillTimes', [])
  on('queryEsProjects', { content, totalElements: content.length })
  on('judgeSubmit', { allowed: true, reasons: [], warnings: [], duplicates: [] })
  on('getReviewRecord', ({ query }) => {
    const { draft: _draft, ...record } = example('getReviewRecord')
    const id = query.entityId
    return {
      ...record,
      task: { ...record.task, entityId: id, title: NAMES[id] ?? '' },
      goals: [goal],
      remarks: [],
      warnings: [],
      ...reviews[id],
    }
  })
}

/** Waits until the dialog has checked the projects. */
async function checked(): Promise<void> {
  await screen.findByRole('dialog', { name: /件前核对$/ })
  await waitFor(() => expect(screen.queryByText('正在核对…')).toBeNull())
}

async function openBatch(path: string, account: string, button: string): Promise<UserEvent> {
  const user = await open(path, account)
  await screen.findByRole('link', { name: '甲储能电站' })
  await user.click(screen.getByRole('checkbox', { name: '选择本页全部' }))
  await user.click(screen.getByRole('button', { name: button }))
  await checked()
  return user
}

const dialog = () => within(screen.getByRole('dialog'))
const mainButton = (name: RegExp) => dialog().findByRole('button', { name })
const why = (button: HTMLElement) =>
  document.getElementById(button.getAttribute('aria-describedby') ?? '')?.textContent

describe('returning several projects', () => {
  const remark = { text: '备案证为 200 MWh' }
  const draft: ReviewRecord['draft'] = { entity: 'PROJECT', entityId: 3, remarks: [remark] }

  beforeEach(() => serve('RETURN', { 3: { draft } }))

  test('sends one opinion and date for all but those with remarks of their own, which are named', async () => {
    const sent = on('submitProject', { succeeded: [1, 2], failed: [] })
    const user = await openBatch('/esproject/audit/index', 'county_yc', '退回…')
    const button = await mainButton(/^退回 2 件，留下 1 件/)
    expect(why(button)).toBe('请填写退回意见')
    expect(dialog().getByText('有 1 处意见草稿，须单独退回才会发送')).toBeDefined()
    await user.click(button)
    expect(sent).toHaveLength(0)
    await user.type(dialog().getByRole('textbox', { name: /退回意见/ }), '请补充接入批复')
    await user.type(dialog().getByRole('textbox', { name: /何日前改正/ }), '2099-01-31')
    await user.click(button)
    await waitFor(() => expect(sent).toHaveLength(1))
    expect(sent[0]?.body).toMatchObject({
      ids: [1, 2],
      action: 'RETURN',
      opinion: '请补充接入批复',
      dueDate: '2099-01-31',
    })
  })

  test('tells what failed, sends only that again, and undoes the rest while the server allows it', async () => {
    const refusal = { id: 2, message: '当前状态不允许退回' }
    const undo = { undoId: 'u1', until: '2026-11-22 10:42:00', seconds: 10 }
    const sent = on('submitProject', ({ body }) =>
      body.ids.length > 1
        ? { succeeded: [1], failed: [refusal], undo }
        : { succeeded: [], failed: [{ ...refusal, id: body.ids[0] ?? 0 }] },
    )
    const undone = on('undoReview', undefined)
    const user = await openBatch('/esproject/audit/index', 'county_yc', '退回…')
    await user.type(await dialog().findByRole('textbox', { name: /退回意见/ }), '请补充接入批复')
    await user.click(await mainButton(/^退回 2 件/))
    await screen.findByRole('dialog', { name: '退回结果' })
    expect(dialog().getByText('成功 1 项，未成功 1 项')).toBeDefined()
    expect(dialog().getByText('当前状态不允许退回')).toBeDefined()
    await user.click(dialog().getByRole('button', { name: /撤销/ }))
    await waitFor(() => expect(undone).toHaveLength(1))
    expect(sent[0]?.body).toMatchObject({ ids: [1, 2] })
  })

  test('says plainly of a single project that it was not returned', async () => {
    on('submitProject', { succeeded: [], failed: [{ id: 1, message: '当前状态不允许退回' }] })
    const user = await open('/esproject/audit/index', 'county_yc')
    await user.click(await screen.findByRole('checkbox', { name: '选择甲储能电站' }))
    await user.click(screen.getByRole('button', { name: '退回…' }))
    await checked()
    await user.type(screen.getByRole('textbox', { name: /退回意见/ }), '请补充接入批复')
    await user.click(await mainButton(/^退回 1 件/))
    await screen.findByRole('dialog', { name: '退回结果' })
    expect(dialog().getByText('未能退回“甲储能电站”，记录没有变化')).toBeDefined()
    expect(dialog().getByRole('button', { name: '重试' })).toBeDefined()
  })
})

describe('submitting several projects', () => {
  const warning = {
    field: 'nationalCode',
    fieldLabel: '全国投资项目代码',
    message: '格式不正确',
    code: 'P-009',
  }
  const [remark] = example('getReviewRecord').remarks
  if (!remark) throw new Error('the contract shows no remark')

  beforeEach(() =>
    serve('SUBMIT', { 2: { warnings: [warning] }, 3: { remarks: [{ ...remark, status: '0' }] } }),
  )

  test('asks for reasons and the statement of truth, and leaves out what has open remarks', async () => {
    const sent = on('submitProject', { succeeded: [1, 2], failed: [] })
    const user = await openBatch('/esproject/declare/index', 'enterprise_yc', '提交…')
    const button = await mainButton(/^提交 2 件，留下 1 件/)
    expect(why(button)).toBe('还差 1 条原因，写完即可提交')
    expect(dialog().getByText('还有 1 处意见待处理')).toBeDefined()
    expect(dialog().getByRole('link', { name: '去改正' }).getAttribute('href')).toContain('id=3')
    await user.type(dialog().getByRole('textbox', { name: '全国投资项目代码的警告原因' }), '编码正在申请')
    expect(why(button)).toBe('请先确认对内容的真实性负责')
    expect(dialog().queryByRole('alert')).toBeNull()
    await user.click(button)
    expect(sent).toHaveLength(0)
    expect(dialog().getByRole('alert').textContent).toBe('请先确认对内容的真实性负责')
    const statement = dialog().getByRole('checkbox', { name: /真实性/ })
    expect(document.activeElement).toBe(statement)
    await user.click(statement)
    await user.click(button)
    await waitFor(() => expect(sent).toHaveLength(1))
    expect(sent[0]?.body).toMatchObject({
      ids: [1, 2],
      action: 'SUBMIT',
      warningReasons: [{ id: 2, field: 'nationalCode', code: 'P-009', reason: '编码正在申请' }],
    })
  })

  test('names what the check found against a project', async () => {
    on('judgeSubmit', {
      allowed: false,
      reasons: [{ id: 1, field: 'ratedPower', message: '额定功率不能为空' }],
      warnings: [],
      duplicates: [],
    })
    await openBatch('/esproject/declare/index', 'enterprise_yc', '提交…')
    await mainButton(/^提交 1 件，留下 2 件/)
    expect(dialog().getByText('额定功率不能为空')).toBeDefined()
  })

  test('is refused while the window is closed', async () => {
    on('judgeSubmit', {
      allowed: false,
      reasons: [{ message: '当前不在填报时间内' }],
      warnings: [],
      duplicates: [],
    })
    await openBatch('/esproject/declare/index', 'enterprise_yc', '提交…')
    expect(why(await mainButton(/^提交 2 件/))).toBe('当前不在填报时间内')
  })
})

test('a submission that is refused as a duplicate leads to the form where the authority can be asked', async () => {
  serve('SUBMIT')
  const message = '与“盐池***电站”重复，不能提交'
  const errors = [{ field: 'projectName', code: 'D-001', message }]
  const failed = [
    { id: 2, message, errors },
    { id: 3, message: '当前状态不允许提交' },
  ]
  on('submitProject', { succeeded: [1], failed })
  const user = await openBatch('/esproject/declare/index', 'enterprise_yc', '提交…')
  await user.click(await dialog().findByRole('checkbox', { name: /真实性/ }))
  await user.click(await mainButton(/^提交 3 件/))
  await screen.findByRole('dialog', { name: '提交结果' })
  const ways = dialog().getAllByRole('link', { name: '打开填报表单，更正号码或请主管部门判定' })
  expect(ways.map((way) => way.getAttribute('href'))).toEqual(['/esproject/declare/form?id=2'])
})
