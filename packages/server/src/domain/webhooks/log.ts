import type { components } from '@xinchu/contract/schema'
import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import type { Row } from '../../db/schema.ts'
import { reply } from '../reply.ts'
import type { Outcome } from './send.ts'

type Delivery = components['schemas']['WebhookDelivery']

const MOST = 100
const KEPT_DAYS = 30

const infoOf = (row: Row<'event_delivery'>): Delivery =>
  reply<Delivery>({
    time: row.time,
    messageId: row.message_id,
    events: row.events,
    attempt: row.attempt,
    status: row.status,
    error: row.error,
    milliseconds: row.milliseconds,
  })

interface Sent {
  webhookId: number
  messageId: string
  events: number
  attempt: number
}

/** Notes what came of a call. */
export async function noteDelivery(
  db: Db,
  { webhookId, messageId, events, attempt }: Sent,
  { status, error, milliseconds }: Outcome,
): Promise<Delivery> {
  const row = await db
    .insertInto('event_delivery')
    .values({
      webhook_id: webhookId,
      message_id: messageId,
      events,
      attempt,
      status: status ?? null,
      error: error ?? null,
      milliseconds,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  return infoOf(row)
}

/** The last calls of an address, the newest first. */
export async function listDeliveries(db: Db, webhookId: number): Promise<Delivery[]> {
  const rows = await db
    .selectFrom('event_delivery')
    .selectAll()
    .where('webhook_id', '=', webhookId)
    .orderBy('id', 'desc')
    .limit(MOST)
    .execute()
  return rows.map(infoOf)
}

export async function removeOldDeliveries(db: Db): Promise<void> {
  await sql`delete from event_delivery where time < now() - make_interval(days => ${KEPT_DAYS})`.execute(db)
}
