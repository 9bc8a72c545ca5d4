import { screen, waitFor, within } from '@testing-library/dom'
import type { UserEvent } from '@testing-library/user-event'
import { example, refuse } from '@xinchu/testing'
import { describe, expect, test } from 'vitest'
import { field, noteOf, typedIn } from '../support/fields.ts'
import { on } from '../support/network.ts'
import { onPortal, open } from '../support/portal.ts'
import {
  ON_ENERGY,
  ON_INVESTMENT,
  ON_POWER,
  openRemark,
  RETURNED,
  serveReturned,
} from '../support/returned-project.ts'

onPortal()

async function openReturned(): Promise<UserEvent> {
  const user = await open(`/esproject/declare/form?id=${RETURNED.id}`, 'enterprise_yc')
  await screen.findByRole('region', { name: '退回意见' })
  return user
}

const thread = (name: string) => screen.getByRole('group', { name })
const focusedName = () => document.activeElement?.getAttribute('name')
const card = () => screen.getByRole('region', { name: '退回意见' })

async function type(user: UserEvent, name: string, text: string): Promise<void> {
  await user.clear(field(name))
  await user.type(field(name), text)
}

describe('the form of a returned project', () => {
  test('pins who returned it, why and until when, and starts at the first open remark', async () => {
    serveReturned([ON_INVESTMENT, ON_POWER])
    await openReturned()
    await waitFor(() => expect(focusedName()).toBe('ratedPower'))
    const text = card().textContent ?? ''
    expect(text).toContain('盐池县能源主管部门 王科')
    expect(text).toContain('建设规模与备案证不一致')
    expect(text).toContain('请于 2099-11-29 前改正')
    expect(within(card()).getByRole('status').textContent).toBe(
      '意见 2 处：待处理 0已修改 0已答复 0'.replace('待处理 0', '待处理 2'),
    )
  })

  test('shows the opinion of the history when the remarks cannot be read', async () => {
    serveReturned([])
    on('getReviewRecord', refuse(500, '系统繁忙，请稍后再试'))
    await openReturned()
    expect(card().textContent).toContain('建设规模与备案证不一致')
    expect(field('ratedPower').closest('[hidden]')).toBeNull()
  })

  test('a remark stands beside its field and describes it', async () => {
    serveReturned([ON_POWER])
    await openReturned()
    const group = await screen.findByRole('group', { name: '额定功率的意见，待处理' })
    expect(group.textContent).toContain('备案证为 90 MW，请核对。')
    expect(group.textContent).toContain('退回时 100 MW')
    expect(noteOf(field('ratedPower'))).toContain('备案证为 90 MW')
  })

  test('folds away the fields that were not returned, and unfolds a section on demand', async () => {
    serveReturned([ON_POWER])
    const user = await openReturned()
    await screen.findByRole('group', { name: '额定功率的意见，待处理' })
    expect(field('phaseNo').closest('[hidden]')).not.toBeNull()
    expect(field('ratedPower').closest('[hidden]')).toBeNull()
    const section = field('ratedPower').closest('section') as HTMLElement
    expect(section.textContent).toMatch(/本节另有 \d+ 项未被退回/)
    await user.click(within(section).getByRole('button', { name: /展开/ }))
    expect(section.textContent).not.toContain('未被退回')
    await user.click(screen.getByRole('switch', { name: '只看退回的字段' }))
    expect(field('phaseNo').closest('[hidden]')).toBeNull()
  })

  test('a folded field that becomes wrong or required appears by itself', async () => {
    serveReturned([ON_POWER], { ...RETURNED, address: '' })
    const user = await openReturned()
    await screen.findByRole('group', { name: '额定功率的意见，待处理' })
    expect(field('address').closest('[hidden]')).toBeNull()
    await type(user, 'ratedEnergy', '180')
    expect(field('ratedEnergy').closest('[hidden]')).not.toBeNull()
  })

  test('a changed value is shown as 已修改 while it is typed, and can be put back', async () => {
    serveReturned([ON_POWER])
    const user = await openReturned()
    await screen.findByRole('group', { name: '额定功率的意见，待处理' })
    await type(user, 'ratedPower', '90')
    const group = await screen.findByRole('group', { name: '额定功率的意见，已修改' })
    expect(group.textContent).toContain('现在 90 MW')
    expect(card().textContent).toContain('已修改 1')
    await user.click(within(group).getByRole('button', { name: '恢复原值' }))
    expect(typedIn('ratedPower')).toBe('100')
    expect(thread('额定功率的意见，待处理')).toBeDefined()
  })

  test('an asked value comes back from its words after the change was saved', async () => {
    serveReturned([{ ...ON_ENERGY, changed: true, currentValue: '180 MWh' }], {
      ...RETURNED,
      ratedEnergy: 180,
    })
    const user = await openReturned()
    const group = await screen.findByRole('group', { name: '额定能量的意见，已修改' })
    await user.click(within(group).getByRole('button', { name: '恢复原值' }))
    expect(typedIn('ratedEnergy')).toBe('200')
    expect(thread('额定能量的意见，待处理')).toBeDefined()
  })

  test('F8 and Shift+F8 go through the open remarks', async () => {
    serveReturned([ON_POWER, { ...ON_ENERGY, status: '1', answer: '无需修改：见附件' }, ON_INVESTMENT])
    const user = await openReturned()
    await waitFor(() => expect(focusedName()).toBe('ratedPower'))
    await user.keyboard('{F8}')
    await waitFor(() => expect(focusedName()).toBe('totalInvestment'))
    await user.keyboard('{F8}')
    await waitFor(() => expect(focusedName()).toBe('ratedPower'))
    await user.keyboard('{Shift>}{F8}{/Shift}')
    await waitFor(() => expect(focusedName()).toBe('totalInvestment'))
  })

  test('the sections tell how many remarks are open, in their title and in the links to them', async () => {
    serveReturned([
      ON_POWER,
      { ...ON_ENERGY, status: '1', answer: '见附件' },
      { ...ON_INVESTMENT, status: '1', answer: '见附件' },
    ])
    await openReturned()
    expect(await screen.findByRole('link', { name: /^技术与规模.*，1 处待处理$/ })).toBeDefined()
    expect(screen.getByRole('link', { name: /^投资.*，意见已处理$/ })).toBeDefined()
    const section = field('ratedPower').closest('section') as HTMLElement
    expect(section.textContent).toContain('意见 2 处，待处理 1')
  })
})

describe('what has changed', () => {
  test('is counted and shown with unsaved input, against the last submission', async () => {
    serveReturned([ON_POWER])
    on('getReviewChanges', {
      basis: 'SUBMISSION',
      changes: [
        { field: 'address', fieldLabel: '详细地址', kind: 'CHANGED', oldValue: '甲', newValue: '乙' },
        {
          field: 'ratedPower',
          fieldLabel: '额定功率',
          kind: 'CHANGED',
          oldValue: '100 MW',
          newValue: '95 MW',
        },
      ],
    })
    const user = await openReturned()
    expect(await screen.findByRole('button', { name: '看变化 2 处' })).toBeDefined()
    await type(user, 'ratedPower', '90')
    await user.click(screen.getByRole('button', { name: '看变化 2 处' }))
    const text = (await screen.findByRole('dialog')).textContent ?? ''
    expect(text).toContain('详细地址')
    expect(text).toContain('新值 90 MW')
    expect(text).not.toContain('95 MW')
  })
})

describe('an answer', () => {
  test('is saved after a pause without a button', async () => {
    serveReturned([ON_POWER])
    const answered = on('answerReviewRemarks', [{ ...ON_POWER, status: '1', answer: '无需修改：已变更备案' }])
    const user = await openReturned()
    const box = await screen.findByRole('textbox', { name: '答复“额定功率”的意见' })
    await user.type(box, '无需修改：已变更备案')
    serveReturned([{ ...ON_POWER, status: '1', statusLabel: '已答复', answer: '无需修改：已变更备案' }])
    expect(await screen.findByRole('group', { name: '额定功率的意见，已答复 · 未修改' })).toBeDefined()
    expect(answered.map(({ body }) => body.items)).toEqual([[{ id: 1, answer: '无需修改：已变更备案' }]])
  })

  test('that could not be saved stays and is tried again', async () => {
    serveReturned([ON_POWER])
    on('answerReviewRemarks', refuse(500, '系统繁忙，请稍后再试'))
    const user = await openReturned()
    const box = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: '答复“额定功率”的意见' })
    await user.type(box, '见附件')
    expect(await screen.findByText('未能保存，已留在此处')).toBeDefined()
    expect(box.value).toBe('见附件')
    const sent = on('answerReviewRemarks', [{ ...ON_POWER, status: '1', answer: '见附件' }])
    await user.click(screen.getByRole('button', { name: '重试' }))
    await waitFor(() => expect(sent).toHaveLength(1))
  })

  test('is not offered where the platform does not take one', async () => {
    serveReturned([{ ...ON_POWER, answerable: false }])
    await openReturned()
    await screen.findByRole('group', { name: '额定功率的意见，待处理' })
    expect(screen.queryByRole('textbox', { name: /答复/ })).toBeNull()
  })
})

describe('remarks without a field in sight', () => {
  test('a remark on the whole record stands above the sections', async () => {
    serveReturned([openRemark(9, { text: '请补充说明材料。' })])
    await openReturned()
    const part = await screen.findByRole('region', { name: '对整件的意见' })
    expect(part.textContent).toContain('请补充说明材料。')
    expect(field('phaseNo').closest('[hidden]')).toBeNull()
  })

  test.each([
    ['stopReason', '停运或终止原因', '按现在填写的内容不再填写此项'],
    ['hybridDetail[1].ratedPower', '技术路线构成 第 2 行，额定功率', '第 2 行已删除'],
    ['goneField', '已取消的项', '本表已无此项'],
  ])('a remark on %s is listed under 已不显示的项 with the reason', async (name, fieldLabel, reason) => {
    serveReturned([openRemark(9, { field: name, fieldLabel, value: '原值' })])
    await openReturned()
    const part = await screen.findByRole('region', { name: '已不显示的项' })
    expect(part.textContent).toContain(reason)
    expect(within(part).getByRole('textbox', { name: `答复“${fieldLabel}”的意见` })).toBeDefined()
    expect(card().textContent).toContain('待处理 1')
  })
})

test('the page of a returned project shows which office returned it, and that it waits for its author', async () => {
  const { flow } = RETURNED
  const handedIn = flow.history.map((step) => ({ ...step, action: 'SUBMIT' as const }))
  serveReturned([], { ...RETURNED, flow: { ...flow, history: [...handedIn, ...flow.history] } })
  on('queryRepeatPairs', { content: [], totalElements: 0 })
  on('getReviewRecord', {
    ...example('getReviewRecord'),
    steps: [
      { name: '企业', state: 'CURRENT', orgName: '盐池一号储能有限公司', time: '2026-11-12 10:00:00' },
      { name: '县', state: 'NEXT', orgName: '盐池县能源主管部门' },
      {
        ...{ name: '市', state: 'RETURNED', orgName: '吴忠市能源主管部门', time: '2026-11-12 10:00:00' },
        opinion: '请核对功率',
      },
    ],
  })
  const user = await open(`/esproject/detail/${RETURNED.id}`, 'enterprise_yc')
  const steps = within(await screen.findByRole('region', { name: '办理环节' }))
  expect(steps.getByRole('button', { name: /企业 ，办理中/ }).textContent).toContain('待改正')
  const returned = steps.getByRole('button', { name: /市 ，已退回/ })
  expect(returned.textContent).toContain('退回')
  await user.click(returned)
  expect((await screen.findByRole('dialog', { name: '市环节' })).textContent).toContain('请核对功率')
})
