import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { usageColumns } from '../src/features/periodic/usage-columns.tsx'
import { fullHead } from '../src/ui/sheet/grid-model.ts'
import type { SheetColumn } from '../src/ui/sheet/model.ts'
import { type PasteChoice, planPaste } from '../src/ui/sheet/paste.ts'
import {
  convertedIn,
  NO_ANSWERS,
  needsPreview,
  pasteSummary,
  settlePaste,
} from '../src/ui/sheet/paste-settled.ts'

const columns: readonly (SheetColumn & { isReadOnly?: boolean; isRowHeader?: boolean })[] = [
  { name: 'projectName', title: '项目名称', kind: 'text', isReadOnly: true, isRowHeader: true },
  { name: 'charge', title: '充电量', unit: '万kWh', kind: 'number' },
  { name: 'discharge', title: '放电量', unit: '万kWh', kind: 'number' },
  { name: 'hours', title: '利用小时', unit: 'h', kind: 'number', isReadOnly: true },
  { name: 'income', title: '收入', caption: '现货收入', unit: '万元', kind: 'number' },
  { name: 'note', title: '备注', kind: 'text' },
]
const stored = [
  ['盐池一号', '1627.67', '1372.19', '210', '12.5', ''],
  ['盐池二号', '4000', '3400', '320', '', '检修'],
  ['盐池三号', '', '', '', '7', ''],
]
const textAt = ({ row, column }: { row: number; column: number }) => stored[row]?.[column] ?? ''
const sheet = { columns, isOpen: () => true, rowCount: stored.length, textAt, valueAt: textAt }

/** What a paste writes without being asked, and the plan that it follows. */
function paste(cells: readonly (readonly string[])[], at = { row: 0, column: 1 }, choice: PasteChoice = {}) {
  const plan = planPaste(cells, { ...sheet, at }, choice)
  return { ...settlePaste(plan), plan }
}

describe('a block that is pasted with its headings', () => {
  test('has its figures in the rows where it is pasted, not one below', () => {
    const plan = paste([
      ['充电量（万kWh）', '放电量（万kWh）'],
      ['3900', '3300'],
      ['1600', '1300'],
    ])
    expect(plan.changes).toEqual([
      { row: 0, name: 'charge', value: '3900' },
      { row: 0, name: 'discharge', value: '3300' },
      { row: 1, name: 'charge', value: '1600' },
      { row: 1, name: 'discharge', value: '1300' },
    ])
    expect(pasteSummary(plan)).toBe('已粘贴 4 格')
    expect(needsPreview(plan.plan)).toBe(true)
  })

  test('says which columns it has converted from which unit', () => {
    const block = [
      ['充电量（MWh）', '放电量（万kWh）', '收入（元）'],
      ['39000', '3300', '120000'],
    ]
    const plan = paste(block)
    expect(plan.changes.map(({ value }) => value)).toEqual(['3900', '3300', '12'])
    expect(pasteSummary(plan, convertedIn(plan.plan, columns))).toBe(
      '已粘贴 3 格，充电量（MWh→万kWh）、现货收入（元→万元）已换算',
    )
  })

  test('finds its columns by name in any order, wherever the cursor is', () => {
    const { changes } = paste(
      [
        ['现货收入', '充电量'],
        ['9', '8'],
      ],
      { row: 1, column: 4 },
    )
    expect(changes).toEqual([
      { row: 1, name: 'income', value: '9' },
      { row: 1, name: 'charge', value: '8' },
    ])
  })

  test('finds its rows by name in any order, and leaves out those that are not there', () => {
    const plan = paste([
      ['项目名称', '充电量'],
      ['盐池三号', '3'],
      ['盐池一号', '1'],
      ['同心一号', '5'],
    ])
    expect(plan.changes).toEqual([
      { row: 2, name: 'charge', value: '3' },
      { row: 0, name: 'charge', value: '1' },
    ])
    expect(plan.leftOut).toMatchObject([{ line: 4, text: '5', reason: '表中没有此行' }])
    expect(plan.plan.missing).toEqual(['同心一号'])
  })

  test('is converted from the units of its headings, or left out', () => {
    const plan = paste([
      ['充电量（MWh）', '放电量（MVA）', '收入（元）'],
      ['39000', '1', '90,000'],
    ])
    expect(plan.changes).toEqual([
      { row: 0, name: 'charge', value: '3900' },
      { row: 0, name: 'income', value: '9' },
    ])
    expect(plan.leftOut).toMatchObject([{ text: '1', reason: '单位不能换算' }])
  })

  test('leaves out columns that the sheet does not have', () => {
    const { leftOut } = paste([
      ['充电量', '放电量', '风险'],
      ['1', '2', '高'],
    ])
    expect(leftOut).toMatchObject([{ text: '高', reason: '没有对应的列' }])
  })

  test.each([
    ['本季上网（MWh）', '本季下网（MWh）'],
    ['检修', '停运'],
    ['1月充电', '1月放电'],
  ])('is not pasted unasked below words that may be a heading or a row: %s, %s', (...words) => {
    const { changes, leftOut, plan } = paste([words, ['1', '2']])
    expect(changes).toEqual([])
    expect(leftOut.map(({ text }) => text)).toEqual(['1', '2'])
    expect(plan.isUnsure && needsPreview(plan)).toBe(true)
  })

  test('may have its units or further names in a second line', () => {
    const units = paste([
      ['充电量', '放电量'],
      ['（MWh）', '（MWh）'],
      ['10', '20'],
    ])
    expect(units.changes).toEqual([
      { row: 0, name: 'charge', value: '1' },
      { row: 0, name: 'discharge', value: '2' },
    ])
    const names = paste([
      ['项目名称', '电量', ''],
      ['', '充电量', '放电量'],
      ['盐池三号', '10', '20'],
    ])
    expect(names.changes).toEqual([
      { row: 2, name: 'charge', value: '10' },
      { row: 2, name: 'discharge', value: '20' },
    ])
  })

  test('has no column by a name that stands twice', () => {
    const plan = paste([
      ['充电量', '充电量', '放电量'],
      ['1', '2', '3'],
    ])
    expect(plan.changes).toEqual([{ row: 0, name: 'discharge', value: '3' }])
    expect(plan.leftOut.map(({ reason }) => reason)).toEqual(['两列对应同一列', '两列对应同一列'])
  })

  test('copied from this sheet without names of rows changes nothing in its place', () => {
    const positions = fc.subarray([1, 2, 3, 4, 5], { minLength: 1 })
    fc.assert(
      fc.property(positions, fc.nat(2), fc.nat(2), (shown, one, other) => {
        const [top, bottom] = [Math.min(one, other), Math.max(one, other)]
        const lines = [0, 1, 2]
          .slice(top, bottom + 1)
          .map((row) => shown.map((column) => textAt({ row, column })))
        const heads = shown.flatMap((column) => columns[column] ?? []).map(fullHead)
        const plan = paste([heads, ...lines], { row: top, column: shown[0] ?? 1 })
        expect(plan).toMatchObject({ plan: { heads: 1 }, leftOut: [], changes: [], kept: 0 })
        expect(needsPreview(plan.plan)).toBe(false)
      }),
    )
  })

  test('copied from this sheet changes nothing, wherever and in whatever order it comes back', () => {
    const rows = fc.shuffledSubarray([0, 1, 2], { minLength: 1 })
    const others = fc.shuffledSubarray([1, 2, 3, 4, 5], { minLength: 1 })
    const at = fc.record({ row: fc.nat(2), column: fc.nat(5) })
    fc.assert(
      fc.property(rows, others, at, (lines, positions, place) => {
        const shown = [0, ...positions]
        const heads = shown.flatMap((column) => columns[column] ?? []).map(fullHead)
        const block = lines.map((row) => shown.map((column) => textAt({ row, column })))
        const plan = paste([heads, ...block], place)
        expect(plan).toMatchObject({ leftOut: [], changes: [], kept: 0 })
        expect(pasteSummary(plan)).toBe('与表中内容相同，没有变化')
      }),
    )
  })
})

describe('a block without headings', () => {
  test.each([
    [
      'figures alone',
      [
        ['1', '2'],
        ['3', '4'],
      ],
    ],
    [
      'a placeholder above figures',
      [
        ['—', '—'],
        ['3', '4'],
      ],
    ],
    [
      'words for no value above figures',
      [
        ['暂无', '无'],
        ['3', '4'],
      ],
    ],
    [
      'a range above figures',
      [
        ['100~200', '约3'],
        ['3', '4'],
      ],
    ],
  ])('has its first line in the first row: %s', (_what, cells) => {
    const { plan, changes } = paste(cells)
    expect(plan.heads).toBe(0)
    expect(changes).toContainEqual({ row: 1, name: 'charge', value: '3' })
  })

  test('with the names of rows finds them in any order', () => {
    const { changes } = paste(
      [
        ['盐池三号', '3'],
        ['盐池一号', '1'],
      ],
      { row: 0, column: 0 },
    )
    expect(changes).toEqual([
      { row: 2, name: 'charge', value: '3' },
      { row: 0, name: 'charge', value: '1' },
    ])
  })

  test('with the names of rows finds them wherever the cursor is, and the figures beside', () => {
    const block = [
      ['盐池三号', '3', '2'],
      ['盐池一号', '1', '0.5'],
    ]
    const { changes, plan } = paste(block, { row: 1, column: 1 })
    expect(changes).toEqual([
      { row: 2, name: 'charge', value: '3' },
      { row: 2, name: 'discharge', value: '2' },
      { row: 0, name: 'charge', value: '1' },
      { row: 0, name: 'discharge', value: '0.5' },
    ])
    expect(needsPreview(plan)).toBe(true)
  })

  test('goes by its order where fewer than 60 of 100 are names of rows, or where the user says so', () => {
    const few = [
      ['盐池三号', '3'],
      ['甲', '1'],
      ['乙', '2'],
    ]
    expect(paste(few, { row: 0, column: 0 }).plan.finder).toBeUndefined()
    const named = [
      ['盐池三号', '3'],
      ['盐池一号', '1'],
    ]
    const { changes } = paste(named, { row: 0, column: 0 }, { isInOrder: true })
    expect(changes).toEqual([
      { row: 0, name: 'charge', value: '3' },
      { row: 1, name: 'charge', value: '1' },
    ])
  })

  test('does not take a name that stands twice for a row', () => {
    const { changes, plan } = paste(
      [
        ['盐池三号', '3'],
        ['盐池三号', '4'],
        ['盐池一号', '1'],
      ],
      { row: 0, column: 0 },
    )
    expect(changes).toEqual([{ row: 0, name: 'charge', value: '1' }])
    expect(plan.doubled).toEqual(['盐池三号'])
  })

  test('is pasted at once where it says all by itself', () => {
    expect(
      needsPreview(
        paste(
          [
            ['1', '1,000'],
            ['2', ''],
          ],
          { row: 0, column: 1 },
        ).plan,
      ),
    ).toBe(true)
    expect(
      needsPreview(
        paste(
          [
            ['1', '1,000'],
            ['2', '4'],
          ],
          { row: 0, column: 1 },
        ).plan,
      ),
    ).toBe(false)
    expect(needsPreview(paste([['1'], ['2'], ['3'], ['4']]).plan)).toBe(true)
    expect(needsPreview(paste([['约1']]).plan)).toBe(true)
  })

  test('leaves or empties what is stored below its empty cells, as the user says', () => {
    const { plan, ...kept } = paste([['', '5', '']])
    expect(kept.changes).toEqual([{ row: 0, name: 'discharge', value: '5' }])
    expect(pasteSummary(kept)).toBe('已粘贴 1 格，1 个空单元格保留原值')
    const cleared = settlePaste(plan, { ...NO_ANSWERS, isClearing: true })
    expect(cleared.changes).toContainEqual({ row: 0, name: 'charge', value: '' })
    expect(pasteSummary(cleared)).toBe('已粘贴 2 格（改 1，清空 1）')
  })

  test('writes what the user answers to its questions', () => {
    const { plan, ...unanswered } = paste([['约100', '5 MWh']])
    expect(unanswered.changes).toEqual([])
    const answered = settlePaste(plan, { ...NO_ANSWERS, chosen: { '1 1': '100' } })
    expect(answered.changes).toEqual([{ row: 0, name: 'charge', value: '100' }])
    expect(answered.leftOut).toMatchObject([{ text: '5 MWh', reason: '待确认' }])
  })
})

describe('rows that are known by a name and by a number', () => {
  const numbers = ['NX-0001', 'NX-0002', 'NX-0003']
  const keysAt = ({ row, column }: { row: number; column: number }) =>
    column === 0 ? [numbers[row] ?? ''] : []
  const numbered = {
    ...sheet,
    keysAt,
    columns: columns.map((each) => (each.isRowHeader ? { ...each, names: ['项目编号'] } : each)),
    at: { row: 0, column: 1 },
  }
  const changesOf = (block: readonly (readonly string[])[]) => settlePaste(planPaste(block, numbered))

  test('are found by either, with and without headings', () => {
    const expected = [
      { row: 2, name: 'charge', value: '3' },
      { row: 0, name: 'charge', value: '1' },
    ]
    const body = [
      ['nx-0003', '3'],
      ['NX-0001', '1'],
    ]
    expect(changesOf(body).changes).toEqual(expected)
    expect(changesOf([['项目编号', '充电量'], ...body]).changes).toEqual(expected)
  })

  test('are found by both, which must agree', () => {
    const { changes, leftOut } = changesOf([
      ['NX-0003', '盐池三号', '3', '2'],
      ['NX-0001', '盐池二号', '1', '1'],
      ['NX-0009', '盐池一号', '5', '4'],
    ])
    expect(changes).toEqual([
      { row: 2, name: 'charge', value: '3' },
      { row: 2, name: 'discharge', value: '2' },
      { row: 0, name: 'charge', value: '5' },
      { row: 0, name: 'discharge', value: '4' },
    ])
    expect(new Set(leftOut.map(({ reason }) => reason))).toEqual(new Set(['名称与编号不是同一行']))
  })
})

describe('what the user changes in the preview', () => {
  const block = [
    ['本季上网（MWh）', '本季下网（MWh）'],
    ['10', '20'],
  ]

  test('gives a column of another name its place, in the unit of its heading', () => {
    const { changes } = paste(block, undefined, { columns: { 0: 2, 1: 'none' } })
    expect(changes).toEqual([{ row: 0, name: 'discharge', value: '1' }])
  })

  test('makes a first line of words a row', () => {
    const words = [
      ['检修', '停运'],
      ['10', '20'],
    ]
    const { leftOut, changes } = paste(words, undefined, { heads: 0 })
    expect(leftOut.map(({ text }) => text)).toEqual(['检修', '停运'])
    expect(changes).toEqual([
      { row: 1, name: 'charge', value: '10' },
      { row: 1, name: 'discharge', value: '20' },
    ])
  })

  test('does not send two columns to the same place', () => {
    const { changes, leftOut } = paste(block, undefined, { columns: { 0: 2, 1: 2 } })
    expect([changes.length, leftOut.length]).toEqual([0, 2])
  })
})

describe('any block with the names of rows', () => {
  const names = Array.from({ length: 12 }, (_, row) => `电站${row}号`)
  const many = {
    ...sheet,
    rowCount: names.length,
    at: { row: 0, column: 1 },
    textAt: ({ row, column }: { row: number; column: number }) => (column === 0 ? (names[row] ?? '') : ''),
    valueAt: () => '',
  }
  const figures = names.map((_, row) => [String(row + 1), String((row + 1) / 2)])

  test('lands on its rows in whatever order they come', () => {
    const orders = fc.shuffledSubarray(
      names.map((_, row) => row),
      { minLength: 1 },
    )
    fc.assert(
      fc.property(orders, fc.boolean(), fc.boolean(), (order, hasHead, isLast) => {
        const line = (name: string, values: readonly string[]) =>
          isLast ? [...values, name] : [name, ...values]
        const body = order.map((row) => line(names[row] ?? '', figures[row] ?? []))
        const block = hasHead ? [line('项目名称', ['充电量', '放电量']), ...body] : body
        const { changes, leftOut } = settlePaste(planPaste(block, many))
        expect(leftOut).toEqual([])
        expect(new Set(changes.map(({ row, name, value }) => `${row} ${name} ${value}`))).toEqual(
          new Set(
            order.flatMap((row) => [
              `${row} charge ${figures[row]?.[0]}`,
              `${row} discharge ${figures[row]?.[1]}`,
            ]),
          ),
        )
      }),
    )
  })
})

test('a block of 5,000 rows is planned in no more than some seconds', () => {
  const names = Array.from({ length: 5_000 }, (_, row) => `电站${row}号`)
  const textAt = ({ row, column }: { row: number; column: number }) =>
    column === 0 ? (names[row] ?? '') : ''
  const block = [
    ['项目名称', '充电量（MWh）', '放电量', '现货收入', '备注'],
    ...names.map((name, row) => [name, '1,000.5', `${row}`, '约 3', '检修']).reverse(),
  ]
  const target = { ...sheet, rowCount: names.length, at: { row: 0, column: 1 }, textAt, valueAt: () => '' }
  const begun = performance.now()
  const { changes } = settlePaste(planPaste(block, target))
  expect(changes).toHaveLength(15_000)
  expect(performance.now() - begun).toBeLessThan(5_000)
})

test('the projects of the quarterly sheet are found below 项目 and 项目名称', () => {
  const quarterly = usageColumns({}, { isNarrow: false, onWithdraw: () => undefined })
  const charge = quarterly.find(({ kind, isReadOnly }) => kind === 'number' && !isReadOnly)
  for (const name of ['项目', '项目名称']) {
    const plan = planPaste(
      [
        [name, charge?.title ?? ''],
        ['盐池三号', '3'],
      ],
      {
        columns: quarterly,
        isOpen: () => true,
        rowCount: stored.length,
        at: { row: 0, column: 1 },
        textAt: ({ row, column }) => (column === 0 ? (stored[row]?.[0] ?? '') : ''),
        valueAt: () => '',
      },
    )
    expect(settlePaste(plan).changes).toEqual([{ row: 2, name: charge?.name, value: '3' }])
  }
})
