import type { DbPool } from '../../src/db/database.ts'
import { touchAllProjects } from '../../src/domain/revisions/statistics.ts'

/** States that a test wrote projects or reports past the calls of the platform, so that no statistic is kept. */
export const changedByHand = (db: DbPool): Promise<unknown> => db.transaction().execute(touchAllProjects)
