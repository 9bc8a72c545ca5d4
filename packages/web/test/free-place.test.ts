import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Box, freePlace } from '../src/lib/free-place.ts'

const AREA: Box = { left: 276, top: 100, right: 1424, bottom: 884 }
const SIZE = { width: 360, height: 46 }

const boxAt = ({ left, top }: { left: number; top: number }): Box => ({
  left,
  top,
  right: left + SIZE.width,
  bottom: top + SIZE.height,
})
const meet = (a: Box, b: Box) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom

test('is the lower left corner where nothing is in the way', () => {
  const place = freePlace(SIZE, AREA, [])
  expect(place?.left).toBe(AREA.left)
  expect(boxAt(place ?? { left: 0, top: 0 }).bottom).toBeGreaterThan(AREA.bottom - 8)
})

test('is above a bar of buttons at the lower edge', () => {
  const bar = { left: 276, top: 840, right: 700, bottom: 880 }
  const place = freePlace(SIZE, AREA, [bar])
  expect(place?.left).toBe(AREA.left)
  expect(place && boxAt(place).bottom).toBeLessThanOrEqual(bar.top)
})

test('is beside a column of links that leaves no gap', () => {
  const links = Array.from({ length: 20 }, (_, at) => ({
    left: 300,
    top: 100 + at * 40,
    right: 500,
    bottom: 130 + at * 40,
  }))
  expect(freePlace(SIZE, AREA, links)?.left).toBeGreaterThanOrEqual(500)
})

test.each([320, 360, 375, 384.3, 390, 393])('exists on a phone that is %d px wide', (phone) => {
  const area = { left: 16, top: 114, right: Math.floor(phone) - 16, bottom: 828 }
  const size = { width: Math.min(360, phone - 32), height: 46 }
  expect(freePlace(size, area, [])?.left).toBe(16)
  const atEdge = { left: area.right - 2, top: 784, right: phone, bottom: 828 }
  expect(freePlace(size, area, [atEdge])?.top).toBeLessThanOrEqual(atEdge.top - size.height)
})

test('does not exist where controls fill the area', () => {
  expect(freePlace(SIZE, AREA, [AREA])).toBeUndefined()
  expect(freePlace(SIZE, { ...AREA, right: 600 }, [])).toBeUndefined()
})

test('never meets a control and never leaves the area, whatever is there', () => {
  const control = fc.record({
    left: fc.integer({ min: 0, max: 1_440 }),
    top: fc.integer({ min: 0, max: 900 }),
    width: fc.integer({ min: 1, max: 300 }),
    height: fc.integer({ min: 1, max: 60 }),
  })
  fc.assert(
    fc.property(fc.array(control, { maxLength: 60 }), (controls) => {
      const taken = controls.map(({ left, top, width, height }) => ({
        left,
        top,
        right: left + width,
        bottom: top + height,
      }))
      const place = freePlace(SIZE, AREA, taken)
      if (!place) return
      const box = boxAt(place)
      expect(taken.filter((each) => meet(each, box))).toEqual([])
      expect([box.left >= AREA.left, box.top >= AREA.top]).toEqual([true, true])
      expect([box.right <= AREA.right, box.bottom <= AREA.bottom]).toEqual([true, true])
    }),
  )
})
