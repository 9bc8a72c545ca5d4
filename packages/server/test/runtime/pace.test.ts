import { expect, test } from 'vitest'
import { Pace } from '../../src/runtime/pace.ts'

const paceOf = () => new Pace({ targetMs: 100, first: 200, least: 50, most: 1_000 })

/** Does parts on a machine that needs so many milliseconds for each thing. */
function sizeAfter(parts: number, msEach: number): number {
  const pace = paceOf()
  for (let part = 0; part < parts; part++) pace.took(pace.size * msEach)
  return pace.size
}

test.each([
  ['of the wanted length where they fit', 0.5, 200],
  ['smaller on a slow machine', 1, 100],
  ['larger on a fast one', 0.25, 400],
  ['never tiny', 50, 50],
  ['never huge', 0.001, 1_000],
])('parts become %s', (_what, msEach, size) => {
  expect(sizeAfter(12, msEach)).toBe(size)
})

test('one slow part does not make the next ones tiny', () => {
  const pace = paceOf()
  pace.took(10_000)
  expect(pace.size).toBeGreaterThanOrEqual(100)
})
