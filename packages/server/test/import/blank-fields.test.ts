import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { blankFields, replacedFields } from '../../src/domain/import/blank-cells.ts'
import type { RawRow, Values } from '../../src/domain/import/places.ts'
import { type EmptyDatabase, openEmpty } from '../support/empty-database.ts'

let database: EmptyDatabase
beforeAll(async () => {
  database = await openEmpty()
})
afterAll(() => database.close())

/** The fields of a staged row, which has values by the columns of a project. */
async function blankOf(raw: RawRow, project: Values, letters: Readonly<Record<string, string>>) {
  const { rows } = await sql<{ fields: string[] }>`select ${blankFields({ letters }, 'r')} as fields
    from (select ${JSON.stringify(raw)}::jsonb as raw, ${JSON.stringify(project)}::jsonb as project) r`.execute(
    database.db,
  )
  return rows[0]?.fields
}

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
      { retire_date: '2025-03-01' },
      none,
      [],
    ],
    [
      'are places that nothing else gives',
      { city: '', county: '盐池县' },
      { city_code: '640300', county_code: '640323' },
      none,
      [],
    ],
    [
      'are the dates of other states too, which the date replaces',
      { stopDate: '', remark: '' },
      { retire_date: null, remark: '一期' },
      none,
      ['stopDate', 'retireDate', 'terminateDate'],
    ],
  ])('%s', async (_what, raw, values, letters, fields) => {
    const found = await blankOf(raw, values, letters)
    expect(found?.toSorted()).toEqual(fields.toSorted())
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
