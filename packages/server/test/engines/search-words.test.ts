import { array, assert, constantFrom, oneof, property, string } from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { OpenDatabase } from '../../src/db/open.ts'
import { filtersOf, understand } from '../../src/domain/search/understand.ts'
import { loadVocabulary, type Vocabulary } from '../../src/domain/search/vocabulary.ts'
import { initialsOf } from '../../src/domain/text-search/initials.ts'
import { openCopy } from '../support/database.ts'

const TODAY = '2026-11-20'
let database: OpenDatabase
let vocabulary: Vocabulary
beforeAll(async () => {
  database = await openCopy()
  vocabulary = await loadVocabulary(database.db)
})
afterAll(() => database.close())

const said = (typed: string) => understand(typed, vocabulary, TODAY)

describe('the search understands', () => {
  test.each<[typed: string, filters: Record<string, string>, words: string[]]>([
    [
      '宁夏 200MW 铁锂 在建',
      { provinceCode: '640000', powerMin: '190', powerMax: '210', techSubType: '0101', buildStatus: '3' },
      [],
    ],
    [
      '宁夏200MW铁锂在建',
      { provinceCode: '640000', powerMin: '190', powerMax: '210', techSubType: '0101', buildStatus: '3' },
      [],
    ],
    ['2024年投运', { commissionFrom: '2024-01-01', commissionTo: '2024-12-31' }, []],
    ['2024年2月投产', { commissionFrom: '2024-02-01', commissionTo: '2024-02-29' }, []],
    ['去年投运', { commissionFrom: '2025-01-01', commissionTo: '2025-12-31' }, []],
    ['大于100MW', { powerMin: '100' }, []],
    ['100兆瓦以上', { powerMin: '100' }, []],
    ['不超过５０ＭＷ', { powerMax: '50' }, []],
    ['50-100MW', { powerMin: '50', powerMax: '100' }, []],
    ['10万千瓦/40万千瓦时', { powerMin: '95', powerMax: '105', energyMin: '380', energyMax: '420' }, []],
    ['大于100MW 小于300MW', { powerMin: '100', powerMax: '300' }, []],
    ['独立储能', { appSubScenario: '21' }, []],
    ['独立储能项目 共享储能', { appSubScenario: '21,22' }, []],
    ['电网侧', { appSubScenario: '21,22,23' }, []],
    ['全钒 已投运', { techSubType: '0301', buildStatus: '4' }, []],
    ['盐池县', { countyCode: '640323' }, []],
    ['吴忠', { cityCode: '640300' }, []],
    ['吉林', { provinceCode: '220000' }, []],
    ['兵团', { provinceCode: '660000' }, []],
    ['宁夏 甘肃', { provinceCode: '640000' }, ['甘肃']],
    ['宁夏绿源石化', {}, ['宁夏绿源石化']],
    ['"宁夏" 在建', { buildStatus: '3' }, ['宁夏']],
    ['高沙窝 nxlysh', {}, ['高沙窝', 'nxlysh']],
    ['储能', {}, ['储能']],
  ])('%s', (typed, filters, words) => {
    const { conditions, words: left } = said(typed)
    expect({ filters: filtersOf(conditions), words: left }).toEqual({ filters, words })
  })

  test('an owner by its short name', () => {
    expect(said('国家电投').conditions[0]?.label).toBe('投资主体：国家电力投资集团有限公司')
  })
})

const TYPED = array(
  oneof(
    constantFrom(
      '宁夏',
      '200MW',
      '铁锂',
      '在建',
      '2024年投运',
      '大于',
      '100',
      'MW',
      '"',
      '“',
      '”',
      '/',
      '，',
      ' ',
      '储能',
      '项目',
      'nx',
      '１',
    ),
    string({ unit: 'grapheme', maxLength: 6 }),
  ),
  { maxLength: 12 },
).map((parts) => parts.join('').slice(0, 100))
const SEPARATORS = /[\s,，、;；"“”]/gu

test('whatever is typed, every character is part of a condition or of a word', () => {
  assert(
    property(TYPED, (typed) => {
      const { conditions, words } = said(typed)
      let rest = typed
      for (const { start, end } of conditions.toSorted((a, b) => b.start - a.start)) {
        expect(end).toBeGreaterThan(start)
        expect(end).toBeLessThanOrEqual(typed.length)
        rest = `${rest.slice(0, start)} ${rest.slice(end)}`
      }
      const fold = (text: string) => text.normalize('NFKC').toLowerCase().replace(SEPARATORS, '')
      const left = [...fold(rest)]
      const inWords = words.join('')
      for (const character of left) expect(fold(inWords)).toContain(character)
    }),
    { numRuns: 500 },
  )
})

test('taking a condition away leaves the others as they were', () => {
  assert(
    property(TYPED, (typed) => {
      const [first, ...others] = said(typed).conditions
      if (!first) return
      const left = said(`${typed.slice(0, first.start)} ${typed.slice(first.end)}`).conditions
      const labels = left.map(({ label }) => label)
      for (const { label } of others) expect(labels).toContain(label)
    }),
    { numRuns: 300 },
  )
})

test.each([
  ['宁夏绿源石化100MW储能', 'nxlyshcn'],
  ['重庆长寿区', 'cqcsq'],
  ['厦门', 'xm'],
  ['ABC-123', ''],
])('the initials of %s are %s', (text, initials) => {
  expect(initialsOf(text)).toBe(initials)
})
