import { screen, waitFor, within } from '@testing-library/dom'
import { example, type ReplyOf, refuse } from '@xinchu/testing'
import { describe, expect, test } from 'vitest'
import { field, typedIn } from '../support/fields.ts'
import { on } from '../support/network.ts'
import { onPortal, open } from '../support/portal.ts'
import { recordEvents } from '../support/record-events.ts'
import { RETURNED, serveReturned } from '../support/returned-project.ts'

onPortal()

type History = ReplyOf<'getDemoProject'>['flow']['history']

const HELD = '您填写的内容已保留，提交前请核对。'
const step = { time: '2026-11-30 10:12:00', deptId: 100, toStatus: '1' } as const
const author = { ...step, userName: '赵同', orgName: '宁夏能源局' }
const submitted = { ...author, action: 'SUBMIT', actionLabel: '提交' } as const
const withdrawn = { ...author, action: 'WITHDRAW', actionLabel: '撤回' } as const
const nation = { ...step, userName: '王科', orgName: '国家能源主管部门' } as const
const returned = { ...nation, action: 'RETURN', actionLabel: '退回' } as const

const withHistory = <Flow extends object>(flow: Flow, history: History) => ({ ...flow, history })

/** The stream of a form's record, once the form follows it. */
async function followed(subject: string): Promise<ReturnType<typeof recordEvents>> {
  const events = recordEvents()
  const asked = on('streamRecords', () => events.reply)
  return {
    ...events,
    async tell(told) {
      await waitFor(() => expect(asked.at(-1)?.query).toEqual({ watch: [subject] }))
      events.tell(told)
    },
  }
}

const steps = (...names: [string, 'DONE' | 'CURRENT' | 'NEXT'][]) => ({
  ...example('getReviewRecord'),
  remarks: [],
  steps: names.map(([orgName, state]) => ({ name: '环节', orgName, state })),
})

async function retype(name: string, text: string, user: Awaited<ReturnType<typeof open>>): Promise<void> {
  await user.clear(field(name))
  await user.type(field(name), text)
}

describe('the form of a project', () => {
  const subject = `PROJECT:${RETURNED.id}`
  const address = `/esproject/declare/form?id=${RETURNED.id}`
  const sent: History = [...RETURNED.flow.history, submitted]
  const later = (changes: Partial<typeof RETURNED> = {}) => ({
    ...RETURNED,
    version: RETURNED.version + 1,
    ...changes,
  })
  const news = /^宁夏能源局已于 .+ 提交。页面已更新。$/

  test('keeps what was typed when a colleague submits, and is refused in words', async () => {
    serveReturned([])
    const events = await followed(subject)
    const user = await open(address, 'enterprise_yc')
    await screen.findByRole('heading', { level: 1, name: RETURNED.projectName })
    await retype('address', '花马池镇二号', user)
    const flow = { ...withHistory(RETURNED.flow, sent), statusLabel: '待县级审核' }
    on('getEsProject', later({ editable: false, flow }))
    on('getReviewRecord', steps())
    const message = '宁夏能源局已于 2026-11-30 10:12 提交，现为“待县级审核”，由盐池县能源主管部门办理。'
    const saves = on('updateEsProject', refuse(409, message, { code: 'W-005' }))
    await events.tell(subject)
    await screen.findByText(news)
    expect(screen.getByText(HELD)).toBeDefined()
    expect(screen.getByText('待县级审核')).toBeDefined()
    expect(typedIn('address')).toBe('花马池镇二号')
    await user.click(screen.getByRole('button', { name: '保存草稿' }))
    await screen.findByText(`${message}本次内容未保存，已留在本机。`)
    expect(saves).toHaveLength(1)
    expect(typedIn('address')).toBe('花马池镇二号')
  })

  test('takes over what a colleague changed elsewhere, and saves the typed field over the later version', async () => {
    serveReturned([])
    const events = await followed(subject)
    const user = await open(address, 'enterprise_yc')
    await screen.findByRole('heading', { level: 1, name: RETURNED.projectName })
    await retype('address', '花马池镇二号', user)
    const flow = withHistory(RETURNED.flow, [...sent, returned])
    on('getEsProject', later({ totalInvestment: 25_000, flow }))
    await events.tell(subject)
    await screen.findByText(/^国家能源主管部门已于 .+ 退回/)
    await waitFor(() => expect(typedIn('totalInvestment')).toBe('25000'))
    expect(typedIn('address')).toBe('花马池镇二号')
    const saves = on('updateEsProject', later({ version: RETURNED.version + 2 }))
    await user.click(screen.getByRole('button', { name: '保存草稿' }))
    await waitFor(() => expect(saves).toHaveLength(1))
    expect(saves[0]?.body).toMatchObject({
      version: RETURNED.version + 1,
      address: '花马池镇二号',
      totalInvestment: 25_000,
    })
    await waitFor(() => expect(screen.queryByText(HELD)).toBeNull())
  })

  test('without typed input shows the project as it is now', async () => {
    serveReturned([])
    on('queryRepeatPairs', { content: [], totalElements: 0 })
    const events = await followed(subject)
    await open(address, 'enterprise_yc')
    await screen.findByRole('heading', { level: 1, name: RETURNED.projectName })
    on('getEsProject', later({ editable: false, flow: withHistory(RETURNED.flow, sent) }))
    on('getReviewRecord', steps())
    await events.tell(subject)
    await screen.findByText(/本项目现在是“县级退回”，不能修改/)
    await screen.findByText(news)
    expect(screen.queryByText(HELD)).toBeNull()
  })
})

test('the form of an application locks when a colleague submits it, and goes on when it is returned', async () => {
  const parts = ['MASTER', 'APPLICATION'] as const
  const stored = example('getDemoProject')
  const at = (version: number, history: History, editableParts: ('MASTER' | 'APPLICATION')[]) => ({
    ...stored,
    version,
    recommendOrgName: '宁夏能源局',
    statusLabel: editableParts.length > 0 ? '草稿' : '待推荐',
    editableParts,
    partStatus: { ...stored.partStatus, editableParts, versions: { application: version } },
    flow: withHistory(stored.flow, history),
  })
  on('getDemoProject', at(3, [], [...parts]))
  on('getDemoOutline', [])
  on('queryEsProjects', { content: [], totalElements: 0 })
  on('getReviewRecord', steps())
  const saves = on('updateDemoProject', refuse(503, '系统繁忙，请稍后再试'))
  const events = await followed('DEMO:2001')
  const user = await open('/demonstration/apply/form?id=2001', 'enterprise_yc')
  await screen.findByRole('navigation', { name: '申报材料目录' })
  await retype('projectName', '我的储能项目', user)
  on('getDemoProject', at(4, [submitted], []))
  await events.tell('DEMO:2001')
  await screen.findByText(/^宁夏能源局已于 .+ 提交。页面已更新。$/)
  expect(screen.getByText(HELD)).toBeDefined()
  expect(screen.getByText('现在是“待推荐”，内容只读')).toBeDefined()
  expect(typedIn('projectName')).toBe('我的储能项目')
  const tries = saves.length
  on('getDemoProject', at(5, [submitted, returned], [...parts]))
  const later = on('updateDemoProject', { ...example('updateDemoProject'), version: 6 })
  await events.tell('DEMO:2001')
  await screen.findByText(/^国家能源主管部门已于 .+ 退回。页面已更新。$/)
  await waitFor(() => expect(later).toHaveLength(1))
  expect(later[0]?.body).toMatchObject({ version: 5, projectName: '我的储能项目' })
  expect(saves).toHaveLength(tries)
})

test('the form of an application says of no text in a closed part that it is saved', async () => {
  const stored = example('getDemoProject')
  const at = (version: number, history: History, editableParts: ('MASTER' | 'BRIEF')[]) => ({
    ...{ ...stored, version, statusLabel: '推荐单位退回', editableParts },
    partStatus: { ...stored.partStatus, editableParts },
    flow: withHistory(stored.flow, history),
  })
  on('getDemoProject', at(3, [], ['MASTER', 'BRIEF']))
  on('getDemoOutline', [])
  on('queryEsProjects', { content: [], totalElements: 0 })
  on('getReviewRecord', steps())
  on('updateDemoProject', refuse(503, '系统繁忙，请稍后再试'))
  const events = await followed('DEMO:2001')
  const user = await open('/demonstration/apply/form?id=2001', 'enterprise_yc')
  await screen.findByRole('navigation', { name: '申报材料目录' })
  await retype('projectName', '我的储能项目', user)
  on('getDemoProject', at(4, [submitted, returned], ['BRIEF']))
  await events.tell('DEMO:2001')
  expect(await screen.findByText('“基本信息”现在不能修改，所填内容未保存；已存本机')).toBeDefined()
  expect(screen.queryByText(/^已保存/)).toBeNull()
  expect(typedIn('projectName')).toBe('我的储能项目')
})

test('the form of a provincial project keeps what was typed, and submits it over the later version', async () => {
  const [row] = example('queryProvincialDemos').content
  if (!row) throw new Error('the contract has no example of a provincial project')
  const at = (version: number, history: History) => ({
    content: [
      {
        ...{ ...row, version, actions: ['SAVE', 'SUBMIT'] as const, status: '0' as const },
        ...{ supportPolicy: version > row.version ? '同事补充的政策' : '原政策' },
        flow: withHistory(row.flow, history),
      },
    ].map((each) => ({ ...each, actions: [...each.actions] })),
    totalElements: 1,
  })
  on('listFillTimes', [])
  on('queryProvincialDemos', at(row.version, []))
  on('getReviewRecord', steps(['国家能源主管部门', 'DONE'], ['宁夏能源局', 'CURRENT']))
  const events = await followed(`PROV_DEMO:${row.id}`)
  const user = await open(`/provincial/demonstration/index?id=${row.id}`, 'province_nx')
  const dialog = within(await screen.findByRole('dialog', { name: '修改省级示范项目' }))
  await retype('projectName', '改名的储能项目', user)
  on('queryProvincialDemos', at(row.version + 2, [submitted, withdrawn, submitted, returned]))
  await events.tell(`PROV_DEMO:${row.id}`)
  await dialog.findByText(/^国家能源主管部门已于 .+ 退回，现由宁夏能源局办理（第 2\/2 步）。页面已更新。$/)
  expect(dialog.getByText(HELD)).toBeDefined()
  expect(typedIn('projectName')).toBe('改名的储能项目')
  expect(typedIn('supportPolicy')).toBe('同事补充的政策')
  const sent = on('updateProvincialDemo', row)
  await user.click(dialog.getByRole('button', { name: '保存草稿' }))
  await waitFor(() => expect(sent).toHaveLength(1))
  expect(sent[0]?.body).toMatchObject({ version: row.version + 2, projectName: '改名的储能项目' })
})

test('the form of a provincial project saves no typed field over what a colleague wrote in it', async () => {
  const [row] = example('queryProvincialDemos').content
  if (!row) throw new Error('the contract has no example of a provincial project')
  const own = { ...row, actions: ['SAVE' as const, 'SUBMIT' as const], status: '0' as const }
  const later = {
    ...own,
    version: row.version + 1,
    projectName: '同事改的名称',
    supportPolicy: '同事补充的政策',
  }
  on('listFillTimes', [])
  on('queryProvincialDemos', { content: [own], totalElements: 1 })
  on('getReviewRecord', steps())
  const events = await followed(`PROV_DEMO:${row.id}`)
  const user = await open(`/provincial/demonstration/index?id=${row.id}`, 'province_nx')
  const dialog = within(await screen.findByRole('dialog', { name: '修改省级示范项目' }))
  await retype('projectName', '改名的储能项目', user)
  const flow = withHistory(row.flow, [submitted])
  on('queryProvincialDemos', { content: [{ ...later, flow }], totalElements: 1 })
  await events.tell(`PROV_DEMO:${row.id}`)
  await dialog.findByText(HELD)
  const sent = on('updateProvincialDemo', refuse(409, '已被同事修改', { code: 'W-003' }))
  await user.click(dialog.getByRole('button', { name: '保存草稿' }))
  await waitFor(() => expect(sent).toHaveLength(1))
  expect(sent[0]?.body).toMatchObject({ version: row.version, projectName: '改名的储能项目' })
  expect(typedIn('projectName')).toBe('改名的储能项目')
})

describe('the form of a work report', () => {
  const report = { ...example('getCurrentWorkReport'), id: 31, status: '0' as const }
  const at = (version: number, history: History, actions: ('SAVE' | 'SUBMIT' | 'WITHDRAW')[]) => ({
    ...report,
    version,
    flow: { ...withHistory(report.flow, history), actions },
  })

  test('stays with what was typed when a colleague submits it, and is refused in words', async () => {
    on('listFillTimes', [])
    on('getCurrentWorkReport', at(2, [], ['SAVE', 'SUBMIT']))
    on('getReviewRecord', steps())
    const events = await followed('WORK_REPORT:31')
    const user = await open('/provincial/workreport/index', 'province_nx')
    await screen.findByRole('button', { name: '保存草稿' })
    await retype('title', '改过的标题', user)
    on('getCurrentWorkReport', at(3, [submitted], ['WITHDRAW']))
    await events.tell('WORK_REPORT:31')
    await screen.findByText(/^宁夏能源局已于 .+ 提交。页面已更新。$/)
    expect(screen.getByText(HELD)).toBeDefined()
    expect(typedIn('title')).toBe('改过的标题')
    const message = '宁夏能源局已于 2026-11-30 10:12 提交，现为“已提交”，由国家能源主管部门办理。'
    const saves = on('saveWorkReport', refuse(409, message, { code: 'W-005' }))
    await user.click(screen.getByRole('button', { name: '保存草稿' }))
    await screen.findByText(message)
    expect(saves[0]?.body).toMatchObject({ version: 3, title: '改过的标题' })
    expect(typedIn('title')).toBe('改过的标题')
  })

  test('saves no typed field over what a colleague wrote in it', async () => {
    on('listFillTimes', [])
    on('getCurrentWorkReport', at(2, [], ['SAVE', 'SUBMIT']))
    on('getReviewRecord', steps())
    const events = await followed('WORK_REPORT:31')
    const user = await open('/provincial/workreport/index', 'province_nx')
    await screen.findByRole('button', { name: '保存草稿' })
    await retype('title', '改过的标题', user)
    const later = at(4, [submitted, withdrawn], ['SAVE', 'SUBMIT'])
    on('getCurrentWorkReport', { ...later, title: '同事的标题' })
    await events.tell('WORK_REPORT:31')
    await screen.findByText(HELD)
    const saves = on('saveWorkReport', refuse(409, '已被同事修改', { code: 'W-003' }))
    await user.click(screen.getByRole('button', { name: '保存草稿' }))
    await waitFor(() => expect(saves).toHaveLength(1))
    expect(saves[0]?.body).toMatchObject({ version: 2, title: '改过的标题' })
  })

  test('without typed input becomes the view of the submitted report', async () => {
    on('listFillTimes', [])
    on('getCurrentWorkReport', at(2, [], ['SAVE', 'SUBMIT']))
    on('getReviewRecord', steps())
    const events = await followed('WORK_REPORT:31')
    await open('/provincial/workreport/index', 'province_nx')
    await screen.findByRole('button', { name: '保存草稿' })
    on('getCurrentWorkReport', at(3, [submitted], ['WITHDRAW']))
    await events.tell('WORK_REPORT:31')
    await screen.findByText(/^宁夏能源局已于 .+ 提交。页面已更新。$/)
    await waitFor(() => expect(screen.queryByRole('button', { name: '保存草稿' })).toBeNull())
    expect(screen.queryByText(HELD)).toBeNull()
  })
})
