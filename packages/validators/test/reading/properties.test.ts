import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type RawCell, readCell, type Source } from '../../src/reading/index.ts'
import { TODAY, writtenForms } from './forms.ts'
import { lookups, specOf } from './specs.ts'

const FIELDS = [...new Set(writtenForms().map(({ field }) => field))]
const SOURCES = ['workbook', 'csv', 'rows', 'clipboard', 'form'] as const
const source = fc.constantFrom(...SOURCES).map((by): Source => ({ by, today: TODAY }))
const power = specOf('ratedPower')

/** The digits of a text in their order. */
const digitsIn = (text: string): string => text.normalize('NFKC').replace(/\D/g, '')

const piece = fc.constantFrom(
  ...'0123456789,.+-/ 年月日万元亿约%()①²MWkh：、~至'.split(''),
  'MW',
  '千瓦',
  '\u200b',
  '\u00a0',
  '\n',
)
const written = fc.oneof(
  fc.array(piece, { maxLength: 9 }).map((parts) => parts.join('')),
  fc.constantFrom(...writtenForms().map(({ cell }) => cell.text)),
  fc.string({ unit: 'binary', maxLength: 40 }),
)

test('what was read reads the same again', () => {
  fc.assert(
    fc.property(fc.constantFrom(...FIELDS), source, written, (field, from, text) => {
      const spec = specOf(field)
      const first = readCell({ kind: 'text', text }, spec, from, lookups)
      if (first.level !== 'value' || typeof first.value === 'object') return
      const again = readCell({ kind: 'text', text: String(first.value) }, spec, from, lookups)
      expect(again).toEqual({ level: 'value', value: first.value })
    }),
    { numRuns: 2_000 },
  )
})

test('a number has all digits of its text, and no text with several figures is one', () => {
  fc.assert(
    fc.property(source, written, (from, text) => {
      const read = readCell({ kind: 'text', text }, power, from, lookups)
      if (read.level !== 'value') return
      const [whole = '', part = ''] = String(read.value).replace('-', '').split('.')
      const digits = digitsIn(text.replace(/\p{Cf}/gu, ''))
      const taken = `${whole}${part}`.replace(/^0+(?=\d)/, '')
      expect(digits.replace(/^0+(?=\d)/, '')).toMatch(new RegExp(`^${taken}0*$`))
    }),
    { numRuns: 2_000 },
  )
})

test('grouping is taken only by thousands', () => {
  const groups = fc.array(fc.stringMatching(/^\d{1,4}$/), { minLength: 2, maxLength: 4 })
  fc.assert(
    fc.property(groups, (parts) => {
      const read = readCell({ kind: 'text', text: parts.join(',') }, power, { by: 'csv', today: TODAY })
      const [first = '', ...others] = parts
      const isGrouped = /^[1-9]\d{0,2}$/.test(first) && others.every((part) => part.length === 3)
      expect('value' in read ? read.value : 'finding' in read && read.finding.code).toBe(
        isGrouped ? Number(parts.join('')) : 'C-020',
      )
    }),
  )
})

test('a number cell is what its fifteen digits say', () => {
  const figure = fc.integer({ min: 1, max: 99_999_999 }).map((units) => units / 10_000)
  fc.assert(
    fc.property(figure, fc.constantFrom(0, 1, -1), (value, step) => {
      // The neighbouring double, as sums of workbooks have it.
      const near = value * (1 + step * Number.EPSILON)
      const cell: RawCell = { kind: 'number', text: near.toPrecision(17) }
      expect(readCell(cell, power, { by: 'workbook', today: TODAY })).toEqual({ level: 'value', value })
    }),
  )
})

test('any cell of any field is answered, and quickly', () => {
  const kind = fc.constantFrom<RawCell['kind']>('text', 'number', 'boolean', 'error', 'formula')
  const text = fc.oneof(
    written,
    fc.string({ unit: 'binary', maxLength: 2_000 }),
    fc.stringMatching(/^[\d,. ]{0,2000}$/),
  )
  const format = fc.constantFrom(undefined, 'General', '0%', '0!.0,', 'yyyy/m/d', '"第"0"期"', ';;;', '000')
  const began = performance.now()
  fc.assert(
    fc.property(fc.constantFrom(...FIELDS), source, kind, text, format, (field, from, of, words, shown) => {
      const cell: RawCell = { kind: of, text: words, ...(shown === undefined ? {} : { format: shown }) }
      const read = readCell(cell, specOf(field), from, lookups)
      expect(['value', 'empty', 'question', 'refusal']).toContain(read.level)
    }),
    { numRuns: 2_000 },
  )
  expect(performance.now() - began).toBeLessThan(20_000)
})

test.each([
  `100${'①'.repeat(76)}x`,
  '1(('.repeat(26),
  '1 '.repeat(39),
  '1-'.repeat(39),
  '1,'.repeat(1_000),
  'a、'.repeat(1_000),
])('a text that nearly has a form is answered at once', (text) => {
  const began = performance.now()
  for (const field of FIELDS)
    readCell({ kind: 'text', text }, specOf(field), { by: 'csv', today: TODAY }, lookups)
  expect(performance.now() - began).toBeLessThan(5_000)
})
