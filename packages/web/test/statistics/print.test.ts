// @vitest-environment node
import { describe, expect, test } from 'vitest'
import { findingOf } from '../../src/features/statistics/files/finding.ts'
import { headHeight, layoutOf, tablesOver } from '../../src/features/statistics/print/layout.ts'
import type { ShownCard } from '../../src/features/statistics/shown.ts'

const columns = [
  { caption: '功率', unit: 'MW', role: 'main' },
  { caption: '功率占比', unit: '%', role: 'share' },
] as const

function card(title: string, rows: number, map?: string): ShownCard {
  return {
    title,
    group: '地区',
    columns,
    rows: Array.from({ length: rows }, (_, at) => ({ name: `${at}`, values: [at, at] })),
    option: () => ({}),
    map,
    height: 200,
  }
}

describe('the tables of a printed page', () => {
  const tables = [4, 7, 4, 3, 60].map((rows, at) => card(`${at}`, rows))
  const placesOf = (room: number | undefined) =>
    tablesOver(tables, room).map((page) => page.map(({ table, from, until }) => [table.title, from, until]))

  test('follow each other where there is nothing else, and a long one goes on on the next page', () => {
    expect(placesOf(500)).toEqual([
      [
        ['0', 0, 4],
        ['1', 0, 7],
        ['2', 0, 4],
      ],
      [['3', 0, 3]],
      [['4', 0, 44]],
      [['4', 44, 60]],
    ])
  })

  test('have a page each beside charts', () => {
    expect(placesOf(undefined).map(([first]) => first?.[0])).toEqual(['0', '1', '2', '3', '4', '4'])
  })
})

describe('the charts of a printed page', () => {
  const cards = [
    card('map', 32, '100000'),
    ...[6, 6, 3, 12, 3, 40, 2, 5].map((rows, at) => card(`${at}`, rows)),
  ]
  const HEAD = 260
  const { first, further } = layoutOf(cards, HEAD, true)

  test('are each printed once, in the order of the page', () => {
    expect([...first, ...further.flat()].map((placed) => placed.card)).toEqual(cards)
  })

  test('begin with the map beside the ranking', () => {
    expect(first[0]?.card.title).toBe('map')
    expect(first.reduce((sum, { height }) => sum + height, 0)).toBeLessThan(920 - HEAD)
  })

  test('have room for many rows beside the ranking, as far as the page has', () => {
    const heights = (head: number) =>
      layoutOf([card('hours', 24), card('scenarios', 9)], head, true).first.map(({ height }) => height)
    expect(heights(200)).toEqual([340, 230])
    expect(heights(HEAD)).toEqual([340, 208])
    expect(heights(HEAD + 60)).toEqual([340])
  })

  test('begin on the first page in pairs where there is no ranking, a wide one over both columns', () => {
    const wide = { ...card('wide', 32), height: 500, isWide: true }
    const pages = layoutOf(
      [...['a', 'b', 'c', 'd'].map((name) => card(name, 3)), wide, card('e', 3)],
      HEAD,
      false,
    )
    expect(pages.first.map((each) => each.card.title)).toEqual(['a', 'b', 'c', 'd'])
    expect(pages.further.map((page) => page.map((each) => [each.card.title, each.isWide]))).toEqual([
      [
        ['wide', true],
        ['e', false],
      ],
    ])
  })

  test('have less room under a long head', () => {
    const finding = { kind: 'finding', text: '字'.repeat(150), support: '' } as const
    expect(headHeight([finding], []) - headHeight([{ ...finding, text: '字' }], [])).toBe(40)
  })

  test('have their table below if it is short', () => {
    for (const placed of further.flat()) expect(placed.hasTable).toBe(placed.card.rows.length <= 10)
  })
})

describe('the finding of a chart', () => {
  const table = { title: '区域占比', group: '区域', columns }
  const rows = [
    { name: '华北', values: [22_200, 30.1] },
    { name: '西北', values: [18_730, 25.4] },
    { name: '华东', values: [12_470, 16.9] },
    { name: '东北', values: [370, 0.5] },
  ]

  test('names the largest with its share, and what the first three have together', () => {
    expect(findingOf({ ...table, rows })).toBe('华北最高，22,200 MW，占 30.1%；前三项合计占 72.4%。')
  })

  test('of a course is the last value against the one before', () => {
    const years = {
      title: '历年规模',
      group: '年度',
      isCourse: true,
      columns: [{ caption: '累计功率', unit: 'MW', role: 'main' }] as const,
    }
    const two = [
      { name: '2023年', values: [31_390] },
      { name: '2024年', values: [73_760] },
    ]
    expect(findingOf({ ...years, rows: two })).toBe('2024年累计功率 73,760 MW，较2023年增长 135.0%。')
    expect(findingOf({ ...years, rows: two.slice(1) })).toBe('2024年累计功率 73,760 MW。')
  })

  test('says so where there is no figure, and fills none in', () => {
    expect(findingOf({ ...table, rows: [{ name: '华北', values: [undefined, undefined] }] })).toBe(
      '该范围在此时期无数据。',
    )
  })
})
