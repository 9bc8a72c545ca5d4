import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import type { Caller } from '../caller.ts'
import { type FlowRow, flowColumns } from '../flow/history.ts'
import type { LiveRecord } from '../flow/kind.ts'
import { readableSteps } from '../flow/notes.ts'

/** The steps of a record that its reader may learn, the oldest first, without opinions that were not sent down to him. */
export async function readableHistory(db: Db, record: LiveRecord, user: Caller): Promise<FlowRow[]> {
  const { entity, id } = record
  const { rows } = await sql<FlowRow>`
    select ${flowColumns} from flow_history
    where biz_type = ${entity} and biz_id = ${id} and not undone order by id`.execute(db)
  const readable = record.readable?.(rows) ?? rows
  // Only what the nation returned to a reviewing office can wait to be sent down.
  return record.isWithReviewer ? readableSteps(readable, record, user) : readable
}
