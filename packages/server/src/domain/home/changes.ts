import type { components } from '@xinchu/contract/schema'
import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import type { Caller } from '../caller.ts'
import { eventsAsRecords, visibleEvents } from '../event-feed/scope.ts'

type HomeChanges = components['schemas']['HomeChanges']

/** Days that are told at most, and to a user without an earlier log-in. */
const [MOST_DAYS, FIRST_DAYS] = [30, 7]

/** The log-in before the present one. */
async function lastVisit(db: Db, userId: number): Promise<string> {
  const { rows } = await sql<{ since: string }>`
    select greatest(now() - make_interval(days => ${MOST_DAYS}), coalesce(
      (select time from login_log where user_id = ${userId} and code is null order by time desc, id desc offset 1 limit 1),
      now() - make_interval(days => ${FIRST_DAYS}))) as since`.execute(db)
  const [row] = rows
  if (!row) throw new Error('a select without a table returned no row')
  return row.since
}

/** Counts the records that other offices changed within the caller's scope since the last visit, by kind of event. */
export async function homeChanges(db: Db, user: Caller): Promise<HomeChanges> {
  const since = await lastVisit(db, user.id)
  const { rows } = await sql<HomeChanges['changes'][number]>`
    select p.kind, count(distinct p.record_id) as records from ${eventsAsRecords} p
    where p.time > ${since} and p.due_at <= now() and p.by_org <> ${user.orgName} and ${visibleEvents(user)}
    group by p.kind order by p.kind`.execute(db)
  return { since, changes: rows }
}
