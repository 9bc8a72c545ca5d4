import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import type { Caller } from '../caller.ts'
import { clusters, gathered } from './location-cells.ts'
import { byDivision } from './location-divisions.ts'
import {
  type LocationQuery,
  locatedProjects,
  locationConditions,
  type MapPoint,
  MOST_POINTS,
  singlePoints,
} from './location-points.ts'

/** Whether there are more points than the maximum. Stops counting there. */
async function isCrowded(db: Db, query: LocationQuery, user: Caller): Promise<boolean> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from (
      select 1 from ${locatedProjects(query)} where ${locationConditions(query, user)}
      limit ${MOST_POINTS + 1}) found`.execute(db)
  return (rows[0]?.count ?? 0) > MOST_POINTS
}

/**
 * Returns the locations of visible projects, largest first; by division on demand, in cells of a chosen size, or if more
 * than 5,000.
 */
export async function projectLocations(db: Db, query: LocationQuery, user: Caller): Promise<MapPoint[]> {
  if (query.level !== undefined) return byDivision(db, query, query.level, user)
  if (query.cell !== undefined) return gathered(db, query, user)
  // Of a view, cells are rarely kept yet. Without one they are, and say how many projects there are.
  if (query.bbox && !(await isCrowded(db, query, user))) return singlePoints(db, query, user)
  const { points, projects } = await clusters(db, query, user)
  return query.bbox || projects > MOST_POINTS ? points : singlePoints(db, query, user)
}
