import { roundTo } from '@xinchu/validators'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import type { Caller } from '../caller.ts'
import { projectSums } from './kept-sums.ts'
import {
  type LocationQuery,
  locatedProjects,
  locationConditions,
  type MapPoint,
  MOST_POINTS,
  singlePoints,
} from './location-points.ts'

/** Cells across the visible width, and their width in degrees for the whole country. */
const CELLS = 96
const NATIONAL_CELL = 0.75

/** Bounds of a view with cells of a chosen size: cells in all, and along a side. */
const MOST_CELLS = 400
const MOST_ASIDE = 48
/** Height of a chosen cell over its width, both in degrees. It is a square on the map. */
const HEIGHT = 0.75
/** Decimals of power, energy and coordinates. */
const DECIMALS = 4
/** Frame of valid coordinates. */
const EVERYWHERE = [73, 3, 136, 54] as const

/**
 * Number of the cell of a coordinate. Multiplication takes a third of the time of a division. The origin of the cells
 * does not matter.
 */
const cellOf = (column: string, size: number): RawBuilder<number> =>
  sql<number>`(${sql.ref(column)} * ${roundTo(1 / size, 6)}::numeric)::integer`

/** Width of the cells of a view in degrees: as asked, or larger so that they are at most about 500. */
export function widthOf({ cell = 0, bbox }: Pick<LocationQuery, 'cell' | 'bbox'>): number {
  const [west = EVERYWHERE[0], south = EVERYWHERE[1], east = EVERYWHERE[2], north = EVERYWHERE[3]] =
    bbox ?? []
  const width = Math.max(0, east - west)
  const height = Math.max(0, north - south) / HEIGHT
  return Math.max(cell, Math.sqrt((width * height) / MOST_CELLS), width / MOST_ASIDE, height / MOST_ASIDE)
}

/** Sums of a cell's projects in a province. */
interface CellRow {
  province_code: string
  x: number
  y: number
  count: number
  id: number
  power: number
  energy: number
  lng: number
  lat: number
  west: number
  south: number
  east: number
  north: number
}

function joined(a: CellRow, b: CellRow): CellRow {
  return {
    ...a,
    count: a.count + b.count,
    id: Math.min(a.id, b.id),
    power: a.power + b.power,
    energy: a.energy + b.energy,
    lng: a.lng + b.lng,
    lat: a.lat + b.lat,
    west: Math.min(a.west, b.west),
    south: Math.min(a.south, b.south),
    east: Math.max(a.east, b.east),
    north: Math.max(a.north, b.north),
  }
}

/** Cells of a width and height in degrees, in no order. */
async function cells(
  db: Db,
  query: LocationQuery,
  user: Caller,
  [width, height]: readonly [width: number, height: number],
): Promise<CellRow[]> {
  const rows = await projectSums(
    db,
    query.source,
    (among) => sql<CellRow>`
    select p.province_code, ${cellOf('p.longitude', width)} as x, ${cellOf('p.latitude', height)} as y,
      count(*) as count, min(p.id) as id, coalesce(sum(p.rated_power), 0) as power,
      coalesce(sum(p.rated_energy), 0) as energy, sum(p.longitude) as lng, sum(p.latitude) as lat,
      min(p.longitude) as west, min(p.latitude) as south, max(p.longitude) as east, max(p.latitude) as north
    from ${locatedProjects(query)} where ${locationConditions(query, user)} and ${among('p')}
    group by 1, 2, 3`,
  )
  const byPlace = new Map<string, CellRow>()
  for (const row of rows) {
    const place = `${row.x} ${row.y}`
    const before = byPlace.get(place)
    byPlace.set(place, before ? joined(before, row) : row)
  }
  return [...byPlace.values()]
}

/** Power, and where the projects of a cell lie on average. */
const centreOf = ({ lng, lat, count, power }: CellRow): MapPoint => ({
  longitude: roundTo(lng / count, DECIMALS),
  latitude: roundTo(lat / count, DECIMALS),
  ratedPower: roundTo(power, DECIMALS),
  count,
})

/** Largest first, and of equal size by place: sums that are kept come in another order than new ones. */
const bySize = (a: MapPoint, b: MapPoint): number =>
  b.ratedPower - a.ratedPower || a.longitude - b.longitude || a.latitude - b.latitude

/** Grid cells with centroid, count and power in MW, about a hundred across the view, and how many projects they hold. */
export async function clusters(
  db: Db,
  query: LocationQuery,
  user: Caller,
): Promise<{ points: MapPoint[]; projects: number }> {
  const [west, , east] = query.bbox ?? []
  const size =
    west === undefined || east === undefined ? NATIONAL_CELL : Math.max((east - west) / CELLS, 1e-4)
  const rows = await cells(db, query, user, [size, size])
  const points = rows
    .map(centreOf)
    .toSorted(bySize)
    .slice(0, query.limit ?? MOST_POINTS)
  return { points, projects: rows.reduce((sum, { count }) => sum + count, 0) }
}

const clusterOf = (row: CellRow): MapPoint => ({
  ...centreOf(row),
  ratedEnergy: roundTo(row.energy, DECIMALS),
  bbox: [row.west, row.south, row.east, row.north],
})

/**
 * Cells of a chosen size with what they hold, each with the name of one of its projects; a cell with one project is that
 * project. Largest first.
 */
export async function gathered(db: Db, query: LocationQuery, user: Caller): Promise<MapPoint[]> {
  const size = widthOf(query)
  const rows = await cells(db, query, user, [size, size * HEIGHT])
  const ids = rows.map(({ id }) => id)
  // The names are not in the index that answers the sums.
  const named = ids.length > 0 ? await singlePoints(db, { ...query, limit: MOST_POINTS }, user, ids) : []
  const byId = new Map(named.map((point) => [point.id, point]))
  return rows
    .flatMap((row) => {
      const first = byId.get(row.id)
      if (row.count === 1) return first ?? []
      return { ...clusterOf(row), ...(first?.projectName && { projectName: first.projectName }) }
    })
    .toSorted(bySize)
    .slice(0, query.limit ?? MOST_POINTS)
}
