import { screen, waitFor, within } from '@testing-library/dom'
import type { ImportBatch, ImportReading } from '@xinchu/sdk'
import { beforeEach, expect, test } from 'vitest'
import { on } from '../support/network.ts'
import { onPortal, open } from '../support/portal.ts'

onPortal()

const asking: ImportBatch = {
  ...{ id: 71, fileName: '台账.xlsx', own: true, state: 'ASKING', stateLabel: '待确认', mode: 'partial' },
  ...{
    dryRun: false,
    totalRows: 0,
    parsedRows: 0,
    okRows: 0,
    warnRows: 0,
    askedRows: 0,
    errorRows: 0,
    repeatRows: 0,
  },
  ...{ committedRows: 0, createTime: '2026-03-01 09:30:00', sha256: 'a1' },
}
const ready: ImportBatch = { ...asking, state: 'READY', stateLabel: '待写入', totalRows: 1, okRows: 1 }
const reading: ImportReading = {
  sheets: [{ name: '台账', rows: 1, table: true, chosen: true }],
  columns: [
    {
      ...{ column: 'A', key: '项目名称', heading: '项目名称', samples: ['高沙窝储能站'] },
      ...{ field: 'projectName', certainty: 'SURE', values: 1, readable: 1, questions: [] },
    },
    {
      ...{ column: 'B', key: '装机规模', heading: '装机规模', samples: ['10', '约20'], field: 'ratedPower' },
      ...{ certainty: 'MAYBE', unit: '万千瓦', values: 2, readable: 1 },
      questions: [{ code: 'C-074', message: '“装机规模”是否指“额定功率”？' }],
    },
    { column: 'C', key: '风险等级', heading: '风险等级', samples: ['高'], questions: [] },
  ],
  fields: [
    { name: 'projectName', caption: '项目名称', required: true },
    { name: 'ratedPower', caption: '额定功率', unit: 'MW', units: ['MW', '万千瓦'], required: true },
    { name: 'remark', caption: '备注', required: false },
  ],
  questions: [],
  notes: [],
  map: {
    version: 1,
    sheet: '台账',
    columns: { 项目名称: { field: 'projectName' }, 装机规模: { field: 'ratedPower' }, 风险等级: {} },
  },
  saved: false,
}
const NONE = {
  new: 0,
  changed: 0,
  same: 0,
  asked: 0,
  refused: 0,
  repeat: 0,
  changes: 0,
  kept: 0,
  blank: 0,
  returned: 0,
}
const page = '/esproject/import/index?batch=71'

beforeEach(() => {
  on('getImportPlan', { counts: NONE, rows: [], totalElements: 0 })
  on('getImportBatch', asking)
  on('getImportReading', reading)
  on('listImports', { content: [], rows: [], columns: [], totalElements: 0 })
})

const view = async () => within(await screen.findByRole('region', { name: '核对列' }))
const isDisabled = (button: HTMLElement) => button instanceof HTMLButtonElement && button.disabled

test('a batch that asks shows its columns, and is read once each question is answered', async () => {
  const calls = on('confirmImportReading', ready)
  const user = await open(page, 'enterprise_yc')
  const columns = await view()
  expect(columns.getByText('共 3 列：对应 1，不导入 1，待确认 1')).toBeDefined()
  expect(columns.getByText('“装机规模”是否指“额定功率”？')).toBeDefined()
  expect(columns.getByText('1 格可读，1 格待确认')).toBeDefined()
  expect(isDisabled(columns.getByRole('button', { name: '按此读取' }))).toBe(true)
  await user.click(columns.getByRole('button', { name: '确认装机规模：额定功率（必填）' }))
  expect(columns.getByText('共 3 列：对应 2，不导入 1，待确认 0')).toBeDefined()
  on('getImportBatch', ready)
  await user.click(columns.getByRole('button', { name: '按此读取' }))
  await waitFor(() => expect(screen.queryByRole('region', { name: '核对列' })).toBeNull())
  expect(calls[0]?.body).toEqual({
    map: {
      version: 1,
      sheet: '台账',
      columns: {
        项目名称: { field: 'projectName' },
        装机规模: { field: 'ratedPower', unit: '万千瓦' },
        风险等级: {},
      },
    },
    remember: true,
    discardCorrections: false,
  })
})

test('the columns that ask stand above all others, and stay there when they are answered', async () => {
  const user = await open(page, 'enterprise_yc')
  const columns = await view()
  const order = () => columns.getAllByRole('rowheader').map((cell) => cell.textContent)
  const asked = ['B 装机规模', 'A 项目名称', 'C 风险等级']
  expect(order()).toEqual(asked)
  await user.click(columns.getByRole('button', { name: '确认装机规模：额定功率（必填）' }))
  expect(order()).toEqual(asked)
})

test('a field is chosen by searching, and a required one that nothing is chosen for is named', async () => {
  const user = await open(page, 'enterprise_yc')
  const columns = await view()
  await user.click(columns.getByRole('combobox', { name: '装机规模的对应字段' }))
  await user.click(await screen.findByRole('option', { name: '备注' }))
  expect(columns.getByText('；缺少列：额定功率')).toBeDefined()
  expect(columns.queryByRole('combobox', { name: '装机规模的单位' })).toBeNull()
})

test('another sheet is read at once', async () => {
  const sheets = [...reading.sheets, { name: '银川市', rows: 2, table: true, chosen: false }]
  const questions = [{ code: 'C-081', message: '有 2 张工作表含数据' }]
  on('getImportReading', { ...reading, sheets, questions })
  const calls = on('confirmImportReading', { ...asking, state: 'PARSING', stateLabel: '解析中' })
  const user = await open(page, 'enterprise_yc')
  await user.click((await view()).getByRole('radio', { name: '银川市（2 行）' }))
  await waitFor(() => expect(calls[0]?.body).toMatchObject({ map: { sheet: '银川市', columns: {} } }))
})

test('a batch that was read is read again only after the loss of corrections was accepted', async () => {
  on('getImportBatch', ready)
  const settled = reading.columns.map((column) => ({ ...column, questions: [] }))
  on('getImportReading', { ...reading, columns: settled, corrected: 3, saved: true })
  const calls = on('confirmImportReading', ready)
  const forgotten = on('deleteImportReading', undefined)
  const user = await open(page, 'enterprise_yc')
  await user.click(await screen.findByRole('button', { name: '重新核对列' }))
  const columns = await view()
  await user.click(columns.getByRole('button', { name: '不再按保存的对应关系读取' }))
  await waitFor(() => expect(forgotten).toHaveLength(1))
  await user.click(columns.getByRole('button', { name: '按此读取' }))
  expect(await screen.findByText('已更正的 3 行会恢复为文件中的内容，须重新更正。')).toBeDefined()
  expect(calls).toHaveLength(0)
  await user.click(screen.getByRole('button', { name: '放弃更正并重新读取' }))
  await waitFor(() => expect(calls[0]?.body).toMatchObject({ discardCorrections: true }))
})

test('an overseer sees that the office is asked, and no buttons', async () => {
  on('getImportBatch', { ...asking, own: false })
  await open(page, 'enterprise_yc')
  expect(await screen.findByText('导入单位正在核对列，尚未读取')).toBeDefined()
  expect(screen.queryByRole('button', { name: '取消导入' })).toBeNull()
})

test('a pasted table is uploaded as a text file', async () => {
  const calls = on('importProjects', asking)
  const user = await open('/esproject/import/index', 'enterprise_yc')
  await screen.findByText('选择或拖入表格')
  await user.paste('只有一行')
  await user.paste('项目名称\t装机规模\n高沙窝储能站\t10')
  await waitFor(() => expect(calls).toHaveLength(1))
})
