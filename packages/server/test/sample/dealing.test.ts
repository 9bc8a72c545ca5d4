import { describe, expect, test } from 'vitest'
import { capacitiesOf } from '../../../sample/src/capacities.ts'
import { dealer } from '../../../sample/src/dealer.ts'
import { randomFrom } from '../../../sample/src/random.ts'

test('what is dealt comes out as the shares say', () => {
  const deal = dealer([
    ['a', 0.7],
    ['b', 0.3],
  ])
  const dealt = Array.from({ length: 100 }, () => deal(1))
  expect(dealt.filter((kind) => kind === 'b')).toHaveLength(30)
})

test('only allowed kinds are dealt, and the others catch up', () => {
  const deal = dealer([
    ['a', 0.5],
    ['b', 0.5],
  ])
  expect([deal(1, ['a']), deal(1, ['a']), deal(1), deal(1)]).toEqual(['a', 'a', 'b', 'b'])
  expect(() => deal(1, [])).toThrow(RangeError)
})

describe('stations add up to the totals', () => {
  test.each([
    ['of a small province', 70, 140],
    ['of one with long storage', 8570, 28_710],
    ['of one with short storage', 3100, 5620],
    ['of one station', 1, 2],
  ])('%s', (_what, power, energy) => {
    const stations = capacitiesOf(power, energy, randomFrom(1))
    const total = (unit: 'power' | 'energy') => stations.reduce((all, station) => all + station[unit], 0)
    expect([total('power'), total('energy')]).toEqual([power, energy])
    expect(stations.every((station) => station.power > 0 && station.energy > 0)).toBe(true)
  })
})
