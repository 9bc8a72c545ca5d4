import { AccountStatus, MessageStatus, MessageTarget } from '@xinchu/contract/codes'
import { type RawBuilder, sql } from 'kysely'
import type { Caller } from '../caller.ts'

/**
 * SQL condition: no later message that tells more of the same news has taken the place of message `m`. Lists and counts
 * leave out the others, which are still read by who has opened them.
 */
export const isLast: RawBuilder<boolean> = sql<boolean>`(m.joined_by is null or not exists (
  select 1 from message_push later where later.id = m.joined_by and later.publish_time <= now()))`

/** SQL condition: message `m` is published, due and not expired. */
const current: RawBuilder<boolean> = sql<boolean>`m.status = ${MessageStatus.published} and m.publish_time <= now()
  and (m.expire_time is null or m.expire_time > now())`

/** SQL condition: message `m` was withdrawn after its recipients could see it. */
const withdrawn: RawBuilder<boolean> = sql<boolean>`m.status = ${MessageStatus.revoked} and m.revoke_time > m.publish_time
  and (m.expire_time is null or m.expire_time > now())`

/** SQL condition: the user did not send message `m`. The platform's own messages have no sender. */
const notFrom = (userId: RawBuilder<unknown>) => sql<boolean>`m.sender_user_id is distinct from ${userId}`

/** SQL condition: the user marked the whole inbox as read after message `m` was published. */
const isMarked = (userId: RawBuilder<unknown>) =>
  sql<boolean>`m.publish_time <= coalesce((select max(k.read_up_to) from message_read_mark k where k.user_id = ${userId}), '-infinity')`

/** SQL condition: the user has read message `m`. */
export const isReadBy = (
  userId: RawBuilder<unknown>,
): RawBuilder<boolean> => sql<boolean>`(${isMarked(userId)}
  or exists (select 1 from message_read x where x.message_id = m.id and x.user_id = ${userId}))`

/** SQL value: when the user read message `m`; null if not yet. */
export const readTimeBy = (userId: RawBuilder<unknown>): RawBuilder<string | null> => sql<
  string | null
>`coalesce(
  (select x.read_time from message_read x where x.message_id = m.id and x.user_id = ${userId}),
  (select k.marked_at from message_read_mark k where k.user_id = ${userId} and k.read_up_to >= m.publish_time
    order by k.read_up_to limit 1))`

/** SQL condition: message `m` is no reminder, or the user had not read what it reminds of when it was published. */
const isNeededBy = (userId: RawBuilder<unknown>) => sql<boolean>`(m.remind_of is null or not exists (
  select 1 from message_read x where x.message_id = m.remind_of and x.user_id = ${userId} and x.read_time <= m.publish_time)
  and not exists (select 1 from message_read_mark k join message_push original on original.id = m.remind_of
    where k.user_id = ${userId} and k.read_up_to >= original.publish_time and k.marked_at <= m.publish_time))`

const idOf = (user: Caller) => sql`${user.id}::bigint`

function meantFor(user: Caller): RawBuilder<boolean> {
  const regions = [user.provinceCode, user.cityCode, user.countyCode].filter((code) => code !== undefined)
  return sql<boolean>`${notFrom(idOf(user))} and (
    m.target_type = ${MessageTarget.all} or m.target_dept_ids @> array[${user.deptId}]::integer[] or m.target_region_codes && ${regions}::text[]
    or m.target_org_ids @> array[${user.orgId}]::bigint[] or m.target_user_ids @> array[${user.id}]::bigint[])
    and ${isNeededBy(idOf(user))}`
}

/**
 * SQL condition: message `m` is current and addressed to the caller: to all, or by kind, division, office or person.
 * A caller's own messages are not.
 */
export const addressedTo = (user: Caller): RawBuilder<boolean> =>
  sql<boolean>`${current} and ${meantFor(user)}`

/** SQL condition: the caller's inbox lists message `m`: current, or withdrawn after the caller could see it. */
export const listedFor = (user: Caller): RawBuilder<boolean> =>
  sql<boolean>`(${current} or ${withdrawn}) and ${meantFor(user)}`

/** SQL condition: the caller has nothing to read of message `m`. A withdrawn message has no text. */
export const isReadByCaller = (user: Caller): RawBuilder<boolean> =>
  sql<boolean>`(m.status = ${MessageStatus.revoked} or ${isReadBy(idOf(user))})`

export const readTimeOf = (user: Caller): RawBuilder<string | null> => readTimeBy(idOf(user))

/** SQL condition: message `m` names user `u` (office `o`, division `r`). Uses operators supported by the lists' indexes. */
const targeted: RawBuilder<boolean> = sql<boolean>`(
  m.target_type = ${MessageTarget.all} or m.target_dept_ids @> array[o.dept_id]
  or m.target_region_codes && array[r.province_code, r.city_code, r.county_code]
  or m.target_org_ids @> array[o.id] or m.target_user_ids @> array[u.id])`

const meant: RawBuilder<boolean> = sql<boolean>`${notFrom(sql`u.id`)} and ${targeted} and ${isNeededBy(sql`u.id`)}`

/** SQL condition: user `u` can receive messages. */
export const isReachable: RawBuilder<boolean> = sql<boolean>`u.status = ${AccountStatus.active}`

/** SQL condition: somebody of an office can receive messages. */
export const hasReader = (office: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql<boolean>`exists (select 1 from app_user u where u.org_id = ${office} and ${isReachable})`

/** SQL condition: message `m` is addressed to user `u` (office `o`, division `r`). */
export const recipient: RawBuilder<boolean> = sql<boolean>`${isReachable} and ${meant}`

/** Number of unread current messages of user `u` (office `o`, division `r`). */
export const unreadOf: RawBuilder<number> = sql<number>`(select count(*) from message_push m where ${current} and ${isLast} and ${meant}
  and not ${isReadBy(sql`u.id`)})`

export const users: RawBuilder<unknown> = sql`app_user u left join org o on o.id = u.org_id left join region r on r.code = o.region_code`
