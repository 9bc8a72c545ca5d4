import { tend } from '../../packages/server/src/db/embedded/upkeep.ts'
import { openDatabase } from '../../packages/server/src/db/open.ts'
import { copyProject } from '../../packages/server/test/support/many-projects.ts'
import type { PlatformData } from './platform-data.ts'

/** Adds a number of copies of an operating station to a demonstration enterprise. */
export async function moreStations(data: PlatformData, username: string, count: number): Promise<void> {
  const { db, close } = await openDatabase(data)
  try {
    const { id } = await db
      .selectFrom('es_project as p')
      .innerJoin('app_user as u', 'u.org_id', 'p.org_id')
      .select('p.id')
      .where('u.username', '=', username)
      .where('p.build_status', '=', '4')
      .where('p.submitted_once', '=', true)
      .orderBy('p.commission_date')
      .limit(1)
      .executeTakeFirstOrThrow()
    await copyProject(db, id, count)
    // The platform does this by itself after many changes.
    await tend(db)
  } finally {
    await close()
  }
}
