import type { ReviewedKind } from '@xinchu/validators'
import { type RawBuilder, sql } from 'kysely'
import type { Trx } from '../../db/database.ts'
import { conflict, notFound } from '../../errors.ts'
import type { Caller } from '../caller.ts'
import { labelIn } from '../dict/label.ts'
import { eventOf } from '../events/kinds.ts'
import { noteEvents } from '../events/note.ts'
import { type Kept, remarkPrints } from '../flow/undo-offer.ts'
import { WAY_SECONDS } from '../flow/undo-time.ts'
import { forgetMessages } from '../messages/news.ts'
import { putDrafts } from '../remarks/drafts.ts'
import { kindOf } from './list.ts'

/** Message with who has acted on a record since the step. */
async function actedSince(trx: Trx, entity: ReviewedKind, { id, history }: Kept): Promise<string> {
  const { rows } = await sql<{ org_name: string; time: string; action: string }>`
    select org_name, time, action from flow_history
    where biz_type = ${entity} and biz_id = ${id} and id > ${history} and not undone order by id desc limit 1`.execute(
    trx,
  )
  const [step] = rows
  if (!step) return '不能撤销：内容已更新'
  return `不能撤销：${step.org_name}已于 ${step.time.slice(11, 16)} ${labelIn('flow_action', step.action)}`
}

/** Puts the states back where nobody has acted since; returns the ids of those. */
async function putBack(
  trx: Trx,
  entity: ReviewedKind,
  kept: readonly Kept[],
  user: Caller,
): Promise<Set<number>> {
  const { table: name, undo, receipt } = kindOf(entity)
  const table = sql.table(name)
  const rows = kept.map(({ id, province_code, version, state }) => ({ ...state, id, province_code, version }))
  const sets = sql.join(undo.columns.map((column) => sql`${sql.ref(column)} = n.${sql.ref(column)}`))
  const unread: RawBuilder<unknown> = receipt ? sql`and not t.read_flag` : sql``
  const done = await sql<{ id: number }>`
    update ${table} t set ${sets}, version = t.version + 1, update_by = ${user.username}, update_time = now()
    from jsonb_populate_recordset(null::${table}, ${JSON.stringify(rows)}::text::jsonb) n
    where t.province_code = n.province_code and t.id = n.id and t.version = n.version ${unread}
    returning t.id`.execute(trx)
  await undo.after?.(trx, kept)
  return new Set(done.rows.map(({ id }) => id))
}

async function restoreRemarks(trx: Trx, entity: ReviewedKind, kept: readonly Kept[]): Promise<void> {
  const ids = kept.map(({ id }) => id)
  const remarks = kept.flatMap((each) => each.remarks)
  await sql`delete from review_remark where entity = ${entity} and entity_id = any(${ids}::bigint[])`.execute(
    trx,
  )
  if (remarks.length > 0)
    await sql`
      insert into review_remark
      select * from jsonb_populate_recordset(null::review_remark, ${JSON.stringify(remarks)}::text::jsonb)`.execute(
      trx,
    )
}

/** Hides the step in the history; deletes the submissions that it stored, and what its kind keeps besides. */
async function removeStep(trx: Trx, entity: ReviewedKind, kept: readonly Kept[]): Promise<void> {
  const places = kept.map(({ id, history, submissions }) => ({ id, history, submissions }))
  const before = sql`jsonb_to_recordset(${JSON.stringify(places)}::text::jsonb)
    as x(id bigint, history bigint, submissions integer)`
  await sql`
    update flow_history h set undone = true from ${before}
    where h.biz_type = ${entity} and h.biz_id = x.id and h.id > x.history`.execute(trx)
  await sql`
    delete from review_submission s using ${before}
    where s.entity = ${entity} and s.entity_id = x.id and s.no > x.submissions`.execute(trx)
  await kindOf(entity).undo.restore?.(trx, kept)
}

/** Tells who saw the step that it was undone. The states are as before it. */
async function noteUndone(
  trx: Trx,
  entity: ReviewedKind,
  records: readonly Kept[],
  user: Caller,
): Promise<void> {
  const kind = kindOf(entity)
  if (!kind.event) return
  const notes = records.map(({ id, province_code: provinceCode }) => ({
    kind: eventOf(kind, 'undone'),
    id,
    provinceCode,
    wasOpen: true,
  }))
  await noteEvents(trx, kind, notes, user)
}

/**
 * Undoes a step of the caller while nobody has acted on any of its records: states, remarks, drafts, history and
 * messages are as before.
 * @throws HttpError 404, 409 when the time is over or somebody has acted
 */
export async function undoStep(trx: Trx, undoId: string, user: Caller, now: Date): Promise<void> {
  const { rows } = await sql<{
    entity: ReviewedKind
    records: Kept[]
    message_ids: number[]
    also: string[]
    until: string
    over: boolean
  }>`
    delete from review_undo where id = ${undoId}::uuid and user_id = ${user.id}
    returning entity, records, message_ids, also,
      until + make_interval(secs => ${WAY_SECONDS}) < ${now.toISOString()}::timestamptz as over`.execute(trx)
  const [step] = rows
  if (!step) throw notFound('可撤销的办理')
  if (step.over) throw conflict('W-032', '已超过可撤销的时间')
  const { entity, records } = step
  const refusal = await kindOf(entity).undo.refusal?.(trx, records)
  if (refusal) throw conflict('W-032', refusal)
  const done = await putBack(trx, entity, records, user)
  const stuck = records.find(({ id }) => !done.has(id))
  if (stuck) throw conflict('W-032', await actedSince(trx, entity, stuck))
  const ids = records.map(({ id }) => id)
  const prints = await remarkPrints(trx, entity, ids, true)
  if (records.some(({ id, remarksAfter }) => remarksAfter !== prints.get(id)))
    throw conflict('W-032', '不能撤销：意见已被答复或关闭')
  await restoreRemarks(trx, entity, records)
  await removeStep(trx, entity, records)
  await noteUndone(trx, entity, records, user)
  await forgetMessages(trx, step.message_ids)
  for (const further of step.also) await undoStep(trx, further, user, now)
  const drafts = records.flatMap(({ id, draft }) => (draft ? [{ id, content: draft }] : []))
  if (drafts.length > 0) await putDrafts(trx, entity, drafts, user)
}
