import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isPlaceholder, numberKey } from '../src/index.ts'

const KEY = '宁发改备[2026]77号'

test.each([
  ['angular brackets', '宁发改备〔2026〕77号'],
  ['square brackets', '宁发改备[2026]77号'],
  ['wide square brackets', '宁发改备［2026］77号'],
  ['wide round brackets', '宁发改备（2026）77号'],
  ['round brackets', '宁发改备(2026)77号'],
  ['black brackets', '宁发改备【2026】77号'],
  ['small brackets', '宁发改备﹝2026﹞77号'],
  ['brackets of two kinds', '宁发改备〔2026]77号'],
  ['wide digits', '宁发改备〔２０２６〕７７号'],
  ['blanks', ' 宁发改备 〔2026〕　77 号\t'],
  ['a line break', '宁发改备〔2026〕\r\n77号'],
  ['a character that is not seen', '宁发改备〔2026〕\u200b77号\ufeff'],
])('a number with %s has the key of the number', (_what, text) => {
  expect(numberKey(text)).toBe(KEY)
})

test.each([
  ['2609-640323-04-01-123456', '２６０９－６４０３２３－０４－０１－１２３４５６'],
  ['2609-640323-04-01-123456', '2609–640323—04‐01−123456'],
  ['ND-2026-7', 'nd-2026-7'],
  ['[无]锡发改备1号', '（无）锡发改备1号'],
])('%s is the key of %s', (key, text) => {
  expect(numberKey(text)).toBe(key)
})

test.each([
  undefined,
  null,
  '',
  '  ',
  '/',
  '／',
  '无',
  '（无）',
  '【无】',
  '不涉及',
  'N / A',
  'n/a',
  '——',
  '000',
])('“%s” has no key', (text) => {
  expect(numberKey(text)).toBeUndefined()
})

test.each([
  ['another year', '宁发改备〔2025〕77号'],
  ['another serial number', '宁发改备〔2026〕78号'],
  ['another office', '盐发改备〔2026〕77号'],
])('%s is another key', (_what, text) => {
  expect(numberKey(text)).not.toBe(KEY)
})

describe('whatever the text', () => {
  const texts = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.string({ unit: fc.constantFrom(...'宁发改备号〔〕[]（）()【】［］ 　-－–Ｎn/无0１2\u200b') }),
  )

  test('the key of a key is the key', () => {
    fc.assert(
      fc.property(texts, (text) => {
        const key = numberKey(text)
        expect(key === undefined ? undefined : numberKey(key)).toBe(key)
      }),
    )
  })

  test('a text has a key unless it is empty or a placeholder', () => {
    fc.assert(
      fc.property(texts, (text) => {
        if (isPlaceholder(text)) expect(numberKey(text)).toBeUndefined()
      }),
    )
  })

  test('brackets, width and blanks do not change the key', () => {
    const wide = (text: string) =>
      text.replace(/[!-~]/g, (letter) => String.fromCharCode(letter.charCodeAt(0) + 0xfee0))
    const numbers = fc.tuple(
      fc.stringMatching(/^[\u5b81-\u5bff]{1,6}$/),
      fc.integer({ min: 2000, max: 2100 }),
      fc.integer({ min: 1, max: 9999 }),
      fc.constantFrom('〔〕', '[]', '（）', '()', '【】', '［］'),
      fc.constantFrom('', ' ', '　', '\t'),
    )
    fc.assert(
      fc.property(numbers, ([office, year, serial, [open, close], blank]) => {
        const text = `${office}${blank}${open}${year}${close}${blank}${serial}号`
        expect(numberKey(text)).toBe(`${office}[${year}]${serial}号`)
        expect(numberKey(wide(text))).toBe(numberKey(text))
      }),
    )
  })
})
