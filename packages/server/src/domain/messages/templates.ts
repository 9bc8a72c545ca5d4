import { MessageLevel } from '@xinchu/contract/codes'
import type { components } from '@xinchu/contract/schema'
import { sql } from 'kysely'
import type { Db, Trx } from '../../db/database.ts'
import type { Row } from '../../db/schema.ts'
import { taken } from '../../db/unique.ts'
import { conflict, notFound } from '../../errors.ts'
import type { Caller } from '../caller.ts'
import { reply } from '../reply.ts'
import { safeHtml } from './safe-html.ts'

type Template = components['schemas']['MessageTemplate']
type Draft = components['schemas']['MessageTemplateDraft']

const MOST = 50

const info = (row: Row<'message_template'>): Template =>
  reply({
    id: row.id,
    name: row.name,
    title: row.title,
    content: row.content,
    messageType: row.message_type,
    level: row.level,
    needReceipt: row.need_receipt,
    updateTime: row.update_time,
  })

/** Returns the templates of the caller's office. */
export async function listTemplates(db: Db, user: Caller): Promise<Template[]> {
  const rows = await db
    .selectFrom('message_template')
    .selectAll()
    .where('org_id', '=', user.orgId)
    .orderBy('name')
    .execute()
  return rows.map(info)
}

/** Adds a template of the caller's office, or replaces one. @throws HttpError 404, 409 */
export async function saveTemplate(trx: Trx, draft: Draft, user: Caller): Promise<Template> {
  // Serialized per office, so that two calls cannot exceed the limit together.
  await sql`select 1 from org where id = ${user.orgId} for update`.execute(trx)
  const own = await listTemplates(trx, user)
  const name = draft.name.trim()
  const others = own.filter(({ id }) => id !== draft.id)
  if (draft.id !== undefined && others.length === own.length) throw notFound('模板')
  if (others.some((each) => each.name === name)) throw taken('message_template_name')
  if (others.length >= MOST) throw conflict('W-014', `消息模板至多 ${MOST} 个，请先删除不用的`)
  const values = {
    org_id: user.orgId,
    name,
    title: draft.title ?? '',
    content: safeHtml(draft.content ?? ''),
    message_type: draft.messageType,
    level: draft.level ?? MessageLevel.normal,
    need_receipt: draft.needReceipt ?? false,
    create_by: user.username,
  }
  if (draft.id === undefined)
    return info(
      await trx.insertInto('message_template').values(values).returningAll().executeTakeFirstOrThrow(),
    )
  const row = await trx
    .updateTable('message_template')
    .set({ ...values, update_time: sql`now()` })
    .where('id', '=', draft.id)
    .returningAll()
    .executeTakeFirstOrThrow()
  return info(row)
}

/** Deletes templates of the caller's office, all or none. @throws HttpError 404 */
export async function deleteTemplates(trx: Trx, ids: readonly number[], user: Caller): Promise<void> {
  const rows = await trx
    .deleteFrom('message_template')
    .where('id', 'in', [...ids])
    .where('org_id', '=', user.orgId)
    .returning('id')
    .execute()
  if (rows.length < new Set(ids).size) throw notFound('模板')
}
