import { BuildStatus } from '@xinchu/sdk/codes'
import type { components, operations } from '@xinchu/sdk/schema'
import { roundTo } from '@xinchu/validators'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import type { Row } from '../../db/schema.ts'
import type { Caller } from '../caller.ts'
import { reply } from '../reply.ts'
import { hasBuildStatus, statConditions } from './conditions.ts'
import { projectsOf } from './source.ts'

type MapPoint = components['schemas']['MapPoint']
export type LocationQuery = NonNullable<operations['findProjectLocations']['parameters']['query']>

/** Maximum number of single points in a reply. */
const MOST_POINTS = 5_000
/** Cells across the visible width, and their width in degrees for the whole country. */
const CELLS = 96
const NATIONAL_CELL = 0.75

const ALL_STATES = Object.values(BuildStatus)

function conditions(query: LocationQuery, user: Caller): RawBuilder<boolean> {
  const [west, south, east, north] = query.bbox ?? []
  const within =
    west === undefined
      ? sql<boolean>`true`
      : sql<boolean>`p.longitude between ${west} and ${east} and p.latitude between ${south} and ${north}`
  return sql<boolean>`${statConditions(query, user)} and ${hasBuildStatus(query.buildStatus ?? ALL_STATES)}
    and p.longitude is not null and p.latitude is not null and ${within}`
}

type PointRow = Pick<
  Row<'es_project'>,
  | 'id'
  | 'project_name'
  | 'rated_power'
  | 'rated_energy'
  | 'tech_type'
  | 'app_scenario'
  | 'build_status'
  | 'province_code'
  | 'is_demonstration'
> & { longitude: number; latitude: number }

const pointOf = (row: PointRow): MapPoint =>
  reply({
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
  })

/** Grid cells with centroid, count and power in MW. */
async function clusters(db: Db, query: LocationQuery, user: Caller): Promise<MapPoint[]> {
  const [west, , east] = query.bbox ?? []
  const size =
    west === undefined || east === undefined ? NATIONAL_CELL : Math.max((east - west) / CELLS, 1e-4)
  // Multiplication takes a third of the time of a division. The origin of the cells does not matter.
  const cell = (column: string) => sql`(${sql.ref(column)} * ${roundTo(1 / size, 4)}::numeric)::integer`
  const { rows } = await sql<{ lng: number; lat: number; power: number; count: number }>`
    select round(sum(p.longitude) / count(*), 4) as lng, round(sum(p.latitude) / count(*), 4) as lat,
      coalesce(sum(p.rated_power), 0) as power, count(*) as count
    from ${projectsOf({ side: query.source })} where ${conditions(query, user)}
    group by ${cell('p.longitude')}, ${cell('p.latitude')}
    order by power desc limit ${query.limit ?? MOST_POINTS}`.execute(db)
  return rows.map(({ lng, lat, power, count }) => ({
    longitude: lng,
    latitude: lat,
    ratedPower: power,
    count,
  }))
}

/** Whether there are more points than the maximum. Stops counting there. */
async function isCrowded(db: Db, query: LocationQuery, user: Caller): Promise<boolean> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from (
      select 1 from ${projectsOf({ side: query.source })} where ${conditions(query, user)}
      limit ${MOST_POINTS + 1}) found`.execute(db)
  return (rows[0]?.count ?? 0) > MOST_POINTS
}

/** Returns the locations of visible projects, largest first; more than 5,000 as grid cells. */
export async function projectLocations(db: Db, query: LocationQuery, user: Caller): Promise<MapPoint[]> {
  if (await isCrowded(db, query, user)) return clusters(db, query, user)
  const { rows } = await sql<PointRow>`
    select p.id, p.project_name, p.longitude, p.latitude, p.rated_power, p.rated_energy, p.tech_type,
      p.app_scenario, p.build_status, p.province_code, p.is_demonstration
    from ${projectsOf({ side: query.source })} where ${conditions(query, user)}
    order by p.rated_power desc nulls last, p.id limit ${query.limit ?? MOST_POINTS}`.execute(db)
  return rows.map(pointOf)
}
