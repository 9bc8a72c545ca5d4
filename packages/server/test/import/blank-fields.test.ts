import { describe, expect, test } from 'vitest'
import { blankFields, replacedFields } from '../../src/domain/import/blank-cells.ts'
import type { RawRow, Values } from '../../src/domain/import/places.ts'

const none = {}
type Case = readonly [string, RawRow, Values, Readonly<Record<string, string>>, string[]]

describe('fields that a row leaves empty', () => {
  test.each<Case>([
    [
      'are none that its workbook has no column for',
      { remark: '一期' },
      { remark: '一期' },
      { remark: 'AV' },
      [],
    ],
    [
      'are those of its columns without a text',
      none,
      none,
      { remark: 'AV', address: 'N' },
      ['address', 'remark'],
    ],
    ['are those that it sends as an empty text', { remark: '' }, none, none, ['remark']],
    ['are those that only say that there is nothing', { remark: '/' }, none, none, ['remark']],
    [
      'are the dates that share a column, if it is empty',
      { stopDate: '' },
      none,
      none,
      ['stopDate', 'retireDate', 'terminateDate'],
    ],
    [
      'are none of them, if one has the date',
      { stopDate: '2025-03-01' },
      { retireDate: '2025-03-01' },
      none,
      [],
    ],
    [
      'are places that nothing else gives',
      { city: '', county: '盐池县' },
      { cityCode: '640300', countyCode: '640323' },
      none,
      [],
    ],
  ])('%s', (_what, raw, values, letters, fields) => {
    expect(blankFields(raw, values, letters)).toEqual(fields)
  })
})

describe('values that a row replaces by naming another', () => {
  test.each<readonly [string, Values, string[]]>([
    ['none, if it names neither a place nor a date', { remark: '一期' }, []],
    ['the dates of other states', { retireDate: '2025-03-01' }, ['stopDate', 'terminateDate']],
    ['the city above a county of a province', { provinceCode: '420000', countyCode: '429004' }, ['cityCode']],
    ['nothing below the place that it names', { provinceCode: '640000', cityCode: '640300' }, []],
  ])('%s', (_what, values, fields) => {
    expect(replacedFields(values)).toEqual(fields)
  })
})
