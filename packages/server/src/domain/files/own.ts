import type { Db } from '../../db/database.ts'
import type { Caller } from '../caller.ts'

/** Whether each of these files was uploaded by the caller's own office, apart from those that a record holds already. */
export async function areOwnFiles(
  db: Db,
  ids: readonly number[],
  user: Caller,
  kept: readonly number[] = [],
): Promise<boolean> {
  const added = new Set(ids.filter((id) => !kept.includes(id)))
  if (added.size === 0) return true
  const own = await db
    .selectFrom('file_info')
    .select('id')
    .where('id', 'in', [...added])
    .where('org_id', '=', user.orgId)
    // A file that is being deleted is waited for, and then is not there.
    .forShare()
    .execute()
  return own.length === added.size
}
