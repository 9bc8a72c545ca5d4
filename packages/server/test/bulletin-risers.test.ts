import { expect, test } from 'vitest'
import { risersOf } from '../src/domain/documents/bulletin/place-section.ts'
import type { NamedScaleRow } from '../src/domain/statistics/scale.ts'

const place = (name: string, ratedPower: number): NamedScaleRow => ({
  ...{ keys: [name], labels: [name], year: 2025, projectCount: 1, ratedPower, ratedEnergy: 2 * ratedPower },
  ...{ addPower: 0, addEnergy: 0, powerShare: 0, energyShare: 0, investment: 0 },
})
/** Places from the largest to the smallest. */
const ranked = (names: string) => [...names].map((name, at) => place(name, 100 - at))
const risen = (now: string, before: string) =>
  risersOf(ranked(now), ranked(before)).map(({ row, at, to }) => `${row.labels[0]} ${at} ${to}`)

test.each([
  ['the one place that rose most', 'dabcef', 'abcdef', ['d 4 1']],
  ['all places that rose as far, the larger first', 'deabcfghij', 'abcdefghij', ['d 4 1', 'e 5 2']],
  ['no place if none rose by three', 'cabdef', 'abcdef', []],
] as const)('names %s', (_why, now, before, places) => {
  expect(risen(now, before)).toEqual(places)
})

test('names none without figures of the year before', () => {
  expect(risersOf(ranked('abc'))).toEqual([])
})
