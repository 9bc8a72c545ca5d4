import fc from 'fast-check'
import { expect, test } from 'vitest'
import { newCode, readCode, shownCode } from '../../src/domain/files/codes.ts'

test('a code has 12 characters, none of which is mistaken for another', () => {
  for (let count = 0; count < 200; count += 1) {
    const code = newCode()
    expect(code).toMatch(/^[2-9A-HJKMNP-Z]{12}$/)
    expect(readCode(shownCode(code))).toBe(code)
    expect(readCode(` ${shownCode(code).toLowerCase()} `)).toBe(code)
  }
})

test('one wrong character, or two that changed places, are found', () => {
  fc.assert(
    fc.property(
      fc.nat(11),
      fc.nat(11),
      fc.constantFrom(...'23456789ABCDEFGHJKMNPQRSTUVWXYZ'),
      (at, to, letter) => {
        const code = newCode()
        const wrong = code.slice(0, at) + letter + code.slice(at + 1)
        if (wrong !== code) expect(readCode(wrong)).toBeUndefined()
        const letters = [...code]
        ;[letters[at], letters[to]] = [letters[to] ?? '', letters[at] ?? '']
        const swapped = letters.join('')
        if (swapped !== code) expect(readCode(swapped)).toBeUndefined()
      },
    ),
  )
})

test.each(['', '7K2M', '7K2M-QF9D-3VXO', '7K2M-QF9D-3VX1', '核验码七七七七七七七七七'])(
  '%j is not a code',
  (text) => {
    expect(readCode(text)).toBeUndefined()
  },
)
