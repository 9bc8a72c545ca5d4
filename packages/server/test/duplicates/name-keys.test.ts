import { array, assert, constantFrom, property, tuple } from 'fast-check'
import { expect, test } from 'vitest'
import { nameKeys } from '../../src/domain/es-project/duplicates/name-keys.ts'
import { similarity } from '../../src/domain/es-project/duplicates/similarity.ts'

const ALIKE = 0.75
const keysOf = (normalised_name: string) => nameKeys({ province_code: '640000', normalised_name })

const letter = constantFrom(...'高沙花马青山河口甲乙共享风')
const word = array(letter, { maxLength: 4 }).map((letters) => letters.join(''))

test('two names that are alike have a key in common', () => {
  let compared = 0
  const alike = tuple(word, array(letter, { minLength: 6, maxLength: 14 }), word, word, word)
  assert(
    property(alike, ([before, shared, after, otherBefore, otherAfter]) => {
      const one = before + shared.join('') + after
      const other = otherBefore + shared.join('') + otherAfter
      if (similarity(one, other) < ALIKE) return
      compared += 1
      expect(keysOf(one).some((key) => keysOf(other).includes(key))).toBe(true)
    }),
    { numRuns: 2_000 },
  )
  expect(compared).toBeGreaterThan(100)
})

test('rare pairs of characters come first, and less than half of all are keys', () => {
  expect(keysOf('共享独立高沙窝')).toEqual(expect.arrayContaining(['640000高沙', '640000沙窝']))
  expect(keysOf('共享独立高沙窝')).toHaveLength(3)
})

test.each([
  ['', []],
  ['沙', ['640000沙']],
  ['100MW1期', []],
])('of “%s” the keys are %j', (name, keys) => {
  expect(keysOf(name)).toEqual(keys)
})
