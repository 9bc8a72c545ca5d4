import { roundTo } from '@xinchu/validators'
import { placeBoxes } from '@xinchu/validators/place-boxes'
import type { Place } from './places.ts'

/** Part of a box's width and height in which stations stand: its corners are mostly land of neighbours. */
const INNER = 0.6

const between = (least: number, most: number, share: number): number =>
  roundTo(least + (most - least) * (0.5 + (share - 0.5) * INNER), 4)

/** Degrees around the seat of a place that is not on the map. */
const AROUND_SEAT = { lng: 0.3, lat: 0.2 }

/** A random position within the narrowest division of a place that the map has. */
export function positionIn(
  { cityCode, countyCode, lng, lat }: Place,
  random: () => number,
): { longitude: number; latitude: number } {
  const [across, up] = [random(), random()]
  const box = placeBoxes.get(countyCode ?? '') ?? placeBoxes.get(cityCode ?? '')
  if (box)
    return { longitude: between(box.west, box.east, across), latitude: between(box.south, box.north, up) }
  return {
    longitude: between(lng - AROUND_SEAT.lng, lng + AROUND_SEAT.lng, across),
    latitude: between(lat - AROUND_SEAT.lat, lat + AROUND_SEAT.lat, up),
  }
}
