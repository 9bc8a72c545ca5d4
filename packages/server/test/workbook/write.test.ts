import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { openXlsx } from 'hucre/xlsx'
import { expect, test } from 'vitest'
import { type SheetColumn, workbookStream } from '../../src/workbook/index.ts'

const read = async (stream: Readable) => (await openXlsx(new Uint8Array(await buffer(stream)))).sheets

test.each([
  ['plain text', '盐池县储能电站', '盐池县储能电站'],
  ['markup', `<b>&amp; "引号" 'x'`, `<b>&amp; "引号" 'x'`],
  ['spaces at both ends', '  两端  ', '  两端  '],
  ['a line break', '第一行\n第二行', '第一行\n第二行'],
  ['an escape of Excel', '_x0041_', '_x0041_'],
  ['a formula', '=1+1', `'=1+1`],
  ['a text that looks guarded', `'=1+1`, `''=1+1`],
  ['nothing', '', null],
])('a cell with %s is read back', async (_what, written, expected) => {
  const columns: SheetColumn[] = [{ header: '文字', kind: 'text' }]
  const [sheet] = await read(await workbookStream({ name: '表', columns, rows: [[written], ['后一行']] }))
  expect(sheet?.rows[1]?.[0] ?? null).toBe(expected)
  expect(sheet?.rows[2]).toEqual(['后一行'])
})

test('cells keep the kinds of their columns', async () => {
  const columns: SheetColumn[] = [
    { header: '数字', kind: 'number' },
    { header: '日期', kind: 'date' },
    { header: '时间', kind: 'datetime' },
    { header: '是否', kind: 'boolean' },
    { header: '编号', kind: 'text' },
  ]
  const rows = [[-1.5, '2026-11-22', '2026-11-22 10:41:05', true, 640323]]
  const [sheet] = await read(await workbookStream({ name: '表', columns, rows }))
  const [number, date, time, flag, code] = sheet?.rows[1] ?? []
  expect([number, flag, code]).toEqual([-1.5, '是', '640323'])
  expect(date).toEqual(new Date('2026-11-22T00:00:00Z'))
  expect(Math.round(Number(time) / 1_000)).toBe(Date.parse('2026-11-22T10:41:05Z') / 1_000)
})

test('a workbook holds its sheets in order, each with its name and heading', async () => {
  const columns: SheetColumn[] = [{ header: '项目', kind: 'text' }]
  const sheets = await read(
    await workbookStream({ name: '甲 & 乙', columns, rows: [] }, { name: '丙', columns, rows: [['一']] }),
  )
  expect(sheets.map(({ name, rows }) => ({ name, rows }))).toEqual([
    { name: '甲 & 乙', rows: [['项目']] },
    { name: '丙', rows: [['项目'], ['一']] },
  ])
})

test('ends with the error of its rows', async () => {
  async function* failing(): AsyncGenerator<string[]> {
    yield ['一']
    throw new Error('连接已断开')
  }
  const stream = await workbookStream({
    name: '表',
    columns: [{ header: '项目', kind: 'text' }],
    rows: failing(),
  })
  await expect(buffer(stream)).rejects.toThrow('连接已断开')
})
