import { screen, waitFor, within } from '@testing-library/dom'
import { DeclareStatus, ReportStatus } from '@xinchu/contract/codes'
import { example, type ReplyOf, refuse } from '@xinchu/testing'
import { beforeEach, describe, expect, test } from 'vitest'
import { on } from '../support/network.ts'
import { onPortal, open, unsavedInput } from '../support/portal.ts'
import { ON_POWER, RETURNED, reviewOf } from '../support/returned-project.ts'

onPortal()

const HOME = '/dashboard/index'
const NONE = { content: [], totalElements: 0 }
type Row = ReplyOf<'queryEsProjects'>['content'][number]

const row = (id: number, projectName: string, changes: Partial<Row> = {}): Row => {
  const [first] = example('queryEsProjects').content
  if (!first) throw new Error('the contract shows no project')
  return { ...first, id, projectName, ...changes }
}

/** Serves own projects by their state. */
const serveProjects = (rows: Partial<Record<DeclareStatus, Row[]>>) =>
  on('queryEsProjects', ({ query }) => {
    const content = (query.declareStatus ?? []).flatMap((status) => rows[status] ?? [])
    return { content, totalElements: content.length }
  })

beforeEach(() => {
  serveProjects({})
  on('listDueItems', NONE)
  on('getDemoTasks', NONE)
  on('listFillTimes', [])
  on('queryMessages', NONE)
  on('getReviewRecord', reviewOf([ON_POWER]))
})

const part = (name: string) => screen.findByRole('region', { name })

describe('the home of an enterprise', () => {
  test('gives back what was discarded from the list of unsaved input', async () => {
    unsavedInput().save({
      ...{ kind: 'es-project', target: 'new:5f2c', title: '麻黄甲储能站', seen: 0, drop: [] },
      set: [{ key: 'projectName', value: '"麻黄甲储能站"', base: '""' }],
    })
    const user = await open(HOME, 'enterprise_yc')
    const list = within(await screen.findByRole('region', { name: '未提交的填写' }))
    await user.click(list.getByRole('button', { name: /^丢弃/ }))
    await screen.findByText('已丢弃“麻黄甲储能站”的 1 项，可撤销 10 秒')
    await waitFor(() => expect(unsavedInput().entries.size).toBe(0))
    await user.click(await screen.findByRole('button', { name: /^撤销/ }))
    expect(await screen.findByText('新建项目：麻黄甲储能站')).toBeDefined()
    expect(unsavedInput().list()).toMatchObject([{ target: 'new:5f2c', title: '麻黄甲储能站', count: 1 }])
  })

  test('shows what was returned with its remarks, reason and due date, and leads to the form', async () => {
    serveProjects({
      [DeclareStatus.returnedByCounty]: [
        row(RETURNED.id, '甲储能电站', { declareStatusLabel: '县级退回', remarkCount: 3 }),
      ],
    })
    await open(HOME, 'enterprise_yc')
    const list = await part('退回待改')
    await waitFor(() => expect(list.textContent).toContain('县级退回：建设规模与备案证不一致'))
    expect(list.textContent).toContain('退回 · 3 处')
    expect(list.textContent).toContain('2099-11-29 前改正，还有')
    const link = within(list).getByRole<HTMLAnchorElement>('link', { name: /^去改正.*甲储能电站/ })
    expect(new URL(link.href).pathname + new URL(link.href).search).toBe(
      `/esproject/declare/form?id=${RETURNED.id}`,
    )
    expect(screen.getByRole('link', { name: /^退回待改/ }).textContent).toContain(
      '最早的请于 2099-11-29 前改正',
    )
  })

  test('shows returned and due quarterly reports', async () => {
    const [due] = example('listDueItems').content
    const [item] = example('queryGeneralItems').content
    if (!due || !item) throw new Error('the contract shows no report')
    on('listDueItems', ({ query }) => {
      const [status] = query.status ?? []
      if (status === ReportStatus.returned)
        return {
          content: [
            {
              ...due,
              projectName: '乙储能电站',
              item: {
                ...item,
                status: ReportStatus.returned,
                statusLabel: '已退回',
                remarkCount: 2,
                flow: { ...item.flow, lastOpinion: '请核对充电量' },
              },
            },
          ],
          totalElements: 1,
        }
      if (status === ReportStatus.draft)
        return { content: [{ ...due, projectName: '丙储能电站' }], totalElements: 1 }
      return { content: [due], totalElements: 4 }
    })
    await open(HOME, 'enterprise_yc')
    const returned = await part('退回待改')
    await within(returned).findByRole('link', { name: /^乙储能电站/ })
    expect(returned.textContent).toContain('已退回：请核对充电量')
    expect(returned.textContent).toContain('退回 · 2 处')
    const list = await part('本期应报')
    expect(await within(list).findByRole('link', { name: /^填报.*丙储能电站/ })).toBeDefined()
    expect(screen.getByRole('link', { name: /^本期应报.*应报 4$/ })).toBeDefined()
  })

  test('shows drafts and what is under review, the longest waiting first', async () => {
    serveProjects({
      [DeclareStatus.draft]: [row(2, '丁储能电站', { updateTime: '2026-01-02 08:00:00' })],
      [DeclareStatus.atCounty]: [row(3, '戊储能电站', { declareStatusLabel: '待县级审核', waitingDays: 12 })],
    })
    await open(HOME, 'enterprise_yc')
    expect(await within(await part('草稿')).findByRole('link', { name: /^继续填.*丁储能电站/ })).toBeDefined()
    expect((await part('审核中')).textContent).toContain('待县级审核　12 天')
  })

  test('says which batch is publicised', async () => {
    const period = { startTime: '2026-06-01 00:00:00', endTime: '2099-01-31 23:59:59' }
    on('listPublicDemos', { batches: [{ batchYear: 2026, batchNo: 1, ...period }], content: [] })
    await open(HOME, 'enterprise_yc')
    expect((await part('公示中')).textContent).toMatch(/^公示中：2026年第1批试点示范项目，还有 \d+ 天$/)
  })

  test('leaves empty lists out, and names the next deadline', async () => {
    const [first] = example('listFillTimes')
    if (!first) throw new Error('the contract shows no window')
    on('listFillTimes', [{ ...first, open: true, deadline: '2099-01-31 23:59:59' }])
    await open(HOME, 'enterprise_yc')
    expect(await screen.findByText(/没有待办。下一个期限：2099-01-31/)).toBeDefined()
    for (const name of ['退回待改', '本期应报', '草稿', '审核中'])
      expect(screen.queryByRole('region', { name })).toBeNull()
  })

  test('says in its list what could not be read, and reads it again', async () => {
    on('listDueItems', refuse(500, '系统繁忙，请稍后再试'))
    const user = await open(HOME, 'enterprise_yc')
    const list = await part('本期应报')
    const alert = await within(list).findByRole('alert')
    on('listDueItems', NONE)
    await user.click(within(alert).getByRole('button', { name: '重新加载' }))
    await waitFor(() => expect(screen.queryByRole('region', { name: '本期应报' })).toBeNull())
  })
})
