import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { clipboardCells, clipboardText, namedChoice, type SheetColumn } from '../src/ui/sheet/model.ts'
import { planPaste, repeated } from '../src/ui/sheet/paste.ts'
import { leftOutSummary, pasteSummary, settlePaste } from '../src/ui/sheet/paste-settled.ts'
import { fillDown, placesOf, rangeOf, selectionText } from '../src/ui/sheet/range.ts'
import { readInput } from '../src/ui/sheet/read-input.ts'

const STATES = [
  { value: '1', label: '正常运行' },
  { value: '3', label: '检修' },
  { value: '5', label: '检修备用' },
  { value: '4', label: '试运行', enabled: false },
]
const columns: readonly (SheetColumn & { isReadOnly?: boolean })[] = [
  { name: 'runStatus', title: '运行状态', kind: 'choice', choices: STATES },
  { name: 'charge', title: '充电量', kind: 'number' },
  { name: 'hours', title: '利用小时', kind: 'number', isReadOnly: true },
  { name: 'note', title: '备注', kind: 'text' },
]
const NEAR = [
  { value: '3', label: '检修' },
  { value: '5', label: '检修备用' },
  { value: '6', label: '检修备件' },
]

function columnAt(at: number) {
  const column = columns[at]
  if (!column) throw new Error(`there is no column ${at}`)
  return column
}

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

  test('is read back as it was copied, whatever the cells contain', () => {
    const cell = fc.string({ unit: fc.constantFrom('甲', '1', '\t', '\n', '"', ',', ' ') })
    const table = fc.array(fc.array(cell, { minLength: 2, maxLength: 4 }), { minLength: 1, maxLength: 4 })
    fc.assert(
      fc.property(table, (rows) => {
        expect(clipboardCells(clipboardText(rows))).toEqual(rows)
      }),
    )
  })
})

describe('a pasted text', () => {
  test.each([
    ['a figure with thousands separators', 1, '1,234.5 ', '1234.5'],
    ['a full-width comma', 1, '1，234', '1234'],
    ['a figure in full width', 1, '１２３', '123'],
    ['nothing', 1, ' ', ''],
    ['a negative figure', 1, '-3.5', '-3.5'],
    ['a choice by its label', 0, '检修', '3'],
    ['a choice by its value', 0, '3', '3'],
    ['a choice by a unique beginning', 0, '正常', '1'],
    ['an emptied choice', 0, '', ''],
    ['a text', 3, ' 备注 ', '备注'],
  ])('is taken: %s', (_what, at, text, value) => {
    expect(readInput(columnAt(at), text)).toEqual({ level: 'value', value })
  })

  test.each([
    ['about a hundred', 1, '约100', '“约100”不是确数，是否按 100 填报？', ['100']],
    ['a dash, which is zero or nothing', 1, '—', '“-”表示 0 还是未填？（0／未填）', ['0', '']],
    [
      'a label with a slip',
      0,
      '检修备',
      '“检修备”不在可选项中，是否指：检修／检修备用／检修备件',
      ['3', '5', '6'],
    ],
  ])('is asked about with choices: %s', (_what, at, text, words, values) => {
    const read = readInput(at === 0 ? { ...columnAt(at), choices: NEAR } : columnAt(at), text)
    expect(read).toMatchObject({ level: 'asked', words })
    expect(read.level === 'asked' && read.choices.map(({ value }) => value)).toEqual(values)
  })

  test.each([
    ['a placeholder', 1, '/'],
    ['the line above', 1, '同上'],
    ['a choice that does not exist', 0, '别的'],
  ])('is refused: %s', (_what, at, text) => {
    expect(readInput(columnAt(at), text)).toMatchObject({ level: 'refused' })
  })

  test.each(['检', '试运行'])(
    'is no choice by a beginning that two share, or by a retired one: %s',
    (text) => {
      expect(readInput(columnAt(0), text).level).not.toBe('value')
    },
  )
})

test.each(['12,5', '3 5', '1,23,4', '1 234,5', '10\n20', '60 60', '0x10', '1e3', '100MW', '100~200', '100①'])(
  'a pasted %j, which typing refuses, is never taken for a value',
  (text) => {
    expect(readInput(columnAt(1), text).level).not.toBe('value')
  },
)

test('a label is named by itself even where another one starts with it', () => {
  expect(namedChoice(STATES, '检修')?.value).toBe('3')
  expect(namedChoice(STATES, '检修备')?.value).toBe('5')
})

describe('the plan of a paste', () => {
  const nothing = () => ''
  const open = { columns, isOpen: (row: number) => row !== 1, rowCount: 2, textAt: nothing, valueAt: nothing }

  test('says for each cell that is left out what it was meant for and why', () => {
    const cells = [
      ['多', '1', 'a', 'over the edge'],
      ['2', '2', 'b', ''],
      ['3', '', '', ''],
    ]
    const { changes, leftOut, ...counts } = settlePaste(
      planPaste(cells, { ...open, at: { row: 0, column: 1 } }),
    )
    expect(changes).toEqual([{ row: 0, name: 'note', value: 'a' }])
    expect(leftOut.slice(0, 4)).toEqual([
      {
        line: 1,
        position: 1,
        text: '多',
        column: '充电量',
        reason: '内容不能填入',
        words: expect.any(String),
      },
      {
        line: 1,
        position: 2,
        text: '1',
        column: '利用小时',
        reason: '所在列不可填写',
        words: '所在列不可填写',
      },
      {
        line: 1,
        position: 4,
        text: 'over the edge',
        column: undefined,
        reason: '超出表格',
        words: '超出表格',
      },
      { line: 2, position: 1, text: '2', column: '充电量', reason: '所在行已锁定', words: '所在行已锁定' },
    ])
    expect(leftOutSummary(leftOut)).toBe(
      '未贴入 7 格：1 格内容不能填入，2 格所在列不可填写，2 格超出表格，2 格所在行已锁定',
    )
    expect(pasteSummary({ changes, leftOut, ...counts })).toBe('已粘贴 1 格，7 格未贴入')
  })

  test('writes or leaves out every text below the headings exactly once, and writes only into open cells', () => {
    const text = fc.constantFrom('1', '1,000', '约', '检修', '', '备注')
    const table = fc.array(fc.array(text, { minLength: 1, maxLength: 6 }), { minLength: 1, maxLength: 6 })
    fc.assert(
      fc.property(
        table,
        fc.nat(4),
        fc.nat(3),
        fc.uniqueArray(fc.nat(4)),
        fc.nat(5),
        (cells, row, column, closed, rowCount) => {
          const isOpen = (at: number) => !closed.includes(at)
          const plan = planPaste(cells, { ...open, isOpen, rowCount, at: { row, column } })
          const { changes, leftOut } = settlePaste(plan)
          const texts = cells.slice(plan.heads).flat()
          expect(changes.length + leftOut.length).toBe(texts.filter((each) => each !== '').length)
          for (const change of changes) {
            expect(change.row).toBeLessThan(rowCount)
            expect(isOpen(change.row)).toBe(true)
            expect(change.name).not.toBe('hours')
          }
          const targets = changes.map(({ row: at, name }) => `${at} ${name}`)
          expect(new Set(targets).size).toBe(targets.length)
        },
      ),
    )
  })

  test('repeats a single copied cell over the selection, and nothing else', () => {
    expect(repeated([['7']], { rows: 2, columns: 2 })).toEqual([
      ['7', '7'],
      ['7', '7'],
    ])
    const block = [['1', '2']]
    expect(repeated(block, { rows: 3, columns: 3 })).toBe(block)
  })
})

describe('a selection', () => {
  const texts = [
    ['正常运行', '1,500', '0.1'],
    ['检修', '', '0.2'],
  ]
  const textAt = ({ row, column }: { row: number; column: number }) => texts[row]?.[column] ?? ''

  test.each([
    ['nothing of a single cell', { row: 0, column: 1 }, undefined],
    ['the sum of its figures', { row: 1, column: 2 }, '选中 4 格，合计 1500.3'],
  ])('tells %s', (_what, to, expected) => {
    expect(selectionText(rangeOf({ row: 0, column: 1 }, to), textAt)).toBe(expected)
  })

  test('tells no sum where there are no figures', () => {
    expect(selectionText(rangeOf({ row: 1, column: 0 }, { row: 0, column: 0 }), textAt)).toBe('选中 2 格')
  })

  test('has each cell of its rectangle once, from whichever corner it was drawn', () => {
    const place = fc.record({ row: fc.nat(9), column: fc.nat(9) })
    fc.assert(
      fc.property(place, place, (one, other) => {
        const places = placesOf(rangeOf(one, other))
        const size = (Math.abs(one.row - other.row) + 1) * (Math.abs(one.column - other.column) + 1)
        expect(new Set(places.map(({ row, column }) => `${row} ${column}`)).size).toBe(size)
        expect(places).toContainEqual(one)
        expect(places).toContainEqual(other)
      }),
    )
  })
})

describe('filling down', () => {
  const fill = { columns, isOpen: (row: number) => row !== 2, valueAt: () => '5' }

  test('copies the first row of the selection to its open rows below', () => {
    const range = { top: 0, bottom: 3, left: 1, right: 2 }
    expect(fillDown(range, fill)).toEqual([
      { row: 1, name: 'charge', value: '5' },
      { row: 3, name: 'charge', value: '5' },
    ])
  })

  test('copies the cell above into a selection of one row', () => {
    const range = { top: 1, bottom: 1, left: 3, right: 3 }
    expect(fillDown(range, fill)).toEqual([{ row: 1, name: 'note', value: '5' }])
    expect(fillDown({ ...range, top: 0, bottom: 0 }, fill)).toEqual([])
  })
})
