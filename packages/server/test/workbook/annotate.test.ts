import { readFile } from 'node:fs/promises'
import { buffer } from 'node:stream/consumers'
import { openXlsx } from 'hucre/xlsx'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { annotatedWorkbook, readRows, writeTemplate } from '../../src/workbook/index.ts'
import { collect, makeFolder, workbookParts, zip } from './packages.ts'

let folder: Awaited<ReturnType<typeof makeFolder>>
beforeAll(async () => {
  folder = await makeFolder()
})
afterAll(() => folder.remove())

/** Writes texts into a column of a stored workbook and stores the outcome. */
async function annotate(path: string, column: number, texts: Readonly<Record<number, string>>) {
  const stream = await annotatedWorkbook(path, '项目&导入', {
    column,
    width: 60,
    textOf: async (rowNo) => texts[rowNo],
  })
  return folder.save(await buffer(stream))
}

const noted = async (sheetData: string, column: number, texts: Readonly<Record<number, string>>) =>
  collect(readRows(await annotate(await folder.save(zip(workbookParts(sheetData))), column, texts)))

const cell = (ref: string, value: number) => `<c r="${ref}"><v>${value}</v></c>`

test('a text stands in its column beside what the row holds', async () => {
  const rows = `<row r="2" spans="1:2">${cell('A2', 1)}${cell('B2', 2)}</row><row r="5">${cell('A5', 3)}</row>`
  expect(await noted(rows, 4, { 5: '第5行【经度】：<有误> & 请更正' })).toEqual([
    { rowNo: 2, cells: [1, 2] },
    { rowNo: 5, cells: [3, null, null, '第5行【经度】：<有误> & 请更正'] },
  ])
})

test.each([
  [
    'before cells that lie behind it',
    `<row r="1">${cell('A1', 1)}${cell('D1', 4)}</row>`,
    [1, '注', null, 4],
  ],
  [
    'in the place of a cell that is there',
    `<row r="1">${cell('A1', 1)}${cell('B1', 2)}${cell('C1', 3)}</row>`,
    [1, '注', 3],
  ],
  [
    'in the place of an empty cell with a format',
    '<row r="1"><c r="B1" s="0"/><c r="C1" s="0"/></row>',
    [null, '注'],
  ],
  ['in an empty row', '<row r="1" ht="20"/>', [null, '注']],
  ['in rows that do not say their number', `<row>${cell('A1', 1)}</row>`, [1, '注']],
])('it stands %s', async (_where, rows, cells) => {
  expect(await noted(rows, 2, { 1: '注' })).toEqual([{ rowNo: 1, cells }])
})

test('a sheet of many pieces keeps each row', async () => {
  const rows = Array.from({ length: 30_000 }, (_, at) => `<row r="${at + 1}">${cell(`A${at + 1}`, at)}</row>`)
  const found = await noted(rows.join(''), 2, { 1: '首', 15000: '中', 30000: '末' })
  expect(found).toHaveLength(30_000)
  expect(found.filter(({ cells }) => cells.length > 1).map(({ rowNo, cells }) => [rowNo, cells[1]])).toEqual([
    [1, '首'],
    [15_000, '中'],
    [30_000, '末'],
  ])
})

test('the rest of a workbook stays: formats, lists of choices, hidden sheets, frozen panes', async () => {
  const template = await writeTemplate({
    sheet: '项目&导入',
    title: '导入模板',
    rules: '请填写',
    version: '1',
    columns: [
      { name: 'projectName', caption: '项目名称', group: '基本', isRequired: true, kind: 'text' },
      { name: 'province', caption: '省', group: '位置', isRequired: true, kind: 'text', region: 'province' },
    ],
    regions: [{ province: '宁夏回族自治区' }],
    withSample: true,
  })
  const given = await openXlsx(template)
  const path = await annotate(await folder.save(template), 3, { 3: '问题说明' })
  const { sheets } = await openXlsx(new Uint8Array(await readFile(path)))
  expect(sheets.map(({ name, hidden }) => [name, hidden])).toEqual(
    given.sheets.map(({ name, hidden }) => [name, hidden]),
  )
  const [before, after] = [given.sheets[0], sheets[0]]
  expect(after?.dataValidations).toEqual(before?.dataValidations)
  expect(after?.freezePane).toEqual(before?.freezePane)
  expect(after?.cells?.get('2,0')?.style).toEqual(before?.cells?.get('2,0')?.style)
  expect(after?.rows[2]).toEqual([...(before?.rows[2] ?? []), '问题说明'])
})

test('rows without an end are passed on in linear time', async () => {
  const path = await folder.save(
    zip(workbookParts(`${'<row r="1"><c r="A1">'.repeat(100_000)}`).map((part) => ({ ...part, method: 0 }))),
  )
  const stream = await annotatedWorkbook(path, '项目&导入', {
    column: 2,
    width: 60,
    textOf: async () => '注',
  })
  expect((await buffer(stream)).length).toBeGreaterThan(0)
})
