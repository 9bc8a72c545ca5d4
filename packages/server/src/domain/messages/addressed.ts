import { AccountStatus, MessageStatus, MessageTarget } from '@xinchu/sdk/codes'
import { type RawBuilder, sql } from 'kysely'
import type { Caller } from '../caller.ts'

/** SQL condition: message `m` is published, due and not expired. */
const current: RawBuilder<boolean> = sql<boolean>`m.status = ${MessageStatus.published} and m.publish_time <= now()
  and (m.expire_time is null or m.expire_time > now())`

/** SQL condition: the user of this name did not send message `m`. The platform's own messages have no sending office. */
const notFrom = (username: RawBuilder<unknown>) =>
  sql<boolean>`(m.sender_org_id is null or m.create_by is distinct from ${username})`

/**
 * SQL condition: message `m` is current and addressed to the caller: to all, or by kind, division, office or person.
 * A caller's own messages are not.
 */
export function addressedTo(user: Caller): RawBuilder<boolean> {
  const regions = [user.provinceCode, user.cityCode, user.countyCode].filter((code) => code !== undefined)
  return sql<boolean>`${current} and ${notFrom(sql`${user.username}::text`)} and (
    m.target_type = ${MessageTarget.all} or m.target_dept_ids @> array[${user.deptId}]::integer[] or m.target_region_codes && ${regions}::text[]
    or m.target_org_ids @> array[${user.orgId}]::bigint[] or m.target_user_ids @> array[${user.id}]::bigint[])`
}

// Uses operators supported by the lists' indexes.
const meant: RawBuilder<boolean> = sql<boolean>`${notFrom(sql`u.username`)} and (
  m.target_type = ${MessageTarget.all} or m.target_dept_ids @> array[o.dept_id]
  or m.target_region_codes && array[r.province_code, r.city_code, r.county_code]
  or m.target_org_ids @> array[o.id] or m.target_user_ids @> array[u.id])`

/** SQL condition: user `u` can receive messages. */
export const isReachable: RawBuilder<boolean> = sql<boolean>`u.status = ${AccountStatus.active}`

/** SQL condition: message `m` is addressed to user `u` (office `o`, division `r`). */
export const recipient: RawBuilder<boolean> = sql<boolean>`${isReachable} and ${meant}`

/** Number of unread current messages of user `u` (office `o`, division `r`). */
export const unreadOf: RawBuilder<number> = sql<number>`(select count(*) from message_push m where ${current} and ${meant}
  and not exists (select 1 from message_read x where x.message_id = m.id and x.user_id = u.id))`

export const users: RawBuilder<unknown> = sql`app_user u left join org o on o.id = u.org_id left join region r on r.code = o.region_code`
