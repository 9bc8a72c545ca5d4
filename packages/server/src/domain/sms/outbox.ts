import { createHmac, randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import { HttpError } from '../../errors.ts'
import { seal, unseal } from '../../runtime/seal.ts'
import { maskPhone } from '../masking.ts'
import type { Outcome, SmsMessage, Template } from './message.ts'

/** Seconds until the next try of a message that did not reach the gateway: a code is soon useless, a notice is not. */
const CODE_WAITS = [1, 3, 9, 27]
const NOTICE_WAITS = [60, 300, 1_800, 7_200, 21_600]
const CODE_LIFE_SECONDS = 120
const NOTICE_LIFE_SECONDS = 86_400
/** Longer than a gateway may take. */
const LEASE_SECONDS = 30
const KEPT_DAYS = 90

const isCode = (template: Template) => template === 'code'

/** Seals messages apart from what else the platform's key seals. */
export const sealKey = (key: string): string => `sms:${key}`

export interface Draft extends Omit<SmsMessage, 'id'> {
  /** Messages of the same key that still wait are not sent any more. Stored as a fingerprint, because it names the phone. */
  replaces?: string
}

const printOf = (replaces: string, key: string): string =>
  createHmac('sha256', sealKey(key)).update(replaces).digest('base64url')

/** @throws HttpError 503 if the messages of 24 hours are used up */
export async function assertQuota(db: Db, perDay: number): Promise<void> {
  const { rows } = await sql<{ isFull: boolean }>`
    select count(*) >= ${perDay} as "isFull" from sms_message
    where create_time > now() - interval '1 day'`.execute(db)
  if (rows[0]?.isFull) throw new HttpError(503, '今日短信已达上限，请明日再试')
}

/**
 * Stores a message, in the transaction of what it tells of if there is one. It is sent once that is committed.
 * @returns its id
 */
export async function post(db: Db, draft: Draft, key: string): Promise<string> {
  const { replaces: named, ...message } = draft
  const replaces = named === undefined ? null : printOf(named, key)
  if (replaces !== null)
    await sql`update sms_message set state = 'REPLACED', sealed = null, end_time = now()
      where replaces = ${replaces} and state = 'WAITING'`.execute(db)
  const id = randomUUID()
  const life = isCode(draft.template) ? CODE_LIFE_SECONDS : NOTICE_LIFE_SECONDS
  await db
    .insertInto('sms_message')
    .values({
      id,
      phone_masked: maskPhone(draft.phone) ?? '',
      template: draft.template,
      sealed: seal(JSON.stringify({ ...message, id }), sealKey(key)),
      expires: sql`now() + make_interval(secs => ${life})`,
      replaces,
    })
    .execute()
  return id
}

export interface Claimed {
  message: SmsMessage
  attempts: number
}

/** Takes the next message to be sent, codes first; undefined if none is due. No other copy of the server takes it, too. */
export async function claim(db: Db, key: string): Promise<Claimed | undefined> {
  const { rows } = await sql<{ id: string; sealed: Uint8Array; attempts: number }>`
    update sms_message set state = 'SENDING', attempts = attempts + 1,
      lease_until = now() + make_interval(secs => ${LEASE_SECONDS})
    where id = (select id from sms_message where state = 'WAITING' and next_at <= now() and expires > now()
      order by template = 'code' desc, next_at, id limit 1 for update skip locked)
    returning id, sealed, attempts`.execute(db)
  const [row] = rows
  if (!row) return undefined
  // `post` sealed nothing else.
  return { message: JSON.parse(unseal(row.sealed, sealKey(key))) as SmsMessage, attempts: row.attempts }
}

/** Lets a message wait for its next try, unless a newer one has taken its place meanwhile. */
const sendAgain = (db: Db, id: string, reason: string, seconds: number): Promise<unknown> =>
  sql`update sms_message m set lease_until = null, reason = ${reason},
      state = case when newer.has then 'REPLACED' else 'WAITING' end,
      sealed = case when newer.has then null else m.sealed end,
      end_time = case when newer.has then now() end,
      next_at = now() + make_interval(secs => ${seconds})
    from (select exists (select 1 from sms_message own join sms_message n
      on n.replaces = own.replaces and n.create_time > own.create_time where own.id = ${id}) as has) newer
    where m.id = ${id} and m.state = 'SENDING'`.execute(db)

/**
 * Notes what came of a message. One that did not reach the gateway waits for its next try, and so does an unclear one if the
 * gateway knows messages by their ids.
 */
export async function settle(
  db: Db,
  { message, attempts }: Claimed,
  outcome: Outcome,
  isRepeatable: boolean,
): Promise<void> {
  const waits = isCode(message.template) ? CODE_WAITS : NOTICE_WAITS
  const mayRepeat = outcome.state === 'unsent' || (outcome.state === 'unclear' && isRepeatable)
  const wait = mayRepeat ? waits[attempts - 1] : undefined
  if (wait !== undefined && 'reason' in outcome) {
    await sendAgain(db, message.id, outcome.reason, wait)
    return
  }
  const ended = { accepted: 'ACCEPTED', refused: 'REFUSED', unclear: 'UNCLEAR', unsent: 'FAILED' }[
    outcome.state
  ]
  await db
    .updateTable('sms_message')
    .set({
      ...{ state: ended, sealed: null, lease_until: null, end_time: sql<string>`now()` },
      reason: 'reason' in outcome ? outcome.reason : null,
      reference: outcome.state === 'accepted' ? (outcome.reference ?? null) : null,
    })
    .where('id', '=', message.id)
    .where('state', '=', 'SENDING')
    .execute()
}

/**
 * Ends what waited too long, and what a copy of the server began and did not end: nobody knows whether it was sent, so it is
 * sent again only to a gateway that knows it by its id.
 */
export async function tidy(db: Db, isRepeatable: boolean): Promise<void> {
  await sql`update sms_message set state = 'EXPIRED', sealed = null, end_time = now()
    where state = 'WAITING' and expires <= now()`.execute(db)
  const left = sql`state = 'SENDING' and lease_until < now()`
  if (isRepeatable)
    await sql`update sms_message set state = 'WAITING', lease_until = null, next_at = now() where ${left}`.execute(
      db,
    )
  else
    await sql`update sms_message set state = 'UNCLEAR', sealed = null, end_time = now(),
      reason = '平台在发送时中断' where ${left}`.execute(db)
}

/** The state of a message; undefined if there is none. */
export async function stateOf(db: Db, id: string): Promise<string | undefined> {
  const row = await db.selectFrom('sms_message').select('state').where('id', '=', id).executeTakeFirst()
  return row?.state
}

/** Whether any message is to be sent, or under way. */
export async function hasWork(db: Db): Promise<boolean> {
  const { rows } = await sql<{ has: boolean }>`
    select exists (select 1 from sms_message where state in ('WAITING', 'SENDING')) as has`.execute(db)
  return rows[0]?.has ?? false
}

/** Removes messages that ended long ago, or that were never sent because the gateway was taken away. */
export const sweepMessages = (db: Db): Promise<unknown> =>
  sql`delete from sms_message
    where coalesce(end_time, expires) < now() - make_interval(days => ${KEPT_DAYS})`.execute(db)

/** Failures in a row after which users are told that messages may be late. */
const FAILURES = 20

/** Whether the gateway has taken none of the last messages. */
export async function isDown(db: Db): Promise<boolean> {
  const { rows } = await sql<{ isDown: boolean }>`
    select count(*) = ${FAILURES} and bool_and(state <> 'ACCEPTED') as "isDown" from (
      select state from sms_message where end_time is not null and state in ('ACCEPTED', 'UNCLEAR', 'FAILED')
      order by end_time desc limit ${FAILURES}) last`.execute(db)
  return rows[0]?.isDown ?? false
}
