import fc from 'fast-check'
import { expect, test } from 'vitest'
import { Merged } from '../src/domain/statistics/quantiles.ts'

const lists = fc
  .array(
    fc.array(
      fc.oneof(
        fc.constantFrom(0, 1, 2),
        fc.double({ noNaN: true, min: -1e6, max: 1e6 }).map((value) => value + 0),
      ),
    ),
    {
      maxLength: 12,
    },
  )
  .filter((parts) => parts.some((part) => part.length > 0))
const share = fc.oneof(
  fc.constantFrom(0.01, 0.1, 0.25, 0.5, 0.9, 0.99, 1),
  fc.double({ min: 0.001, max: 1, noNaN: true }),
)

test('quantiles of several sorted lists are those of all their values in one', () => {
  fc.assert(
    fc.property(lists, share, (parts, at) => {
      const merged = new Merged(parts.map((part) => new Float64Array(part).sort()))
      const all = new Float64Array(parts.flat()).sort()
      expect(merged.length).toBe(all.length)
      expect(merged.atShare(at)).toBe(all[Math.ceil(at * all.length) - 1])
      const place = at * (all.length - 1)
      const [low = 0, high = 0] = [all[Math.floor(place)], all[Math.ceil(place)]]
      expect(merged.quantile(at)).toBe(low + (place - Math.floor(place)) * (high - low))
    }),
    { numRuns: 500 },
  )
})
