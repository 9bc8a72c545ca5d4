import type { Issue, RecordValues } from '../record.ts'
import { latitude, longitude } from '../rules/coordinates.ts'
import { numberAt, textAt, warning } from '../values.ts'

/** Smallest rectangle around a division, in degrees. */
export interface PlaceBox {
  readonly name: string
  readonly west: number
  readonly south: number
  readonly east: number
  readonly north: number
}

/** Boxes of divisions by code, as `@xinchu/validators/place-boxes` has them. */
export type PlaceBoxes = ReadonlyMap<string, PlaceBox>

/** A division with the one of today that it belongs to since it ended. */
export interface MappedDivision {
  readonly code: string
  readonly name: string
  readonly successorCode?: string | null | undefined
}

const both = (one: PlaceBox, other: PlaceBox): Omit<PlaceBox, 'name'> => ({
  west: Math.min(one.west, other.west),
  south: Math.min(one.south, other.south),
  east: Math.max(one.east, other.east),
  north: Math.max(one.north, other.north),
})

/**
 * Boxes of the divisions of today: one that others were merged into has their land too. The map does not know of it.
 * @param divisions the ended ones and those that they belong to today
 */
export function boxesToday(boxes: PlaceBoxes, divisions: Iterable<MappedDivision>): PlaceBoxes {
  const all = [...divisions]
  const ended = all.filter(({ code, successorCode }) => successorCode && boxes.has(code))
  if (ended.length === 0) return boxes
  const names = new Map(all.map(({ code, name }) => [code, name]))
  const joined = new Map(boxes)
  for (const { code, successorCode } of ended) {
    const [into, land] = [successorCode ?? '', boxes.get(code)]
    if (!land) continue
    const own = joined.get(into)
    const name = names.get(into) ?? own?.name ?? land.name
    joined.set(into, { ...both(own ?? land, land), name })
  }
  return joined
}

/** Degrees, some 5 km: outlines are simplified, and stations stand on borders. */
const MARGIN = 0.05

const CORPS = '660000'
const XINJIANG = '650000'
const NARROWEST_FIRST = ['countyCode', 'cityCode', 'provinceCode'] as const

/** The box of the narrowest division that has one: zones are not on the map. */
function boxOf(project: RecordValues, boxes: PlaceBoxes): PlaceBox | undefined {
  // The land of a division of the Corps lies all over the prefectures around its city.
  if (textAt(project, 'provinceCode') === CORPS) return boxes.get(XINJIANG)
  for (const field of NARROWEST_FIRST) {
    const box = boxes.get(textAt(project, field) ?? '')
    if (box) return box
  }
  return undefined
}

const isBetween = (value: number, least: number, most: number) =>
  value >= least - MARGIN && value <= most + MARGIN

/** A hint for coordinates in China that lie outside the project's division. */
export function placeIssues(project: RecordValues, boxes: PlaceBoxes): Issue[] {
  const [lng, lat] = [numberAt(project, 'longitude'), numberAt(project, 'latitude')]
  if (lng === undefined || lat === undefined || longitude(lng) || latitude(lat)) return []
  const box = boxOf(project, boxes)
  if (!box) return []
  const isBeside = !isBetween(lng, box.west, box.east)
  if (!isBeside && isBetween(lat, box.south, box.north)) return []
  const message = `经度${lng}、纬度${lat}不在${box.name}范围内，请核对坐标和所在地区`
  return [warning('P-019', isBeside ? 'longitude' : 'latitude', message)]
}
