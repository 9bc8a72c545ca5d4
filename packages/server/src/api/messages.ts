import { sql } from 'kysely'
import { defineHandlers } from '../contract/types.ts'
import type { Db } from '../db/open.ts'
import type { Caller } from '../domain/caller.ts'

/** Messages that are meant for this caller: to all, or by kind, region, body or person. */
function addressedTo(user: Caller) {
  const regions = [user.provinceCode, user.cityCode, user.countyCode].filter((code) => code !== undefined)
  return sql<boolean>`m.status = '1' and m.publish_time <= now() and (m.expire_time is null or m.expire_time > now()) and (
    m.target_type = '0' or ${user.deptId} = any(m.target_dept_ids) or m.target_region_codes && ${regions}::text[]
    or ${user.orgId} = any(m.target_org_ids) or ${user.id} = any(m.target_user_ids))`
}

export async function unreadCount(db: Db, user: Caller): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from message_push m
    where ${addressedTo(user)}
      and not exists (select 1 from message_read r where r.message_id = m.id and r.user_id = ${user.id})`.execute(
    db,
  )
  return rows[0]?.count ?? 0
}

export const messageHandlers = defineHandlers({
  async getUnreadCount({ user }, { db }) {
    return { count: await unreadCount(db, user) }
  },
})
