import { screen, waitFor, within } from '@testing-library/dom'
import type { ImportBatch, ImportRow } from '@xinchu/sdk'
import { refuse } from '@xinchu/testing'
import { beforeEach, expect, test } from 'vitest'
import { on } from '../support/network.ts'
import { onPortal, open, readAgain } from '../support/portal.ts'

onPortal()

const batch: ImportBatch = {
  ...{ id: 71, fileName: '项目导入.xlsx', own: true, state: 'READY', stateLabel: '待写入', mode: 'partial' },
  ...{
    dryRun: false,
    totalRows: 6,
    parsedRows: 6,
    okRows: 1,
    warnRows: 3,
    askedRows: 0,
    errorRows: 1,
    repeatRows: 1,
  },
  ...{ committedRows: 0, createTime: '2026-03-01 09:30:00' },
}
const row = (
  rowNo: number,
  state: ImportRow['state'],
  projectName: string,
  more: object = {},
): ImportRow => ({
  ...{ batchId: 71, rowNo, state, stateLabel: '', raw: { projectName }, errors: [], warnings: [] },
  ...more,
})
const power = {
  column: 'H',
  field: 'ratedPower',
  caption: '额定功率',
  oldValue: '100 MW',
  newValue: '120 MW',
}
const address = {
  ...{ column: 'N', field: 'address', caption: '项目地址', oldValue: '一号', newValue: '二号' },
  ...{ origin: 'REVIEW' as const, setBy: '王建国', setTime: '2026-03-01 09:30:00' },
}
const remark = { column: 'AV', field: 'remark', caption: '备注', oldValue: '一期' }
const draft = { projectId: 1001, version: 3 }
const rows: readonly ImportRow[] = [
  row(6, 'OK', '高沙窝储能站'),
  row(7, 'WARN', '青山储能站', {
    draft: {
      ...{ ...draft, changes: [power], kept: [address] },
      returned: { statusLabel: '县级退回', opinion: '请核对容量' },
    },
  }),
  row(8, 'WARN', '白石储能站', { draft: { ...draft, changes: [], blank: [remark] } }),
  row(9, 'ERROR', '长河储能站', {
    errors: [
      { column: 'U', field: 'contactPhone', caption: '联系电话', value: '1380', code: 'F-003', message: '第9行【联系电话】：电话有误' },
    ], // biome-ignore format: one error on a line
  }),
  row(10, 'REPEAT', '红岩储能站', {
    repeats: [{ projectId: 1009, projectName: '红岩一期储能站', score: 82 }],
  }),
]
const counts = {
  new: 1,
  changed: 1,
  same: 1,
  asked: 0,
  refused: 1,
  repeat: 1,
  changes: 1,
  kept: 1,
  blank: 1,
  returned: 1,
}
const page = '/esproject/import/index?batch=71&view=plan'

beforeEach(() => {
  on('getImportBatch', batch)
  on('listImportQuestions', { groups: [], totalElements: 0 })
  on('getImportPlan', ({ query }) => {
    const isTaken = query.forceFields?.includes('*') ?? false
    const isCleared = query.clearBlank ?? false
    const shown = rows.filter(({ state }) => query.action === undefined || state === 'ERROR')
    return {
      counts: { ...counts, ...(isTaken ? { changes: 2, kept: 0 } : {}), ...(isCleared ? { blank: 0 } : {}) },
      rows: shown,
      totalElements: shown.length,
    }
  })
})

const table = async () => {
  const found = await screen.findByRole('table', { name: '写入之前的差异' })
  return [...found.querySelectorAll('tr')].map((line) =>
    [...line.children].map(({ textContent }) => textContent ?? ''),
  )
}

test('the differences are listed row by row in the words of the command line', async () => {
  await open(page, 'enterprise_yc')
  expect(await table()).toEqual([
    ['处理', '行', '项目名称', '列', '列名', '原值', '新值或说明'],
    ['新建', '6', '高沙窝储能站', '', '', '', ''],
    ['变更', '7', '青山储能站', '', '', '', '将修改被退回的项目，须确认（县级退回：请核对容量）'],
    ['H', '额定功率', '100 MW', '120 MW'],
    ['N', '项目地址', '一号', '保留人工更正，不取 二号（王建国 2026-03-01 退回后更正）'],
    ['一致', '8', '白石储能站', 'AV', '备注', '一期', '空单元格，保留原有内容'],
    ['拒绝', '9', '长河储能站', 'U', '联系电话', '1380', 'F-003 电话有误'],
    ['疑似重复', '10', '红岩储能站', '', '', '', '红岩一期储能站（编号 1009，82 分）'],
  ])
  const other = screen.getByRole('link', { name: /红岩一期储能站/ })
  expect(other.getAttribute('href')).toBe('/esproject/detail/1009')
})

test('the differences stay when they cannot be read again', async () => {
  await open(page, 'enterprise_yc')
  await table()
  on('getImportPlan', refuse(500, '系统繁忙，请稍后再试'))
  await readAgain()
  expect(await screen.findByText('系统繁忙，请稍后再试')).toBeDefined()
  expect(await table()).toHaveLength(8)
})

test('the rows of the workbook stay when they cannot be read again, and are read again on request', async () => {
  const listed = { content: [], totalElements: rows.length, rows: [...rows], columns: [] }
  on('listImports', listed)
  const user = await open('/esproject/import/index?batch=71', 'enterprise_yc')
  const grid = await screen.findByRole('grid', { name: '导入的行' })
  on('listImports', refuse(500, '系统繁忙，请稍后再试'))
  await readAgain()
  expect(await screen.findByText('部分行未能读取')).toBeDefined()
  expect(grid.isConnected).toBe(true)
  on('listImports', listed)
  await user.click(screen.getByRole('button', { name: '重新加载' }))
  await waitFor(() => expect(screen.queryByText('部分行未能读取')).toBeNull())
})

test('the counts filter the rows, and the address keeps the filter', async () => {
  const user = await open(page, 'enterprise_yc')
  await user.click(await screen.findByRole('button', { name: /^拒绝\s*1$/ }))
  expect(await screen.findByText('共 1 行')).toBeDefined()
  expect(location.search).toContain('action=refused')
  expect((await table()).slice(1).map(([action]) => action)).toEqual(['拒绝'])
})

test('corrections are taken only on request, which the write and the differences then say', async () => {
  const asked = on('commitImportBatch', { ...batch, state: 'COMMITTING', stateLabel: '写入中' })
  const user = await open(page, 'enterprise_yc')
  await user.click(await screen.findByRole('checkbox', { name: '覆盖人工更正（1 行）' }))
  expect(await screen.findByRole('button', { name: /^变更\s*1（2 项）$/ })).toBeDefined()
  await user.click(screen.getByRole('button', { name: '写入 4 行' }))
  const dialog = within(await screen.findByRole('dialog'))
  expect(dialog.getByText(/共 5 行：新建 1，变更 1（2 项），一致 1，拒绝 1，疑似重复 1/)).toBeDefined()
  await user.click(dialog.getByRole('button', { name: '写入 4 行' }))
  await waitFor(() => expect(asked).toHaveLength(1))
  expect(asked[0]?.body).toEqual({ skipRepeat: true, forceFields: ['*'] })
})

test('empty cells clear only on request, which the write says', async () => {
  const asked = on('commitImportBatch', { ...batch, state: 'COMMITTING', stateLabel: '写入中' })
  const user = await open(page, 'enterprise_yc')
  expect(await screen.findByRole('button', { name: /^空单元格未清空\s*1$/ })).toBeDefined()
  await user.click(screen.getByRole('checkbox', { name: '空单元格清空原有内容（1 行）' }))
  expect(await screen.findByRole('button', { name: /^空单元格未清空\s*0$/ })).toBeDefined()
  await user.click(screen.getByRole('button', { name: '写入 4 行' }))
  const dialog = within(await screen.findByRole('dialog'))
  expect(dialog.getByText(/空单元格清空草稿原有的内容/)).toBeDefined()
  await user.click(dialog.getByRole('button', { name: '写入 4 行' }))
  await waitFor(() => expect(asked[0]?.body).toEqual({ skipRepeat: true, clearBlank: true }))
})

test('a returned project is changed only with the consent of who imports', async () => {
  const asked = on('commitImportBatch', { ...batch, state: 'COMMITTING', stateLabel: '写入中' })
  const user = await open(page, 'enterprise_yc')
  expect(await screen.findByText('将修改被退回的项目，须确认（县级退回：请核对容量）')).toBeDefined()
  await user.click(await screen.findByRole('checkbox', { name: '修改被退回的项目（1 行）' }))
  await user.click(screen.getByRole('button', { name: '写入 4 行' }))
  const dialog = within(await screen.findByRole('dialog'))
  expect(dialog.getByText(/修改被退回的项目/)).toBeDefined()
  await user.click(dialog.getByRole('button', { name: '写入 4 行' }))
  await waitFor(() => expect(asked[0]?.body).toEqual({ skipRepeat: true, takeReturned: true }))
})

const done: ImportBatch = {
  ...{ ...batch, state: 'DONE', stateLabel: '已完成', totalRows: 2, okRows: 0, warnRows: 0, errorRows: 0 },
  ...{ repeatRows: 0, committedRows: 2 },
}
const written = row(7, 'COMMITTED', '青山储能站', {
  ...{ stateLabel: '已写入', raw: { projectName: '青山储能站', address: '二号' } },
  warnings: [
    {
      ...{ column: 'N', field: 'address', caption: '项目地址', value: '二号', code: 'D-008' },
      message: '第7行【项目地址】：保留人工更正，未写入本次的值',
    },
  ],
})

test('a written import tells what has become of its rows, and marks those that keep a correction', async () => {
  on('getImportBatch', { ...done, created: 1, changed: 0, changes: 0, same: 1, kept: 1 })
  const columns = [{ name: 'address', caption: '项目地址', column: 'N', required: true }]
  on('listImports', { content: [], totalElements: 1, rows: [written], columns })
  await open('/esproject/import/index?batch=71', 'enterprise_yc')
  expect(
    await screen.findByText(/^已写入的行：新建 1，变更 0（0 项），一致 1；保留人工更正 1 格/),
  ).toBeDefined()
  expect(await screen.findByText('保留更正 1 项')).toBeDefined()
  expect(screen.getByRole('button', { name: '下载问题说明' })).toBeDefined()
})

test('a batch that an earlier release has written has no such counts', async () => {
  on('getImportBatch', done)
  on('listImports', { content: [], totalElements: 0, rows: [], columns: [] })
  await open('/esproject/import/index?batch=71', 'enterprise_yc')
  expect(await screen.findByText(/^已写入 2 行为项目草稿/)).toBeDefined()
  expect(screen.queryByText(/已写入的行/)).toBeNull()
})

test.each([
  ['with faults', { totalRows: 60, committedRows: 51, errorRows: 9 }, '部分写入', '待更正 9 行'],
  [
    'that skipped what it may repeat',
    { totalRows: 3, committedRows: 2, repeatRows: 1 },
    '部分写入',
    '疑似重复未写入 1 行',
  ],
  [
    'that was ended before its last rows',
    { totalRows: 5000, committedRows: 350 },
    '部分写入',
    '未写入 4,650 行',
  ],
  ['that wrote nothing', { totalRows: 2, committedRows: 0, errorRows: 2 }, '未写入', '待更正 2 行'],
  ['that is whole', { totalRows: 2, committedRows: 2 }, '已完成', ''],
])('a batch %s says what is left to do', async (_what, figures, state, left) => {
  const ended = { ...done, ...figures }
  on('getImportBatch', ended)
  on('listImports', { content: [ended], totalElements: 1, rows: [], columns: [] })
  await open('/esproject/import/index?batch=71', 'enterprise_yc')
  expect(await screen.findByText(state)).toBeDefined()
  if (left) expect(screen.getByText(left)).toBeDefined()
  else expect(screen.queryByText(/待更正|未写入/)).toBeNull()
})
