import { fireEvent, screen, waitFor, within } from '@testing-library/dom'
import type { UserEvent } from '@testing-library/user-event'
import type { ImportBatch, ImportRow } from '@xinchu/sdk'
import { refuse } from '@xinchu/testing'
import { beforeEach, expect, test } from 'vitest'
import { on } from '../support/network.ts'
import { onPortal, open } from '../support/portal.ts'
import { giveRoom } from '../support/room.ts'

onPortal()

const TOTAL = 450
const FIRST_ROW = 6

const batch: ImportBatch = {
  ...{ id: 71, fileName: '项目导入.xlsx', own: true, state: 'READY', stateLabel: '待写入', mode: 'partial' },
  ...{ dryRun: false, totalRows: TOTAL, parsedRows: TOTAL, okRows: TOTAL, warnRows: 0, askedRows: 0 },
  ...{ errorRows: 0, repeatRows: 0, committedRows: 0, createTime: '2026-03-01 09:30:00' },
}
const rows = Array.from(
  { length: TOTAL },
  (_, at): ImportRow => ({
    ...{ batchId: 71, rowNo: FIRST_ROW + at, state: 'OK', stateLabel: '通过', errors: [], warnings: [] },
    raw: { projectName: `第${at + 1}储能站`, ratedPower: '100' },
  }),
)
const columns = [
  { name: 'projectName', caption: '项目名称', column: 'B', required: true },
  { name: 'ratedPower', caption: '额定功率', unit: 'MW', column: 'V', required: true, numeric: true },
]

/** The rows of one call, as the platform pages them. */
function pageOf({ afterRow = 0, page = 0, size = 20 }: { afterRow?: number; page?: number; size?: number }) {
  const after = rows.filter(({ rowNo }) => rowNo > afterRow)
  return { content: [], totalElements: TOTAL, columns, rows: after.slice(page * size, (page + 1) * size) }
}

let corrected: ReturnType<typeof on<'correctImportRows'>>
beforeEach(() => {
  giveRoom()
  const counts = {
    ...{ new: TOTAL, changed: 0, same: 0, asked: 0, refused: 0, repeat: 0 },
    ...{ changes: 0, kept: 0, blank: 0, returned: 0 },
  }
  on('getImportBatch', batch)
  on('getImportPlan', { counts, rows: [], totalElements: 0 })
  on('listImports', ({ query }) => pageOf(query))
  on('listImportQuestions', { groups: [], totalElements: 0 })
  corrected = on('correctImportRows', [])
})

/** Pastes a block at the first name, as soon as the first rows are there. */
async function paste(lines: readonly (readonly string[])[]): Promise<UserEvent> {
  const user = await open('/esproject/import/index?batch=71', 'enterprise_yc')
  const all = await screen.findByRole('button', { name: /^全部/ })
  await user.click(all)
  const grid = await screen.findByRole('grid', { name: '导入的行' })
  await within(grid).findByText('第1储能站')
  grid.focus()
  await user.keyboard('{Control>}{Home}{/Control}{ArrowRight}')
  const text = lines.map((line) => line.join('\t')).join('\n')
  fireEvent.paste(document.activeElement ?? document.body, { clipboardData: { getData: () => text } })
  return user
}

test('a paste by names finds rows that were not read yet', async () => {
  const user = await paste([
    ['项目名称', '额定功率（MW）'],
    ['第430储能站', '130'],
    ['第2储能站', '102'],
    ['无此储能站', '99'],
  ])
  const dialog = within(await screen.findByRole('dialog', { name: '粘贴预览' }))
  expect(dialog.getByRole('row', { name: '第 435 行 额定功率 100 130' })).toBeDefined()
  expect(dialog.getByText('表中没有 1 个名称')).toBeDefined()
  expect(dialog.queryByText(/未查找/)).toBeNull()
  await user.click(dialog.getByRole('button', { name: '粘贴 2 格' }))
  await waitFor(() => expect(corrected).toHaveLength(1))
  expect(corrected[0]?.body).toEqual({
    rows: [
      { rowNo: 7, cells: { ratedPower: '102' } },
      { rowNo: 435, cells: { ratedPower: '130' } },
    ],
  })
})

test('names of which most are of rows that were not read yet are not taken for new names in order', async () => {
  await paste([
    ['第430储能站', '', '130'],
    ['第431储能站', '', '131'],
  ])
  const dialog = within(await screen.findByRole('dialog', { name: '粘贴预览' }))
  expect(dialog.getByRole('row', { name: '第 435 行 额定功率 100 130' })).toBeDefined()
  expect(dialog.getByRole('row', { name: '第 436 行 额定功率 100 131' })).toBeDefined()
})

test('nothing is pasted when the other rows cannot be read, and the user is told', async () => {
  on('listImports', ({ query }) =>
    query.afterRow === undefined ? pageOf(query) : refuse(500, '系统繁忙，请稍后再试'),
  )
  await paste([
    ['第430储能站', '', '130'],
    ['第431储能站', '', '131'],
  ])
  expect(await screen.findByText('未能读取其余的行，没有粘贴，请重试')).toBeDefined()
  expect(corrected).toHaveLength(0)
})
