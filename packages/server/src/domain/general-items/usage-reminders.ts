import { deptKinds } from '@xinchu/contract/rights'
import type { components } from '@xinchu/contract/schema'
import type { Quarter } from '@xinchu/validators'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import { isReadBy } from '../messages/addressed.ts'

type State = components['schemas']['UsageReminderState']

/** Kinds of offices that remind, and see how the last reminder was received. */
export const SENDERS: ReadonlySet<number> = new Set([
  deptKinds.nation,
  deptKinds.province,
  deptKinds.city,
  deptKinds.county,
])

/** SQL condition: a user of the office of part `mo` has read message `m`. */
const isRead = sql<boolean>`exists (select 1 from app_user w where w.org_id = mo.org_id and ${isReadBy(sql`w.id`)})`

/** The last reminder of station `p` for a quarter. */
export const lastReminder = ({ year, quarter }: Quarter): RawBuilder<unknown> => sql`
  select r.day as reminded_on, o.org_name as reminded_by, case when r.message_id is not null then exists (
      select 1 from message_push m join message_office mo on mo.message_id = m.id
      where m.id = r.message_id and mo.project_ids @> array[p.id] and ${isRead}) end as reminder_read
  from usage_reminder r left join org o on o.id = r.org_id
  where r.project_id = p.id and r.year = ${year} and r.quarter = ${quarter} order by r.day desc limit 1`

/** The last reminder of any of the stations, and how many of their offices have read it. */
export async function lastReminderOf(
  db: Db,
  from: RawBuilder<unknown>,
  where: RawBuilder<boolean>,
  { year, quarter }: Quarter,
): Promise<State | undefined> {
  const { rows } = await sql<State>`
    with mine as materialized (
      select r.project_id, r.message_id, r.org_id, r.create_time
      from ${from} join usage_reminder r on r.project_id = p.id and r.year = ${year} and r.quarter = ${quarter} where ${where}),
    last as (select * from mine where create_time = (select max(create_time) from mine) and message_id is not null),
    sent as (select m.id, array_agg(last.project_id) as ids from last join message_push m on m.id = last.message_id group by m.id)
    select max(last.create_time) as time, coalesce(max(o.org_name), '') as "senderName", (
        select count(*) from sent join message_office mo on mo.message_id = sent.id and mo.project_ids && sent.ids) as offices, (
        select count(*) from sent join message_push m on m.id = sent.id
          join message_office mo on mo.message_id = sent.id and mo.project_ids && sent.ids where ${isRead}) as "readOffices"
    from last left join org o on o.id = last.org_id having count(*) > 0`.execute(db)
  return rows[0]
}
