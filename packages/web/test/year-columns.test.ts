import { fields } from '@xinchu/contract/fields'
import { expect, test } from 'vitest'
import { yearColumns } from '../src/features/periodic/year-columns.tsx'

test('each figure of a yearly calculation has one group over its power and its energy', () => {
  const columns = yearColumns({}, { isNarrow: false, onRemove: undefined })
  const figures = columns.filter(({ name }) => /Power$|Energy$/.test(name))
  expect(figures.map(({ title }) => title)).toEqual(Array(5).fill(['功率', '能量']).flat())
  expect(figures.flatMap(({ group }) => group ?? [])).toEqual([
    '上年末累计',
    '当年预计新增',
    '当年预计退役',
    '年末预计累计',
    '次年预计新增',
  ])
})

test('group and title together are the caption of the contract', () => {
  const captions = new Map(fields.YearCalcRow.map(({ name, caption }) => [name, caption]))
  let group = ''
  for (const { name, title, ...column } of yearColumns({}, { isNarrow: false, onRemove: undefined })) {
    if (!/Power$|Energy$/.test(name)) continue
    group = column.group ?? group
    expect(`${group}${title}`).toBe(captions.get(name))
  }
})

const widthOf = (isNarrow: boolean, count?: number) =>
  yearColumns({}, { isNarrow, onRemove: () => undefined })
    .slice(0, count)
    .reduce((sum, { width }) => sum + width, 0)

test('all columns fit beside the menu on a screen of 1440 px, with the button that removes a row', () => {
  const [besideMenu, scrollBar] = [1_138, 15]
  expect(widthOf(false)).toBeLessThanOrEqual(besideMenu - scrollBar)
})

test('on a screen of 390 px the frozen columns take at most 45 % of the sheet', () => {
  expect(widthOf(true, 2)).toBeLessThanOrEqual(0.45 * 345)
})
