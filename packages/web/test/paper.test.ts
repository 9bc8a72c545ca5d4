import { expect, test } from 'vitest'
import { paperOf } from '../src/ui/print/paper.ts'
import { type Column, columnsOf } from '../src/ui/table/column.ts'
import { chosenWords } from '../src/ui/table/use-printed-list.tsx'

interface Row {
  name: string
  power: number
}

const ROWS: Row[] = [{ name: '盐池县花马池独立储能电站', power: 100 }]
const name: Column<Row> = { key: 'name', title: '项目名称' }
const figures = (count: number): Column<Row>[] =>
  Array.from({ length: count }, (_, at) => ({
    ...{ key: `power${at}`, title: '额定功率', unit: 'MW', kind: 'number' as const },
    value: ({ power }) => power,
  }))
const keysOf = (columns: readonly Column<Row>[]) => {
  const { isLandscape, parts } = paperOf(columnsOf(columns), ROWS)
  return { isLandscape, parts: parts.map((part) => part.map(({ column }) => column.key)) }
}

test('a narrow table takes portrait pages, a wider one landscape pages', () => {
  expect(keysOf([name, ...figures(4)])).toMatchObject({ isLandscape: false })
  expect(keysOf([name, ...figures(9)])).toMatchObject({ isLandscape: true })
})

test('a table that is wider than a landscape page is split, with its key column in each part', () => {
  const columns = [name, ...figures(30)]
  const { isLandscape, parts } = keysOf(columns)
  expect(isLandscape).toBe(true)
  expect(parts.length).toBeGreaterThan(1)
  for (const part of parts) expect(part[0]).toBe('name')
  expect(parts.flatMap((part) => part.slice(1))).toEqual(columns.slice(1).map(({ key }) => key))
})

test('names have the room that other columns leave', () => {
  const place: Column<Row> = { key: 'place', title: '市', value: () => '吴忠' }
  const [part = []] = paperOf([{ ...name, cell: ({ name: text }) => text }, place], ROWS).parts
  expect(part.map(({ width }) => Math.round(width))).toEqual([688 - 34 - 38, 38])
})

test('no part is wider than its page', () => {
  for (const count of [0, 1, 5, 9, 14, 30]) {
    const { isLandscape, parts } = paperOf([name, ...figures(count)], ROWS)
    for (const part of parts) {
      const width = part.reduce((sum, each) => sum + each.width, 0)
      expect(Math.round(width)).toBeLessThanOrEqual(isLandscape ? 1017 : 688)
    }
  }
})

test.each([
  ['all rows', 32, 32, false, '全部 32 件'],
  ['a selection', 3, 2_538, true, '已选 3 件'],
  [
    'the first of more rows than are printed',
    2_000,
    2_538,
    false,
    '第 1–2,000 件，共 2,538 件，全部请用导出',
  ],
])('the pages say that they have %s', (_what, printed, total, isSelection, words) => {
  expect(chosenWords(printed, total, '件', isSelection)).toBe(words)
})
