import { type RawBuilder, sql } from 'kysely'
import type { Caller } from '../caller.ts'

/** Published messages (as `m`) that are meant for this caller: to all, or by kind, division, office or person. */
export function addressedTo(user: Caller): RawBuilder<boolean> {
  const regions = [user.provinceCode, user.cityCode, user.countyCode].filter((code) => code !== undefined)
  return sql<boolean>`m.status = '1' and m.publish_time <= now() and (m.expire_time is null or m.expire_time > now()) and (
    m.target_type = '0' or ${user.deptId} = any(m.target_dept_ids) or m.target_region_codes && ${regions}::text[]
    or ${user.orgId} = any(m.target_org_ids) or ${user.id} = any(m.target_user_ids))`
}

/** Users (as `u`, of the office `o` in the division `r`) that a message (as `m`) is meant for. */
export const recipient: RawBuilder<boolean> = sql<boolean>`u.status = '1' and (
  m.target_type = '0' or o.dept_id = any(m.target_dept_ids)
  or m.target_region_codes && array[r.province_code, r.city_code, r.county_code]
  or o.id = any(m.target_org_ids) or u.id = any(m.target_user_ids))`

export const users: RawBuilder<unknown> = sql`app_user u left join org o on o.id = u.org_id left join region r on r.code = o.region_code`
