import type { ReviewedKind } from '@xinchu/validators'
import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import type { Caller } from '../caller.ts'
import { type FlowRow, flowColumns } from '../flow/history.ts'
import type { LiveRecord } from '../flow/kind.ts'
import { readableSteps } from '../flow/notes.ts'
import { groupedBy } from '../grouped.ts'

/** The steps of a record as its reader may learn them: without opinions that were not sent down to him. */
function readableTo(user: Caller, record: LiveRecord, steps: readonly FlowRow[]): readonly FlowRow[] {
  const readable = record.readable?.(steps) ?? steps
  // Only what the nation returned to a reviewing office can wait to be sent down.
  return record.isWithReviewer ? readableSteps(readable, record, user) : readable
}

/** The readable steps of each record of one kind, the oldest first. */
export async function readableHistories(
  db: Db,
  entity: ReviewedKind,
  records: readonly LiveRecord[],
  user: Caller,
): Promise<Map<LiveRecord, readonly FlowRow[]>> {
  const ids = records.map(({ id }) => id)
  const { rows } = await sql<FlowRow & { bizId: number }>`
    select biz_id as "bizId", ${flowColumns} from flow_history
    where biz_type = ${entity} and biz_id = any(${ids}::bigint[]) and not undone order by id`.execute(db)
  const stored = groupedBy(rows, ({ bizId }) => bizId)
  return new Map(records.map((record) => [record, readableTo(user, record, stored.get(record.id) ?? [])]))
}

/** The readable steps of a record, the oldest first. */
export const readableHistory = async (
  db: Db,
  record: LiveRecord,
  user: Caller,
): Promise<readonly FlowRow[]> =>
  (await readableHistories(db, record.entity, [record], user)).get(record) ?? []
