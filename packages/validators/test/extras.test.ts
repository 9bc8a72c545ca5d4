import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  accountAscii,
  codes,
  completeCreditCode,
  creditCode,
  date,
  dateOrder,
  type Fault,
  isCalendarDate,
  latitude,
  longitude,
  maxLength,
  nationalCode,
  range,
  regionCode,
  regionConsistent,
  toChineseNumber,
  wordsOf,
} from '../src/index.ts'
import vectors from './vectors.json' with { type: 'json' }

/** The words of what a rule finds wrong; null if it passes. */
const inWords = (fault: Fault | null): string | null => fault && wordsOf(fault)

describe('unified social credit code', () => {
  test('the worked example of the standard ends in 3, not in Z', () => {
    expect(creditCode('91350100M000100Y43')).toBeNull()
    expect(inWords(creditCode('91350100M000100Y4Z'))).toBe('统一社会信用代码校验不通过')
  })

  test('any 17 characters have exactly one check character', () => {
    const alphabet = [...'0123456789ABCDEFGHJKLMNPQRTUWXY']
    const first17 = fc
      .array(fc.constantFrom(...alphabet), { minLength: 17, maxLength: 17 })
      .map((list) => list.join(''))
    fc.assert(
      fc.property(first17, (text) => {
        const passing = alphabet.filter((character) => creditCode(text + character) === null)
        return passing.length === 1 && completeCreditCode(text) === text + passing[0]
      }),
    )
  })

  test.each([
    ['lower case', '91350100m000100y43'],
    ['a letter that is not used', 'I1350100M000100Y43'],
    ['17 characters', '91350100M000100Y4'],
    ['a space', '91350100M000100Y43 '],
  ])('refuses %s', (_why, value) => {
    expect(creditCode(value)).toEqual({ code: codes.creditCode })
  })

  test('completing what is no beginning of a code is a mistake of the caller', () => {
    expect(() => completeCreditCode('123')).toThrow(RangeError)
  })
})

describe('coordinates', () => {
  test.each([
    [longitude, 73, 136],
    [latitude, 3, 54],
  ])('the edges belong to China and beyond them does not', (rule, least, most) => {
    expect(rule(least)).toBeNull()
    expect(rule(String(most))).toBeNull()
    expect(rule(least - 0.0001)).toEqual({ code: codes.coordinates })
    expect(rule(most + 0.0001)).toEqual({ code: codes.coordinates })
    expect(rule('东经106度')).toEqual({ code: codes.coordinates })
    expect(rule('')).toBeNull()
  })
})

describe('dates', () => {
  test.each(['2024-02-29', '2026-12-31', '1999-01-01'])('%s is a day', (value) => {
    expect(date(value)).toBeNull()
  })

  test.each([
    '2026-02-29',
    '2026-13-01',
    '2026-00-10',
    '2026-1-1',
    '2026/01/01',
    '20260101',
    '2026-01-01T00:00:00',
  ])('%s is not', (value) => {
    expect(date(value)).toEqual({ code: codes.date })
  })

  test('every day that the calendar has is a day', () => {
    const days = fc.date({ min: new Date('1900-01-01'), max: new Date('2199-12-31'), noInvalidDate: true })
    fc.assert(fc.property(days, (day) => isCalendarDate(day.toISOString().slice(0, 10))))
  })

  test('the later date must not lie before the earlier', () => {
    expect(inWords(dateOrder('2026-03-02', '2026-03-01'))).toBe('日期先后顺序不正确')
    expect(dateOrder('2026-03-01', '2026-03-01')).toBeNull()
    expect(dateOrder(undefined, '2026-03-01')).toBeNull()
  })
})

describe('bounds', () => {
  test('a rare character counts as one', () => {
    expect(maxLength(2)('𠀀𠀀')).toBeNull()
    expect(inWords(maxLength(2)('𠀀𠀀一'))).toBe('长度不能超过2个字')
  })

  test('an exclusive minimum refuses the minimum itself', () => {
    const positive = range({ exclusiveMinimum: 0, maximum: 5000 })
    expect(inWords(positive(0))).toBe('数值超出合理范围')
    expect(positive('0.0001')).toBeNull()
    expect(inWords(positive(5000.1))).toBe('数值超出合理范围')
    expect(positive('')).toBeNull()
  })
})

test('codes of the approval platform have five groups of digits', () => {
  expect(nationalCode('2312-640323-04-01-123456')).toBeNull()
  expect(nationalCode('2312-640323-04-01-12345')).toEqual({ code: codes.nationalCode })
})

test('a new account has no look-alikes of letters', () => {
  expect(accountAscii('zhang_san')).toBeNull()
  expect(accountAscii('аdmin')).toEqual({ code: codes.accountAscii })
})

describe('divisions', () => {
  const divisions: Record<string, { parentCode?: string }> = {
    '640000': {},
    '640300': { parentCode: '640000' },
    '640323': { parentCode: '640300' },
    '110000': {},
    '110101': { parentCode: '110000' },
  }
  const find = (code: string) => divisions[code]

  test.each([
    ['a county in its city in its province', { province: '640000', city: '640300', county: '640323' }, null],
    ['a district of a municipality', { province: '110000', county: '110101' }, null],
    ['a province alone', { province: '640000' }, null],
    ['a county of another province', { province: '110000', county: '640323' }, '行政区划不匹配'],
    ['a county without its city', { province: '640000', county: '640323' }, '行政区划不匹配'],
    ['a province that does not exist', { province: '990000' }, '行政区划不匹配'],
  ])('%s', (_why, place, message) => {
    expect(inWords(regionConsistent(place, find))).toBe(message)
  })

  test('a code is six digits', () => {
    expect(regionCode('640323')).toBeNull()
    expect(regionCode('64032')).toEqual({ code: codes.region })
  })
})

describe('[9.limits.11] Chinese numerals', () => {
  test.each(vectors.chineseNumber.map(([n, text]) => [Number(n), String(text)] as const))(
    '%d is %s',
    (n, text) => {
      expect(toChineseNumber(n)).toBe(text)
    },
  )

  const DIGITS = '零一二三四五六七八九'
  const section = (text: string) => {
    let total = 0
    let digit = 0
    for (const character of text) {
      const unit = { 十: 10, 百: 100, 千: 1000 }[character]
      if (unit === undefined) digit = DIGITS.indexOf(character)
      else {
        total += (digit || 1) * unit
        digit = 0
      }
    }
    return total + digit
  }
  const read = (text: string) => {
    const [upper, lower] = text.includes('万') ? text.split('万') : ['', text]
    return section(upper ?? '') * 10_000 + section(lower ?? '')
  }

  test('what is written is read back as the same number', () => {
    fc.assert(fc.property(fc.integer({ min: 0, max: 99_999_999 }), (n) => read(toChineseNumber(n)) === n))
  })

  test.each([100_000_000, -1, 1.5, Number.NaN])('%d is out of its range', (n) => {
    expect(() => toChineseNumber(n)).toThrow(RangeError)
  })
})
