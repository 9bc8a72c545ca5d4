import { BuildStatus } from '@xinchu/contract/codes'
import type { components, operations } from '@xinchu/contract/schema'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import type { Row } from '../../db/schema.ts'
import type { Caller } from '../caller.ts'
import { reply } from '../reply.ts'
import { hasBuildStatus, statConditions } from './conditions.ts'
import type { StatFilter } from './filter.ts'
import { projectsOf } from './source.ts'

export type MapPoint = components['schemas']['MapPoint']
type Query = NonNullable<operations['findProjectLocations']['parameters']['query']>
type View = Pick<Query, 'bbox' | 'cell' | 'id' | 'level' | 'limit' | 'source'>
export interface LocationQuery extends StatFilter, View {
  /** Official data as of this edition; default: the newest. */
  edition?: number | undefined
}

/** Maximum number of single points in a reply. */
export const MOST_POINTS = 5_000

const ALL_STATES = Object.values(BuildStatus)

/** SQL: the projects (`p`) of a query's source. */
export const locatedProjects = ({ source: side, edition }: LocationQuery): RawBuilder<unknown> =>
  projectsOf({ side, edition })

/** SQL conditions on projects (`p`) with or without a position: the query's filters and the caller's scope. */
export function filteredLocations(query: LocationQuery, user: Caller): RawBuilder<boolean> {
  const parts = [statConditions(query, user), hasBuildStatus(query.buildStatus ?? ALL_STATES)]
  if (query.id !== undefined) parts.push(sql<boolean>`p.id = ${query.id}`)
  return sql.join(parts, sql` and `)
}

/** SQL conditions on located projects (`p`): the query's filters and view, and the caller's scope. */
export function locationConditions(query: LocationQuery, user: Caller): RawBuilder<boolean> {
  const parts = [
    filteredLocations(query, user),
    sql<boolean>`p.longitude is not null and p.latitude is not null`,
  ]
  const [west, south, east, north] = query.bbox ?? []
  if (west !== undefined)
    parts.push(
      sql<boolean>`p.longitude between ${west} and ${east} and p.latitude between ${south} and ${north}`,
    )
  return sql.join(parts, sql` and `)
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

/** Projects of a query, or those of them with these ids; largest first. */
export async function singlePoints(
  db: Db,
  query: LocationQuery,
  user: Caller,
  ids?: readonly number[],
): Promise<MapPoint[]> {
  const among = ids ? sql<boolean>`p.id = any(${[...ids]}::bigint[])` : sql<boolean>`true`
  const { rows } = await sql<PointRow>`
    select p.id, p.project_name, p.longitude, p.latitude, p.rated_power, p.rated_energy, p.tech_type,
      p.app_scenario, p.build_status, p.province_code, p.is_demonstration
    from ${locatedProjects(query)} where ${locationConditions(query, user)} and ${among}
    order by p.rated_power desc nulls last, p.id limit ${query.limit ?? MOST_POINTS}`.execute(db)
  return rows.map(pointOf)
}
