import { toPlainLine } from '@xinchu/validators'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { cellValue } from '../../src/domain/import/cells.ts'
import { columnNamed } from '../../src/domain/import/columns.ts'
import { delivered } from '../support/dictionaries.ts'

const specOf = (name: string) => {
  const column = columnNamed(name)
  if (!column) throw new Error(`no column ${name}`)
  return column.spec
}

describe('what a cell means', () => {
  test.each([
    ['ratedPower', '100', 100],
    ['ratedPower', '1,234.5', 1234.5],
    ['ratedPower', '１００', 100],
    ['ratedPower', ' 12.5 ', 12.5],
    ['planGridDate', '2026-03-01', '2026-03-01'],
    ['planGridDate', '2026/3/1', '2026-03-01'],
    ['planGridDate', '2026.3.1', '2026-03-01'],
    ['planGridDate', '2026年3月1日', '2026-03-01'],
    ['planGridDate', '20260301', '2026-03-01'],
    ['planGridDate', '2026-03-01 00:00:00', '2026-03-01'],
    ['isEchelonUse', '是', true],
    ['isEchelonUse', '否', false],
    ['isEchelonUse', '0', false],
    ['gridVoltage', '110', '110'],
    ['functionTypes', '1、2，3', ['1', '2', '3']],
    ['functionTypes', '1、1', ['1']],
    ['projectName', ' 甲 ', '甲'],
  ])('%s: %s', (name, text, value) => {
    expect(cellValue(text, specOf(name), delivered, { by: 'rows', today: '2026-11-28' })).toEqual({ value })
  })

  test.each([
    ['ratedPower', '12,34', '逗号只能作千分位'],
    ['ratedPower', '1e3', '是科学计数法'],
    ['ratedPower', '100MW', '“100MW”带有单位，是否为 100 MW？'],
    ['ratedPower', '10万千瓦', '“10万千瓦”带有单位，是否为 100 MW？'],
    ['planGridDate', '46082', '“46082”是常规数字，是否为日期 2026-03-01？'],
    ['planGridDate', '明年', '不是完整日期'],
    ['isEchelonUse', '也许', '请填写“是”或“否”'],
    ['gridVoltage', '109', '“109”不在可选范围内，可填：'],
    ['functionTypes', '1、不存在', '“不存在”不在可选范围内'],
  ])('%s: %s has none', (name, text, message) => {
    expect(cellValue(text, specOf(name), delivered, { by: 'rows', today: '2026-11-28' })).toMatchObject({
      message: expect.stringContaining(message),
    })
  })

  test('any text is answered, and quickly', () => {
    const names = [
      'ratedPower',
      'planGridDate',
      'isEchelonUse',
      'gridVoltage',
      'functionTypes',
      'projectName',
    ]
    fc.assert(
      fc.property(
        fc.constantFrom(...names),
        fc.string({ unit: 'binary', maxLength: 2_000 }),
        (name, text) => {
          const answered = cellValue(text, specOf(name), delivered, { by: 'rows', today: '2026-11-28' })
          expect('value' in answered).not.toBe('message' in answered)
        },
      ),
    )
  })
})

test('text that cannot be stored is left out', () => {
  expect(toPlainLine(' 甲\u0000乙\ud800丙\n丁 ')).toBe('甲乙丙 丁')
})
