import type { components } from '@xinchu/contract/schema'
import { sql } from 'kysely'
import type { Db, Trx } from '../../db/database.ts'
import { badRequest, conflict } from '../../errors.ts'
import type { Caller } from '../caller.ts'
import type { Reviewed } from '../remarks/reviewed.ts'
import { reply } from '../reply.ts'
import { specAt } from '../values/words.ts'
import { requireReviewed, SHAPES } from './records.ts'

export type ReviewDraft = components['schemas']['ReviewDraft']

/** The part of a draft that is stored. */
type Content = Omit<ReviewDraft, 'entity' | 'entityId' | 'savedAt'>

interface DraftRow {
  entity_id: number
  content: Content
  saved_at: string
}

/** The caller's draft about a record. */
export async function draftOf(
  db: Db,
  { entity, id }: Pick<Reviewed, 'entity' | 'id'>,
  user: Pick<Caller, 'id'>,
): Promise<ReviewDraft | undefined> {
  const { rows } = await sql<DraftRow>`
    select entity_id, content, saved_at from review_draft
    where user_id = ${user.id} and entity = ${entity} and entity_id = ${id}`.execute(db)
  const [row] = rows
  return row && { entity, entityId: id, ...row.content, savedAt: row.saved_at }
}

/** Refuses remarks on fields that the kind of record does not have. @throws HttpError 400 */
export function assertFields(entity: Reviewed['entity'], remarks: readonly { field?: string }[]): void {
  const wrong = remarks.find(({ field }) => field !== undefined && !specAt(SHAPES[entity], field))
  if (wrong) {
    const message = `没有“${wrong.field ?? ''}”这一项`
    throw badRequest('W-031', message, [{ field: 'remarks', message }])
  }
}

/** Writes drafts of one caller. Those that say nothing are deleted. */
export async function putDrafts(
  trx: Trx,
  entity: Reviewed['entity'],
  drafts: readonly { id: number; content: Content }[],
  user: Pick<Caller, 'id'>,
): Promise<void> {
  const rows = drafts.map(({ id, content }) => ({ entity_id: id, content }))
  await sql`
    insert into review_draft (user_id, entity, entity_id, content)
    select ${user.id}::bigint, ${entity}::text, x.entity_id, x.content
    from jsonb_to_recordset(${JSON.stringify(rows)}::text::jsonb) as x(entity_id bigint, content jsonb)
    on conflict (user_id, entity, entity_id) do update set content = excluded.content, saved_at = now()`.execute(
    trx,
  )
}

export async function dropDrafts(
  trx: Trx,
  entity: Reviewed['entity'],
  ids: readonly number[],
  user: Pick<Caller, 'id'>,
): Promise<void> {
  await sql`
    delete from review_draft
    where user_id = ${user.id} and entity = ${entity} and entity_id = any(${[...ids]}::bigint[])`.execute(trx)
}

/**
 * Replaces the caller's draft about a record.
 * @throws HttpError 400 for a field that the record does not have, 404, 409 if the record does not wait for the caller
 */
export async function saveDraft(trx: Trx, draft: ReviewDraft, user: Caller): Promise<ReviewDraft> {
  const record = await requireReviewed(trx, draft, user)
  const { entity: _entity, entityId: _id, savedAt: _saved, ...content } = draft
  assertFields(record.entity, content.remarks ?? [])
  const isEmpty = !content.opinion && !content.reason && !content.dueDate && !content.remarks?.length
  if (isEmpty) await dropDrafts(trx, record.entity, [record.id], user)
  else if (!record.mayDecide) throw conflict('W-033', '此件不再由本单位办理，草稿没有保存')
  else await putDrafts(trx, record.entity, [{ id: record.id, content }], user)
  return (
    (await draftOf(trx, record, user)) ?? reply<ReviewDraft>({ entity: record.entity, entityId: record.id })
  )
}

/** The phrases of the caller's office. */
export async function phrasesOf(db: Db, user: Caller): Promise<string[]> {
  const { rows } = await sql<{ phrases: string[] }>`
    select phrases from review_phrase where org_id = ${user.orgId}`.execute(db)
  return rows[0]?.phrases ?? []
}

/** Replaces the phrases of the caller's office. */
export async function savePhrases(trx: Trx, phrases: readonly string[], user: Caller): Promise<string[]> {
  const kept = [...new Set(phrases.map((phrase) => phrase.trim()).filter(Boolean))]
  await sql`
    insert into review_phrase (org_id, phrases, update_by) values (${user.orgId}, ${JSON.stringify(kept)}::text::jsonb,
      ${user.username})
    on conflict (org_id) do update set phrases = excluded.phrases, update_by = excluded.update_by,
      update_time = now()`.execute(trx)
  return kept
}
