// @vitest-environment node
import type { MapPoint } from '@xinchu/sdk'
import { describe, expect, test } from 'vitest'
import { letterOf, located } from '../../src/features/statistics/scale/local-projects.ts'

const row = (id: number) => ({ id })
const point = (id: number): MapPoint => ({ id, longitude: 106, latitude: 38, ratedPower: 100 })

describe('the projects of a city or county', () => {
  test('are named by the same letters on the map and in the list', () => {
    const drawn = located([row(7), row(8), row(9)], [point(9), point(7)], 3)
    expect(drawn.map(({ point: { id }, letter }) => [id, letter])).toEqual([
      [7, 'A'],
      [9, 'C'],
    ])
    expect([0, 1, 2].map((at) => letterOf(at, 3))).toEqual(['A', 'B', 'C'])
  })

  test('have no letters where they are only on the map', () => {
    expect(located([row(7), row(8)], [point(7), point(8)], 1).map(({ letter }) => letter)).toEqual([
      'A',
      undefined,
    ])
  })

  test('leave out what has a position but does not belong to the figure', () => {
    expect(located([row(7)], [point(7), point(8)], 1).map(({ point: { id } }) => id)).toEqual([7])
  })
})
