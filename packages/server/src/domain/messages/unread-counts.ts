import { AccountStatus, MessageStatus } from '@xinchu/contract/codes'
import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import type { Caller } from '../caller.ts'
import { addressedTo, isLast, isReadByCaller, unreadOf } from './addressed.ts'

/** Valid sessions (`s`) of these access tokens, with users, offices and divisions. */
const goodSessions = (hashes: readonly string[]) => sql`auth_session s
  join app_user u on u.id = s.user_id and u.status = ${AccountStatus.active} and u.flag = 'not'
  left join org o on o.id = u.org_id and o.enabled left join region r on r.code = o.region_code
  where s.access_hash = any(${[...hashes]}::text[]) and s.purpose = 'session'
    and s.access_expires > now() and s.absolute_expires > now()
    and s.last_seen > now() - make_interval(secs => s.idle_seconds)`

/**
 * Messages that were recently sent, changed, became due or expired, which all unread counts depend on. The period is
 * longer than any writing transaction, plus a minute of margin.
 */
const recentMessages = sql`select md5(date_trunc('minute', now())::text || coalesce(string_agg(concat_ws(':', m.id, m.version,
    m.publish_time <= now(), m.expire_time <= now()), ',' order by m.id), '')) as stamp
  from message_push m where m.update_time > now() - interval '2 minutes'
    or m.status = ${MessageStatus.published} and m.publish_time between now() - interval '2 minutes' and now()
    or m.expire_time between now() - interval '2 minutes' and now()`

/**
 * Returns a stamp for each valid access token. While the stamp is unchanged, so is the unread count. The cost does not
 * depend on the number of messages.
 */
export async function stampsOf(db: Db, hashes: readonly string[]): Promise<Map<string, string>> {
  const { rows } = await sql<{ access_hash: string; stamp: string; reads: string }>`
    with recent as materialized (${recentMessages})
    select s.access_hash, (select stamp from recent) as stamp,
      concat_ws('/', (select count(*) from message_read x where x.user_id = s.user_id),
        (select max(k.read_up_to) from message_read_mark k where k.user_id = s.user_id)) as reads
    from ${goodSessions(hashes)}`.execute(db)
  return new Map(rows.map(({ access_hash, stamp, reads }) => [access_hash, `${reads}/${stamp}`]))
}

/** Returns the unread count for each valid access token. */
export async function countsOf(db: Db, hashes: readonly string[]): Promise<Map<string, number>> {
  if (hashes.length === 0) return new Map()
  const { rows } = await sql<{ access_hash: string; unread: number }>`
    select s.access_hash, ${unreadOf} as unread from ${goodSessions(hashes)}`.execute(db)
  return new Map(rows.map(({ access_hash, unread }) => [access_hash, unread]))
}

/** Returns the number of messages that the caller has not read. */
export async function unreadCount(db: Db, user: Caller): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from message_push m
    where ${addressedTo(user)} and ${isLast} and not ${isReadByCaller(user)}`.execute(db)
  return rows[0]?.count ?? 0
}
