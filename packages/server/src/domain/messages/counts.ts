import { MessageTarget } from '@xinchu/contract/codes'
import type { components } from '@xinchu/contract/schema'
import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import { isReachable, recipient, users } from './addressed.ts'
import type { Counts, ListedRow } from './info.ts'

type Office = components['schemas']['MessageOffice']

/**
 * Recipients, readers and confirmations of messages. Recipients are counted by office, of which there are far fewer than
 * users; readers without a row of their own marked their whole inbox as read.
 */
export async function countsOf(db: Db, ids: readonly number[]): Promise<Map<number, Counts>> {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<Counts & { id: number }>`
    with office as materialized (
      select o.id, o.dept_id, r.province_code, r.city_code, r.county_code, count(*) as size
      from ${users} where ${isReachable} group by o.id, o.dept_id, r.province_code, r.city_code, r.county_code)
    select m.id,
      (select coalesce(sum(o.size), 0) from office o where m.target_type = ${MessageTarget.all}
        or m.target_dept_ids @> array[o.dept_id] or m.target_org_ids @> array[o.id]
        or m.target_region_codes && array[o.province_code, o.city_code, o.county_code])
      + (select count(*) from app_user u where u.id = any(m.target_user_ids) and ${isReachable})
      - (select count(*) from app_user u left join office o on o.id = u.org_id
        where u.id = m.sender_user_id and ${isReachable} and (
          m.target_type = ${MessageTarget.all} or m.target_dept_ids @> array[o.dept_id] or m.target_org_ids @> array[o.id]
          or m.target_region_codes && array[o.province_code, o.city_code, o.county_code] or m.target_user_ids @> array[u.id]))
      - (select count(*) from message_read x where x.message_id = m.remind_of and x.read_time <= m.publish_time)
      - (select count(distinct k.user_id) from message_read_mark k join message_push original on original.id = m.remind_of
        where k.read_up_to >= original.publish_time and k.marked_at <= m.publish_time and not exists (
          select 1 from message_read x where x.message_id = original.id and x.user_id = k.user_id)) as recipients,
      (select count(*) from message_read x where x.message_id = m.id)
      + (select count(*) from (select distinct k.user_id from message_read_mark k where k.read_up_to >= m.publish_time) k
        join app_user u on u.id = k.user_id left join org o on o.id = u.org_id left join region r on r.code = o.region_code
        where ${recipient} and not exists (
          select 1 from message_read x where x.message_id = m.id and x.user_id = k.user_id)) as readers,
      (select count(*) from message_read x where x.message_id = m.id and x.receipt) as receipts
    from message_push m where m.id = any(${[...ids]}::bigint[])`.execute(db)
  return new Map(rows.map(({ id, ...counts }) => [id, counts]))
}

/** Offices that messages address individually, with the number of people whom each message can reach. */
export async function officesOf(db: Db, messages: readonly ListedRow[]): Promise<Map<number, Office[]>> {
  const ids = messages.filter((row) => row.target_type === MessageTarget.offices).map(({ id }) => id)
  if (ids.length === 0) return new Map()
  const { rows } = await sql<{ id: number; org_id: number; org_name: string; recipients: number }>`
    select m.id, o.id as org_id, o.org_name, (select count(*) from app_user u
      where u.org_id = o.id and ${isReachable}) as recipients
    from message_push m cross join unnest(m.target_org_ids) with ordinality as t (org_id, place)
    join org o on o.id = t.org_id where m.id = any(${ids}::bigint[]) order by m.id, t.place`.execute(db)
  const offices = new Map<number, Office[]>(ids.map((id) => [id, []]))
  for (const { id, org_id, org_name, recipients } of rows)
    offices.get(id)?.push({ orgId: org_id, orgName: org_name, recipientCount: recipients })
  return offices
}
