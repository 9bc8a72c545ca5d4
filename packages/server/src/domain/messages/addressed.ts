import { AccountStatus, MessageStatus, MessageTarget } from '@xinchu/sdk/codes'
import { type RawBuilder, sql } from 'kysely'
import type { Caller } from '../caller.ts'

/** Messages (as `m`) that are published, have come to their time, and are not over. */
const current: RawBuilder<boolean> = sql<boolean>`m.status = ${MessageStatus.published} and m.publish_time <= now()
  and (m.expire_time is null or m.expire_time > now())`

/** Current messages (as `m`) that are meant for this caller: to all, or by kind, division, office or person. */
export function addressedTo(user: Caller): RawBuilder<boolean> {
  const regions = [user.provinceCode, user.cityCode, user.countyCode].filter((code) => code !== undefined)
  return sql<boolean>`${current} and (
    m.target_type = ${MessageTarget.all} or m.target_dept_ids @> array[${user.deptId}]::integer[] or m.target_region_codes && ${regions}::text[]
    or m.target_org_ids @> array[${user.orgId}]::bigint[] or m.target_user_ids @> array[${user.id}]::bigint[])`
}

// Written with the operators that the indexes of the lists know.
const meant: RawBuilder<boolean> = sql<boolean>`(
  m.target_type = ${MessageTarget.all} or m.target_dept_ids @> array[o.dept_id]
  or m.target_region_codes && array[r.province_code, r.city_code, r.county_code]
  or m.target_org_ids @> array[o.id] or m.target_user_ids @> array[u.id])`

/** Users (as `u`, of the office `o` in the division `r`) that a message (as `m`) is meant for. */
export const recipient: RawBuilder<boolean> = sql<boolean>`u.status = ${AccountStatus.active} and ${meant}`

/** How many current messages a user (as `u`, of the office `o` in the division `r`) has not read. */
export const unreadOf: RawBuilder<number> = sql<number>`(select count(*) from message_push m where ${current} and ${meant}
  and not exists (select 1 from message_read x where x.message_id = m.id and x.user_id = u.id))`

export const users: RawBuilder<unknown> = sql`app_user u left join org o on o.id = u.org_id left join region r on r.code = o.region_code`
