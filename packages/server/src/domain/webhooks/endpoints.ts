import type { components } from '@xinchu/contract/schema'
import { sql } from 'kysely'
import type { Db, Trx } from '../../db/database.ts'
import type { Row } from '../../db/schema.ts'
import { conflict, notFound, staleVersion } from '../../errors.ts'
import { seal, unseal } from '../../runtime/seal.ts'
import { dateTime } from '../../runtime/time.ts'
import { factorKey, type KeyConfig } from '../auth/second-factor/key.ts'
import type { Caller } from '../caller.ts'
import { assertPosition } from '../event-feed/feed.ts'
import { lastPosition } from '../events/order.ts'
import { reply } from '../reply.ts'
import { newSecret } from './sign.ts'

type Schemas = components['schemas']
type Webhook = Schemas['Webhook']
export type WebhookRow = Row<'event_webhook'>

const MOST = 5
const ROTATION_MS = 24 * 3_600_000

const infoOf = (row: WebhookRow): Webhook =>
  reply<Webhook>({
    id: row.id,
    version: row.version,
    url: row.url,
    description: row.description,
    types: row.types.length > 0 ? row.types : undefined,
    state: row.state,
    reason: row.reason,
    position: row.position,
    failures: row.failures,
    nextTry: row.failures > 0 && row.state === 'ACTIVE' ? row.next_try : undefined,
    previousSecretUntil: row.previous_secret ? row.previous_until : undefined,
    createTime: row.create_time,
  })

/** Returns the caller's addresses, the newest first. */
export async function listWebhooks(db: Db, user: Caller): Promise<Webhook[]> {
  const rows = await db
    .selectFrom('event_webhook')
    .selectAll()
    .where('user_id', '=', user.id)
    .orderBy('id', 'desc')
    .execute()
  return rows.map(infoOf)
}

/** The caller's own address of this id. @throws HttpError 404 */
export async function requireWebhook(db: Db, id: number, user: Caller): Promise<WebhookRow> {
  const row = await db
    .selectFrom('event_webhook')
    .selectAll()
    .where('id', '=', id)
    .where('user_id', '=', user.id)
    .executeTakeFirst()
  if (!row) throw notFound('推送地址')
  return row
}

/** The secrets of an address that are valid now, the newest first. */
export async function secretsOf(db: Db, row: WebhookRow, config: KeyConfig, now: Date): Promise<string[]> {
  const key = await factorKey(db, config)
  const isRotating = row.previous_secret && (row.previous_until ?? '') > dateTime(now)
  return [row.secret, ...(isRotating && row.previous_secret ? [row.previous_secret] : [])].map((sealed) =>
    unseal(sealed, key),
  )
}

/** Stores an address that gets the events from now on. @throws HttpError 409 if there are five */
export async function createWebhook(
  trx: Trx,
  { url, description, types = [] }: Schemas['WebhookDraft'],
  user: Caller,
  config: KeyConfig,
): Promise<Schemas['WebhookSecret']> {
  // Serialized per user, so that two calls cannot exceed the limit together.
  await trx.selectFrom('app_user').select('id').where('id', '=', user.id).forUpdate().execute()
  if ((await listWebhooks(trx, user)).length >= MOST)
    throw conflict('W-037', `推送地址至多 ${MOST} 个，请先删除不用的`)
  const secret = newSecret()
  const { id } = await trx
    .insertInto('event_webhook')
    .values({
      user_id: user.id,
      url,
      description: description ?? null,
      types: [...types],
      secret: seal(secret, await factorKey(trx, config)),
      position: await lastPosition(trx),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { id, secret }
}

/** Changes an address, pauses or resumes it. A batch that was begun is put together anew. @throws HttpError 404, 409 or 410 */
export async function updateWebhook(
  trx: Trx,
  { id, version, url, description, types = [], active }: Schemas['WebhookUpdate'],
  user: Caller,
): Promise<Webhook> {
  const before = await requireWebhook(trx, id, user)
  if (active) await assertPosition(trx, before.position)
  const row = await trx
    .updateTable('event_webhook')
    .set({
      url,
      description: description ?? null,
      types: [...types],
      state: active ? 'ACTIVE' : 'PAUSED',
      reason: null,
      failures: 0,
      next_try: sql<string>`now()`,
      batch_to: null,
      lease_owner: null,
      lease_until: null,
      version: sql<number>`version + 1`,
    })
    .where('id', '=', id)
    .where('version', '=', version)
    .returningAll()
    .executeTakeFirst()
  if (!row) throw staleVersion()
  return infoOf(row)
}

/** Deletes addresses of the caller, all or none. @throws HttpError 404 */
export async function deleteWebhooks(trx: Trx, ids: readonly number[], user: Caller): Promise<void> {
  const deleted = await trx
    .deleteFrom('event_webhook')
    .where('id', 'in', [...ids])
    .where('user_id', '=', user.id)
    .returning('id')
    .execute()
  if (deleted.length < new Set(ids).size) throw notFound('推送地址')
}

/** Gives an address a new secret. The one before stays valid for a day. @throws HttpError 404 */
export async function rotateSecret(
  trx: Trx,
  id: number,
  user: Caller,
  { config, now }: { config: KeyConfig; now: Date },
): Promise<Schemas['WebhookSecret']> {
  const { secret: previous } = await requireWebhook(trx, id, user)
  const secret = newSecret()
  const until = new Date(now.getTime() + ROTATION_MS)
  await trx
    .updateTable('event_webhook')
    .set({
      secret: seal(secret, await factorKey(trx, config)),
      previous_secret: previous,
      previous_until: until.toISOString(),
      version: sql<number>`version + 1`,
    })
    .where('id', '=', id)
    .execute()
  return { id, secret, previousUntil: dateTime(until) }
}
