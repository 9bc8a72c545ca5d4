import { roundTo } from '@xinchu/validators'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import type { Caller } from '../caller.ts'
import { type RegionNode, regionNodes } from '../regions/nodes.ts'
import { reply } from '../reply.ts'
import { projectSums } from './kept-sums.ts'
import { filteredLocations, type LocationQuery, locatedProjects, type MapPoint } from './location-points.ts'

export type DivisionLevel = NonNullable<LocationQuery['level']>

/** Decimals of power, energy and coordinates. */
const DECIMALS = 4
const COUNTY_LEVEL = 3

/** Sums of a division's projects, those without a position among them. */
interface DivisionRow {
  province_code: string
  code: string
  count: number
  power: number
  energy: number
  located: number
  lng: number | null
  lat: number | null
  bbox: number[] | null
}

/** Municipalities are cities of their own: their districts are as small as a city's. */
const MUNICIPALITIES: readonly string[] = ['110000', '120000', '310000', '500000']

/** Code of a level. A county directly under a province is no part of a city; a project without either is the province's. */
const CODES: Readonly<Record<DivisionLevel, RawBuilder<string>>> = {
  province: sql`p.province_code`,
  city: sql`case when p.province_code = any(${[...MUNICIPALITIES]}::text[]) then p.province_code
    else coalesce(p.city_code, p.county_code, p.province_code) end`,
  county: sql`coalesce(p.county_code, p.city_code, p.province_code)`,
}

const summed = (query: LocationQuery, level: DivisionLevel, user: Caller, among: RawBuilder<boolean>) =>
  sql<DivisionRow>`
    select province_code, code, count(*) as count, coalesce(sum(rated_power), 0) as power,
      coalesce(sum(rated_energy), 0) as energy, count(longitude) as located,
      avg(longitude) as lng, avg(latitude) as lat,
      case when count(longitude) > 0
        then array[min(longitude), min(latitude), max(longitude), max(latitude)] end as bbox
    from (
      select p.province_code, ${CODES[level]} as code, p.rated_power, p.rated_energy,
        case when p.latitude is not null then p.longitude end as longitude,
        case when p.longitude is not null then p.latitude end as latitude
      from ${locatedProjects(query)} where ${filteredLocations(query, user)} and ${among}) found
    group by 1, 2`

/** The middle of the country, for a division whose position nobody knows. */
const MIDDLE = { longitude: 104, latitude: 36 }

/** Seat of a division, which no filter moves; without one, where its projects lie on average. */
function placeOf({ lng, lat }: DivisionRow, node: RegionNode | undefined) {
  if (node?.lng !== undefined && node.lat !== undefined) return { longitude: node.lng, latitude: node.lat }
  if (lng === null || lat === null) return MIDDLE
  return { longitude: roundTo(lng, DECIMALS), latitude: roundTo(lat, DECIMALS) }
}

const divisionOf = (row: DivisionRow, node: RegionNode | undefined): MapPoint =>
  reply({
    ...placeOf(row, node),
    ratedPower: roundTo(row.power, DECIMALS),
    ratedEnergy: roundTo(row.energy, DECIMALS),
    provinceCode: row.province_code,
    count: row.count,
    regionCode: row.code,
    regionName: node?.label,
    located: row.located,
    bbox: row.bbox,
  })

/** All projects of a query by division of a level, wherever they lie, largest first; in two statements. */
export async function byDivision(
  db: Db,
  query: LocationQuery,
  level: DivisionLevel,
  user: Caller,
): Promise<MapPoint[]> {
  const rows = await projectSums(db, query.source, (among) => summed(query, level, user, among('p')))
  // Ended divisions too: a project keeps the code that it was registered with.
  const nodes = await regionNodes(db, COUNTY_LEVEL, true)
  const byCode = new Map(nodes.map((node) => [node.value, node]))
  // Of equal size by code: sums that are kept come in another order than new ones.
  return rows
    .toSorted((a, b) => a.code.localeCompare(b.code))
    .map((row) => divisionOf(row, byCode.get(row.code)))
    .toSorted((a, b) => b.ratedPower - a.ratedPower)
}
