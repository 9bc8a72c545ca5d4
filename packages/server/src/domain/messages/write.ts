import { MessageLevel, MessageStatus, MessageTarget, MessageType } from '@xinchu/contract/codes'
import type { components } from '@xinchu/contract/schema'
import { messages } from '@xinchu/validators'
import { sql } from 'kysely'
import type { Db, Trx } from '../../db/database.ts'
import { badRequest, conflict, forbidden, missing, notFound } from '../../errors.ts'
import { dateTime, momentOf } from '../../runtime/time.ts'
import type { Caller } from '../caller.ts'
import { areOwnFiles } from '../files/own.ts'
import { addressedTo } from './addressed.ts'
import type { MessageRow } from './info.ts'
import { requireMessage } from './rights.ts'
import { safeHtml } from './safe-html.ts'
import { assertReach, assertTargets, targetsOf } from './targets.ts'

type Draft = components['schemas']['MessageDraft']
type Update = components['schemas']['MessageUpdate']

const TITLE_AT_MOST = 100

async function assertFiles(db: Db, ids: readonly number[], user: Caller, kept: readonly number[] = []) {
  if (!(await areOwnFiles(db, ids, user, kept)))
    throw badRequest('F-020', `附件：${messages.file}`, [{ field: 'attachmentIds', message: messages.file }])
}

/** A moment of the contract that is not in the past, so that nobody gets a message among those already read. */
const notBefore = (now: Date, wanted: string | null | undefined): string => {
  const text = dateTime(now)
  return wanted && wanted > text ? wanted : text
}

/** @throws HttpError 400 if a message would expire before it is published */
function assertPeriod(publishTime: string, expireTime: string | null | undefined): void {
  if (expireTime && expireTime <= publishTime)
    throw badRequest('W-014', '失效时间：须晚于发布时间', [
      { field: 'expireTime', message: '须晚于发布时间' },
    ])
}

/** Stores a message and sends it unless it is a draft. */
export async function createMessage(trx: Trx, draft: Draft, user: Caller, now: Date): Promise<MessageRow> {
  assertTargets(draft)
  await assertReach(trx, draft, user)
  await assertFiles(trx, draft.attachmentIds ?? [], user)
  const publishTime = notBefore(now, draft.publishTime)
  assertPeriod(publishTime, draft.expireTime)
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
      publish_time: publishTime,
      expire_time: draft.expireTime ?? null,
      deadline: draft.deadline ?? null,
      need_receipt: draft.needReceipt ?? false,
      status: draft.publish === false ? MessageStatus.draft : MessageStatus.published,
      sender_org_id: user.orgId,
      sender_user_id: user.id,
      create_by: user.username,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** @throws HttpError 404 if one of the messages is not addressed to the user */
async function markRead(trx: Trx, ids: readonly number[], user: Caller, receipt: boolean): Promise<void> {
  const receiptTime = receipt ? sql`now()` : sql`null`
  const { rows } = await sql`
    insert into message_read (message_id, user_id, receipt, receipt_time)
    select m.id, ${user.id}, ${receipt}, ${receiptTime} from message_push m
    where m.id = any(${[...ids]}::bigint[]) and ${addressedTo(user)}
    on conflict (user_id, message_id) do update set receipt = message_read.receipt or excluded.receipt,
      receipt_time = coalesce(message_read.receipt_time, excluded.receipt_time)
    returning message_id`.execute(trx)
  if (rows.length < new Set(ids).size) throw notFound('消息')
}

/**
 * Marks all messages to the user as read: one row for all but those of the last minute, which may be followed by an
 * earlier one whose transaction is still open.
 */
export async function markAllRead(trx: Trx, user: Caller): Promise<void> {
  await sql`
    insert into message_read_mark (user_id, read_up_to) values (${user.id}, now() - interval '1 minute')
    on conflict do nothing`.execute(trx)
  await sql`
    insert into message_read (message_id, user_id)
    select m.id, ${user.id} from message_push m
    where ${addressedTo(user)} and m.publish_time > now() - interval '1 minute'
    on conflict (user_id, message_id) do nothing`.execute(trx)
}

/** Withdraws a message and its reminders. */
async function revoke(trx: Trx, row: MessageRow, reason: string | undefined): Promise<void> {
  if (row.status !== MessageStatus.published) throw conflict('W-014', '只能撤回已发布的消息')
  await sql`
    update message_push set status = ${MessageStatus.revoked}, revoke_time = now(), revoke_reason = ${reason ?? null}::text,
      version = version + 1, update_time = now()
    where (id = ${row.id} or remind_of = ${row.id}) and status = ${MessageStatus.published}`.execute(trx)
}

/** Sends one message to all who have not read this one. */
async function remind(trx: Trx, row: MessageRow, user: Caller, now: Date): Promise<void> {
  if (row.status !== MessageStatus.published || momentOf(row.publish_time) > now)
    throw conflict('W-014', '只能提醒已发布的消息')
  await trx
    .insertInto('message_push')
    .values({
      title: `【提醒】${row.title}`.slice(0, TITLE_AT_MOST),
      content: `<p>您尚未阅读以下消息，请及时查看。</p>${row.content}`,
      message_type: MessageType.reminder,
      level: row.level,
      target_type: row.target_type,
      target_dept_ids: row.target_dept_ids,
      target_region_codes: row.target_region_codes,
      target_org_ids: row.target_org_ids,
      target_user_ids: row.target_user_ids,
      attachment_ids: row.attachment_ids,
      publish_time: now.toISOString(),
      expire_time: row.expire_time,
      deadline: row.deadline,
      need_receipt: row.need_receipt,
      remind_of: row.remind_of ?? row.id,
      sender_org_id: user.orgId,
      sender_user_id: user.id,
      create_by: user.username,
    })
    .execute()
}

/** @throws HttpError 403, 409 unless the caller's office may still edit the message */
function assertEditable(row: MessageRow, user: Caller, now: Date): void {
  if (row.sender_org_id !== user.orgId) throw forbidden('W-014', '只能修改或发布本单位的消息')
  if (row.status === MessageStatus.published && momentOf(row.publish_time) <= now)
    throw conflict('W-014', '已发布的消息不能修改，请先撤回')
}

function changedTargets(row: MessageRow, update: Update) {
  const targetType = update.targetType ?? row.target_type
  const fields = { ...update, targetType }
  if (update.targetType === undefined) return { fields, columns: {} }
  assertTargets(fields)
  return { fields, columns: { target_type: targetType ?? MessageTarget.all, ...targetsOf(fields) } }
}

/** Changes a draft, a withdrawn or a scheduled message, and publishes it on request. */
async function edit(trx: Trx, row: MessageRow, update: Update, user: Caller, now: Date): Promise<void> {
  assertEditable(row, user, now)
  const { fields, columns } = changedTargets(row, update)
  await assertReach(trx, fields, user)
  await assertFiles(trx, update.attachmentIds ?? [], user, row.attachment_ids)
  const publishTime = notBefore(now, update.publishTime ?? row.publish_time)
  assertPeriod(publishTime, update.expireTime ?? row.expire_time)
  const published =
    update.action === 'PUBLISH'
      ? { status: MessageStatus.published, revoke_time: null, revoke_reason: null }
      : {}
  await trx
    .updateTable('message_push')
    .set({
      ...(update.title === undefined ? {} : { title: update.title }),
      ...(update.content === undefined ? {} : { content: safeHtml(update.content) }),
      ...(update.messageType === undefined ? {} : { message_type: update.messageType }),
      ...(update.level === undefined ? {} : { level: update.level }),
      ...columns,
      ...(update.attachmentIds === undefined ? {} : { attachment_ids: update.attachmentIds }),
      ...(update.expireTime === undefined ? {} : { expire_time: update.expireTime }),
      ...(update.deadline === undefined ? {} : { deadline: update.deadline }),
      ...(update.needReceipt === undefined ? {} : { need_receipt: update.needReceipt }),
      publish_time: publishTime,
      ...published,
      version: sql`version + 1`,
      update_time: sql`now()`,
    })
    .where('id', '=', row.id)
    .execute()
}

async function changeSent(trx: Trx, update: Update, user: Caller, now: Date): Promise<void> {
  if (update.id === undefined) throw missing('id', '消息')
  const row = await requireMessage(trx, update.id, user)
  if (update.action === 'REVOKE') return revoke(trx, row, update.reason)
  if (update.action === 'REMIND') return remind(trx, row, user, now)
  return edit(trx, row, update, user, now)
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
