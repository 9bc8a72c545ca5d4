import { MessageLevel, MessageTarget, MessageType, ReportStatus } from '@xinchu/contract/codes'
import { deptKinds } from '@xinchu/contract/rights'
import type { components } from '@xinchu/contract/schema'
import { type RawBuilder, sql } from 'kysely'
import type { Db, Trx } from '../../db/database.ts'
import { windowClosed } from '../../errors.ts'
import { day } from '../../runtime/time.ts'
import { type Caller, codeOf } from '../caller.ts'
import { closureOf } from '../fill-time/closure.ts'
import { deadlinesOf, findWindows, isForAll, isOpenFor } from '../fill-time/window.ts'
import { isReachable } from '../messages/addressed.ts'
import { reply } from '../reply.ts'
import { dueConditions, dueSource } from './due-usage.ts'
import { noticesOf, type ReportDeadlines, wordOf, wordsTo } from './remind-words.ts'

type Schemas = components['schemas']
type Reminder = Schemas['UsageReminder']
type Result = Schemas['UsageReminderResult']

/** States of a report that waits for its author: none, draft, or returned. */
const AUTHORS = [ReportStatus.draft, ReportStatus.returned] as const
/** States of a report that waits for its reviewer. */
const REVIEWERS = [ReportStatus.submitted, ReportStatus.returnedByNation] as const
/** States of the reports that the statistics do not count. */
const MISSING = [...AUTHORS, ReportStatus.returnedByNation] as const

/** Days in which a station is reminded of once. */
const REPEAT_DAYS = 3
/** Maximum messages of a preview. */
const SHOWN = 20

/**
 * Deadlines in the window that is open to the caller. The nation is bound by none, and takes the window of all.
 * @throws HttpError 423 if none is open
 */
async function deadlinesFor(
  db: Db,
  { year, quarter }: Reminder,
  user: Caller,
  now: Date,
): Promise<ReportDeadlines> {
  const windows = await findWindows(db, { fillType: 'QUARTER', year, quarter }, user)
  const open = windows.filter((window) => isOpenFor(window, user, now))
  const window = open.find(isForAll) ?? open[0]
  if (!window) throw windowClosed(closureOf(windows, { fillType: 'QUARTER', year, quarter }, user, now))
  const { enterprise = window.end_time, province = window.end_time } = deadlinesOf(window)
  return { enterprise, province }
}

/** States that the caller may remind of, among the asked ones. */
function statesOf({ status }: Reminder, user: Caller): readonly ReportStatus[] {
  const isNation = codeOf(user) === 'NAT'
  const allowed: readonly ReportStatus[] = isNation ? [...AUTHORS, ...REVIEWERS] : AUTHORS
  const asked: readonly string[] = status ?? (isNation ? MISSING : AUTHORS)
  return allowed.filter((each) => asked.includes(each))
}

/** SQL condition: some office holds the report of station `p`, given its report `u`. */
const isReview = sql<boolean>`coalesce(u.status, ${ReportStatus.draft}) = any(${[...REVIEWERS]}::text[])`
const isHolder = (project: RawBuilder<unknown>) =>
  sql`o.dept_id = ${deptKinds.province} and o.enabled and o.region_code = ${project}`
const isHeld = sql<boolean>`case when ${isReview} then exists (select 1 from org o where ${isHolder(sql`p.province_code`)})
  else p.org_id is not null end`

interface Taken {
  missing: number
  ids: number[]
}

/** Records the stations of `missing` as reminded of today, and returns those that were not lately. Concurrent calls take none twice. */
async function take(
  trx: Trx,
  missing: RawBuilder<unknown>,
  { year, quarter, dryRun }: Reminder,
  user: Caller,
  now: Date,
): Promise<Taken> {
  const today = day(now)
  const due = sql`select m.id from missing m where not exists (select 1 from usage_reminder r where r.project_id = m.id
    and r.year = ${year} and r.quarter = ${quarter} and r.day > ${today}::date - ${REPEAT_DAYS}::integer)`
  const taken = dryRun
    ? due
    : sql`insert into usage_reminder (project_id, year, quarter, day, org_id, create_by, create_time)
      select d.id, ${year}::integer, ${quarter}::smallint, ${today}::date, ${user.orgId}::bigint, ${user.username}::text,
        ${now.toISOString()}::timestamptz from (${due} order by m.id) d
      on conflict do nothing returning project_id as id`
  const { rows } = await sql<Taken>`
    with missing as materialized (${missing}), taken as (${taken})
    select (select count(*) from missing) as missing, (select coalesce(array_agg(id), '{}') from taken) as ids`.execute(
    trx,
  )
  return rows[0] ?? { missing: 0, ids: [] }
}

interface Sent {
  message_id: number | null
  review_message_id: number | null
  recipients: number
  unreached: string[]
  texts: Schemas['UsageReminderText'][]
}

/** Sends the offices that hold these reports one message each, or says what they would be sent. */
async function send(
  trx: Trx,
  held: RawBuilder<unknown>,
  reminder: Reminder,
  deadlines: ReportDeadlines,
  user: Caller,
  now: Date,
): Promise<Sent> {
  const { year, quarter, dryRun = false } = reminder
  const notices = noticesOf(reminder, deadlines, now)
  const { rows } = await sql<Sent>`
    with held as (${held}),
    part as (
      select h.*, row_number() over (partition by h.holder, h.is_review order by h.project_name) as place from (
        select held.*, held.org_id as holder from held where not held.is_review
        union all select held.*, o.id from held join org o on ${isHolder(sql`held.province_code`)} where held.is_review) h),
    office as materialized (
      select g.holder as org_id, g.is_review, ${wordsTo(notices, user)} as content, array_agg(g.id) as project_ids
      from part g group by g.holder, g.is_review),
    sent as (
      insert into message_push (title, content, message_type, level, target_type, target_org_ids, publish_time, link,
        biz_type, sender_org_id, sender_user_id, create_by)
      select ${wordOf(notices, 'title')}, ${wordOf(notices, 'opening')}, ${MessageType.reminder}::text,
        ${MessageLevel.important}::text, ${MessageTarget.offices}::text, array_agg(g.org_id order by g.org_id),
        ${now.toISOString()}::timestamptz, ${wordOf(notices, 'link')}, 'USAGE', ${user.orgId}::bigint, ${user.id}::bigint, ${user.username}::text
      from office g where not ${dryRun}::boolean group by g.is_review returning id, link = ${notices.review.link}::text as is_review),
    parts as (
      insert into message_office (message_id, org_id, content, year, quarter, project_ids, is_review)
      select sent.id, g.org_id, g.content, ${year}::integer, ${quarter}::smallint, g.project_ids, g.is_review
      from office g join sent using (is_review)),
    reached as (
      select o.id, o.org_name, exists (select 1 from app_user u where u.org_id = o.id and ${isReachable}) as is_reached
      from org o where o.id in (select org_id from office)),
    shown as (
      select o.org_name as "orgName", cardinality(g.project_ids) as projects, ${wordOf(notices, 'title')} as title, g.content
      from office g join org o on o.id = g.org_id where ${dryRun}::boolean order by g.is_review, 2 desc, g.org_id limit ${SHOWN})
    select (select id from sent where not is_review) as message_id, (select id from sent where is_review) as review_message_id,
      (select count(*) from reached where is_reached) as recipients,
      (select coalesce(array_agg(org_name order by org_name), '{}') from reached where not is_reached) as unreached,
      (select coalesce(jsonb_agg(to_jsonb(shown)), '[]') from shown) as texts`.execute(trx)
  const [sent] = rows
  if (!sent) throw new Error('an aggregate has one row')
  return sent
}

/**
 * Reminds the offices in the caller's scope that hold the reports of a quarter: one message with a text for each office,
 * each station at most once in three days. A dry run tells what would be sent.
 * @throws HttpError 423 outside the caller's window
 */
export async function remindUsageReporters(
  trx: Trx,
  reminder: Reminder,
  user: Caller,
  now: Date,
): Promise<Result> {
  const deadlines = await deadlinesFor(trx, reminder, user, now)
  const { year, quarter, projectIds, dryRun, status: _asked, ...places } = reminder
  const period = { year, quarter }
  const asked = projectIds ? sql`p.id = any(${[...projectIds]}::bigint[])` : sql`true`
  const status = statesOf(reminder, user)
  const missing = (more: RawBuilder<unknown>) => sql`
    select p.id, p.org_id, p.project_name, p.province_code, coalesce(u.status, ${ReportStatus.draft}) as status,
      ${isReview} as is_review from ${dueSource(period, user)}
    where ${dueConditions({ ...places, status: [...status] }, period, user)} and ${isHeld} and ${more}`
  const none = { missing: 0, ids: [] }
  const taken = status.length > 0 ? await take(trx, missing(asked), reminder, user, now) : none
  const others = projectIds ? new Set(projectIds).size - taken.missing : 0
  const counts = { reminded: taken.ids.length, already: taken.missing - taken.ids.length, others }
  if (taken.ids.length === 0) return { ...counts, recipients: 0, unreached: [] }
  const held = missing(sql`p.id = any(${taken.ids}::bigint[])`)
  const sent = await send(trx, held, reminder, deadlines, user, now)
  const messages = [sent.message_id, sent.review_message_id].filter((id) => id !== null)
  if (messages.length > 0)
    await sql`
      update usage_reminder r set message_id = mo.message_id from message_office mo cross join unnest(mo.project_ids) as s (id)
      where mo.message_id = any(${messages}::bigint[]) and r.project_id = s.id and r.year = ${year} and r.quarter = ${quarter}
        and r.day = ${day(now)}::date`.execute(trx)
  return reply<Result>({
    ...counts,
    recipients: sent.recipients,
    unreached: sent.unreached,
    messageId: sent.message_id,
    reviewMessageId: sent.review_message_id,
    texts: dryRun ? sent.texts : undefined,
  })
}
