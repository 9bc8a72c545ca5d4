import fc from 'fast-check'
import { expect, test } from 'vitest'
import { filtersOf, parseSearch, readListSearch, stringifySearch } from '../src/lib/list-search.ts'
import { columnsOf, decimalsIn, needOf, shownOf, textOf, widthOf } from '../src/ui/table/column.ts'
import { conditionsOf, type Filter } from '../src/ui/table/filters.ts'
import { nextSort } from '../src/ui/table/head.tsx'
import { placeAfter } from '../src/ui/table/keyboard.ts'
import { fitWidths, frozenOffsets, keptKeys, orderedKeys, readLayout } from '../src/ui/table/layout.ts'
import { matching } from '../src/ui/table/local-table.tsx'
import { pagesAround } from '../src/ui/table/pager.tsx'
import { sortRows } from '../src/ui/table/sort-rows.ts'

interface Row {
  name?: string
  power?: number
}
const [name, power] = columnsOf<Row>([
  { key: 'name', title: '名称' },
  { key: 'power', title: '功率', unit: 'MW', kind: 'number' },
])
if (!name || !power) throw new Error('two columns')

test('what makes no sense in an address is left out of a list’s state', () => {
  expect(readListSearch({ page: '2', keyword: '', sort: 'ratedPower;drop' })).toEqual({ page: 2 })
  expect(readListSearch({ page: '-1', size: 7, keyword: '盐池', sort: 'ratedPower,desc' })).toEqual({
    keyword: '盐池',
    sort: 'ratedPower,desc',
  })
  expect(readListSearch({ 'a[b]': 'x', techType: ['01', '02'], todo: { a: 1 } })).toEqual({
    techType: '01,02',
  })
})

test('reading an address twice changes nothing', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.oneof(fc.string(), fc.integer(), fc.boolean())), (raw) => {
      const once = readListSearch(raw)
      expect(readListSearch(once)).toEqual(once)
    }),
  )
})

test('an address carries its search as plain words', () => {
  const search = { id: '7', techType: '01,02', keyword: '盐池 & 100%' }
  expect(stringifySearch({ ...search, sort: undefined })).toMatch(/^\?id=7&techType=01,02&keyword=/)
  expect(parseSearch(stringifySearch(search))).toEqual(search)
  expect(stringifySearch({})).toBe('')
})

test('page, size and order are no conditions', () => {
  expect(filtersOf({ page: 2, size: 50, sort: 'id,desc', keyword: '盐池' })).toEqual({ keyword: '盐池' })
})

const filters: readonly Filter[] = [
  { kind: 'text', name: 'keyword', label: '关键字' },
  { kind: 'dicts', name: 'techType', label: '技术路线', dict: 'tech_type' },
  { kind: 'region', label: '地区' },
  { kind: 'numbers', names: ['powerMin', 'powerMax'], label: '功率' },
  { kind: 'flag', name: 'todo', label: '待办' },
]

test('conditions are typed as the query wants them, and strangers in the address are not sent', () => {
  const search = { keyword: '01', techType: '01,02', provinceCode: '640000', powerMin: '5', powerMax: 'x' }
  expect(conditionsOf(filters, { ...search, todo: 'true', evil: '1' })).toEqual({
    keyword: '01',
    techType: ['01', '02'],
    provinceCode: '640000',
    powerMin: 5,
    todo: true,
  })
})

test('Chinese words are sorted as a dictionary sorts them, numbers in them as numbers', () => {
  const rows = ['吴忠', '银川', '二号站', '站10', '站2', '安徽'].map((each) => ({ name: each }))
  expect(sortRows(rows, name, 'asc').map((row) => row.name)).toEqual([
    '安徽',
    '二号站',
    '吴忠',
    '银川',
    '站2',
    '站10',
  ])
})

test.each(['asc', 'desc'] as const)('what is empty stands last when sorted %s', (direction) => {
  const rows: Row[] = [{}, { power: 2 }, { power: 10 }, {}]
  const sorted = sortRows(rows, power, direction).map((row) => row.power)
  expect(sorted.slice(2)).toEqual([undefined, undefined])
  expect(sorted.slice(0, 2)).toEqual(direction === 'asc' ? [2, 10] : [10, 2])
})

test('equals keep their order', () => {
  fc.assert(
    fc.property(fc.array(fc.record({ power: fc.integer({ min: 0, max: 3 }), at: fc.nat() })), (rows) => {
      const sorted = sortRows<Row>(rows, power, 'asc')
      const expected = rows.toSorted((a, b) => a.power - b.power)
      expect(sorted).toEqual(expected)
    }),
  )
})

test('a column goes up, down and back to the list’s own order; figures begin with the greatest', () => {
  expect(nextSort('name', undefined, false)).toBe('name,asc')
  expect(nextSort('name', 'asc', false)).toBe('name,desc')
  expect(nextSort('name', 'desc', false)).toBeUndefined()
  expect(nextSort('power', undefined, true)).toBe('power,desc')
})

test('a cell in words: thousands apart, a dash for nothing', () => {
  expect(textOf(power, { power: 12345.6 })).toBe('12,345.6')
  expect(textOf(power, {})).toBe('—')
})

test('a column is wide enough for its title', () => {
  expect(widthOf({ key: 'a', title: '全国投资项目在线审批平台代码' })).toBeGreaterThan(200)
  expect(widthOf({ key: 'a', title: '长', width: 300 })).toBe(300)
})

test('the figures of a column and their total have as many decimals as one of them needs', () => {
  const rows: Row[] = [{ power: 120 }, { power: 31.5 }, {}]
  const shown = (totals: Record<string, number>) => {
    const decimals = decimalsIn([name, power], rows, totals)
    return rows.map((row) => shownOf(power, row, decimals))
  }
  expect(shown({ power: 151.5 })).toEqual(['120.0', '31.5', '—'])
  expect(shown({ power: 9151.25 })).toEqual(['120.00', '31.50', '—'])
  expect(textOf(power, { power: 31.5 })).toBe('31.5')
})

const ranked = [
  { key: 'name', least: 220, rank: 1, isChosen: false },
  { key: 'power', least: 80, rank: 1, isChosen: false },
  { key: 'place', least: 100, rank: 2, isChosen: false },
  { key: 'tech', least: 100, rank: 3, isChosen: false },
  { key: 'date', least: 100, rank: 4, isChosen: false },
  { key: 'status', least: 100, rank: 1, isChosen: false },
  { key: 'owner', least: 100, rank: 3, isChosen: false },
]

test.each([
  [0, ['name', 'power', 'place', 'tech', 'date', 'status', 'owner']],
  [800, ['name', 'power', 'place', 'tech', 'date', 'status', 'owner']],
  [799, ['name', 'power', 'place', 'tech', 'status', 'owner']],
  [699, ['name', 'power', 'place', 'tech', 'status']],
  [500, ['name', 'power', 'place', 'status']],
  [300, ['name', 'power', 'status']],
])('in %i px columns leave by their rank, the last first, and those that decide never', (room, keys) => {
  expect([...keptKeys(ranked, room)]).toEqual(keys)
})

test('a column that the user chose stays in a narrow table', () => {
  const chosen = ranked.map((column) => ({ ...column, isChosen: column.key === 'owner' }))
  expect([...keptKeys(chosen, 300)]).toEqual(['name', 'power', 'status', 'owner'])
})

test('columns are frozen up to the chosen one, in at most half of the room', () => {
  const columns = [{ key: 'name' }, { key: 'power' }, { key: 'energy' }]
  const widths = { name: 220, power: 80, energy: 90 }
  expect(frozenOffsets(columns, widths, undefined, 40, 1_000)).toEqual([40])
  expect(frozenOffsets(columns, widths, 'energy', 40, 1_000)).toEqual([40, 260, 340])
  expect(frozenOffsets(columns, widths, 'energy', 40, 700)).toEqual([40, 260])
  expect(frozenOffsets(columns, widths, 'gone', 40, 1_000)).toEqual([40])
})

test('columns that the user never moved keep their place among those he moved', () => {
  expect(orderedKeys(['a', 'b', 'c', 'd'], ['c', 'a'])).toEqual(['c', 'd', 'a', 'b'])
  expect(orderedKeys(['a', 'b'], [])).toEqual(['a', 'b'])
  expect(orderedKeys(['a', 'b'], ['gone', 'b'])).toEqual(['a', 'b'])
})

test('elastic columns fill the room, others keep their width', () => {
  const widths = fitWidths(
    [
      { key: 'a', width: 100, isElastic: true },
      { key: 'b', width: 100, isElastic: false },
      { key: 'c', width: 200, isElastic: true },
    ],
    1000,
  )
  expect(widths['b']).toBe(100)
  expect(Object.values(widths).reduce((sum, width) => sum + width, 0)).toBe(1000)
})

test('columns are never squeezed below their content: a narrow room is scrolled', () => {
  expect(fitWidths([{ key: 'a', width: 300, isElastic: true }], 200)).toEqual({ a: 300 })
  const needing = { key: 'a', width: 140, least: 120, isElastic: true }
  expect(fitWidths([needing, { key: 'b', width: 140, least: 110, isElastic: true }], 150)).toEqual({
    a: 120,
    b: 110,
  })
})

const widthsIn = (room: number) =>
  fitWidths(
    [
      { key: 'name', width: 300, least: 280, isElastic: true },
      { key: 'place', width: 200, least: 120, isElastic: true },
      { key: 'power', width: 100, isElastic: false },
    ],
    room,
  )

test('columns give up blank room before the table is scrolled', () => {
  const { name = 0, place = 0, power } = widthsIn(540)
  expect(name + place + (power ?? 0)).toBeLessThanOrEqual(540)
  expect(name).toBeGreaterThanOrEqual(280)
  expect(place).toBeGreaterThanOrEqual(120)
  expect(power).toBe(100)
})

test('a long text is cut by a quarter if the table then fits', () => {
  expect(widthsIn(460)).toMatchObject({ place: 120, power: 100 })
  expect(widthsIn(460)['name']).toBeGreaterThanOrEqual(210)
  expect(widthsIn(400)).toEqual({ name: 280, place: 120, power: 100 })
})

test('a column needs room for its title and its longest text, at most its own width', () => {
  const words = columnsOf<Row>([{ key: 'name', title: '名称', width: 200 }])[0] ?? name
  expect(needOf(words, [{ name: '银川' }])).toBeLessThan(90)
  expect(needOf(words, [{ name: '银川' }, { name: '宁夏盐池县高沙窝储能电站' }])).toBeGreaterThan(180)
  expect(needOf(words, [{ name: '宁夏盐池县高沙窝储能电站示范项目二期' }])).toBe(200)
  expect(needOf(words, [])).toBe(200)
})

test('a spoilt memory of a layout is ignored', () => {
  for (const raw of [undefined, 'x', [], { widths: { a: 'wide' }, order: [1], visibility: { a: 'no' } }]) {
    expect(readLayout(raw)).toEqual({ visibility: {}, order: [], widths: {} })
  }
})

test.each([
  [0, 1, [0]],
  [0, 3, [0, 1, 2]],
  [0, 9, [0, 1, null, 8]],
  [4, 9, [0, null, 3, 4, 5, null, 8]],
  [2, 9, [0, 1, 2, 3, null, 8]],
  [8, 9, [0, null, 7, 8]],
])('page %i of %i shows the pages around it', (page, pages, shown) => {
  expect(pagesAround(page, pages)).toEqual(shown)
})

test.each([
  ['ArrowDown', { row: 3, column: 1 }],
  ['ArrowUp', { row: 1, column: 1 }],
  ['ArrowLeft', { row: 2, column: 0 }],
  ['End', { row: 2, column: 4 }],
  ['PageDown', { row: 9, column: 1 }],
  ['Home', { row: 2, column: 0 }],
])('%s walks within the grid', (key, expected) => {
  expect(placeAfter({ row: 2, column: 1 }, { key, ctrlKey: false, metaKey: false }, 10, 5)).toEqual(expected)
})

test('Ctrl+End leads to the last cell, and letters lead nowhere', () => {
  const from = { row: 0, column: 0 }
  expect(placeAfter(from, { key: 'End', ctrlKey: true, metaKey: false }, 10, 5)).toEqual({
    row: 9,
    column: 4,
  })
  expect(placeAfter(from, { key: 'x', ctrlKey: false, metaKey: false }, 10, 5)).toBeUndefined()
})

test.each([
  ['a part of a name', '盐池', ['盐池一号']],
  ['a figure', '42', ['灵武二号']],
  ['nothing', '  ', ['盐池一号', '灵武二号']],
  ['what is nowhere', '银川', []],
])('a local table is searched for %s', (_what, words, names) => {
  const rows: Row[] = [{ name: '盐池一号' }, { name: '灵武二号', power: 1423 }]
  expect(matching(rows, [name, power], words).map((row) => row.name)).toEqual(names)
})
