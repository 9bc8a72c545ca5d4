import { sql } from 'kysely'
import type { Trx } from '../../db/database.ts'
import type { Caller } from '../caller.ts'
import { noteEvents } from '../events/note.ts'
import type { Bin } from './bin.ts'

interface Deleted {
  id: number
  province_code: string
}

/**
 * Deletes drafts that the caller has locked and may delete. Their content, version and last change stay as they are, for
 * restoring; `deleted` takes them out of everything else.
 */
export async function deleteDrafts<Row extends Deleted>(
  trx: Trx,
  bin: Bin,
  rows: readonly Row[],
  stateOf: (row: Row) => string,
  { user, now }: { user: Caller; now: Date },
): Promise<void> {
  const ids = rows.map(({ id }) => id)
  await sql`update ${sql.table(bin.table)} set deleted = true where id = any(${ids}::bigint[])`.execute(trx)
  await sql`insert into deleted_draft (entity, record_id, deleted_at, deleted_by)
    select ${bin.told.code}, id, ${now.toISOString()}, ${user.username} from unnest(${ids}::bigint[]) as x(id)`.execute(
    trx,
  )
  const notes = rows.map((row) => ({
    kind: bin.deleted,
    id: row.id,
    provinceCode: row.province_code,
    from: stateOf(row),
  }))
  await noteEvents(trx, bin.told, notes, user)
}
