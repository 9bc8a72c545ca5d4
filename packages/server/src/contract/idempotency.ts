import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '../db/open.ts'
import { conflict, unprocessable } from '../errors.ts'

export interface FirstAnswer {
  status: number
  reply: unknown
}

/** A body's digest; the order of its properties is the sender's and is kept. */
const digestOf = (body: unknown) =>
  createHash('sha256')
    .update(JSON.stringify(body ?? null))
    .digest('hex')

/**
 * Makes a creating call happen once: the same key with the same body gets the first answer for 24 hours.
 * @throws HttpError 422 when the key was used with another body, 409 while the first call is still under way
 */
export async function once(
  db: Db,
  call: { userId: number; operationId: string; key: string; body: unknown },
  work: () => Promise<FirstAnswer>,
): Promise<FirstAnswer> {
  const place = { user_id: call.userId, operation_id: call.operationId, key: call.key }
  const bodyHash = digestOf(call.body)
  await sql`delete from idempotency_key where user_id = ${call.userId} and create_time < now() - interval '24 hours'`.execute(
    db,
  )
  const claimed = await db
    .insertInto('idempotency_key')
    .values({ ...place, body_hash: bodyHash })
    .onConflict((on) => on.doNothing())
    .returning('key')
    .executeTakeFirst()
  const at = db.selectFrom('idempotency_key').where((where) => where.and(place))
  if (!claimed) {
    const first = await at.selectAll().executeTakeFirst()
    if (first?.body_hash !== bodyHash) throw unprocessable('同一幂等键不能用于不同的内容')
    if (first.status === null) throw conflict('相同的请求正在处理，请稍后查看结果')
    return { status: first.status, reply: first.reply ?? undefined }
  }
  try {
    const answer = await work()
    await db
      .updateTable('idempotency_key')
      .set({ status: answer.status, reply: JSON.stringify(answer.reply ?? null) })
      .where((where) => where.and(place))
      .execute()
    return answer
  } catch (error) {
    // A call that failed did nothing; it may be made again with the same key.
    await db
      .deleteFrom('idempotency_key')
      .where((where) => where.and(place))
      .execute()
    throw error
  }
}
