import { createHash, randomUUID } from 'node:crypto'
import { ReportStatus } from '@xinchu/contract/codes'
import type { components } from '@xinchu/contract/schema'
import type { ReviewedKind } from '@xinchu/validators'
import { sql } from 'kysely'
import type { Trx } from '../../db/database.ts'
import { dateTime } from '../../runtime/time.ts'
import type { Caller } from '../caller.ts'
import type { DraftContent } from '../remarks/drafts.ts'
import { type RemarkRow, remarksOf } from '../remarks/store.ts'
import type { RecordKind } from './kind.ts'

type UndoOffer = components['schemas']['UndoOffer']

/** The columns that an undo restores: the record's state, not its content. */
type State = Readonly<Record<string, unknown>>

/** A record before a step, stored for undoing the step. */
export interface Kept {
  id: number
  province_code: string
  state: State
  /** Version after the step. Another version means that somebody has acted since. */
  version: number
  /** Last step of the history, and number of submissions, before it. */
  history: number
  submissions: number
  /** Last entry of a table that only its kind has, before the step. */
  reason: number
  remarks: RemarkRow[]
  /** Fingerprint of the remarks after the step. Answering and closing do not change the version of the record. */
  remarksAfter?: string
  draft?: DraftContent
}

/** A record before a step, with the draft that the step used up. */
export interface Undoable {
  id: number
  provinceCode: string
  version: number
  state: State
  draft?: Kept['draft']
}

/** Last entries of a record's histories. */
type Places = Pick<Kept, 'id' | 'history' | 'submissions'>

/** Reads records before a step that can be undone. */
export async function keepForUndo(
  trx: Trx,
  { code: entity, undo }: Pick<RecordKind, 'code' | 'undo'>,
  before: readonly Undoable[],
): Promise<Kept[]> {
  const ids = before.map(({ id }) => id)
  const remarks = await remarksOf(trx, entity, ids)
  const { rows } = await sql<Places>`
    select x.id, coalesce((select max(h.id) from flow_history h where h.biz_type = ${entity} and h.biz_id = x.id), 0) as history,
      coalesce((select max(s.no) from review_submission s where s.entity = ${entity} and s.entity_id = x.id), 0) as submissions
    from unnest(${ids}::bigint[]) x(id)`.execute(trx)
  const reasons = await undo.keep?.(trx, ids)
  const last = new Map(rows.map((row) => [row.id, row]))
  return before.map(({ id, provinceCode, version, state, draft }) => ({
    id,
    province_code: provinceCode,
    state,
    version: version + 1,
    history: last.get(id)?.history ?? 0,
    submissions: last.get(id)?.submissions ?? 0,
    reason: reasons?.get(id) ?? 0,
    remarks: remarks.get(id) ?? [],
    ...(draft && Object.keys(draft).length > 0 ? { draft } : {}),
  }))
}

/** Fingerprints of the remarks of records, by record; locks them on demand. */
export async function remarkPrints(
  trx: Trx,
  entity: ReviewedKind,
  ids: readonly number[],
  lock = false,
): Promise<Map<number, string>> {
  const remarks = await remarksOf(trx, entity, ids, lock)
  const printOf = (rows: readonly RemarkRow[]) =>
    createHash('sha256').update(JSON.stringify(rows)).digest('base64url')
  return new Map(ids.map((id) => [id, printOf(remarks.get(id) ?? [])]))
}

interface Offering {
  user: Caller
  now: Date
  seconds: number
  messageIds: number[]
  /** Offers of further steps of the same decision, which are undone with it. */
  also?: readonly string[]
}

/** Stores what a step can be undone by, after the step. Returns the offer for the reply. */
export async function offerUndo(
  trx: Trx,
  entity: ReviewedKind,
  kept: readonly Kept[],
  { user, now, seconds, messageIds, also = [] }: Offering,
): Promise<UndoOffer> {
  const undoId = randomUUID()
  const prints = await remarkPrints(
    trx,
    entity,
    kept.map(({ id }) => id),
  )
  const records = kept.map((each) => ({ ...each, remarksAfter: prints.get(each.id) }))
  const until = new Date(now.getTime() + seconds * 1000)
  await sql`delete from review_undo where until < ${new Date(now.getTime() - 3_600_000).toISOString()}`.execute(
    trx,
  )
  await sql`
    insert into review_undo (id, user_id, entity, records, message_ids, until, also)
    values (${undoId}, ${user.id}, ${entity}, ${JSON.stringify(records)}::text::jsonb, ${messageIds}::bigint[],
      ${until.toISOString()}, ${[...also]}::uuid[])`.execute(trx)
  return { undoId, until: dateTime(until), seconds }
}

/** Undo data of a new record: it becomes a draft and keeps its content. */
export const asDraft = (id: number, provinceCode: string): Kept => ({
  id,
  province_code: provinceCode,
  state: { status: ReportStatus.draft, last_opinion: null },
  version: 0,
  history: 0,
  submissions: 0,
  reason: 0,
  remarks: [],
})
