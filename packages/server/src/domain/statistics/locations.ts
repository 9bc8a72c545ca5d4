import type { components, operations } from '@xinchu/sdk/schema'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../db/open.ts'
import type { Caller } from '../caller.ts'
import { inStates, statConditions } from './conditions.ts'
import { projectsOf } from './source.ts'

type MapPoint = components['schemas']['MapPoint']
export type LocationQuery = NonNullable<operations['findProjectLocations']['parameters']['query']>

/** The most points that are answered one by one. */
const MOST_POINTS = 5_000
/** Cells across the shown width, and their width in degrees where the whole country is shown. */
const CELLS = 96
const NATIONAL_CELL = 0.75

const ALL_STATES = ['1', '2', '3', '4', '5', '6', '7']

function conditions(query: LocationQuery, user: Caller): RawBuilder<boolean> {
  const [west, south, east, north] = query.bbox ?? []
  const within =
    west === undefined
      ? sql<boolean>`true`
      : sql<boolean>`p.longitude between ${west} and ${east} and p.latitude between ${south} and ${north}`
  return sql<boolean>`${statConditions(query, user)} and ${inStates(query.buildStatus ?? ALL_STATES)}
    and p.longitude is not null and p.latitude is not null and ${within}`
}

interface PointRow {
  id: number
  project_name: string
  longitude: number
  latitude: number
  rated_power: number | null
  rated_energy: number | null
  tech_type: string | null
  app_scenario: string | null
  build_status: string | null
  province_code: string
  is_demonstration: string | null
}

const pointOf = (row: PointRow): MapPoint =>
  // Replies are compacted and, in tests, checked against the contract.
  ({
    id: row.id,
    projectName: row.project_name,
    longitude: row.longitude,
    latitude: row.latitude,
    ratedPower: row.rated_power ?? 0,
    ratedEnergy: row.rated_energy,
    techType: row.tech_type,
    appScenario: row.app_scenario,
    buildStatus: row.build_status,
    provinceCode: row.province_code,
    demoLevel: row.is_demonstration,
  }) as MapPoint

/** Cells of a grid with the middle of what lies in them, its number and its power, MW. */
async function clusters(db: Db, query: LocationQuery, user: Caller): Promise<MapPoint[]> {
  const [west, , east] = query.bbox ?? []
  const size =
    west === undefined || east === undefined ? NATIONAL_CELL : Math.max((east - west) / CELLS, 1e-4)
  const { rows } = await sql<{ lng: number; lat: number; power: number; count: number }>`
    select round(avg(p.longitude), 4) as lng, round(avg(p.latitude), 4) as lat,
      coalesce(sum(p.rated_power), 0) as power, count(*) as count
    from ${projectsOf({ side: query.source })} where ${conditions(query, user)}
    group by floor(p.longitude / ${size}::numeric), floor(p.latitude / ${size}::numeric)
    order by power desc limit ${query.limit ?? MOST_POINTS}`.execute(db)
  return rows.map(({ lng, lat, power, count }) => ({
    longitude: lng,
    latitude: lat,
    ratedPower: power,
    count,
  }))
}

/** Where the projects that the caller may see lie; more than 5,000 as cells of a grid. */
export async function projectLocations(db: Db, query: LocationQuery, user: Caller): Promise<MapPoint[]> {
  const { rows } = await sql<PointRow>`
    select p.id, p.project_name, p.longitude, p.latitude, p.rated_power, p.rated_energy, p.tech_type,
      p.app_scenario, p.build_status, p.province_code, p.is_demonstration
    from ${projectsOf({ side: query.source })} where ${conditions(query, user)}
    order by p.rated_power desc nulls last, p.id limit ${MOST_POINTS + 1}`.execute(db)
  if (rows.length > MOST_POINTS) return clusters(db, query, user)
  return rows.slice(0, query.limit ?? MOST_POINTS).map(pointOf)
}
