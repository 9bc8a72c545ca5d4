import { screen, waitFor, within } from '@testing-library/dom'
import type { UserEvent } from '@testing-library/user-event'
import { example, type ReplyOf } from '@xinchu/testing'
import { beforeEach, expect, test } from 'vitest'
import { on } from '../support/network.ts'
import { onPortal, open } from '../support/portal.ts'

onPortal()

type Project = ReplyOf<'listDemoProjects'>['content'][number]

function project(status: Project['status'], statusLabel: string): Project {
  const [first] = example('listDemoProjects').content
  if (!first) throw new Error('the contract has no example of a project')
  return {
    ...first,
    ...{ id: 2001, version: 4, demoCode: 'DEMO202601017', projectName: '泰来县先进压缩空气' },
    ...{ status, statusLabel },
  }
}

beforeEach(() => {
  on('listDemoBatches', [{ batchYear: 2026, batchNo: 1, phase: 'ANNOUNCED', mine: 0 }])
  on('listPublicDemos', { batches: [], content: [] })
  on('listDemoObjections', { content: [], totalElements: 0, waiting: 0 })
})

/** Opens the publicity of a batch with one project and the dialog by which it leaves. */
async function openDialog(shown: Project, button: string): Promise<UserEvent> {
  on('listDemoProjects', { content: [shown], totalElements: 1 })
  const user = await open('/demonstration/publicity/index?year=2026&batch=1', 'nation')
  await user.click(await screen.findByRole('button', { name: button }))
  return user
}

test.each<[Project['status'], string, string, string, string, string, string]>([
  ['10', '拟入选', 'CANCEL', '取消资格', '取消“泰来县先进压缩空气”的拟入选资格', '取消原因', '确认取消资格'],
  ['12', '入选', 'QUIT', '退出示范', '“泰来县先进压缩空气”退出试点示范', '退出原因', '确认退出示范'],
])(
  'a project in state %s (%s) leaves by %s only with a reason and its code, and can come back',
  async (status, label, action, name, title, caption, confirm) => {
    const user = await openDialog(project(status, label), `${name} 泰来县先进压缩空气`)
    const sent = on('updateDemoStatuses', () => ({
      ...example('updateDemoStatuses'),
      ...{ succeeded: [2001], failed: [], undo: { undoId: 'u1', until: '2026-12-05 10:00:10', seconds: 10 } },
    }))
    const undone = on('undoReview', undefined)
    const dialog = within(await screen.findByRole('dialog', { name: title }))
    const button = dialog.getByRole<HTMLButtonElement>('button', { name: confirm })
    expect(button.disabled).toBe(true)
    await user.click(dialog.getByRole('checkbox', { name: '已核对项目编号 DEMO202601017' }))
    await user.type(dialog.getByRole('textbox', { name: new RegExp(caption) }), '企业申请')
    await user.click(button)
    expect(await dialog.findByText('还需 6 字')).toBeDefined()
    expect(sent).toHaveLength(0)
    await user.type(dialog.getByRole('textbox', { name: new RegExp(caption) }), '，因土地原因不再建设')
    await user.click(button)
    await waitFor(() =>
      expect(sent[0]?.body).toEqual({
        ...{ ids: [2001], versions: [{ id: 2001, version: 4 }], action },
        opinion: '企业申请，因土地原因不再建设',
      }),
    )
    await user.click(await screen.findByRole('button', { name: '撤销' }))
    await waitFor(() => expect(undone[0]?.body).toEqual({ undoId: 'u1' }))
  },
)

test.each([
  ['before the publicity', undefined, '该项目不再公示，不能撤销。', /公示开始后，申报单位与推荐单位/],
  [
    'in the publicity',
    { batchYear: 2026, batchNo: 1, startTime: '2026-12-01 00:00:00', endTime: '2026-12-08 23:59:59' },
    '该项目不再公布；公示页保留并注明已取消。',
    /^告知申报单位与推荐单位/,
  ],
] as const)(
  'a cancellation %s says what follows, and who reads its reason',
  async (_when, publicity, note, readers) => {
    on('listPublicDemos', { batches: [], content: [], ...(publicity ? { publicity } : {}) })
    await openDialog(project('10', '拟入选'), '取消资格 泰来县先进压缩空气')
    const dialog = within(await screen.findByRole('dialog'))
    expect(dialog.getByText(note)).toBeDefined()
    expect(dialog.getByText(readers)).toBeDefined()
  },
)

test('a refused departure keeps the dialog and what was typed', async () => {
  const user = await openDialog(project('12', '入选'), '退出示范 泰来县先进压缩空气')
  const message = '国家能源主管部门已于 2026-12-05 10:00 退出，现为“已退出”。'
  on('updateDemoStatuses', () => ({ succeeded: [], failed: [{ id: 2001, code: 'W-005', message }] }))
  const dialog = within(await screen.findByRole('dialog'))
  const reason = dialog.getByRole<HTMLTextAreaElement>('textbox', { name: /退出原因/ })
  await user.type(reason, '企业申请退出示范，不再建设')
  await user.click(dialog.getByRole('checkbox'))
  await user.click(dialog.getByRole('button', { name: '确认退出示范' }))
  expect(await screen.findByText(message)).toBeDefined()
  expect(reason.value).toBe('企业申请退出示范，不再建设')
})
