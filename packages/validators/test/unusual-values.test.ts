import fc from 'fast-check'
import { describe, expect, expectTypeOf, test } from 'vitest'
import { account, codes, decimal4OrZero, decimalsOf, mobile, range, standardOf } from '../src/index.ts'

const schema = standardOf(mobile)
type Output = NonNullable<(typeof schema)['~standard']['types']>['output']

test('the output of a rule is the value of a field, not unknown', () => {
  expectTypeOf<Output>().toEqualTypeOf<string | number | null | undefined>()
})

describe('a range', () => {
  const percent = range({ minimum: 0, maximum: 100 })

  test.each<[string, unknown]>([
    ['Infinity', Number.POSITIVE_INFINITY],
    ['-Infinity', Number.NEGATIVE_INFINITY],
    ['NaN', Number.NaN],
    ['an object', {}],
    ['an array', [5]],
    ['true', true],
    ['false', false],
    ['a bigint', 5n],
    ['a symbol', Symbol('5')],
  ])('refuses %s', (_name, value) => {
    expect(percent(value)).toEqual({ code: codes.range })
  })

  test.each([0, 100, '0', '99.5', '', null, undefined])('takes %j', (value) => {
    expect(percent(value)).toBeNull()
  })
})

describe('an account', () => {
  test.each([
    ['a zero-width space', 'ad\u200bmin'],
    ['a zero-width joiner', 'ad\u200dmin'],
    ['U+FEFF', '\ufeffadmin'],
    ['a direction override', 'ad\u202enim'],
    ['a direction mark', 'admin\u200e'],
    ['a soft hyphen', 'ad\u00admin'],
    ['a lone surrogate', 'admin\ud800'],
    ['a control character', 'admin\u0007'],
  ])('with %s is refused', (_name, text) => {
    expect(account(text)).toEqual({ code: codes.account })
  })

  test('of visible characters is taken', () => {
    expect(['admin', 'qiye_001', 'a@b.cn'].map((text) => account(text))).toEqual([null, null, null])
  })
})

describe('decimals are decided on the text', () => {
  const amounts = fc.integer({ min: 0, max: 4 }).chain((places) =>
    fc.record({
      units: fc.integer({ min: -5 * 10 ** (11 + places), max: 5 * 10 ** (11 + places) }),
      places: fc.constant(places),
    }),
  )

  /** Formats a number of units in the last place, in shortest form without an exponent. */
  const textOf = ({ units, places }: { units: number; places: number }): string => {
    const digits = String(Math.abs(units)).padStart(places + 1, '0')
    const whole = digits.slice(0, digits.length - places)
    const fraction = digits.slice(digits.length - places).replace(/0+$/, '')
    const sign = units < 0 ? '-' : ''
    return fraction === '' ? sign + whole : `${sign}${whole}.${fraction}`
  }

  test('every amount of at most four decimals up to 5e11 is decided exactly', () => {
    fc.assert(
      fc.property(amounts, (amount) => {
        const text = textOf(amount)
        const value = Number(text)
        expect(decimalsOf(value)).toBe(text.split('.')[1]?.length ?? 0)
        expect(decimal4OrZero(text)).toBeNull()
        expect(decimal4OrZero(value)).toBeNull()
      }),
      { numRuns: 2_000 },
    )
  })

  test('a fifth decimal is refused', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 1e9 }), fc.integer({ min: 1, max: 9 }), (whole, last) => {
        const text = `${whole}.1234${last}`
        expect(decimalsOf(Number(text))).toBe(5)
        expect([decimal4OrZero(text), decimal4OrZero(Number(text))]).toEqual([
          { code: codes.decimal },
          { code: codes.decimal },
        ])
      }),
    )
  })

  test('an exponent counts', () => {
    expect([1e-7, 1.5e-7, 1e21, 1.5e300, 0, -0.5].map(decimalsOf)).toEqual([7, 8, 0, 0, 0, 1])
  })
})
