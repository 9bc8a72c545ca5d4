import type { PlaceBox, PlaceBoxes } from '../project/place-boxes.ts'
import { TABLE } from './table.ts'

const ENTRY = /^(\d\d)(\D+)(\d+),(\d+),(\d+),(\d+)$/

/** A whole number of hundredths in degrees, without the error of an addition. */
const degrees = (hundredths: number): number => hundredths / 100

function divisionIn(city: string, entry: string): [code: string, box: PlaceBox] {
  const [, last = '', name = '', ...sides] = ENTRY.exec(entry) ?? []
  const [west = 0, south = 0, width = 0, height = 0] = sides.map(Number)
  return [
    `${city}${last}`,
    {
      name,
      west: degrees(west),
      south: degrees(south),
      east: degrees(west + width),
      north: degrees(south + height),
    },
  ]
}

function cityIn(line: string): [code: string, box: PlaceBox][] {
  const [city = '', ...entries] = line.split(' ')
  return entries.map((entry) => divisionIn(city, entry))
}

/** Boxes of provinces, cities and counties by code. Large, and therefore an entry of its own. */
export const placeBoxes: PlaceBoxes = new Map(TABLE.trim().split('\n').flatMap(cityIn))
