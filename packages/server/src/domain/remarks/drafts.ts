import type { components } from '@xinchu/contract/schema'
import { sql } from 'kysely'
import type { Db, Trx } from '../../db/database.ts'
import type { Caller } from '../caller.ts'
import type { Reviewed } from './reviewed.ts'

export type ReviewDraft = components['schemas']['ReviewDraft']

/** The part of a draft that is stored. */
export type DraftContent = Omit<ReviewDraft, 'entity' | 'entityId' | 'savedAt'>

interface DraftRow {
  entity_id: number
  content: DraftContent
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

/** What the caller's drafts about these records say, by record. */
export async function draftContents(
  db: Db,
  entity: Reviewed['entity'],
  ids: readonly number[],
  user: Pick<Caller, 'id'>,
): Promise<Map<number, DraftContent>> {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<Pick<DraftRow, 'entity_id' | 'content'>>`
    select entity_id, content from review_draft
    where user_id = ${user.id} and entity = ${entity} and entity_id = any(${[...ids]}::bigint[])`.execute(db)
  return new Map(rows.map(({ entity_id, content }) => [entity_id, content]))
}

/** Writes drafts of one caller, in place of those that he has of the same records. */
export async function putDrafts(
  trx: Trx,
  entity: Reviewed['entity'],
  drafts: readonly { id: number; content: DraftContent }[],
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
