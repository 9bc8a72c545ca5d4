import type { MapPoint } from '@xinchu/sdk'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { divisionMarks, shiftsOf } from '../../src/features/statistics/project-map/division-marks.ts'
import { frameOfArea } from '../../src/features/statistics/project-map/fit.ts'
import { hasOnlyCounties, levelOf } from '../../src/features/statistics/project-map/levels.ts'
import {
  canSplit,
  marksOf,
  nextMark,
  radiusOf,
  reaches,
  sizesOf,
} from '../../src/features/statistics/project-map/marks.ts'
import { aimOf, placeHits } from '../../src/features/statistics/project-map/search.ts'
import { spread } from '../../src/features/statistics/project-map/spread.ts'
import {
  boxOf,
  CELL,
  CLOSEST,
  cellOf,
  fitted,
  frameOf,
  panned,
  pinched,
  spotOf,
  textOf,
  type View,
  viewOf,
  zoomed,
} from '../../src/features/statistics/project-map/view.ts'

const size = { width: 720, height: 540 }
const someView = fc.record({
  lng: fc.double({ min: 73, max: 136, noNaN: true }),
  lat: fc.double({ min: 3, max: 54, noNaN: true }),
  zoom: fc.double({ min: 2, max: CLOSEST, noNaN: true }),
})
/** A view as an address has it. */
const stored = someView.map((view) => viewOf(textOf(view)) ?? view)

describe('the view of the map', () => {
  test('is kept by the address', () => {
    fc.assert(
      fc.property(stored, (view) => {
        expect(viewOf(textOf(view))).toEqual(view)
      }),
    )
    expect(textOf({ lng: 106.8, lat: 37.9, zoom: 9 })).toBe('106.8,37.9,9')
  })

  test.each(['', 'x', '1,2', '106,37,9,1', '106,,9', 'NaN,1,2', undefined])('is not made of %s', (text) => {
    expect(viewOf(text)).toBeUndefined()
  })

  test('keeps within the country and its zooms, whatever the address says', () => {
    expect(viewOf('0,99,50')).toEqual({ lng: 73, lat: 54, zoom: CLOSEST })
  })

  test('shows a fitted division whole', () => {
    const box = [104.2, 35.2, 107.7, 39.4] as const
    const [west, south, east, north] = boxOf(fitted(box, size), size)
    expect([west < box[0], south < box[1], east > box[2], north > box[3]]).toEqual([true, true, true, true])
    expect(Math.min((east - west) / (box[2] - box[0]), (north - south) / (box[3] - box[1]))).toBeLessThan(1.2)
  })

  test('keeps the place between two fingers that move apart and aside', () => {
    const view = { lng: 105, lat: 36, zoom: 4 }
    const start = [
      { x: 100, y: 200 },
      { x: 200, y: 200 },
    ] as const
    const now = [
      { x: 150, y: 230 },
      { x: 350, y: 230 },
    ] as const
    const after = pinched(view, size, start, now)
    expect(after.zoom).toBeCloseTo(view.zoom + 1, 2)
    const placeAt = (from: typeof view, { x, y }: { x: number; y: number }) => {
      const [west, south, east, north] = boxOf(from, size)
      return [west + ((east - west) * x) / size.width, north - ((north - south) * y) / size.height]
    }
    const [lng = 0, lat = 0] = placeAt(view, { x: 150, y: 200 })
    const moved = placeAt(after, { x: 250, y: 230 })
    expect(moved[0]).toBeCloseTo(lng, 2)
    expect(moved[1]).toBeCloseTo(lat, 2)
  })

  test('keeps the place under the pointer while it is zoomed', () => {
    const view: View = { lng: 106, lat: 37, zoom: 7 }
    const before = boxOf(view, size)
    const spot = { x: 0, y: 0 }
    const after = boxOf(zoomed(view, size, 1, spot), size)
    expect(after[0]).toBeCloseTo(before[0], 3)
    expect(after[3]).toBeCloseTo(before[3], 3)
    expect((after[2] - after[0]) * 2).toBeCloseTo(before[2] - before[0], 3)
  })

  test('follows a drag', () => {
    const view: View = { lng: 106, lat: 37, zoom: 7 }
    const there = spotOf(panned(view, 50, -30), size, view.lng, view.lat)
    expect(there.x).toBeCloseTo(size.width / 2 + 50, 0)
    expect(there.y).toBeCloseTo(size.height / 2 - 30, 0)
  })

  test('asks for whole cells, a few more than it shows', () => {
    fc.assert(
      fc.property(stored, (view) => {
        const [cell, frame, shown] = [cellOf(view), frameOf(view, size), boxOf(view, size)]
        expect(frame[0]).toBeLessThanOrEqual(shown[0] + 1e-3)
        expect(frame[3]).toBeGreaterThanOrEqual(shown[3] - 1e-3)
        const across = (frame[2] - frame[0]) / cell
        const down = (frame[3] - frame[1]) / (cell * 0.75)
        expect((across + 1) * (down + 1)).toBeLessThan(400)
      }),
    )
  })
})

const cluster = (longitude: number, latitude: number, ratedPower: number): MapPoint => ({
  ...{ longitude, latitude, ratedPower, ratedEnergy: 2 * ratedPower, count: 3 },
  bbox: [longitude - 0.1, latitude - 0.1, longitude + 0.1, latitude + 0.1],
})

describe('the marks', () => {
  const view: View = { lng: 106, lat: 37, zoom: 7 }

  test('have areas in proportion to their powers, by the sizes of the key', () => {
    const [large = 0, middle = 0, small = 0] = sizesOf(2_000)
    expect([large, middle, small]).toEqual([2_000, 400, 100])
    expect((radiusOf(large, 2_000) / radiusOf(middle, 2_000)) ** 2).toBeCloseTo(large / middle)
    expect(radiusOf(0, 2_000)).toBeGreaterThan(0)
  })

  test('of clusters stay in their cells, so that circles do not overlap', () => {
    const cell = cellOf(view)
    const points = [0, 1, 2, 3].map((at) => cluster(106 + at * cell * 0.999, 37.2, 1_000))
    const marks = marksOf(points, cell, view, size)
    for (const [at, mark] of marks.entries())
      for (const other of marks.slice(at + 1))
        expect(Math.hypot(mark.x - other.x, mark.y - other.y)).toBeGreaterThanOrEqual(CELL - 1)
  })

  test('of a project is where it lies', () => {
    const point: MapPoint = { id: 1, projectName: '甲', longitude: 106.01, latitude: 37.02, ratedPower: 10 }
    const [mark] = marksOf([point], cellOf(view), view, size)
    expect(mark).toMatchObject(spotOf(view, size, 106.01, 37.02))
  })

  test('are reached by the arrow that points at them', () => {
    const points = [cluster(106, 37, 50), cluster(107, 37, 40), cluster(106, 38, 30), cluster(109, 37.1, 20)]
    const marks = marksOf(points, cellOf(view), view, size)
    const [here] = marks
    if (!here) throw new Error('no mark')
    expect(nextMark(marks, here, 'ArrowRight')?.point).toBe(points[1])
    expect(nextMark(marks, here, 'ArrowUp')?.point).toBe(points[2])
    expect(nextMark(marks, here, 'ArrowDown')).toBeUndefined()
    expect(nextMark(marks, here, 'Enter')).toBeUndefined()
  })

  test('split until their projects lie in one place, or no closer view is left', () => {
    const point = cluster(106, 37, 50)
    expect(canSplit(point, view)).toBe(true)
    expect(canSplit(point, { ...view, zoom: CLOSEST })).toBe(false)
    expect(canSplit({ ...point, bbox: [106, 37, 106, 37] }, view)).toBe(false)
  })
})

const yanchi = { value: '640323', label: '盐池县', level: 3 }
const wuzhong = { value: '640300', label: '吴忠市', level: 2, lng: 106.2, lat: 38, children: [yanchi] }
const tree = [
  { value: '640000', label: '宁夏回族自治区', level: 1, lng: 106.3, lat: 38.5, children: [wuzhong] },
  { value: '110000', label: '北京市', level: 1, lng: 116.4, lat: 39.9 },
]
const spellsOut = (text: string, letters: string) => text === '盐池县' && letters === 'yc'

describe('the search', () => {
  const find = (words: string, scope = {}) => placeHits(tree, words, scope, spellsOut)

  test('finds places by name and by pinyin, and nothing without words', () => {
    expect(find('吴忠')).toMatchObject([{ aim: { view: { lng: 106.2, lat: 38 }, provinceCode: '640000' } }])
    expect(find('yc')).toMatchObject([{ name: expect.stringContaining('盐池县') }])
    expect(find(' ')).toEqual([])
  })

  test('leaves out what is not in the division of the user', () => {
    expect(find('市', { provinceCode: '640000', cityCode: '' }).map(({ key }) => key)).toEqual(['640300'])
  })

  test('shows a county where its projects are', () => {
    const [hit] = find('盐池')
    expect(hit?.aim).toBeUndefined()
    const aim = aimOf(cluster(107.1, 37.8, 5), hit?.place)
    expect(aim).toMatchObject({ view: { lng: 107.1, lat: 37.8 }, provinceCode: '640000' })
  })
})

describe('the level of a view', () => {
  const of = (more: Partial<Parameters<typeof levelOf>[0]>) =>
    levelOf({ codes: {}, zoom: 4, wholeZoom: 4, isMunicipality: false, owned: undefined, ...more })
  const nx = { provinceCode: '640000' }

  test.each([
    ['the nation: provinces', {}, 'province'],
    ['the nation, closer: cities', { zoom: 6 }, 'city'],
    ['the nation, very close: projects', { zoom: 8 }, 'project'],
    ['a compact region that fills the map: provinces', { zoom: 6.2, wholeZoom: 6.2 }, 'province'],
    ['a compact region, one step closer: cities', { zoom: 7.2, wholeZoom: 6.2 }, 'city'],
    ['a compact region on a wide map, one step closer: still cities', { zoom: 8.4, wholeZoom: 7.4 }, 'city'],
    ['a province: cities', { codes: nx, zoom: 7, wholeZoom: 7 }, 'city'],
    ['a small province that fills the map: cities', { codes: nx, zoom: 9, wholeZoom: 9 }, 'city'],
    ['a province, one step closer: projects', { codes: nx, zoom: 8, wholeZoom: 7 }, 'project'],
    ['a large province, one step closer: still cities', { codes: nx, zoom: 6.4, wholeZoom: 5.4 }, 'city'],
    ['a municipality: districts', { codes: nx, isMunicipality: true }, 'county'],
    ['a city: projects', { codes: { ...nx, cityCode: '640300' } }, 'project'],
    ['a county directly under a province: projects', { codes: { ...nx, countyCode: '659001' } }, 'project'],
    ['few projects of an owner: projects', { owned: 8 }, 'project'],
    ['many projects of an owner: provinces', { owned: 300 }, 'province'],
  ])('of %s', (_what, view, level) => {
    expect(of(view)).toBe(level)
  })

  test('has districts only in a municipality, not in the Corps', () => {
    const children = [{ level: 3 }]
    expect(hasOnlyCounties({ value: '110000', children })).toBe(true)
    expect(hasOnlyCounties({ value: '660000', children })).toBe(false)
    expect(hasOnlyCounties({ value: '640000', children: [{ level: 2 }] })).toBe(false)
  })
})

const room = fc.record({
  x: fc.integer({ min: 0, max: 700 }),
  y: fc.integer({ min: 0, max: 500 }),
  width: fc.integer({ min: 20, max: 44 }),
  height: fc.integer({ min: 20, max: 40 }),
})

describe('the marks of divisions', () => {
  const named = ({ regionName = '' }: MapPoint) => regionName
  const division = (regionCode: string, longitude: number, latitude: number): MapPoint => ({
    ...{
      regionCode,
      regionName: regionCode,
      longitude,
      latitude,
      ratedPower: 500,
      ratedEnergy: 900,
      count: 7,
    },
  })
  const points = [
    division('110000', 116.4, 40.2),
    division('120000', 117.3, 39.3),
    division('130000', 115, 38),
  ]

  test('do not cover each other, wherever they lie', () => {
    fc.assert(
      fc.property(fc.array(room, { maxLength: 12 }), (rooms) => {
        const places = spread(rooms)
        for (const [at, one] of rooms.entries())
          for (const [next, other] of rooms.slice(at + 1).entries()) {
            const [a, b] = [places[at], places[at + 1 + next]]
            const across = Math.abs((a?.x ?? 0) - (b?.x ?? 0)) - (one.width + other.width) / 2
            const above = Math.abs((a?.y ?? 0) - (b?.y ?? 0)) - (one.height + other.height) / 2
            expect(Math.max(across, above)).toBeGreaterThan(-1)
          }
      }),
    )
  })

  test('stay where they are if none is near', () => {
    const far = [0, 100, 200].map((x) => ({ x, y: x, width: 40, height: 40 }))
    expect(spread(far)).toEqual(far.map(({ x, y }) => ({ x, y })))
  })

  test('of all cities are moved apart too', () => {
    const cities = fc.sample(
      fc.noBias(fc.record({ x: fc.integer({ min: 0, max: 2_500 }), y: fc.integer({ min: 0, max: 2_000 }) })),
      { numRuns: 340, seed: 1 },
    )
    const places = spread(cities.map((city) => ({ ...city, width: 44, height: 38 })))
    for (const [at, one] of places.entries())
      for (const other of places.slice(at + 1))
        expect(Math.max(Math.abs(one.x - other.x) - 44, Math.abs(one.y - other.y) - 38)).toBeGreaterThan(-1)
  })

  test('are in view where projects are, though the seat is not, and where the seat is if none has a position', () => {
    const view = [90, 40, 92, 42] as const
    const seat = division('650000', 87.6, 43.8)
    expect(reaches({ ...seat, bbox: [75, 36, 96, 48] }, view)).toBe(true)
    expect(reaches({ ...seat, bbox: [75, 36, 88, 48] }, view)).toBe(false)
    expect(reaches(seat, view)).toBe(false)
    expect(reaches({ ...seat, longitude: 91, latitude: 41 }, view)).toBe(true)
  })

  test('move with the map and not among themselves', () => {
    const shifts = shiftsOf(points, 4, true, named)
    const at = (lng: number) => divisionMarks(points, shifts, { lng, lat: 36, zoom: 4 }, size, named)
    const [before, after] = [at(104), at(106)]
    const moves = before.map(({ x }, index) => x - (after[index]?.x ?? 0))
    for (const move of moves) expect(move).toBeCloseTo(moves[0] ?? 0)
    expect(before.map(({ key, name }) => [key, name])).toEqual(
      points.map(({ regionCode = '' }) => [regionCode, regionCode]),
    )
  })
})

test('a county without outlines is fitted by its city, a region by its provinces', () => {
  const frames = {
    frame: [73, 18, 135, 53],
    parts: { 640300: [105, 37, 107, 38], 640000: [104, 35, 108, 39] },
  } as const
  const county = { provinceCode: '640000', cityCode: '640300', countyCode: '640323' }
  expect(frameOfArea(county, frames, [])).toEqual([105, 37, 107, 38])
  expect(frameOfArea({}, frames, [], ['640000'])).toEqual([104, 35, 108, 39])
  expect(frameOfArea({}, frames, [])).toEqual([73, 18, 135, 53])
})
