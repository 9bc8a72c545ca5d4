import { MessageStatus } from '@xinchu/contract/codes'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import type { Row } from '../../db/schema.ts'
import { forbidden, notFound } from '../../errors.ts'
import { type Caller, may } from '../caller.ts'
import { addressedTo } from './addressed.ts'

const nothing = sql<boolean>`false`

/** SQL condition: message `m` was sent or drafted by the caller's office, for callers who may send. */
export const sentByOffice = (user: Caller): RawBuilder<boolean> =>
  may(user, 'messages.send') ? sql<boolean>`m.sender_org_id = ${user.orgId}` : nothing

/** SQL condition: the caller manages message `m`: of the caller's office; for overseers all but others' drafts. */
export const inCharge = (user: Caller): RawBuilder<boolean> =>
  may(user, 'messages.oversee')
    ? sql<boolean>`(m.status <> ${MessageStatus.draft} or ${sentByOffice(user)})`
    : sentByOffice(user)

type MessageRow = Row<'message_push'>

/**
 * Returns a message that the caller manages.
 * @throws HttpError 403 if the caller only received it, 404 if it is not visible
 */
export async function requireMessage(db: Db, id: number, user: Caller): Promise<MessageRow> {
  const { rows } = await sql<MessageRow & { in_charge: boolean }>`
    select m.*, ${inCharge(user)} as in_charge from message_push m
    where m.id = ${id} and (${inCharge(user)} or ${addressedTo(user)})`.execute(db)
  const [row] = rows
  if (!row) throw notFound('消息')
  if (!row.in_charge) throw forbidden()
  return row
}

/** Whether a file is attached to a message that the caller received or manages. */
export async function isEnclosed(db: Db, fileId: number, user: Caller): Promise<boolean> {
  const { rows } = await sql`
    select 1 from message_push m where ${fileId} = any(m.attachment_ids)
      and (${inCharge(user)} or ${addressedTo(user)}) limit 1`.execute(db)
  return rows.length > 0
}
