import { sql } from 'kysely'
import type { Config } from '../../config.ts'
import type { Db } from '../../db/database.ts'
import type { Transact } from '../../db/transaction.ts'
import { HttpError } from '../../errors.ts'
import { contract } from '../../operations.ts'
import { loadUser } from '../auth/load-caller.ts'
import { isAmong } from '../caller.ts'
import { type EventQuery, readEvents } from '../event-feed/feed.ts'
import { tell } from '../messages/tell.ts'
import { secretsOf, type WebhookRow } from './endpoints.ts'
import { noteDelivery } from './log.ts'
import { type Outcome, send } from './send.ts'

/** Events of one message. */
const BATCH = 50
/** Retries are spread, so that a receiver that comes back is not met by all at once. */
const JITTER = 0.2

export interface Means {
  db: Db
  transact: Transact
  config: Pick<Config, 'webhookLoopback' | 'webhookRetrySeconds' | 'dataDir' | 'secondFactorKey'>
  owner: string
  /** Longer than a call may take. A batch whose server was killed is repeated by another after this time. */
  leaseSeconds: number
  now(): Date
  signal: AbortSignal
}

const registrants = contract.operation('createWebhook').callers

/** Takes the lease of an address that has something to send; undefined if there is none. */
export async function claimWebhook({
  db,
  owner,
  leaseSeconds,
}: Pick<Means, 'db' | 'owner' | 'leaseSeconds'>): Promise<WebhookRow | undefined> {
  const { rows } = await sql<WebhookRow>`
    update event_webhook w set lease_owner = ${owner}::uuid, lease_until = now() + make_interval(secs => ${leaseSeconds})
    where w.id = (select x.id from event_webhook x, event_counter c
      where x.state = 'ACTIVE' and x.next_try <= now() and (x.lease_until is null or x.lease_until < now())
        and x.position < c.last
      order by x.next_try, x.id for update of x skip locked limit 1)
    returning w.*`.execute(db)
  return rows[0]
}

type Changes = Partial<
  Pick<WebhookRow, 'position' | 'batch_to' | 'failures' | 'state' | 'reason'> & { waitSeconds: number }
>

/** Writes the outcome of a step and gives the lease back, unless the owner has changed the address meanwhile. */
async function finish(db: Db, { id }: WebhookRow, { waitSeconds = 0, ...changes }: Changes, owner: string) {
  const { numUpdatedRows } = await db
    .updateTable('event_webhook')
    .set({
      ...changes,
      next_try: sql<string>`now() + make_interval(secs => ${waitSeconds})`,
      lease_owner: null,
      lease_until: null,
    })
    .where('id', '=', id)
    .where('lease_owner', '=', owner)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Stops an address and tells its owner. */
async function stop({ transact, owner }: Means, row: WebhookRow, reason: string): Promise<void> {
  await transact(async (trx) => {
    if (!(await finish(trx, row, { state: 'STOPPED', reason }, owner))) return
    await tell(trx, 'webhook.stopped', { users: [row.user_id] }, { url: row.url, reason })
  })
}

/** The events of the next message: those of a batch that was begun, otherwise the next ones. */
async function nextBatch({ db }: Means, row: WebhookRow) {
  const user = await loadUser(db, row.user_id)
  if (!user || !isAmong(user, registrants)) return { reason: '登记的账号已停用或不再有此权限' }
  const types = row.types as NonNullable<EventQuery['types']> // stored as the contract has them
  try {
    const page = await readEvents(db, { after: row.position, limit: BATCH, types }, user)
    const end = row.batch_to
    const events = end === null ? page.content : page.content.filter(({ position }) => position <= end)
    return { events, next: page.next }
  } catch (error) {
    if (error instanceof HttpError && error.status === 410) return { reason: '停止过久，其后的事件已不保存' }
    throw error
  }
}

/** What follows from a failure: another try later, or the end. */
async function postpone(means: Means, row: WebhookRow, outcome: Outcome): Promise<void> {
  const { db, config, owner } = means
  if (means.signal.aborted) {
    await finish(db, row, {}, owner)
    return
  }
  const seconds = config.webhookRetrySeconds[row.failures]
  // By 410 a receiver says that it wants no more.
  if (outcome.status === 410) return stop(means, row, '对方回复 410')
  if (seconds === undefined) return stop(means, row, `多次重试仍未送达（${outcome.error ?? ''}）`)
  const waitSeconds = seconds * (1 + Math.random() * JITTER)
  await finish(db, row, { failures: row.failures + 1, waitSeconds }, owner)
}

/** Sends the next message of an address under its lease. */
export async function deliver(means: Means, row: WebhookRow): Promise<void> {
  const { db, config, owner, now } = means
  const batch = await nextBatch(means, row)
  if (batch.reason !== undefined) return stop(means, row, batch.reason)
  const { events, next } = batch
  const last = events.at(-1)
  if (!last) {
    await finish(db, row, { position: next, batch_to: null }, owner)
    return
  }
  // Kept before it is sent: sent again, the message is the same and has the same id.
  const begun = await db
    .updateTable('event_webhook')
    .set({ batch_to: last.position })
    .where('id', '=', row.id)
    .where('lease_owner', '=', owner)
    .executeTakeFirst()
  if (begun.numUpdatedRows === 0n) return
  const id = `evt_${row.id}_${row.position}_${last.position}`
  const secrets = await secretsOf(db, row, config, now())
  const target = { url: row.url, secrets, allowsLoopback: config.webhookLoopback }
  const message = { id, type: 'events', data: { events, next: last.position } } as const
  const outcome = await send(target, message, now(), means.signal)
  const sent = { webhookId: row.id, messageId: id, events: events.length, attempt: row.failures + 1 }
  await noteDelivery(db, sent, outcome)
  if (outcome.error !== undefined) return postpone(means, row, outcome)
  await finish(db, row, { position: last.position, batch_to: null, failures: 0 }, owner)
}
