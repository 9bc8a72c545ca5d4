import type { components } from '@xinchu/contract/schema'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import type { Caller } from '../caller.ts'
import { RETURNED } from '../es-project/waiting.ts'
import type { BatchRow } from './batch-row.ts'
import { comparedFields } from './compared-fields.ts'
import { isEditable, isUnchanged } from './drafts.ts'
import { renewedDraft } from './renewed-draft.ts'
import { stagedRows } from './rows.ts'
import { isBeingRead } from './tally.ts'

type PlanPage = components['schemas']['ImportPlanPage']
type Action = 'new' | 'changed' | 'same' | 'kept' | 'blank' | 'returned' | 'asked' | 'refused' | 'repeat'

/** SQL: what becomes of each row of a batch that is not written yet: `action`, number of `changes`, and of `kept` and `blank` fields. */
const planned = (batch: BatchRow, user: Caller): RawBuilder<unknown> => sql`
  select r.row_no, case
      when r.state = 'ERROR' or coalesce(d.is_moved, false) or jsonb_array_length(r.errors) > 0 then 'refused'
      when r.state = 'ASK' then 'asked'
      when r.state = 'REPEAT' then 'repeat'
      when d.row_no is null then 'new'
      when d.changes > 0 then 'changed' else 'same' end as action,
    coalesce(d.changes, 0) as changes, coalesce(d.kept, 0) as kept,
    coalesce(d.blank, 0) as blank, coalesce(d.is_returned and d.changes > 0, false) as is_returned
  from import_row r left join (
    select q.row_no, not (${isUnchanged(user)} and (${isEditable} or f.changes = 0)) as is_moved, f.changes, cardinality(f.kept) as kept, cardinality(f.blank) as blank,
      p.declare_status = any(${[...RETURNED]}::text[]) as is_returned
    from import_row q join es_project p on p.id = q.project_id
      cross join lateral ${renewedDraft(batch, { row: 'q', draft: 'p' })} c cross join lateral ${comparedFields(batch, 'q')} f
    where q.batch_id = ${batch.id} and q.state <> 'COMMITTED') d on d.row_no = r.row_no
  where r.batch_id = ${batch.id} and r.state <> 'COMMITTED'`

const isReturned = sql`action = 'changed' and is_returned`

const isOf = (action: Action): RawBuilder<unknown> => {
  if (action === 'returned') return isReturned
  return action === 'kept' || action === 'blank' ? sql`${sql.ref(action)} > 0` : sql`action = ${action}`
}

/** SQL: the row numbers of a page of an action, in order, all in one list. */
const pageOf = (action: Action | undefined, from: number, to: number): RawBuilder<unknown> => {
  const isShown = action === undefined ? sql`true` : isOf(action)
  return sql`(array_agg(row_no order by row_no) filter (where ${isShown}))[${from + 1}:${to}] as page,
    count(*) filter (where ${isShown}) as total`
}

const counted = sql.join(
  ['new', 'changed', 'same', 'asked', 'refused', 'repeat'].map(
    (action) => sql`count(*) filter (where action = ${action}) as ${sql.ref(action)}`,
  ),
)

interface Found extends Record<keyof PlanPage['counts'], number> {
  page: number[] | null
  total: number
}

interface PlanQuery {
  action?: Action
  forceFields?: string[]
  clearBlank?: boolean
  page?: number
  size?: number
}

/**
 * Returns a page of what a commit would do with the rows of the caller's batch, and the counts of all. The contract's
 * description is at `ImportPlanPage`; the client derives the action of each row from it.
 */
export async function pagePlan(db: Db, given: BatchRow, query: PlanQuery, user: Caller): Promise<PlanPage> {
  const { action, forceFields = [], clearBlank = false, page = 0, size: rowsPerPage = 10 } = query
  const batch = { ...given, force_fields: forceFields, clear_blank: clearBlank }
  const none = {
    new: 0,
    changed: 0,
    same: 0,
    asked: 0,
    refused: 0,
    repeat: 0,
    changes: 0,
    kept: 0,
    blank: 0,
    returned: 0,
  }
  if (isBeingRead(batch)) return { counts: none, rows: [], totalElements: 0 }
  const { rows: found } = await sql<Found>`
    select ${counted}, coalesce(sum(changes) filter (where action = 'changed'), 0)::int as changes,
      count(*) filter (where kept > 0) as kept,
      count(*) filter (where blank > 0) as blank,
      count(*) filter (where ${isReturned}) as returned, ${pageOf(action, page * rowsPerPage, (page + 1) * rowsPerPage)}
    from (${planned(batch, user)}) as planned`.execute(db)
  const { page: rowNos, total = 0, ...counts } = { ...none, page: null, ...found[0] }
  const rows = await db
    .selectFrom('import_row')
    .selectAll()
    .where('batch_id', '=', batch.id)
    .where('row_no', 'in', [0, ...(rowNos ?? [])])
    .orderBy('row_no')
    .execute()
  return {
    counts,
    rows: await stagedRows(db, { ...batch, forced: forceFields }, rows, user),
    totalElements: total,
  }
}
