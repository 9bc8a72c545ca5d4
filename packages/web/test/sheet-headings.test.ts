import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { usageColumns } from '../src/features/periodic/usage-columns.tsx'
import { fullHead } from '../src/ui/sheet/grid-model.ts'
import type { SheetColumn } from '../src/ui/sheet/model.ts'
import { pasteSummary, planPaste } from '../src/ui/sheet/paste.ts'

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
const paste = (cells: readonly (readonly string[])[], at = { row: 0, column: 1 }) =>
  planPaste(cells, { columns, isOpen: () => true, rowCount: stored.length, at, textAt })
const storedAt = (row: number, name: string) =>
  stored[row]?.[columns.findIndex((each) => each.name === name)] ?? ''

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
    expect(pasteSummary([], plan)).toBe('按表头的列名，已粘贴 4 格')
  })

  test('says which columns it has converted from which unit', () => {
    const block = [
      ['充电量（MWh）', '放电量（万kWh）', '收入（元）'],
      ['39000', '3300', '120000'],
    ]
    const plan = paste(block)
    expect(plan.changes.map(({ value }) => value)).toEqual(['3900', '3300', '12'])
    expect(pasteSummary(block, plan)).toBe(
      '按表头的列名，充电量（MWh→万kWh）、现货收入（元→万元）已换算，已粘贴 3 格',
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
    expect(plan.leftOut).toMatchObject([{ line: 4, text: '5', reason: 'no-row' }])
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
    expect(plan.leftOut).toMatchObject([{ text: '1', reason: 'other-unit' }])
  })

  test('leaves out columns that the sheet does not have', () => {
    const { leftOut } = paste([
      ['充电量', '放电量', '风险'],
      ['1', '2', '高'],
    ])
    expect(leftOut).toMatchObject([{ text: '高', reason: 'no-column' }])
  })

  test.each([
    ['本季上网（MWh）', '本季下网（MWh）'],
    ['检修', '停运'],
    ['1月充电', '1月放电'],
  ])('is not pasted below words that may be a heading or a row: %s, %s', (...words) => {
    const plan = paste([words, ['1', '2']])
    expect(plan.changes).toEqual([])
    expect(pasteSummary([words, ['1', '2']], plan)).toBe(
      '剪贴板 2 行 2 列：贴入 0 格，4 格因首行既不是数值也不是列名，未贴入',
    )
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
    expect(plan.leftOut.map(({ reason }) => reason)).toEqual(['twice', 'twice'])
  })

  test('copied from this sheet without names of rows changes nothing in its place', () => {
    const positions = fc.subarray([1, 2, 4, 5], { minLength: 1 })
    fc.assert(
      fc.property(positions, fc.nat(2), fc.nat(2), (shown, one, other) => {
        const [top, bottom] = [Math.min(one, other), Math.max(one, other)]
        const lines = [0, 1, 2]
          .slice(top, bottom + 1)
          .map((row) => shown.map((column) => textAt({ row, column })))
        const heads = shown.flatMap((column) => columns[column] ?? []).map(fullHead)
        const plan = paste([heads, ...lines], { row: top, column: shown[0] ?? 1 })
        expect(plan).toMatchObject({ heads: 1, leftOut: [], cleared: 0 })
        expect(plan.changes).toHaveLength(lines.length * shown.length)
        for (const { row, name, value } of plan.changes) expect(value).toBe(storedAt(row, name))
      }),
    )
  })

  test('copied from this sheet changes nothing, wherever and in whatever order it comes back', () => {
    const rows = fc.shuffledSubarray([0, 1, 2], { minLength: 1 })
    const others = fc.shuffledSubarray([1, 2, 4, 5], { minLength: 1 })
    const at = fc.record({ row: fc.nat(2), column: fc.nat(5) })
    fc.assert(
      fc.property(rows, others, at, (lines, positions, place) => {
        const shown = [0, ...positions]
        const heads = shown.flatMap((column) => columns[column] ?? []).map(fullHead)
        const block = lines.map((row) => shown.map((column) => textAt({ row, column })))
        const plan = paste([heads, ...block], place)
        expect(plan.leftOut).toEqual([])
        expect(plan.changes).toHaveLength(lines.length * positions.length)
        for (const { row, name, value } of plan.changes) expect(value).toBe(storedAt(row, name))
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
    const { heads, changes } = paste(cells)
    expect(heads).toBe(0)
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

  test('counts the cells that it empties', () => {
    const plan = paste([['', '5']])
    expect(plan.cleared).toBe(1)
    expect(pasteSummary([['', '5']], plan)).toBe('已粘贴 2 格（清空 1）')
  })
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
      },
    )
    expect(plan.changes).toEqual([{ row: 2, name: charge?.name, value: '3' }])
  }
})
