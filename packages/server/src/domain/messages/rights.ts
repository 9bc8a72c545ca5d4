import { type RawBuilder, type Selectable, sql } from 'kysely'
import type { Db } from '../../db/open.ts'
import type { MessagePushTable } from '../../db/schema-operation.ts'
import { notFound } from '../../errors.ts'
import { type Caller, may } from '../caller.ts'
import { addressedTo } from './addressed.ts'

const nothing = sql<boolean>`false`

/** Messages (alias `m`) that the caller's office sent or drafted, for callers who may send. */
export const sentByOffice = (user: Caller): RawBuilder<boolean> =>
  may(user, 'messages.send') ? sql<boolean>`m.sender_org_id = ${user.orgId}` : nothing

/** Messages (alias `m`) that the caller answers for: those of his office; for overseers all but drafts of others. */
const inCharge = (user: Caller): RawBuilder<boolean> =>
  may(user, 'messages.oversee') ? sql<boolean>`(m.status <> '0' or ${sentByOffice(user)})` : sentByOffice(user)

/** Returns a message that the caller answers for. @throws HttpError 404 */
export async function requireMessage(
  db: Db,
  id: number,
  user: Caller,
): Promise<Selectable<MessagePushTable>> {
  const { rows } = await sql<Selectable<MessagePushTable>>`
    select m.* from message_push m where m.id = ${id} and ${inCharge(user)}`.execute(db)
  const [row] = rows
  if (!row) throw notFound('消息')
  return row
}

/** Whether a file is attached to a message that the caller received or answers for. */
export async function isEnclosed(db: Db, fileId: number, user: Caller): Promise<boolean> {
  const { rows } = await sql`
    select 1 from message_push m where ${fileId} = any(m.attachment_ids)
      and (${inCharge(user)} or ${addressedTo(user)}) limit 1`.execute(db)
  return rows.length > 0
}
