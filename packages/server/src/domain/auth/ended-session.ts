import { type RawBuilder, sql } from 'kysely'
import type { Db, Trx } from '../../db/database.ts'
import { HttpError } from '../../errors.ts'
import { bareToken, hashOf } from '../tokens.ts'

/** The refusal that tells why somebody ended the session. */
export const endedBy = (message: string): HttpError => new HttpError(401, message, { code: 'S-006' })

/** Returns the reason given by the person who ended the session of a token or refresh token, if any. */
export async function endedMessage(db: Db, hash: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('ended_session')
    .select('message')
    .where((where) =>
      where.or([
        where('access_hash', '=', hash),
        where('refresh_hash', '=', hash),
        where('previous_hash', '=', hash),
      ]),
    )
    .executeTakeFirst()
  return row?.message
}

/** @throws HttpError 401 with the reason if somebody ended the session of this token */
export async function assertNotEnded(db: Db, header: string | undefined): Promise<void> {
  const token = bareToken(header)
  const message = token && (await endedMessage(db, hashOf(token)))
  if (message) throw endedBy(message)
}

/** Ends the sessions `s` under a condition and keeps the reason for their owners. Returns their number. */
export async function endWithReason(
  trx: Trx,
  condition: RawBuilder<boolean>,
  message: string,
): Promise<number> {
  const { rows } = await sql`
    with gone as (delete from auth_session s where ${condition}
      returning s.access_hash, s.refresh_hash, s.previous_hash, s.absolute_expires)
    insert into ended_session (access_hash, refresh_hash, previous_hash, message, expires)
    select access_hash, refresh_hash, previous_hash, ${message}, absolute_expires from gone
    on conflict do nothing returning access_hash`.execute(trx)
  return rows.length
}
