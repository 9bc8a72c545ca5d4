import { MessageLevel, MessageStatus, MessageTarget, MessageType } from '@xinchu/sdk/codes'
import type { components } from '@xinchu/sdk/schema'
import { messages } from '@xinchu/validators'
import { sql } from 'kysely'
import type { Db, Trx } from '../../db/database.ts'
import { badRequest, conflict, forbidden, missing, notFound } from '../../errors.ts'
import { type Caller, may } from '../caller.ts'
import { areOwnFiles } from '../files/own.ts'
import { addressedTo } from './addressed.ts'
import type { MessageRow } from './query.ts'
import { requireMessage } from './rights.ts'
import { safeHtml } from './safe-html.ts'

type Draft = components['schemas']['MessageDraft']
type Update = components['schemas']['MessageUpdate']
type Fields = components['schemas']['MessageFields']

const TARGETS: Readonly<Record<string, readonly [field: keyof Fields, caption: string]>> = {
  [MessageTarget.kinds]: ['targetDeptIds', '部门类别'],
  [MessageTarget.regions]: ['targetRegionCodes', '行政区划'],
  [MessageTarget.offices]: ['targetOrgIds', '机构'],
  [MessageTarget.users]: ['targetUserIds', '用户'],
}

/** @throws HttpError 400 if a kind of target is given without a target */
function assertTargets(fields: Fields): void {
  const target = TARGETS[fields.targetType ?? '']
  if (!target) return
  const [field, caption] = target
  const given = fields[field]
  if (!Array.isArray(given) || given.length === 0) throw missing(field, caption)
}

/** Provinces may send only to their own places, offices and users. @throws HttpError 403 */
async function assertReach(db: Db, fields: Fields, user: Caller): Promise<void> {
  if (may(user, 'messages.sendEverywhere')) return
  const { targetType, targetRegionCodes = [], targetOrgIds = [], targetUserIds = [] } = fields
  const { rows } = await sql<{ outside: number }>`
    select (select count(*) from unnest(${targetRegionCodes}::text[]) as t(code) left join region r on r.code = t.code
        where r.province_code is distinct from ${user.provinceCode ?? ''})
      + (select count(*) from unnest(${targetOrgIds}::bigint[]) as t(id) left join org o on o.id = t.id
          left join region r on r.code = o.region_code where r.province_code is distinct from ${user.provinceCode ?? ''})
      + (select count(*) from unnest(${targetUserIds}::bigint[]) as t(id) left join app_user u on u.id = t.id
          left join org o on o.id = u.org_id left join region r on r.code = o.region_code
          where r.province_code is distinct from ${user.provinceCode ?? ''}) as outside`.execute(db)
  if (targetType === MessageTarget.all || targetType === MessageTarget.kinds || (rows[0]?.outside ?? 0) > 0)
    throw forbidden('W-015', '只能向本省的地区、机构或用户发送')
}

async function assertFiles(db: Db, ids: readonly number[], user: Caller): Promise<void> {
  if (!(await areOwnFiles(db, ids, user)))
    throw badRequest('F-020', `附件：${messages.file}`, [{ field: 'attachmentIds', message: messages.file }])
}

/** Keeps only targets of the chosen kind, so that none of a previously chosen kind is left. */
const targetsOf = ({ targetType, ...fields }: Fields) => ({
  target_dept_ids: targetType === MessageTarget.kinds ? (fields.targetDeptIds ?? []) : [],
  target_region_codes: targetType === MessageTarget.regions ? (fields.targetRegionCodes ?? []) : [],
  target_org_ids: targetType === MessageTarget.offices ? (fields.targetOrgIds ?? []) : [],
  target_user_ids: targetType === MessageTarget.users ? (fields.targetUserIds ?? []) : [],
})

/** Stores a message and sends it unless it is a draft. */
export async function createMessage(trx: Trx, draft: Draft, user: Caller, now: Date): Promise<MessageRow> {
  assertTargets(draft)
  await assertReach(trx, draft, user)
  await assertFiles(trx, draft.attachmentIds ?? [], user)
  return trx
    .insertInto('message_push')
    .values({
      title: draft.title ?? '',
      content: safeHtml(draft.content ?? ''),
      message_type: draft.messageType ?? MessageType.notice,
      level: draft.level ?? MessageLevel.normal,
      target_type: draft.targetType ?? MessageTarget.all,
      ...targetsOf(draft),
      attachment_ids: draft.attachmentIds ?? [],
      publish_time: draft.publishTime ?? now.toISOString(),
      expire_time: draft.expireTime ?? null,
      need_receipt: draft.needReceipt ?? false,
      status: draft.publish === false ? MessageStatus.draft : MessageStatus.published,
      sender_org_id: user.orgId,
      create_by: user.username,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** @throws HttpError 404 if one of the messages is not addressed to the user */
async function markRead(trx: Trx, ids: readonly number[], user: Caller, receipt: boolean): Promise<void> {
  const { rows } = await sql`
    insert into message_read (message_id, user_id, receipt)
    select m.id, ${user.id}, ${receipt} from message_push m where m.id = any(${[...ids]}::bigint[]) and ${addressedTo(user)}
    on conflict (user_id, message_id) do update set receipt = message_read.receipt or excluded.receipt
    returning message_id`.execute(trx)
  if (rows.length < new Set(ids).size) throw notFound('消息')
}

/** Marks all messages to the user as read. */
export async function markAllRead(trx: Trx, user: Caller): Promise<void> {
  await sql`
    insert into message_read (message_id, user_id)
    select m.id, ${user.id} from message_push m where ${addressedTo(user)}
    on conflict (user_id, message_id) do nothing`.execute(trx)
}

async function changeSent(trx: Trx, update: Update, user: Caller, now: Date): Promise<void> {
  if (update.id === undefined) throw missing('id', '消息')
  const row = await requireMessage(trx, update.id, user)
  if (update.action !== 'REVOKE' && row.sender_org_id !== user.orgId)
    throw forbidden('W-014', '只能修改或发布本单位的消息')
  if (update.action === 'REVOKE' && row.status !== MessageStatus.published)
    throw conflict('W-014', '只能撤回已发布的消息')
  if (update.action !== 'REVOKE' && row.status === MessageStatus.published)
    throw conflict('W-014', '已发布的消息不能修改，请先撤回')
  const fields = { ...update, targetType: update.targetType ?? row.target_type }
  const isRetargeted = update.targetType !== undefined
  if (isRetargeted) assertTargets(fields)
  await assertReach(trx, fields, user)
  await assertFiles(trx, update.attachmentIds ?? [], user)
  const status =
    update.action === 'REVOKE'
      ? MessageStatus.revoked
      : update.action === 'PUBLISH'
        ? MessageStatus.published
        : undefined
  await trx
    .updateTable('message_push')
    .set({
      ...(update.title === undefined ? {} : { title: update.title }),
      ...(update.content === undefined ? {} : { content: safeHtml(update.content) }),
      ...(update.messageType === undefined ? {} : { message_type: update.messageType }),
      ...(update.level === undefined ? {} : { level: update.level }),
      ...(isRetargeted ? { target_type: fields.targetType ?? MessageTarget.all, ...targetsOf(fields) } : {}),
      ...(update.attachmentIds === undefined ? {} : { attachment_ids: update.attachmentIds }),
      ...(update.expireTime === undefined ? {} : { expire_time: update.expireTime }),
      ...(update.needReceipt === undefined ? {} : { need_receipt: update.needReceipt }),
      ...(status === MessageStatus.published
        ? { publish_time: update.publishTime ?? now.toISOString() }
        : {}),
      ...(status === undefined ? {} : { status }),
      version: sql`version + 1`,
      update_time: sql`now()`,
    })
    .where('id', '=', row.id)
    .execute()
}

/** Marks messages as read or confirmed for the recipient, or edits, sends or revokes one for the sender. */
export async function updateMessage(trx: Trx, update: Update, user: Caller, now: Date): Promise<void> {
  if (update.action === 'READ_ALL') return markAllRead(trx, user)
  if (update.action === 'READ' || update.action === 'RECEIPT') {
    const ids = update.ids ?? (update.id === undefined ? [] : [update.id])
    if (ids.length === 0) throw missing('ids', '消息')
    return markRead(trx, ids, user, update.action === 'RECEIPT')
  }
  return changeSent(trx, update, user, now)
}
