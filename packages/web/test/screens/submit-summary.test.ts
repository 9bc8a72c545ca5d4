import { screen, waitFor, within } from '@testing-library/dom'
import type { UserEvent } from '@testing-library/user-event'
import { example, refuse } from '@xinchu/testing'
import { beforeEach, describe, expect, test } from 'vitest'
import { field } from '../support/fields.ts'
import { on } from '../support/network.ts'
import { onPortal, open } from '../support/portal.ts'
import {
  ON_ENERGY,
  ON_INVESTMENT,
  ON_POWER,
  RETURNED,
  reviewOf,
  serveReturned,
} from '../support/returned-project.ts'

onPortal()

/** What is submitted: the version that the summary showed. */
const SUBMISSION = {
  ids: [RETURNED.id],
  versions: [{ id: RETURNED.id, version: RETURNED.version }],
  action: 'SUBMIT',
}

const CHANGED_POWER = { ...ON_POWER, changed: true, currentValue: '90 MW' }
const ANSWERED_INVESTMENT = { ...ON_INVESTMENT, status: '1' as const, answer: '无需修改：含升压站改造' }

beforeEach(() => {
  on('queryRepeatPairs', { content: [], totalElements: 0 })
})

/** Opens the form and asks to submit. */
async function openSummary(): Promise<UserEvent> {
  const user = await open(`/esproject/declare/form?id=${RETURNED.id}`, 'enterprise_yc')
  await user.click(await screen.findByRole('button', { name: '提交…' }))
  await screen.findByRole('dialog', { name: '提交前核对' })
  await screen.findByRole('checkbox', { name: /真实性/ })
  return user
}

const dialog = () => within(screen.getByRole('dialog'))
const mainButton = () => dialog().getByRole('button', { name: /^提交/ })
const stateTruth = (user: UserEvent) => user.click(dialog().getByRole('checkbox', { name: /真实性/ }))
const reasonOfButton = () =>
  document.getElementById(mainButton().getAttribute('aria-describedby') ?? '')?.textContent

describe('the summary before a submission', () => {
  test('names the office, the handled remarks and the changes nobody asked for', async () => {
    serveReturned([CHANGED_POWER, ANSWERED_INVESTMENT])
    on('getReviewChanges', ({ query }) => {
      expect(query).toMatchObject({ entityId: RETURNED.id, from: 1 })
      return {
        basis: 'SUBMISSION' as const,
        changes: [
          {
            field: 'ratedPower',
            fieldLabel: '额定功率',
            kind: 'CHANGED' as const,
            oldValue: '100 MW',
            newValue: '90 MW',
          },
          {
            field: 'address',
            fieldLabel: '详细地址',
            kind: 'CHANGED' as const,
            oldValue: '甲',
            newValue: '乙',
          },
        ],
      }
    })
    await openSummary()
    expect(mainButton().textContent).toBe('提交给盐池县')
    const text = screen.getByRole('dialog').textContent ?? ''
    expect(text).toContain('提交后送盐池县能源主管部门')
    expect(text).toContain('意见 2 处，全部已处理')
    expect(text).toContain('无需修改：含升压站改造')
    await dialog().findByText(/另外改动 1 处/)
    expect(dialog().getByText('详细地址')).toBeDefined()
  })

  test('of a first submission shows the figures in which a slip is dear', async () => {
    serveReturned([])
    on('getReviewRecord', reviewOf([], { submissions: [] }))
    await openSummary()
    const facts =
      dialog().getByRole('heading', { name: '请核对主要内容' }).closest('section')?.textContent ?? ''
    for (const words of [
      RETURNED.projectName,
      '花马池镇储能产业园',
      `${RETURNED.ratedPower} MW`,
      `${RETURNED.ratedEnergy} MWh`,
      '2 h',
      '23,400 万元',
      '元/kWh',
      '2027-12-01',
      '锂离子电池',
    ])
      expect(facts).toContain(words)
  })

  test('of a returned project shows what has changed, and not all of it again', async () => {
    serveReturned([CHANGED_POWER])
    await openSummary()
    expect(dialog().queryByRole('heading', { name: '请核对主要内容' })).toBeNull()
  })

  test('submits after the statement of truth, and not before', async () => {
    serveReturned([CHANGED_POWER])
    const sent = on('submitProject', { succeeded: [RETURNED.id], failed: [] })
    const user = await openSummary()
    expect(reasonOfButton()).toBe('请先确认对内容的真实性负责')
    expect(dialog().queryByRole('alert')).toBeNull()
    expect(
      dialog()
        .getByRole('checkbox', { name: /真实性/ })
        .getAttribute('aria-invalid'),
    ).toBe('false')
    await user.click(mainButton())
    expect(dialog().getByRole('alert').textContent).toBe('请先确认对内容的真实性负责')
    expect(
      dialog()
        .getByRole('checkbox', { name: /真实性/ })
        .getAttribute('aria-invalid'),
    ).toBe('true')
    expect(document.activeElement).toBe(dialog().getByRole('checkbox', { name: /真实性/ }))
    expect(sent).toHaveLength(0)
    await stateTruth(user)
    expect(mainButton().getAttribute('aria-disabled')).toBe('false')
    await user.keyboard('{Control>}{Enter}{/Control}')
    await screen.findByText('已提交给盐池县')
    expect(sent.map(({ body }) => body)).toEqual([SUBMISSION])
  })

  test('lists open remarks as links that lead to the field', async () => {
    serveReturned([CHANGED_POWER, ON_ENERGY])
    const user = await openSummary()
    expect(reasonOfButton()).toBe('还有 1 处意见待处理')
    await user.click(mainButton())
    const link = dialog().getByRole('button', { name: /额定能量/ })
    expect(document.activeElement).toBe(link)
    await user.click(link)
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await waitFor(() => expect(document.activeElement?.getAttribute('name')).toBe('ratedEnergy'))
  })

  test('shows a hint, which needs no reason and sends none', async () => {
    serveReturned([CHANGED_POWER])
    const message = '经度106.2、纬度37.8不在盐池县范围内，请核对坐标和所在地区'
    const hint = { field: 'longitude', fieldLabel: '经度', code: 'P-019', message }
    on('getReviewRecord', reviewOf([CHANGED_POWER], { warnings: [hint] }))
    const sent = on('submitProject', { succeeded: [RETURNED.id], failed: [] })
    const user = await openSummary()
    expect(dialog().getByRole('heading', { name: '提示 1 条，请核对' })).toBeDefined()
    expect(dialog().getByText(message)).toBeDefined()
    expect(dialog().queryByRole('textbox')).toBeNull()
    await stateTruth(user)
    await user.click(mainButton())
    await screen.findByText('已提交给盐池县')
    expect(sent.map(({ body }) => body)).toEqual([SUBMISSION])
  })

  test('asks a reason for each warning, and sends it with its rule', async () => {
    serveReturned([CHANGED_POWER])
    on(
      'getReviewRecord',
      reviewOf([CHANGED_POWER], {
        warnings: [
          {
            field: 'totalInvestment',
            fieldLabel: '总投资',
            code: 'P-031',
            message: '总投资较上次增加超过15%',
          },
        ],
      }),
    )
    const sent = on('submitProject', { succeeded: [RETURNED.id], failed: [] })
    const user = await openSummary()
    await stateTruth(user)
    expect(reasonOfButton()).toBe('还差 1 条原因，写完即可提交')
    await user.type(dialog().getByRole('textbox', { name: '总投资的警告原因' }), '含升压站改造')
    await user.click(mainButton())
    await waitFor(() => expect(sent).toHaveLength(1))
    expect(sent[0]?.body.warningReasons).toEqual([
      { id: RETURNED.id, field: 'totalInvestment', code: 'P-031', reason: '含升压站改造' },
    ])
  })

  test('keeps the reason that was given for the same warning before', async () => {
    serveReturned([CHANGED_POWER])
    on(
      'getReviewRecord',
      reviewOf([CHANGED_POWER], {
        warnings: [{ field: 'totalInvestment', message: '总投资较上次增加超过15%', reason: '含升压站改造' }],
      }),
    )
    const user = await openSummary()
    await stateTruth(user)
    expect(mainButton().getAttribute('aria-disabled')).toBe('false')
  })

  test('asks why a similar project is another one', async () => {
    serveReturned([CHANGED_POWER])
    const [pair] = example('checkProjectRepeat')
    if (!pair) throw new Error('the contract shows no pair')
    on('checkProjectRepeat', [{ ...pair, score: 80, draft: false, decision: '1' }])
    const sent = on('submitProject', { succeeded: [RETURNED.id], failed: [] })
    const user = await openSummary()
    await stateTruth(user)
    expect(reasonOfButton()).toBe('请填写疑似重复说明')
    await user.type(dialog().getByRole('textbox', { name: /疑似重复说明/ }), '南北两区')
    await user.click(mainButton())
    await waitFor(() => expect(sent[0]?.body.repeatReason).toBe('南北两区'))
  })

  test('still submits when the platform cannot say where the project goes', async () => {
    serveReturned([])
    on('getReviewRecord', refuse(500, '系统繁忙，请稍后再试'))
    const sent = on('submitProject', { succeeded: [RETURNED.id], failed: [] })
    const user = await openSummary()
    await stateTruth(user)
    await user.click(dialog().getByRole('button', { name: '提交审核' }))
    await waitFor(() => expect(sent).toHaveLength(1))
  })
})

describe('after the submission', () => {
  test('a refusal names the remarks and leads to the first', async () => {
    serveReturned([CHANGED_POWER])
    on('submitProject', {
      succeeded: [],
      failed: [
        {
          id: RETURNED.id,
          message: '还有 1 处意见待处理',
          errors: [{ field: 'ratedPower', message: '意见待处理' }],
        },
      ],
    })
    const user = await openSummary()
    await stateTruth(user)
    await user.click(mainButton())
    expect(await screen.findByText('已保存为草稿，未能提交：还有 1 处意见待处理')).toBeDefined()
    await waitFor(() => expect(document.activeElement).toBe(field('ratedPower')))
  })

  test('the notice offers to undo while the platform allows it', async () => {
    serveReturned([CHANGED_POWER])
    on('submitProject', {
      succeeded: [RETURNED.id],
      failed: [],
      undo: { undoId: '6f1c8a4e-5b0d-4c55-9d3b-0c2f7e1a9b10', until: '2026-11-22 15:06:10', seconds: 10 },
    })
    const undone = on('undoReview', undefined)
    const user = await openSummary()
    await stateTruth(user)
    await user.click(mainButton())
    expect(await screen.findByText('已提交给盐池县，可撤销 10 秒')).toBeDefined()
    await user.click(screen.getByRole('button', { name: '撤销' }))
    expect(await screen.findByText('已撤销提交，回到修改前的状态')).toBeDefined()
    expect(undone).toHaveLength(1)
  })

  test('an undo that comes too late says why', async () => {
    serveReturned([CHANGED_POWER])
    on('submitProject', {
      succeeded: [RETURNED.id],
      failed: [],
      undo: { undoId: '6f1c8a4e-5b0d-4c55-9d3b-0c2f7e1a9b10', until: '2026-11-22 15:06:10', seconds: 10 },
    })
    on('undoReview', refuse(409, '不能撤销：盐池县能源主管部门已签收'))
    const user = await openSummary()
    await stateTruth(user)
    await user.click(mainButton())
    await user.click(await screen.findByRole('button', { name: '撤销' }))
    expect(await screen.findByText('不能撤销：盐池县能源主管部门已签收')).toBeDefined()
  })
})
