import { expect, test } from 'vitest'
import { addressOf, pageAddress } from '../../src/features/statistics/files/address.ts'
import { rankFile } from '../../src/features/statistics/scale/rank-file.ts'
import { rankedPlaces } from '../../src/features/statistics/scale/ranks.ts'
import type { ShownTable } from '../../src/features/statistics/shown.ts'

const table: ShownTable = {
  title: '投资主体',
  group: '投资主体',
  columns: [],
  rows: [{ name: '央企', values: [1], cells: ['ownerType:1'] }],
}
const at = (path: string) => history.replaceState(null, '', path)

test('is the address of the page with a suffix, its conditions, and the groups of the card', () => {
  at('/planningmonitoring/project/scalelayout?quarter=2025Q4&provinceCode=640000')
  expect(addressOf(table, 'csv')).toBe(
    `${location.origin}/planningmonitoring/project/scalelayout.csv?quarter=2025Q4&provinceCode=640000&groupBy=ownerType`,
  )
  expect(pageAddress('json')).toBe(
    `${location.origin}/planningmonitoring/project/scalelayout.json?quarter=2025Q4&provinceCode=640000`,
  )
})

test('leaves an open drawer out of the address of a card', () => {
  at('/planningmonitoring/project/scalelayout?rows=ratedPower')
  expect(addressOf(table, 'parquet')).toBe(
    `${location.origin}/planningmonitoring/project/scalelayout.parquet?groupBy=ownerType`,
  )
})

test('names the table of a card whose rows are no groups, and is absent where there is none', () => {
  at('/planningmonitoring/project/usage')
  const spread = { ...table, address: 'table=spread' }
  expect(addressOf(spread, 'csv')).toBe(
    `${location.origin}/planningmonitoring/project/usage.csv?table=spread`,
  )
  const quarters = { ...table, rows: [{ name: '一季度', values: [1], cells: ['quarter:2025Q1'] }] }
  expect(addressOf(quarters, 'csv')).toBeUndefined()
})

test('of the ranking is the address of the page by division', () => {
  at('/planningmonitoring/project/scalelayout?sort=change')
  const places = rankedPlaces(
    [{ key: '640000', label: '宁夏', projectCount: 2, ratedPower: 300, ratedEnergy: 600 }],
    undefined,
    () => undefined,
  )
  expect(addressOf(rankFile(places, { unit: 'MW', base: undefined, note: '' }), 'csv')).toBe(
    `${location.origin}/planningmonitoring/project/scalelayout.csv?sort=change&groupBy=region`,
  )
})
