import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { clipboardCells, pasteChanges, pastedValue, type SheetColumn } from '../src/ui/sheet/model.ts'

const columns: readonly SheetColumn[] = [
  {
    name: 'runStatus',
    title: '运行状态',
    kind: 'choice',
    choices: [
      { value: '1', label: '正常运行' },
      { value: '3', label: '检修' },
      { value: '4', label: '试运行', enabled: false },
    ],
  },
  { name: 'charge', title: '充电量', kind: 'number' },
  { name: 'note', title: '备注', kind: 'text' },
]

describe('what a spreadsheet puts on the clipboard', () => {
  test.each([
    ['one line', 'a\tb', [['a', 'b']]],
    [
      'lines of Windows with an end',
      '1\t2\r\n3\t4\r\n',
      [
        ['1', '2'],
        ['3', '4'],
      ],
    ],
    ['empty cells', '\t\t1', [['', '', '1']]],
    ['a quoted cell with a tab, a line and quotes', '"甲\t乙\n""丙"""\t2', [['甲\t乙\n"丙"', '2']]],
    ['a quote within a cell', '5"\t6', [['5"', '6']]],
  ])('is read: %s', (_what, text, cells) => {
    expect(clipboardCells(text)).toEqual(cells)
  })

  test('comes back as it went, whatever stands in the cells', () => {
    const cell = fc.string({ unit: fc.constantFrom('甲', '1', '\t', '\n', '"', ',', ' ') })
    const table = fc.array(fc.array(cell, { minLength: 2, maxLength: 4 }), { minLength: 1, maxLength: 4 })
    const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`
    fc.assert(
      fc.property(table, (rows) => {
        const text = rows.map((row) => row.map(quoted).join('\t')).join('\n')
        expect(clipboardCells(text)).toEqual(rows)
      }),
    )
  })
})

describe('a pasted text', () => {
  test.each([
    ['a figure with thousands apart', 1, '1,234.5 ', '1234.5'],
    ['a full-width comma', 1, '1，234', '1234'],
    ['a dash for nothing', 1, '—', ''],
    ['a negative figure', 1, '-3.5', '-3.5'],
    ['what is no figure, for the rules to refuse', 1, '约100', '约100'],
    ['a choice by its label', 0, '检修', '3'],
    ['a choice by its value', 0, '3', '3'],
    ['a choice that there is not', 0, '别的', ''],
    ['a choice that is out of use', 0, '试运行', ''],
    ['a text', 2, ' 备注 ', '备注'],
  ])('is taken: %s', (_what, at, text, value) => {
    const column = columns[at]
    expect(column && pastedValue(column, text)).toBe(value)
  })
})

test('is pasted to the right and downwards; what finds no open cell is counted', () => {
  const { changes, lost } = pasteChanges(
    [
      ['1', 'a', 'over the edge'],
      ['2', 'b', 'over the edge'],
      ['3', 'c', 'below the end'],
    ],
    { columns, isOpen: (row) => row !== 1, rowCount: 2, at: { row: 0, name: 'charge' } },
  )
  expect(changes).toEqual([
    { row: 0, name: 'charge', value: '1' },
    { row: 0, name: 'note', value: 'a' },
  ])
  expect(lost).toBe(7)
})

test('leaves columns that are only read as they are, and counts what was meant for them', () => {
  const output = { name: 'hours', title: '利用小时', kind: 'number', isReadOnly: true } as const
  const { changes, lost } = pasteChanges([['1', '2', '3']], {
    columns: [...columns.slice(1, 2), output, ...columns.slice(2)],
    isOpen: () => true,
    rowCount: 1,
    at: { row: 0, name: 'charge' },
  })
  expect(changes.map(({ name }) => name)).toEqual(['charge', 'note'])
  expect(lost).toBe(1)
})
