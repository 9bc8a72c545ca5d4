import { MessageLevel, MessageTarget, MessageType, ReportStatus } from '@xinchu/sdk/codes'
import type { components } from '@xinchu/sdk/schema'
import { type RawBuilder, sql } from 'kysely'
import type { Db, Trx } from '../../db/database.ts'
import { windowClosed } from '../../errors.ts'
import { day } from '../../runtime/time.ts'
import type { Caller } from '../caller.ts'
import { closureOf } from '../fill-time/closure.ts'
import { deadlinesOf, findWindows, isOpenFor } from '../fill-time/window.ts'
import { isReachable } from '../messages/addressed.ts'
import { reply } from '../reply.ts'
import { dueConditions, dueSource } from './due-usage.ts'

type Schemas = components['schemas']
type Reminder = Schemas['UsageReminder']
type Result = Schemas['UsageReminderResult']

/** States of a missing report: none, draft, or returned to its author. */
const MISSING = [ReportStatus.draft, ReportStatus.returned] as const
/** Maximum stations named in a message. The others are counted. */
const NAMED = 50

const SCREEN = '/decision/quarter/enterprise/index'

/**
 * Deadline of enterprises in the window that is open to the caller.
 * @throws HttpError 423 if none is open
 */
async function deadlineFor(db: Db, { year, quarter }: Reminder, user: Caller, now: Date): Promise<string> {
  const windows = await findWindows(db, { fillType: 'QUARTER', year, quarter }, user)
  const open = windows.find((window) => isOpenFor(window, user, now))
  if (!open) throw windowClosed(closureOf(windows, { fillType: 'QUARTER', year, quarter }, user, now))
  return (deadlinesOf(open).enterprise ?? open.end_time).slice(0, 16)
}

const inHtml = (name: RawBuilder<string>) =>
  sql<string>`replace(replace(replace(${name}, '&', '&amp;'), '<', '&lt;'), '>', '&gt;')`

const openingOf = ({ year, quarter }: Reminder, deadline: string) =>
  `${year}年第${quarter}季度使用情况尚未报送，请于 ${deadline} 前报送：`

/** Text of an office about its stations (`g`). */
function wordsTo(reminder: Reminder, deadline: string, user: Caller): RawBuilder<string> {
  const opening = openingOf(reminder, deadline)
  const items = sql`string_agg('<li>' || ${inHtml(sql`g.project_name`)} || '</li>', '' order by g.place) filter (where g.place <= ${NAMED}::integer)`
  const rest = sql`case when count(*) > ${NAMED}::integer then '<p>等 ' || count(*) || ' 个项目。</p>' else '' end`
  const sender = user.orgName ?? ''
  return sql<string>`'<p>' || ${inHtml(sql`${opening}::text`)} || '</p><ul>' || ${items} || '</ul>' || ${rest} || '<p>' || ${inHtml(sql`${sender}::text`)} || '</p>'`
}

interface Sent {
  missing: number
  reminded: number
  message_id: number | null
  recipients: number
  unreached: string[]
}

/**
 * Reminds the offices in the caller's scope that have not reported for a quarter: one message with a text for each office,
 * each station at most once a day. A single statement, so that two concurrent calls do not remind twice.
 * @throws HttpError 423 outside the caller's window
 */
export async function remindUsageReporters(
  trx: Trx,
  reminder: Reminder,
  user: Caller,
  now: Date,
): Promise<Result> {
  const deadline = await deadlineFor(trx, reminder, user, now)
  const { year, quarter, projectIds, ...places } = reminder
  const period = { year, quarter }
  const asked = projectIds ? sql`p.id = any(${[...projectIds]}::bigint[])` : sql`true`
  const link = `${SCREEN}?year=${year}&quarter=${quarter}`
  const { rows } = await sql<Sent>`
    with missing as (
      select p.id, p.org_id, p.project_name from ${dueSource(period, user)}
      where ${dueConditions({ ...places, status: [...MISSING] }, period, user)} and p.org_id is not null and ${asked}),
    taken as (
      insert into usage_reminder (project_id, year, quarter, day, org_id, create_by)
      select id, ${year}::integer, ${quarter}::smallint, ${day(now)}::date, ${user.orgId}::bigint, ${user.username}::text from missing
      on conflict do nothing returning project_id),
    office as materialized (
      select g.org_id, ${wordsTo(reminder, deadline, user)} as content, array_agg(g.id) as project_ids
      from (select m.id, m.org_id, m.project_name,
          row_number() over (partition by m.org_id order by m.project_name) as place
        from missing m join taken t on t.project_id = m.id) g
      group by g.org_id),
    sent as (
      insert into message_push (title, content, message_type, level, target_type, target_org_ids, publish_time, link,
        biz_type, sender_org_id, create_by)
      select ${`催报：${year}年第${quarter}季度使用情况`}::text, ${openingOf(reminder, deadline)}::text, ${MessageType.reminder}::text,
        ${MessageLevel.important}::text, ${MessageTarget.offices}::text, array_agg(org_id order by org_id), ${now.toISOString()}::timestamptz, ${link}::text, 'USAGE',
        ${user.orgId}::bigint, ${user.username}::text
      from office having count(*) > 0 returning id),
    parts as (
      insert into message_office (message_id, org_id, content, year, quarter, project_ids)
      select sent.id, office.org_id, office.content, ${year}::integer, ${quarter}::smallint, office.project_ids
      from office cross join sent),
    reached as (
      select o.id, o.org_name, exists (select 1 from app_user u where u.org_id = o.id and ${isReachable}) as is_reached
      from office join org o on o.id = office.org_id)
    select (select count(*) from missing) as missing, (select count(*) from taken) as reminded,
      (select id from sent) as message_id, (select count(*) from reached where is_reached) as recipients,
      (select coalesce(array_agg(org_name order by org_name), '{}') from reached where not is_reached) as unreached`.execute(
    trx,
  )
  const [result] = rows
  if (!result) throw new Error('an aggregate has one row')
  const { missing, reminded, recipients, unreached, message_id } = result
  const others = projectIds ? new Set(projectIds).size - missing : 0
  return reply<Result>({
    reminded,
    recipients,
    already: missing - reminded,
    others,
    messageId: message_id,
    unreached,
  })
}
