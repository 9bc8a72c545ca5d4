import type { Db } from '../../db/database.ts'
import type { Caller } from '../caller.ts'
import { findDemoContents } from '../demo-project/content.ts'
import type { DemoRecord } from '../demo-project/query.ts'
import { kindOf } from '../desk/list.ts'
import type { LiveRecord } from '../flow/kind.ts'
import { type Reviewed, type ReviewedEntity, reviewedDemo } from './records.ts'

/** A record of a kind in the list. */
interface LiveSource {
  entity: 'LIVE'
  record: LiveRecord
}

/** A record with its row, by kind. */
export type Source = { entity: 'DEMO'; row: DemoRecord; record: Reviewed; user: Caller } | LiveSource

/** Loads the visible records of these ids, by kind. */
export async function sourcesOf(
  db: Db,
  entity: ReviewedEntity,
  ids: readonly number[],
  user: Caller,
): Promise<Source[]> {
  if (ids.length === 0) return []
  const kind = kindOf(entity)
  if (kind) return (await kind.load(db, ids, user)).map((record) => ({ entity: 'LIVE', record }))
  // Whatever is no kind in the list is a demonstration project.
  return (await findDemoContents(db, ids, user)).map((found) => ({
    entity: 'DEMO',
    row: found.row,
    record: reviewedDemo(found, user),
    user,
  }))
}
