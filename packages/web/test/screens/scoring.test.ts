import { screen, waitFor, within } from '@testing-library/dom'
import { example, refuse } from '@xinchu/testing'
import { expect, test, vi } from 'vitest'
import { BROKEN, on } from '../support/network.ts'
import { onPortal, open } from '../support/portal.ts'
import { answerScoring, catalogue, scoreTask } from '../support/scoring.ts'

onPortal()

const PAGE = '/demonstration/expert/primary'
const OPINION =
  '技术路线成熟，本体安全措施完备，联锁试验报告齐全，消防与应急预案符合规范要求，建议补充低温工况试验数据，建议通过本次初评。'

const saved = (version: number, items: { indexId: number; score?: number }[], submitted = false) => ({
  id: 701,
  version,
  projectId: 2001,
  items,
  totalScore: 0,
  submitted,
  assignStatus: submitted ? ('2' as const) : ('1' as const),
})

const score = (name: RegExp) => screen.findByRole<HTMLInputElement>('textbox', { name })

test('saves a typed score after a rest and says so', async () => {
  answerScoring()
  const sent = on('savePrimaryScore', () => saved(0, [{ indexId: 11, score: 9.5 }]))
  const user = await open(PAGE, 'expert')
  await user.type(await score(/^A2-1.*满分/), '9.5')
  expect(screen.getByText('已评 1 / 2 项')).toBeDefined()
  expect(await screen.findAllByText(/^已保存/)).toHaveLength(2)
  expect(sent[0]?.body).toMatchObject({
    projectId: 2001,
    submitted: false,
    items: [{ indexId: 11, score: 9.5 }],
  })
})

test('frames the band that fits and steps by half a point with the arrow keys', async () => {
  answerScoring()
  on('savePrimaryScore', () => saved(0, []))
  const user = await open(PAGE, 'expert')
  const field = await score(/^A2-1.*满分/)
  await user.type(field, '9')
  await user.keyboard('{ArrowUp}')
  expect(field.value).toBe('9.5')
  const [best] = within(screen.getByRole('list', { name: '评分细则' })).getAllByRole('listitem')
  expect(best?.getAttribute('aria-current')).toBe('true')
})

test('keeps a score beyond the bounds on the device and says the bounds', async () => {
  answerScoring()
  const sent = on('savePrimaryScore', () => saved(0, []))
  const user = await open(PAGE, 'expert')
  await user.type(await score(/^A2-2.*满分/), '7')
  expect(await screen.findByText('0–6 之间')).toBeDefined()
  await new Promise((resolve) => setTimeout(resolve, 1_000))
  expect(sent.flatMap(({ body }) => body.items ?? []).filter(({ indexId }) => indexId === 12)).toEqual([])
})

test('keeps entries while offline, through a reload, and saves them when online', async () => {
  answerScoring()
  const sent = on('savePrimaryScore', () => saved(0, [{ indexId: 11, score: 8 }]))
  const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  const user = await open(PAGE, 'expert')
  await user.type(await score(/^A2-1.*满分/), '8')
  expect(await screen.findByText(/已存本机/)).toBeDefined()
  await open(PAGE, 'expert')
  expect((await score(/^A2-1.*满分/)).value).toBe('8')
  expect(sent).toHaveLength(0)
  online.mockReturnValue(true)
  dispatchEvent(new Event('online'))
  await waitFor(() => expect(sent).toHaveLength(1))
})

test('saves a moment later where the network refuses the first call after the browser has come online', async () => {
  answerScoring()
  const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  const user = await open(PAGE, 'expert')
  await user.type(await score(/^A2-1.*满分/), '8')
  expect(await screen.findByText(/已存本机/)).toBeDefined()
  const refused = on('savePrimaryScore', BROKEN)
  online.mockReturnValue(true)
  dispatchEvent(new Event('online'))
  expect(await screen.findByText('未能保存：网络中断，已存本机')).toBeDefined()
  expect(refused).toHaveLength(1)
  const sent = on('savePrimaryScore', () => saved(0, [{ indexId: 11, score: 8 }]))
  await waitFor(() => expect(sent).toHaveLength(1))
  expect(await screen.findAllByText(/^已保存/)).toHaveLength(2)
})

test('the first save names the catalogue, which is not asked for again, so that a broken connection leaves the sheet', async () => {
  answerScoring()
  const listed: (readonly unknown[])[] = []
  on('savePrimaryScore', ({ body }) => {
    const score = { ...saved(0, body.items ?? []), catalogueVersion: 1 }
    listed.push(on('getPrimaryExpertList', { content: [{ ...scoreTask, score }], totalElements: 1 }))
    return score
  })
  const user = await open(PAGE, 'expert')
  const field = await score(/^A2-1.*满分/)
  const asked = on('getAssessCatalogue', BROKEN)
  await user.type(field, '9')
  // The list of tasks is fetched again after the save and says which catalogue the sheet has.
  await waitFor(() => expect(listed[0]).toHaveLength(1))
  await new Promise((resolve) => setTimeout(resolve, 100))
  expect(asked).toHaveLength(0)
  expect(field.isConnected).toBe(true)
})

test('a sheet begun with an earlier catalogue keeps it, whatever is in force', async () => {
  answerScoring({ ...scoreTask, score: { ...saved(0, []), catalogueVersion: 1 } })
  const asked = on('getAssessCatalogue', ({ query }) =>
    query.version === 1 ? catalogue : catalogue.map((group) => ({ ...group, version: 2 })),
  )
  await open(PAGE, 'expert')
  await score(/^A2-1.*满分/)
  expect(asked.map(({ query }) => query.version)).toEqual([1])
})

test('lays the entries of this device over those that another one saved', async () => {
  answerScoring()
  const other = { ...scoreTask, score: saved(4, [{ indexId: 12, score: 5 }]) }
  const sent = on('savePrimaryScore', ({ body }) => {
    if (body.version === 4) return saved(5, body.items ?? [])
    on('getPrimaryExpertList', { content: [other], totalElements: 1 })
    return refuse(409, '数据已被他人修改，请刷新后重试')
  })
  const user = await open(PAGE, 'expert')
  await user.type(await score(/^A2-1.*满分/), '9')
  await waitFor(() => expect(sent).toHaveLength(2))
  expect(sent[1]?.body.items).toEqual([
    { indexId: 11, score: 9 },
    { indexId: 12, score: 5 },
  ])
})

test('submits a complete sheet after a confirmation and shows the receipt', async () => {
  answerScoring()
  const sent = on('savePrimaryScore', ({ body }) => {
    const reply = saved(1, body.items ?? [], body.submitted)
    if (body.submitted)
      on('getPrimaryExpertList', {
        content: [{ ...scoreTask, assignStatus: '2', assignStatusLabel: '已提交', score: reply }],
        totalElements: 1,
      })
    return reply
  })
  on('getScoreReceipt', {
    projectId: 2001,
    stage: 'PRIMARY',
    receiptCode: 'PF2026-00017',
    leaf: 'b41e7f0c'.repeat(8),
    submitTime: '2026-09-15 14:20:31',
    opened: false,
  })
  const user = await open(PAGE, 'expert')
  await user.type(await score(/^A2-1.*满分/), '9')
  await user.type(await score(/^A2-2.*满分/), '5')
  await user.click(screen.getByRole('radio', { name: '建议通过' }))
  await user.type(screen.getByRole('textbox', { name: /评审意见/ }), OPINION)
  await user.click(screen.getByRole('button', { name: /提交评分/ }))
  const dialog = within(await screen.findByRole('dialog'))
  expect(dialog.getByText('14')).toBeDefined()
  expect(dialog.getByText('提交后不能修改，评分即封存。')).toBeDefined()
  await user.click(dialog.getByRole('button', { name: '确认提交' }))
  expect(await screen.findByText('PF2026-00017')).toBeDefined()
  expect(sent.at(-1)?.body.submitted).toBe(true)
  expect((await score(/^A2-1.*满分/)).readOnly).toBe(true)
})

test('an incomplete sheet leads to what is missing instead of the dialog', async () => {
  answerScoring()
  const user = await open(PAGE, 'expert')
  await score(/^A2-1.*满分/)
  await user.click(screen.getByRole('button', { name: /提交评分/ }))
  expect(screen.queryByRole('dialog')).toBeNull()
  await waitFor(async () => expect(document.activeElement).toBe(await score(/^A2-1.*满分/)))
})

test('the tasks of an expert say which batch is publicised', async () => {
  answerScoring()
  const period = { startTime: '2026-06-01 00:00:00', endTime: '2099-01-31 23:59:59' }
  on('listPublicDemos', { batches: [{ batchYear: 2026, batchNo: 1, ...period }], content: [] })
  await open('/experttaskment/index', 'expert')
  const notice = within(await screen.findByRole('region', { name: '公示中' }))
  expect(notice.getByRole('link', { name: '公示中：2026年第1批试点示范项目' })).toBeDefined()
})

test('declares a recusal with its kind and reason', async () => {
  answerScoring()
  const sent = on('declareRecusal', new Response(null, { status: 204 }))
  const user = await open('/experttaskment/index', 'expert')
  await user.click(await screen.findByRole('button', { name: /^回避 盐池/ }))
  const dialog = within(await screen.findByRole('dialog'))
  await user.click(dialog.getByRole('button', { name: '提交回避' }))
  expect(dialog.getByText('请选择回避类别')).toBeDefined()
  await user.click(dialog.getByRole('radio', { name: '合作关系' }))
  await user.type(dialog.getByRole('textbox'), '参加过该项目的检测评审')
  await user.click(dialog.getByRole('button', { name: '提交回避' }))
  await waitFor(() => expect(sent).toHaveLength(1))
  expect(sent[0]?.body).toEqual({
    projectId: 2001,
    stage: 'PRIMARY',
    kind: 'COOPERATION',
    reason: '参加过该项目的检测评审',
  })
})

test('an expert changes when he can take part, and not what the platform keeps of him', async () => {
  answerScoring()
  on('getOwnExpert', () => ({ ...example('getOwnExpert'), version: 2, available: true, loadLimit: 6 }))
  const sent = on('saveOwnAvailability', () => example('saveOwnAvailability'))
  const user = await open('/experttaskment/index', 'expert')
  await user.click(await screen.findByRole('button', { name: '本人资料与可参加时间' }))
  await user.click(await screen.findByRole('switch', { name: '可参加评审' }))
  const dialog = within(screen.getByRole('dialog'))
  const limit = dialog.getByRole('textbox', { name: /承担项目上限/ })
  await user.clear(limit)
  await user.type(limit, '4')
  await user.click(dialog.getByRole('button', { name: '保存' }))
  await waitFor(() => expect(sent[0]?.body).toMatchObject({ version: 2, available: false, loadLimit: 4 }))
})

test('the leader of a group reads its averages once they are opened', async () => {
  answerScoring({ ...scoreTask, leads: true, batchYear: 2026, batchNo: 2 })
  const row = { expertNo: 1, total: 82.5, recommend: false, outlier: false }
  on('getReviewResults', {
    batchYear: 2026,
    batchNo: 2,
    stage: 'PRIMARY',
    opened: true,
    groups: [
      {
        groupId: 301,
        groupName: '第一组',
        experts: [{ expertNo: 1, sheets: 1 }],
        rows: [
          {
            projectId: 2001,
            demoCode: 'DEMO202602001',
            projectName: '盐池液流',
            status: '6',
            scores: [row],
            avg: 80,
            // The mean that ranks.
            trimmedAvg: 82.5,
            recommendCount: 0,
            reasons: [],
            tied: false,
            withinQuota: false,
          },
        ],
      },
    ],
  })
  const user = await open('/experttaskment/index', 'expert')
  await user.click(await screen.findByRole('button', { name: '2026年第二批初评结果' }))
  expect(await screen.findByText('82.5000')).toBeDefined()
})
