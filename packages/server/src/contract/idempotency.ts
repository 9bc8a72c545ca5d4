import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '../db/open.ts'
import { conflict, unprocessable } from '../errors.ts'
import { seal, unseal } from '../runtime/seal.ts'

export interface FirstAnswer {
  status: number
  reply: unknown
}

/** The right to make a call of a key, and the duty to say how it went. */
export interface Claim {
  /** Keeps the answer for those who come with the same key. */
  keep(db: Db, answer: FirstAnswer): Promise<void>
  /** Gives the key free: a call that failed did nothing and may be made again. */
  release(): Promise<void>
}

export interface KeyedCall {
  userId: number
  operationId: string
  key: string
  body: unknown
}

const digest = (text: string) => createHash('sha256').update(text).digest('hex')

/** Forgets old answers, and claims of calls that must have ended with their server. */
const forgetOld = (db: Db, userId: number) =>
  sql`delete from idempotency_key where user_id = ${userId} and (create_time < now() - interval '24 hours'
    or status is null and create_time < now() - interval '30 minutes')`.execute(db)

/**
 * Makes a creating call happen once: the same key with the same body gets the first answer for 24 hours. Of the key its
 * digest is kept, and the answer is sealed with the key, for answers hold what is told but once, such as a first password.
 * @throws HttpError 422 when the key was used with another body, 409 while the first call is still under way
 */
export async function claim(db: Db, call: KeyedCall): Promise<Claim | { first: FirstAnswer }> {
  const { userId, operationId, key, body } = call
  const place = { user_id: userId, operation_id: operationId, key: digest(key) }
  // The order of a body's properties is the sender's and is kept.
  const bodyHash = digest(JSON.stringify(body ?? null))
  await forgetOld(db, userId)
  const claimed = await db
    .insertInto('idempotency_key')
    .values({ ...place, body_hash: bodyHash })
    .onConflict((on) => on.doNothing())
    .returning('key')
    .executeTakeFirst()
  if (!claimed) {
    const first = await db
      .selectFrom('idempotency_key')
      .selectAll()
      .where((where) => where.and(place))
      .executeTakeFirst()
    if (first?.body_hash !== bodyHash) throw unprocessable('同一幂等键不能用于不同的内容')
    if (first.status === null || first.reply === null) throw conflict('相同的请求正在处理，请稍后查看结果')
    const reply: unknown = JSON.parse(unseal(first.reply, key))
    return { first: { status: first.status, reply: reply ?? undefined } }
  }
  return {
    async keep(at, { status, reply }) {
      await at
        .updateTable('idempotency_key')
        .set({ status, reply: seal(JSON.stringify(reply ?? null), key) })
        .where((where) => where.and(place))
        .execute()
    },
    async release() {
      await db
        .deleteFrom('idempotency_key')
        .where((where) => where.and(place))
        .execute()
    },
  }
}
