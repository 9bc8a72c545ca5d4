import type { Db } from '../../db/database.ts'
import type { Caller } from '../caller.ts'

/** Whether the caller's office uploaded all of these files, except those that the record already holds. */
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
    // Waits for a concurrent deletion, after which the file is missing.
    .forShare()
    .execute()
  return own.length === added.size
}
