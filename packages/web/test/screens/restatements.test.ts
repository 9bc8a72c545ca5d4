import { screen, waitFor, within } from '@testing-library/dom'
import type { UserEvent } from '@testing-library/user-event'
import { example, type ReplyOf, refuse } from '@xinchu/testing'
import { expect, test } from 'vitest'
import { lastPeriod, periodName } from '../../src/features/periodic/period.tsx'
import { on } from '../support/network.ts'
import { onPortal, open, readAgain } from '../support/portal.ts'

onPortal()

const PAGE = '/planningmonitoring/project/warehouse?year=2025&quarter=4'

function ledger(status: 'OFFICIAL' | 'REVISED') {
  on('queryEsProjects', example('queryEsProjects'))
  on('listStatPeriods', [
    { year: 2025, quarter: 4, status, batch: '2025Q4-02', storedAt: '2026-03-02 10:05:00' },
  ])
}

test('the word 修订 opens the old and the new figures with date, office and reason', async () => {
  ledger('REVISED')
  const asked = on('listStatRestatements', example('listStatRestatements'))
  const user = await open(PAGE, 'nation')
  await user.click(await screen.findByRole('button', { name: '修订' }))
  const dialog = within(await screen.findByRole('dialog', { name: '2025年第4季度修订记录' }))
  const row = within(await dialog.findByRole('row', { name: /全国/ }))
  expect(row.getByText('135,700').parentElement?.textContent).toBe('135,700 → 135,800')
  expect(dialog.getByText(/补报一个漏报项目/)).toBeDefined()
  expect(dialog.getByText(/2026-03-02 10:05.*2025Q4-02.*国家能源局/)).toBeDefined()
  expect(asked.at(-1)?.query).toEqual({ year: 2025, quarter: 4 })
})

test('an official period has nothing to open', async () => {
  ledger('OFFICIAL')
  await open(PAGE, 'nation')
  expect(await screen.findByText('正式')).toBeDefined()
  expect(screen.queryByRole('button', { name: '修订' })).toBeNull()
})

type Report = ReplyOf<'syncWarehousingData'>

/** The newest task as the server has it: comparisons and syncs that are asked for change it. */
function tasks(report: Report, state: ReplyOf<'getWarehouseSync'>['state'] = 'WAITING') {
  let task: ReplyOf<'getWarehouseSync'> = { state: 'NONE' }
  const own = { id: 12, ...lastPeriod(), realName: '国家管理员', own: true }
  on('getWarehouseSync', () => task)
  const sent = on('syncWarehousingData', ({ body }) => {
    task = body.dryRun
      ? { ...own, state: 'COMPARED', dryRun: true, result: report }
      : { ...own, state, undoSeconds: 600, askedAt: '2026-10-21 09:00:00', result: report }
    return { ...report, taskId: 12, state: body.dryRun ? 'COMPARING' : state }
  })
  const become = (more: Partial<ReplyOf<'getWarehouseSync'>>) => {
    task = { ...task, ...more }
  }
  return { sent, become }
}

async function compared(): Promise<UserEvent> {
  const user = await open(PAGE, 'nation')
  await user.click(await screen.findByRole('button', { name: '同步入库' }))
  await user.click(await screen.findByRole('button', { name: '核对差异' }))
  await screen.findByText('入库后项目')
  return user
}

const storeButton = () => screen.getByRole<HTMLButtonElement>('button', { name: '入库' })

async function store(user: UserEvent): Promise<void> {
  await user.click(storeButton())
  await user.click(await screen.findByRole('button', { name: '确定入库' }))
}

test('a sync that revises published figures asks for its reason, and waits until it can be undone no more', async () => {
  ledger('OFFICIAL')
  on('listPublications', [])
  const { sent, become } = tasks({
    ...example('syncWarehousingData'),
    ...{ previewId: 70, isRestatement: true },
  })
  const user = await compared()
  await user.click(storeButton())
  const confirm = await screen.findByRole<HTMLButtonElement>('button', { name: '确定入库' })
  expect(confirm.disabled).toBe(true)
  await user.type(screen.getByRole('textbox', { name: /修订原因/ }), '补录漏报项目')
  await user.click(confirm)
  await screen.findByText(new RegExp(`^${periodName(lastPeriod())}待入库`))
  expect(sent.at(-1)?.body).toMatchObject({ reason: '补录漏报项目', previewId: 70 })
  expect(screen.getByText(/秒后入库$/)).toBeDefined()
  expect(storeButton().disabled).toBe(true)
  const undo = screen.getByRole('button', { name: '撤销' })
  expect(document.activeElement).toBe(undo)
  const undone = on('undoWarehouseSync', () => {
    become({ state: 'UNDONE' })
    return undefined
  })
  await user.click(undo)
  await screen.findByText(/的入库已撤销，什么也没有写入$/)
  expect(undone.at(-1)?.body).toEqual({ id: 12 })
  expect(document.activeElement?.textContent).toMatch(/已撤销，什么也没有写入$/)
  // What was compared can still be stored.
  expect(storeButton().disabled).toBe(false)
})

test('who opens the page meanwhile sees the sync that waits, and undoes it only if it is their own', async () => {
  ledger('OFFICIAL')
  on('getWarehouseSync', { ...example('getWarehouseSync'), state: 'WAITING', own: false, undoSeconds: 9 })
  await open(PAGE, 'nation')
  await screen.findByText(/待入库（国家管理员/)
  expect(screen.queryByRole('button', { name: '撤销' })).toBeNull()
})

test.each([
  ['RUNNING', {}, /^正在入库2026年第3季度/],
  ['DONE', {}, /^已入库：2026年第3季度，新增 20，变更 3，移出 0/],
  ['COMPARING', {}, /^正在核对2026年第3季度/],
  [
    'COMPARED',
    { dryRun: true, finishedAt: '2026-10-21 09:00:08' },
    /^2026年第3季度的差异于 10-21 09:00 核对（国家管理员），此后的变动未计入$/,
  ],
  [
    'FAILED',
    { message: '核对之后又有 3 件变动，请重新核对' },
    /入库未完成，什么也没有写入：核对之后又有 3 件/,
  ],
] as const)('a task that is %s says so in the card', async (state, more, words) => {
  ledger('OFFICIAL')
  on('listPublications', [])
  on('getWarehouseSync', { ...example('getWarehouseSync'), state, ...more })
  const user = await open(PAGE, 'nation')
  await user.click(await screen.findByRole('button', { name: '同步入库' }))
  expect(await screen.findByText(words)).toBeDefined()
  expect(storeButton().disabled).toBe(true)
})

test('a sync of a comparison that is no longer the last one is refused in words', async () => {
  ledger('OFFICIAL')
  on('listPublications', [])
  const words = '没有本期的这次核对，请重新核对'
  tasks({ ...example('syncWarehousingData'), previewId: 71, isRestatement: false })
  const user = await compared()
  on('syncWarehousingData', () => refuse(409, words))
  await store(user)
  await screen.findByText(words)
  await waitFor(() => expect(screen.queryByRole('button', { name: '确定入库' })).toBeNull())
})

test('what was stored stays on the screen, and is compared again before it is stored again', async () => {
  ledger('OFFICIAL')
  on('listPublications', [])
  const { previewId: _none, ...stored } = { ...example('syncWarehousingData'), isRestatement: false }
  const { become } = tasks({ ...stored, previewId: 73 })
  const user = await compared()
  expect(storeButton().disabled).toBe(false)
  await store(user)
  await screen.findByText(/待入库/)
  become({ state: 'DONE', result: stored })
  await screen.findByText(/^已入库/, {}, { timeout: 5_000 })
  expect(screen.getByText('入库后项目')).toBeDefined()
  expect(storeButton().disabled).toBe(true)
  await user.click(screen.getByRole('button', { name: '核对差异' }))
  await waitFor(() => expect(storeButton().disabled).toBe(false))
})

test.each(['入库', '核对差异'])('who is forestalled in %s sees the task of the other', async (name) => {
  ledger('OFFICIAL')
  on('listPublications', [])
  tasks({ ...example('syncWarehousingData'), previewId: 75, isRestatement: false })
  const user = await compared()
  const words = '国家管理员 09:00 提交的入库尚未完成，请等它完成'
  on('syncWarehousingData', () => refuse(409, words))
  on('getWarehouseSync', { ...example('getWarehouseSync'), state: 'RUNNING', own: false })
  if (name === '入库') await store(user)
  else await user.click(screen.getByRole('button', { name }))
  await screen.findByText(words)
  expect(await screen.findByText(/^正在入库/)).toBeDefined()
})

const FIGURES = {
  ...{ projectsBefore: 2214, projectsAfter: 2214, powerBefore: 73_760, powerAfter: 73_790 },
  ...{ energyBefore: 168_000, energyAfter: 168_061, dueBefore: 2100, dueAfter: 2100 },
  ...{ reportedBefore: 1400, reportedAfter: 1400 },
}

test('published periods stand unless the sync revises them, which needs a reason', async () => {
  ledger('OFFICIAL')
  on('listPublications', [])
  const published = { year: 2024, quarter: 4 as const, isPublished: true, isRevised: false }
  const { sent } = tasks({
    ...example('syncWarehousingData'),
    ...{ previewId: 72, isRestatement: false },
    periods: [{ ...published, rows: [{ key: '', ...FIGURES }] }],
  })
  const user = await compared()
  expect(await screen.findByText('73,760 → 73,790（+30）')).toBeDefined()
  expect(screen.getByText('已公布，不变；一并修订时才变')).toBeDefined()
  await user.click(screen.getByRole('button', { name: '入库' }))
  const confirm = await screen.findByRole<HTMLButtonElement>('button', { name: '确定入库' })
  expect(confirm.disabled).toBe(false)
  await user.selectOptions(screen.getByRole('combobox', { name: '此前的期次' }), '2024-4')
  expect(confirm.disabled).toBe(true)
  await user.type(screen.getByRole('textbox', { name: /修订原因/ }), '更正额定功率')
  await user.click(confirm)
  await screen.findByText(/待入库/)
  expect(sent.at(-1)?.body).toMatchObject({
    reason: '更正额定功率',
    revise: { year: 2024, quarter: 4 },
  })
})

test('the nation publishes a stored period after a question', async () => {
  ledger('OFFICIAL')
  on('listPublications', [
    { year: 2025, quarter: 4, batch: '2025Q4-01', origin: 'SYNC' as const, isCurrent: true },
  ])
  const sent = on('publishPeriod', example('publishPeriod'))
  const user = await open(PAGE, 'nation')
  await user.click(await screen.findByRole('button', { name: '同步入库' }))
  await user.click(await screen.findByRole('button', { name: '公布本期…' }))
  await user.click(await screen.findByRole('button', { name: '公布' }))
  await screen.findByText(/^已公布/)
  expect(sent).toHaveLength(1)
})

const STORED = {
  ...{ year: 2025, quarter: 4 as const, batch: '2025Q4-02', origin: 'REVISION' as const, isCurrent: true },
}
const PUBLISHED = { ...STORED, publishedAt: '2026-03-02 10:05:00' }
const REVISION = { ...PUBLISHED, reason: '更正额定功率' }

test('the nation withdraws the newest revision after it has seen what changes, with a reason', async () => {
  ledger('REVISED')
  on('listPublications', [REVISION])
  const sent = on('withdrawRevision', ({ body }) => {
    // What is read after it has the new batch.
    if (!body.dryRun) on('listPublications', [{ ...REVISION, batch: '2025Q4-03' }])
    return { ...example('withdrawRevision'), others: ['2026Q1-02'] }
  })
  const user = await open(PAGE, 'nation')
  await user.click(await screen.findByRole('button', { name: '同步入库' }))
  await user.click(await screen.findByRole('button', { name: '撤回修订…' }))
  const dialog = within(await screen.findByRole('dialog', { name: '撤回修订 2025Q4-02' }))
  expect(dialog.getByText(/修订原因：更正额定功率/)).toBeDefined()
  expect(await dialog.findByText('新批次 2025Q4-03 的数与 2025Q4-01 相同：恢复原值项目 1 个。')).toBeDefined()
  expect(dialog.getByText(/还修订了 2026Q1-02，不随之撤回/)).toBeDefined()
  expect(dialog.getByText('135,800 → 135,700（−100）')).toBeDefined()
  expect(dialog.getByText('盐池储能电站')).toBeDefined()
  expect(sent.map(({ body }) => body)).toEqual([{ batch: '2025Q4-02', dryRun: true }])
  const confirm = dialog.getByRole<HTMLButtonElement>('button', { name: '确认撤回' })
  expect(confirm.disabled).toBe(true)
  await user.type(dialog.getByRole('textbox', { name: /撤回原因/ }), '尚未核实')
  expect(confirm.disabled).toBe(true)
  await user.type(dialog.getByRole('textbox', { name: /撤回原因/ }), '，先行撤回')
  await user.click(confirm)
  await screen.findByText('已撤回 2025Q4-02，现行批次 2025Q4-03')
  expect(sent.map(({ body }) => body)).toEqual([
    { batch: '2025Q4-02', dryRun: true },
    { batch: '2025Q4-02', reason: '尚未核实，先行撤回' },
  ])
})

test('a revision that somebody else publishes meanwhile does not take the place of the one that was chosen', async () => {
  ledger('REVISED')
  on('listPublications', [REVISION])
  on('withdrawRevision', example('withdrawRevision'))
  const user = await open(PAGE, 'nation')
  await user.click(await screen.findByRole('button', { name: '同步入库' }))
  await user.click(await screen.findByRole('button', { name: '撤回修订…' }))
  await screen.findByText(/^新批次/)
  on('listPublications', [{ ...REVISION, batch: '2025Q4-03', reason: '再次更正' }])
  await readAgain()
  await waitFor(() => expect(document.body.textContent).toContain('现行批次 2025Q4-03'))
  expect(screen.getByRole('dialog', { name: '撤回修订 2025Q4-02' })).toBeDefined()
})

test.each([
  ['before its publication', STORED],
  ['that was published first', PUBLISHED],
])('a batch %s cannot be withdrawn', async (_which, batch) => {
  ledger('OFFICIAL')
  on('listPublications', [batch])
  const user = await open(PAGE, 'nation')
  await user.click(await screen.findByRole('button', { name: '同步入库' }))
  await screen.findByText(/^现行批次/)
  expect(screen.queryByRole('button', { name: '撤回修订…' })).toBeNull()
})

test('a withdrawal that another one forestalled says which batch is current', async () => {
  ledger('REVISED')
  on('listPublications', [REVISION])
  on('withdrawRevision', example('withdrawRevision'))
  const user = await open(PAGE, 'nation')
  await user.click(await screen.findByRole('button', { name: '同步入库' }))
  await user.click(await screen.findByRole('button', { name: '撤回修订…' }))
  await screen.findByText(/^新批次/)
  const message = '2025Q4-02 已不是现行批次，只能撤回现行的 2025Q4-03，请重新核对'
  on('withdrawRevision', () => refuse(409, message, { code: 'W-011' }))
  await user.type(screen.getByRole('textbox', { name: /撤回原因/ }), '尚未核实，先行撤回')
  await user.click(screen.getByRole('button', { name: '确认撤回' }))
  expect(await screen.findByText(message)).toBeDefined()
})

test('each batch of a period is verified against its seal, and the result is in words', async () => {
  ledger('REVISED')
  const published = {
    year: 2025,
    quarter: 4 as const,
    origin: 'SYNC' as const,
    publishedAt: '2026-02-01 09:00:00',
  }
  on('listPublications', [
    {
      ...published,
      batch: '2025Q4-02',
      isCurrent: true,
      reason: '更正额定功率',
      sealedAt: '2026-03-02 10:05:00',
    },
    { ...published, batch: '2025Q4-01', isCurrent: false, sealedAt: '2026-02-01 09:00:00' },
  ])
  const intact = example('verifyPublication')
  const asked = on('verifyPublication', {
    ...intact,
    isIntact: false,
    checks: intact.checks.map((each) =>
      each.part === 'ROWS'
        ? { ...each, result: 'DIFFERS' as const, differences: ['宁夏的项目数据与封存时不符'] }
        : each,
    ),
  })
  const user = await open(PAGE, 'nation')
  await user.click(await screen.findByRole('button', { name: '批次与核验' }))
  const dialog = within(await screen.findByRole('dialog', { name: '2025年第4季度的批次' }))
  expect(await dialog.findByText('修订原因：更正额定功率')).toBeDefined()
  expect(asked).toEqual([])
  await user.click(dialog.getByRole('button', { name: '核验 2025Q4-01' }))
  expect(await dialog.findByText(/^与封存时不符/)).toBeDefined()
  expect(dialog.getByText('入库数据：不符（宁夏的项目数据与封存时不符）')).toBeDefined()
  expect(dialog.getByText('统计数：相符')).toBeDefined()
  expect(asked.at(-1)?.query).toEqual({ batch: '2025Q4-01' })
})

test('a published batch without a seal is verified, too, and an earlier method is no difference', async () => {
  ledger('OFFICIAL')
  on('listPublications', [
    {
      year: 2025,
      quarter: 4 as const,
      origin: 'SYNC' as const,
      publishedAt: '2026-02-01 09:00:00',
      batch: '2025Q4-01',
      isCurrent: true,
    },
  ])
  const lost = '2025Q4-01 已公布而没有封存'
  on('verifyPublication', {
    batch: '2025Q4-01',
    isIntact: false,
    checks: [
      { part: 'CHAIN' as const, result: 'DIFFERS' as const, differences: [lost] },
      { part: 'FIGURES' as const, result: 'OLD_METHOD' as const, differences: [] },
    ],
  })
  const user = await open(PAGE, 'nation')
  await user.click(await screen.findByRole('button', { name: '批次与核验' }))
  const dialog = within(await screen.findByRole('dialog', { name: '2025年第4季度的批次' }))
  await user.click(await dialog.findByRole('button', { name: '核验 2025Q4-01' }))
  expect(await dialog.findByText(`封存链：不符（${lost}）`)).toBeDefined()
  expect(dialog.getByText('统计数：口径已更新')).toBeDefined()
  expect(dialog.queryByText(/^封存值/)).toBeNull()
})
