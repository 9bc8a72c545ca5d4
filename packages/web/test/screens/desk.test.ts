import { screen, waitFor, within } from '@testing-library/dom'
import { example, refuse } from '@xinchu/testing'
import { expect, test, vi } from 'vitest'
import { answerDesk, recordOf, remarkOf, tasks } from '../support/desk.ts'
import { on } from '../support/network.ts'
import { onPortal, open } from '../support/portal.ts'
import { recordEvents } from '../support/record-events.ts'

onPortal()

const DESK = '/esproject/desk/index'
const pane = (name: string) => within(screen.getByRole('region', { name }))
const heading = (name: RegExp) => screen.findByRole('heading', { level: 2, name })
/** A record takes Ctrl+Enter only after it has been shown for half a second. */
const waitSettled = () => new Promise((resolve) => setTimeout(resolve, 550))

/** A project whose last step is this one of a colleague. */
function withLast(action: 'WITHDRAW' | 'RETURN', actionLabel: string) {
  const project = example('getEsProject')
  const step = {
    time: '2026-03-01 10:36:00',
    orgName: '盐池县能源主管部门',
    userName: '张科',
    deptId: 5,
    action,
    actionLabel,
    toStatus: '0',
  } as const
  return { ...project, flow: { ...project.flow, history: [...project.flow.history, step] } }
}

const passed = { succeeded: [1001], failed: [] }

test('shows the oldest record of the queue, its way and where it goes', async () => {
  answerDesk()
  await open(DESK, 'county_yc')
  await heading(/盐池县高沙窝/)
  expect(pane('待办').getAllByRole('listitem')).toHaveLength(3)
  expect(pane('办理').getByText('通过后送吴忠市能源主管部门')).toBeDefined()
  expect(pane('项目').getByText('首次报送，无可比版本')).toBeDefined()
  expect(screen.getByRole('button', { name: /^通过，看下一件/ })).toBeDefined()
})

const ages = { days3: 0, days7: 2, longer: 0 }
const others = [
  {
    ...{ source: 'REGISTRATION' as const, label: '注册审核', count: 1, oldestDays: 0, ages },
    ...{ title: '盐池二号储能有限公司', orgName: '盐池二号储能有限公司' },
    link: '/system/registration/index?mine=true',
  },
  {
    ...{ source: 'APPEAL' as const, label: '重复判定申请', count: 2, oldestDays: 5, ages },
    ...{ title: '甲储能电站 与 乙储能电站', orgName: '盐池一号储能有限公司' },
    link: '/esproject/repeat/index?tab=appeals',
  },
]

test('counts what waits beside the queue, and leads to its pages with the oldest and whom it is from', async () => {
  answerDesk()
  on('listReviewTasks', ({ query }) => ({
    ...{ content: query.size === 1 ? [] : [...tasks], totalElements: 3, doneToday: 0 },
    ...{ waiting: 6, others, kinds: [{ entity: 'PROJECT' as const, label: '项目', count: 3 }] },
  }))
  const user = await open(DESK, 'county_yc')
  await heading(/盐池县高沙窝/)
  expect(screen.getByRole('button', { name: '全部 6' })).toBeDefined()
  const chip = screen.getByRole('link', { name: '重复判定申请 2' })
  expect(chip.getAttribute('href')).toBe('/esproject/repeat/index?tab=appeals')
  const elsewhere = within(screen.getByRole('region', { name: '其他待办，在各自页面办理' }))
  expect(elsewhere.getByText('最久 今天：盐池二号储能有限公司')).toBeDefined()
  expect(elsewhere.getByText('最久 5 天：甲储能电站 与 乙储能电站，来自盐池一号储能有限公司')).toBeDefined()
  const way = elsewhere.getByRole('link', { name: '注册审核 1 件' })
  expect(way.getAttribute('href')).toBe('/system/registration/index?mine=true')
  await user.click(screen.getByRole('button', { name: '项目 3' }))
  await waitFor(() => expect(screen.queryByText('其他待办，在各自页面办理')).toBeNull())
})

test('does not call the work done while something waits on another page', async () => {
  answerDesk()
  on('listReviewTasks', { content: [], totalElements: 0, waiting: 3, kinds: [], others, doneToday: 0 })
  await open(DESK, 'county_yc')
  await screen.findByRole('heading', { name: '没有待审核的报送' })
  expect(screen.queryByText('待办已清')).toBeNull()
  expect(screen.getByRole('link', { name: '重复判定申请 2 件' })).toBeDefined()
})

test('passes by Ctrl+Enter and opens the next record with the focus on its heading', async () => {
  answerDesk()
  const sent = on('submitProject', passed)
  const user = await open(DESK, 'county_yc')
  await heading(/盐池县高沙窝/)
  await waitSettled()
  await user.keyboard('{Control>}{Enter}{/Control}')
  const next = await heading(/盐池县惠安堡/)
  expect(sent.map(({ body }) => body)).toEqual([
    { ids: [1001], versions: [{ id: 1001, version: 4 }], action: 'PASS', target: 'province' },
  ])
  await waitFor(() => expect(document.activeElement).toBe(next))
  expect(pane('待办').getAllByRole('listitem')).toHaveLength(2)
})

test('decides the third record after J, J, Ctrl+Enter', async () => {
  answerDesk()
  const sent = on('submitProject', { succeeded: [1003], failed: [] })
  const user = await open(DESK, 'county_yc')
  await heading(/盐池县高沙窝/)
  await user.keyboard('j')
  await heading(/盐池县惠安堡/)
  await user.keyboard('j')
  await heading(/盐池县青山乡/)
  await waitSettled()
  await user.keyboard('{Control>}{Enter}{/Control}')
  await waitFor(() => expect(sent.map(({ body }) => body.ids)).toEqual([[1003]]))
})

test('decides nothing within half a second of showing a record, and once for a held key', async () => {
  answerDesk()
  const sent = on('submitProject', passed)
  const before = performance.now()
  const user = await open(DESK, 'county_yc')
  await heading(/盐池县高沙窝/)
  const clock = vi.spyOn(performance, 'now').mockReturnValue(before)
  await user.keyboard('{Control>}{Enter}{/Control}')
  expect(sent).toEqual([])
  clock.mockRestore()
  await waitSettled()
  await user.keyboard('{Control>}{Enter>3/}{/Control}')
  await waitFor(() => expect(sent).toHaveLength(1))
})

test('keeps letters for text while something is typed', async () => {
  answerDesk()
  const user = await open(DESK, 'county_yc')
  await heading(/盐池县高沙窝/)
  await user.type(screen.getByLabelText(/^办理意见/), 'jjkb')
  expect(screen.getByLabelText<HTMLTextAreaElement>(/^办理意见/).value).toBe('jjkb')
  expect(screen.getByRole('heading', { level: 2, name: /高沙窝/ })).toBeDefined()
})

test('returns with the remarks that were written on fields', async () => {
  answerDesk()
  const sent = on('submitProject', passed)
  const user = await open(DESK, 'county_yc')
  await heading(/盐池县高沙窝/)
  await user.click(await screen.findByRole('button', { name: '对“额定能量”提意见' }))
  await screen.findByRole('textbox', { name: '意见' })
  await user.keyboard('备案证为 200 MWh{Control>}{Enter}{/Control}')
  const main = await screen.findByRole('button', { name: '退回企业（1 处意见）' })
  expect(main.getAttribute('aria-disabled')).toBe('true')
  expect(pane('办理').getByText('退回须填写办理意见')).toBeDefined()
  await user.click(main)
  expect(document.activeElement).toBe(screen.getByLabelText(/^办理意见/))
  await user.click(await pane('办理').findByRole('button', { name: '请按备案证核对' }))
  await user.click(main)
  await waitFor(() => expect(sent).toHaveLength(1))
  expect(sent[0]?.body).toMatchObject({
    ids: [1001],
    action: 'RETURN',
    opinion: '请按备案证核对',
    remarks: [{ id: 1001, remarks: [{ field: 'ratedEnergy', text: '备案证为 200 MWh' }] }],
  })
  expect(sent[0]?.body.dueDate).toMatch(/^\d{4}-\d\d-\d\d$/)
})

test('returns a demonstration project with the parts that it opens', async () => {
  answerDesk()
  const { task, goals } = recordOf(1001)
  const pilot = { ...task, entity: 'DEMO' as const, title: '盐池县全钒液流储能示范项目' }
  on('listReviewTasks', {
    content: [pilot],
    totalElements: 1,
    waiting: 1,
    others: [],
    kinds: [{ entity: 'DEMO', label: '示范项目', count: 1 }],
    doneToday: 0,
  })
  on('getReviewRecord', { ...recordOf(1001), task: pilot, goals })
  on('getDemoProject', example('getDemoProject'))
  const sent = on('updateDemoStatuses', passed)
  const user = await open(DESK, 'county_yc')
  await heading(/盐池县全钒液流/)
  expect(pane('项目').getByRole('heading', { name: '实施方案' })).toBeDefined()
  expect(pane('项目').queryByText('疑似重复')).toBeNull()
  expect(pane('办理').queryByText(/签收/)).toBeNull()
  await user.keyboard('b')
  await user.type(screen.getByLabelText(/^办理意见/), '请补充实施方案')
  expect(pane('办理').getByText('请勾选退回的部分')).toBeDefined()
  await user.click(pane('办理').getByRole('checkbox', { name: '实施方案' }))
  await user.click(pane('办理').getByRole('button', { name: '退回企业' }))
  await waitFor(() => expect(sent).toHaveLength(1))
  expect(sent[0]?.body).toMatchObject({ ids: [1001], action: 'RETURN', parts: ['IMPLEMENTATION'] })
})

test('keeps an unfinished remark when its popover is closed', async () => {
  answerDesk()
  const user = await open(DESK, 'county_yc')
  await heading(/盐池县高沙窝/)
  await user.click(await screen.findByRole('button', { name: '对“额定能量”提意见' }))
  await screen.findByRole('textbox', { name: '意见' })
  await user.keyboard('备案证{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(pane('项目').getByText('草稿')).toBeDefined()
  await user.click(screen.getByRole('button', { name: '对“额定能量”提意见' }))
  expect((await screen.findByLabelText<HTMLTextAreaElement>('意见')).value).toBe('备案证')
})

test('saves the draft after a rest and says when', async () => {
  answerDesk()
  const saved = on('saveReviewDraft', ({ body }) => ({ ...body, savedAt: '2026-03-01 10:32:00' }))
  const user = await open(DESK, 'county_yc')
  await heading(/盐池县高沙窝/)
  await user.click(screen.getByLabelText(/^办理意见/))
  await user.paste('请核对')
  await screen.findByText(/^草稿已保存 .*10:32$/)
  // The desk of the test before may save as it is left.
  const own = saved.filter(({ body }) => body.opinion === '请核对')
  expect(own.map(({ body }) => body)).toMatchObject([{ entity: 'PROJECT', entityId: 1001 }])
})

test('keeps a draft that could not be saved in this browser, and brings it back', async () => {
  answerDesk()
  on('saveReviewDraft', refuse(500, '系统繁忙，请稍后再试'))
  const user = await open(DESK, 'county_yc')
  await heading(/盐池县高沙窝/)
  await user.type(screen.getByLabelText(/^办理意见/), '请核对')
  await screen.findByText(/^草稿未能保存/)
  answerDesk()
  await open(DESK, 'county_yc')
  await heading(/盐池县高沙窝/)
  await waitFor(() => expect(screen.getByLabelText<HTMLTextAreaElement>(/^办理意见/).value).toBe('请核对'))
})

test('brings back the drafts that the server has', async () => {
  answerDesk({
    1001: {
      draft: {
        entity: 'PROJECT',
        entityId: 1001,
        opinion: '请核对',
        remarks: [{ field: 'ratedPower', text: '应为 90 MW' }],
      },
    },
  })
  await open(DESK, 'county_yc')
  await screen.findByRole('button', { name: '退回企业（1 处意见）' })
  expect(screen.getByLabelText<HTMLTextAreaElement>(/^办理意见/).value).toBe('请核对')
  expect(pane('办理').getByText('应为 90 MW')).toBeDefined()
})

test('asks before a pass deletes drafts of remarks', async () => {
  answerDesk({
    1001: {
      draft: { entity: 'PROJECT', entityId: 1001, remarks: [{ field: 'ratedPower', text: '应为 90 MW' }] },
    },
  })
  const user = await open(DESK, 'county_yc')
  await screen.findByRole('button', { name: '退回企业（1 处意见）' })
  await user.click(screen.getByRole('button', { name: '通过…' }))
  expect(await screen.findByRole('dialog', { name: '有 1 处意见草稿，通过后将删除' })).toBeDefined()
  await user.click(screen.getByRole('button', { name: '删除草稿并通过' }))
  await screen.findByRole('button', { name: /^通过，看下一件/ })
})

test('closes the own open remarks with the pass', async () => {
  answerDesk({
    1001: { remarks: [remarkOf(71), remarkOf(72, { field: 'ratedPower', fieldLabel: '额定功率' })] },
  })
  const sent = on('submitProject', passed)
  const user = await open(DESK, 'county_yc')
  await user.click(await screen.findByRole('button', { name: /^关闭 2 处并通过/ }))
  await waitFor(() => expect(sent[0]?.body).toMatchObject({ action: 'PASS', closeRemarks: true }))
})

test('closes a remark by E and asks again by A', async () => {
  answerDesk({ 1001: { remarks: [remarkOf(71)] } })
  const closed = on('closeReviewRemarks', [remarkOf(71, { status: '2', statusLabel: '已关闭' })])
  const user = await open(DESK, 'county_yc')
  await heading(/盐池县高沙窝/)
  await user.keyboard('{F8}')
  expect(document.activeElement?.getAttribute('aria-label')).toBe('额定能量的意见，已答复')
  await user.keyboard('a')
  await screen.findByRole('dialog', { name: '对“额定能量”提意见' })
  await user.keyboard('仍不一致{Control>}{Enter}{/Control}')
  await screen.findByRole('button', { name: '退回企业（1 处意见）' })
  await user.keyboard('{F8}e')
  await waitFor(() => expect(closed.map(({ body }) => body)).toEqual([[71]]))
})

test('an update that arrives with a closed remark is to be read, too', async () => {
  answerDesk({ 1001: { remarks: [remarkOf(71)] } })
  on('closeReviewRemarks', () => {
    on('getReviewRecord', recordOf(1001, { task: { ...recordOf(1001).task, version: 5 } }))
    return [remarkOf(71, { status: '2', statusLabel: '已关闭' })]
  })
  const user = await open(DESK, 'county_yc')
  await heading(/盐池县高沙窝/)
  await user.keyboard('{F8}e')
  await screen.findByText('已关闭 1 处意见')
  await waitSettled()
  expect(screen.getByText(/^此件刚有 \d+ 处更新$/)).toBeDefined()
})

test('passes a suspected duplicate only with a reason', async () => {
  const [first] = tasks
  answerDesk({ 1001: { task: { ...recordOf(1001).task, ...first, repeatScore: 95 } } })
  on('queryRepeatPairs', { content: [], totalElements: 0 })
  const sent = on('submitProject', passed)
  const user = await open(DESK, 'county_yc')
  const main = await screen.findByRole('button', { name: /^写明理由并通过/ })
  await user.click(main)
  expect(document.activeElement).toBe(screen.getByLabelText(/^理由/))
  expect(sent).toEqual([])
  await user.keyboard('两家单位分别备案，地块相邻不重叠')
  await user.click(main)
  await waitFor(() =>
    expect(sent[0]?.body.passReasons).toEqual([{ id: 1001, reason: '两家单位分别备案，地块相邻不重叠' }]),
  )
})

test('undoes the decision by Ctrl+Z while the strip offers it', async () => {
  answerDesk()
  const undoId = '0b0f6f0e-6f0c-4f6a-9a43-0d5f3a1f6f11'
  on('submitProject', { ...passed, undo: { undoId, until: '2026-03-01 10:32:10', seconds: 10 } })
  const undone = on('undoReview', undefined)
  const user = await open(DESK, 'county_yc')
  await user.click(await screen.findByRole('button', { name: /^通过，看下一件/ }))
  await screen.findByText(/已通过“盐池县高沙窝/)
  await heading(/盐池县惠安堡/)
  await user.keyboard('{Control>}z{/Control}')
  await heading(/盐池县高沙窝/)
  expect(undone.map(({ body }) => body)).toEqual([{ undoId }])
  expect(screen.getByText(/^已撤销/)).toBeDefined()
})

test('says why a decision cannot be undone', async () => {
  answerDesk()
  const undo = { undoId: '0b0f6f0e-6f0c-4f6a-9a43-0d5f3a1f6f11', until: '2026-03-01 10:32:10', seconds: 10 }
  on('submitProject', { ...passed, undo })
  on('undoReview', refuse(409, '不能撤销：吴忠市能源主管部门已签收'))
  const user = await open(DESK, 'county_yc')
  await user.click(await screen.findByRole('button', { name: /^通过，看下一件/ }))
  await user.click(await screen.findByRole('button', { name: '撤销' }))
  expect(await pane('待办').findByText('不能撤销：吴忠市能源主管部门已签收')).toBeDefined()
})

const stale = {
  succeeded: [],
  failed: [{ id: 1001, code: 'W-003', message: '打开之后内容已变化，请核对后再办理' }],
}

test('decides on the version that was shown, and asks to look again when it has changed', async () => {
  answerDesk()
  const sent = on('submitProject', ({ body }) => (body.versions?.[0]?.version === 5 ? passed : stale))
  const user = await open(DESK, 'county_yc')
  await heading(/盐池县高沙窝/)
  const { task } = recordOf(1001)
  on('getReviewRecord', recordOf(1001, { task: { ...task, version: 5 } }))
  on('getEsProject', { ...example('getEsProject'), id: 1001, address: '改后的地址' })
  await user.click(screen.getByRole('button', { name: /^通过，看下一件/ }))
  await screen.findByText(/此件刚有 \d+ 处更新/)
  expect(pane('办理').getByText('打开之后内容已变化，请核对后再办理')).toBeDefined()
  expect(await pane('项目').findByText('改后的地址')).toBeDefined()
  await user.click(await screen.findByRole('button', { name: /^核对更新/ }))
  await user.click(await screen.findByRole('button', { name: /^已核对更新，通过/ }))
  await waitFor(() =>
    expect(sent.map(({ body }) => body.versions)).toEqual([
      [{ id: 1001, version: 4 }],
      [{ id: 1001, version: 5 }],
    ]),
  )
})

/** The desk with a record that changes as the stream tells of it. */
async function openUpdated() {
  answerDesk()
  const sent = on('submitProject', passed)
  const events = recordEvents()
  on('streamRecords', () => events.reply)
  const user = await open(DESK, 'county_yc')
  await heading(/盐池县高沙窝/)
  await waitSettled()
  const update = async (version: number) => {
    on('getReviewRecord', recordOf(1001, { task: { ...recordOf(1001).task, version } }))
    on('getEsProject', { ...example('getEsProject'), id: 1001, address: `地址 ${version}` })
    events.tell('PROJECT:1001')
    await pane('项目').findByText(`地址 ${version}`)
  }
  return { user, sent, update }
}

test('decides no update by the key that met it, but leads to the update', async () => {
  const { user, sent, update } = await openUpdated()
  await update(5)
  await user.keyboard('{Control>}{Enter}{/Control}')
  const banner = screen.getByRole('region', { name: '此件的更新' })
  expect(document.activeElement).toBe(banner)
  expect(banner.textContent).toContain('请核对后再按一次')
  await update(6)
  await user.keyboard('{Control>}{Enter}{/Control}')
  expect(sent).toEqual([])
  await user.keyboard('{Control>}{Enter}{/Control}')
  await waitFor(() => expect(sent.map(({ body }) => body.versions)).toEqual([[{ id: 1001, version: 6 }]]))
})

test('decides no update by the click that met it, not even by a double click', async () => {
  const { user, sent, update } = await openUpdated()
  const main = screen.getByRole('button', { name: /^通过，看下一件/ })
  await update(5)
  await user.dblClick(main)
  expect(screen.getByRole('region', { name: '此件的更新' }).textContent).toContain('请核对后再按一次')
  expect(sent).toEqual([])
  await user.keyboard('{Control>}{Enter}{/Control}')
  await waitFor(() => expect(sent).toHaveLength(1))
})

test('returns no updated record by the press that met the update', async () => {
  const { user, sent, update } = await openUpdated()
  await user.keyboard('b')
  await user.type(screen.getByLabelText(/^办理意见/), '请核对')
  await update(5)
  await user.keyboard('{Control>}{Enter}{/Control}')
  expect(sent).toEqual([])
  await user.keyboard('{Control>}{Enter}{/Control}')
  await waitFor(() => expect(sent.map(({ body }) => body.action)).toEqual(['RETURN']))
})

test('says that the author has withdrawn the record, and keeps what was typed', async () => {
  answerDesk()
  on('submitProject', stale)
  const user = await open(DESK, 'county_yc')
  await heading(/盐池县高沙窝/)
  await user.type(screen.getByLabelText(/^办理意见/), '情况属实')
  const { task } = recordOf(1001)
  on('getReviewRecord', recordOf(1001, { task: { ...task, version: 5, statusLabel: '未提交' }, goals: [] }))
  on('getEsProject', withLast('WITHDRAW', '撤回'))
  await user.click(screen.getByRole('button', { name: /^通过，看下一件/ }))
  expect(await screen.findByText(/^企业已于 .* 撤回此件$/)).toBeDefined()
  expect(screen.getByRole('button', { name: '复制意见' })).toBeDefined()
})

test('says which colleague has decided the record', async () => {
  answerDesk()
  on('submitProject', stale)
  const user = await open(DESK, 'county_yc')
  await heading(/盐池县高沙窝/)
  const { task } = recordOf(1001)
  on('getReviewRecord', recordOf(1001, { task: { ...task, version: 5, statusLabel: '县级退回' }, goals: [] }))
  on('getEsProject', withLast('RETURN', '退回'))
  await user.click(screen.getByRole('button', { name: /^通过，看下一件/ }))
  expect(await screen.findByText('此件已由他人办理')).toBeDefined()
  expect(screen.getByText(/张科 已于 .*退回此件，现在是“县级退回”/)).toBeDefined()
})

test('shows the refusal of a decision with what was typed', async () => {
  answerDesk()
  on('submitProject', { succeeded: [], failed: [{ id: 1001, message: '期限已过，不能通过' }] })
  const user = await open(DESK, 'county_yc')
  await user.click(await screen.findByRole('button', { name: /^通过，看下一件/ }))
  const alert = await pane('办理').findByRole('alert')
  expect(alert.textContent).toContain('期限已过，不能通过')
  expect(screen.getByRole('heading', { level: 2, name: /高沙窝/ })).toBeDefined()
})

test('signs a project in by R', async () => {
  answerDesk()
  const read = on('readProject', undefined)
  const user = await open(DESK, 'county_yc')
  await heading(/盐池县高沙窝/)
  expect(pane('办理').getByText('未签收，企业仍可撤回')).toBeDefined()
  await user.keyboard('r')
  await waitFor(() => expect(read.map(({ body }) => body)).toEqual([{ ids: [1001] }]))
})

test('keeps the queue when a record cannot be opened', async () => {
  answerDesk()
  on('getReviewRecord', ({ query }) =>
    query.entityId === 1001 ? refuse(500, '服务暂时没有响应') : recordOf(query.entityId),
  )
  const user = await open(DESK, 'county_yc')
  await heading(/未能打开此件/)
  await user.click(pane('项目').getByRole('button', { name: /^看下一件/ }))
  await heading(/盐池县惠安堡/)
})

test('says that nothing waits, or nothing that fits the conditions', async () => {
  answerDesk()
  const none = {
    content: [],
    totalElements: 0,
    waiting: 8,
    others: [],
    kinds: [{ entity: 'PROJECT' as const, label: '项目', count: 8 }],
    doneToday: 14,
  }
  on('listReviewTasks', none)
  const user = await open(`${DESK}?mark=repeat`, 'county_yc')
  await screen.findByRole('heading', { name: '没有符合条件的待办' })
  expect(screen.getByText('去掉条件后有 8 件')).toBeDefined()
  on('listReviewTasks', { ...none, kinds: [] })
  await user.click(screen.getByRole('button', { name: '清除条件' }))
  await screen.findByRole('heading', { name: '待办已清' })
  expect(screen.getByText('今日已办 14 件', { selector: 'p' })).toBeDefined()
})

test('restores kind, order, filter and record from the address', async () => {
  answerDesk()
  const asked = on('listReviewTasks', ({ query }) => ({
    content: query.size === 1 ? [] : [...tasks],
    totalElements: 3,
    waiting: 3,
    others: [],
    kinds: [{ entity: 'PROJECT' as const, label: '项目', count: 3 }],
    doneToday: 0,
  }))
  await open(`${DESK}?kind=project&order=power&mark=warning&id=1002`, 'county_yc')
  await heading(/盐池县惠安堡/)
  expect(asked.find(({ query }) => query.size !== 1)?.query).toMatchObject({
    entity: 'PROJECT',
    order: 'POWER',
    mark: 'WARNING',
  })
})

test('edits the phrases of the office', async () => {
  answerDesk()
  const saved = on('saveReviewPhrases', ({ body }) => body)
  const user = await open(DESK, 'county_yc')
  await heading(/盐池县高沙窝/)
  await user.click(await pane('办理').findByRole('button', { name: '管理' }))
  const dialog = within(await screen.findByRole('dialog', { name: '本单位常用语' }))
  await user.click(dialog.getByRole('button', { name: '增加一条' }))
  await user.type(dialog.getByLabelText('常用语第 3 条'), '请补充佐证材料')
  await user.click(dialog.getByRole('button', { name: '上移第 3 条' }))
  await user.click(dialog.getByRole('button', { name: '保存常用语' }))
  await waitFor(() =>
    expect(saved[0]?.body).toEqual(['情况属实，同意上报', '请补充佐证材料', '请按备案证核对']),
  )
})
