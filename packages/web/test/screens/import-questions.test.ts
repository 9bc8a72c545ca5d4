import { screen, waitFor, within } from '@testing-library/dom'
import type { ImportBatch, ImportQuestion, ImportRow } from '@xinchu/sdk'
import { beforeEach, expect, test } from 'vitest'
import { on } from '../support/network.ts'
import { onPortal, open } from '../support/portal.ts'

onPortal()

const batch: ImportBatch = {
  ...{ id: 71, fileName: '项目导入.xlsx', own: true, state: 'READY', stateLabel: '待写入', mode: 'partial' },
  ...{ dryRun: false, totalRows: 3, parsedRows: 3, okRows: 0, warnRows: 0, askedRows: 3, errorRows: 0 },
  ...{ repeatRows: 0, committedRows: 0, createTime: '2026-03-01 09:30:00' },
}
const power: ImportQuestion = {
  ...{ field: 'ratedPower', caption: '额定功率', column: 'V', code: 'C-023', original: '100MW' },
  message: '“100MW”带有单位，是否为 100 MW？',
  choices: [{ choice: '100', text: '100 MW' }],
}
const day: ImportQuestion = {
  ...{ field: 'planGridDate', caption: '计划并网日期', column: 'AH', code: 'C-043', original: '2027-12' },
  message: '“2027-12”没有日，请选（2027-12-01／2027-12-31）或填完整日期',
  choices: ['2027-12-01', '2027-12-31'].map((choice) => ({ choice, text: choice })),
}
const row = (rowNo: number, questions: ImportQuestion[]): ImportRow => ({
  ...{ batchId: 71, rowNo, state: 'ASK', stateLabel: '待确认', errors: [], warnings: [], questions },
  raw: { projectName: `第${rowNo}储能站`, ratedPower: '100MW', planGridDate: '2027-12' },
})
const rows = [row(6, [power, day]), row(7, [power]), row(8, [power])]
const columns = [
  { name: 'projectName', caption: '项目名称', column: 'B', required: true },
  { name: 'ratedPower', caption: '额定功率', column: 'V', required: true },
]
const groups = [
  { ...power, count: 3, firstRow: 6 },
  { ...day, count: 1, firstRow: 6 },
]
const counts = {
  ...{ new: 0, changed: 0, same: 0, asked: 3, refused: 0, repeat: 0 },
  ...{ changes: 0, kept: 0, blank: 0, returned: 0 },
}
const page = '/esproject/import/index?batch=71'

let left = groups
beforeEach(() => {
  left = groups
  on('getImportBatch', batch)
  on('getImportPlan', { counts, rows: [], totalElements: 0 })
  on('listImports', { content: [], totalElements: rows.length, rows, columns })
  on('listImportQuestions', () => ({ groups: left, totalElements: left.length }))
})

/** Answers that the platform gets; each leaves the questions that come after it. */
const answers = () =>
  on('correctImportRows', () => {
    left = left.slice(1)
    return []
  })

test('each question is listed once, an answer is for all of its cells, and the focus goes to the next', async () => {
  const sent = answers()
  const user = await open(page, 'enterprise_yc')
  const section = await screen.findByRole('region', { name: '待确认' })
  expect(within(section).getByText(/待确认 2 类/)).toBeDefined()
  expect(within(section).getByText('3 格，第 6 行起')).toBeDefined()
  await user.click(within(section).getByRole('button', { name: '额定功率 100MW：100 MW' }))
  await waitFor(() => expect(sent).toHaveLength(1))
  expect(sent[0]?.body).toEqual({
    answers: [{ field: 'ratedPower', code: 'C-023', original: '100MW', choice: '100' }],
  })
  const next = await within(section).findByRole('button', { name: '计划并网日期 2027-12：2027-12-01' })
  await waitFor(() => expect(document.activeElement).toBe(next))
  await user.keyboard('{Enter}')
  const done = await within(section).findByText('待确认的单元格已全部答复')
  await waitFor(() => expect(document.activeElement).toBe(done))
})

test('questions that were listed before all rows were checked are listed again', async () => {
  let checked = false
  const inChecking: ImportBatch = { ...batch, state: 'VALIDATING', stateLabel: '校验中', askedRows: 1 }
  on('getImportBatch', () => (checked ? batch : inChecking))
  const asked = on('listImportQuestions', () =>
    checked ? { groups, totalElements: groups.length } : { groups: [], totalElements: 0 },
  )
  await open(page, 'enterprise_yc')
  await waitFor(() => expect(asked).toHaveLength(1))
  checked = true
  const figure = await screen.findByRole('button', { name: /^待确认\s*3$/ })
  figure.click()
  const section = await screen.findByRole('region', { name: '待确认' })
  expect(within(section).getByText(/待确认 2 类/)).toBeDefined()
})

/** Shows a batch as the browser does at the way back. */
async function goTo(id: number): Promise<void> {
  history.pushState(null, '', `/esproject/import/index?batch=${id}`)
  dispatchEvent(new PopStateEvent('popstate'))
  await screen.findByRole('heading', { name: `${id}.xlsx` })
}

test('the end of a check leaves the questions of other batches as they were listed', async () => {
  const states = new Map<number, ImportBatch>()
  for (const id of [71, 72]) states.set(id, { ...batch, id, fileName: `${id}.xlsx` })
  states.set(71, { ...batch, id: 71, fileName: '71.xlsx', state: 'VALIDATING', stateLabel: '校验中' })
  on('getImportBatch', ({ path }) => states.get(Number(path.id)) ?? batch)
  const asked = on('listImportQuestions', { groups, totalElements: groups.length })
  const askedOf = (id: number) => asked.filter(({ path }) => Number(path.id) === id).length
  await open('/esproject/import/index?batch=72', 'enterprise_yc')
  await waitFor(() => expect(askedOf(72)).toBe(1))
  await goTo(71)
  await waitFor(() => expect(askedOf(71)).toBe(1))
  states.set(71, { ...batch, id: 71, fileName: '71.xlsx' })
  await waitFor(() => expect(askedOf(71)).toBe(2))
  await goTo(72)
  await screen.findByRole('region', { name: '待确认' })
  expect(askedOf(72)).toBe(1)
})

/** The questions of the current row, with the first choice of the first. */
async function inDetail() {
  const list = within(await screen.findByRole('list', { name: '待确认的单元格' }))
  return { list, choice: list.getByRole('button', { name: '额定功率 100MW：100 MW' }) }
}

test('a question of a row can be answered for the row alone', async () => {
  const sent = answers()
  const user = await open(page, 'enterprise_yc')
  const { choice } = await inDetail()
  await user.click(choice)
  await waitFor(() => expect(sent[0]?.body).toMatchObject({ answers: [{ rowNo: 6, choice: '100' }] }))
})

test('a question of a row can be answered for all cells that ask the same', async () => {
  const sent = answers()
  const user = await open(page, 'enterprise_yc')
  const { list, choice } = await inDetail()
  await user.click(await list.findByRole('checkbox', { name: '同类 3 格一并采用' }))
  await user.click(choice)
  await waitFor(() => expect(sent).toHaveLength(1))
  expect(sent[0]?.body).toEqual({
    answers: [{ field: 'ratedPower', code: 'C-023', original: '100MW', choice: '100' }],
  })
})

/** A cell with a plain number in a date column, whose numbers the batch asks about together. */
const serial: ImportQuestion = {
  ...{ field: 'planGridDate', caption: '计划并网日期', column: 'AH', code: 'C-042', original: '46722' },
  message: '“46722”是常规数字，是否为日期 2027-12-01？',
  choices: [{ choice: '2027-12-01', text: '2027-12-01' }],
}
const serials = {
  ...{ ...serial, original: '*', count: 1_200, firstRow: 6 },
  message: '本列的常规数字是否均为日期：46722 → 2027-12-01、46753 → 2028-01-01 等 31 个数？',
  choices: [{ choice: '1900', text: '均按日期读取' }],
}
const allSerials = { field: 'planGridDate', code: 'C-042', original: '*', choice: '1900' }

test('a date column of plain numbers is asked about once, with examples and the number of its cells', async () => {
  left = [serials]
  const sent = answers()
  const user = await open(page, 'enterprise_yc')
  const section = await screen.findByRole('region', { name: '待确认' })
  expect(within(section).getByText(/46722 → 2027-12-01、46753 → 2028-01-01/)).toBeDefined()
  expect(within(section).getByText('1,200 格，第 6 行起')).toBeDefined()
  await user.click(within(section).getByRole('button', { name: '计划并网日期 全列：均按日期读取' }))
  await waitFor(() => expect(sent[0]?.body).toEqual({ answers: [allSerials] }))
})

test('a plain number of a row can be answered for its whole column', async () => {
  left = [serials]
  on('listImports', { content: [], totalElements: 1, rows: [row(6, [serial])], columns })
  const sent = answers()
  const user = await open(page, 'enterprise_yc')
  const list = within(await screen.findByRole('list', { name: '待确认的单元格' }))
  await user.click(await list.findByRole('checkbox', { name: '本列 1,200 格一并采用' }))
  await user.click(list.getByRole('button', { name: '计划并网日期 46722：2027-12-01' }))
  await waitFor(() => expect(sent[0]?.body).toEqual({ answers: [allSerials] }))
})

test('the rows to confirm are a figure of the batch, and nothing is written of an import of all or nothing', async () => {
  on('getImportBatch', { ...batch, mode: 'atomic', okRows: 1, totalRows: 4 })
  await open(page, 'enterprise_yc')
  expect(await screen.findByRole('button', { name: /^待确认\s*3$/ })).toBeDefined()
  expect(screen.getByText('存在待确认的行，确认后才能写入')).toBeDefined()
})

test('who oversees an import reads the questions and has no buttons', async () => {
  on('getImportBatch', { ...batch, own: false })
  const questions = [{ ...power, choices: [] }]
  const listed = { content: [], totalElements: 1, rows: [row(6, questions)], columns }
  on('listProvinceImports', listed)
  await open(page, 'province_nx')
  expect(await screen.findByText(/额定功率：“100MW”带有单位，是否为 100 MW？/)).toBeDefined()
  expect(screen.queryByRole('region', { name: '待确认' })).toBeNull()
  expect(screen.queryByRole('button', { name: /100MW：100 MW/ })).toBeNull()
})
