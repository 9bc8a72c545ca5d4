import { ReportStatus } from '@xinchu/contract/codes'
import { deptKinds } from '@xinchu/contract/rights'
import type { components } from '@xinchu/contract/schema'
import type { Quarter } from '@xinchu/validators'
import { type RawBuilder, sql } from 'kysely'
import type { Db, Trx } from '../../db/database.ts'
import { windowClosed } from '../../errors.ts'
import { day } from '../../runtime/time.ts'
import { type Caller, codeOf } from '../caller.ts'
import { closureOf } from '../fill-time/closure.ts'
import { deadlinesOf, findWindows, isForAll, isOpenFor } from '../fill-time/window.ts'
import { hasReader } from '../messages/addressed.ts'
import { catalogue } from '../messages/catalogue.ts'
import { NAMED } from '../messages/html.ts'
import { tellParts } from '../messages/tell-parts.ts'
import { reply } from '../reply.ts'
import { dueConditions, dueSource } from './due-usage.ts'
import { isOfReview, type ReminderCode, type ReportDeadlines, textTo, valuesOf } from './remind-words.ts'

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

/** SQL condition: somebody can read a message to an office that holds the report of station `p`. */
const isReached = sql<boolean>`case when ${isReview}
  then exists (select 1 from org o where ${isHolder(sql`p.province_code`)} and ${hasReader(sql`o.id`)})
  else ${hasReader(sql`p.org_id`)} end`

interface Taken {
  missing: number
  /** Those of them whose office can be reached. */
  reached: number
  ids: number[]
}

const NONE: Taken = { missing: 0, reached: 0, ids: [] }

/** Records the stations of `missing` that can be reached as reminded of today, and returns those that were not lately. Concurrent calls take none twice. */
async function take(
  trx: Trx,
  missing: RawBuilder<unknown>,
  { year, quarter, dryRun }: Reminder,
  user: Caller,
  now: Date,
): Promise<Taken> {
  const today = day(now)
  const due = sql`select m.id from missing m where m.is_reached and not exists (select 1 from usage_reminder r where r.project_id = m.id
    and r.year = ${year} and r.quarter = ${quarter} and r.day > ${today}::date - ${REPEAT_DAYS}::integer)`
  const taken = dryRun
    ? due
    : sql`insert into usage_reminder (project_id, year, quarter, day, org_id, create_by, create_time)
      select d.id, ${year}::integer, ${quarter}::smallint, ${today}::date, ${user.orgId}::bigint, ${user.username}::text,
        ${now.toISOString()}::timestamptz from (${due} order by m.id) d
      on conflict do nothing returning project_id as id`
  const { rows } = await sql<Taken>`
    with missing as materialized (${missing}), taken as (${taken})
    select (select count(*) from missing) as missing, (select count(*) from missing where is_reached) as reached, (select coalesce(array_agg(id), '{}') from taken) as ids`.execute(
    trx,
  )
  return rows[0] ?? NONE
}

/** An office that holds reports, with its stations in order; the names are of the first ones. */
interface Holder {
  org_id: number
  org_name: string
  is_reached: boolean
  is_review: boolean
  project_ids: number[]
  names: string[]
}

/** The offices that hold these reports: authors, and reviewers apart from them. */
async function holdersOf(trx: Trx, held: RawBuilder<unknown>): Promise<Holder[]> {
  const { rows } = await sql<Holder>`
    with held as (${held}),
    part as (
      select h.*, row_number() over (partition by h.holder, h.is_review order by h.project_name) as place from (
        select held.*, held.org_id as holder from held where not held.is_review
        union all select held.*, o.id from held join org o on ${isHolder(sql`held.province_code`)} where held.is_review) h)
    select o.id as org_id, o.org_name, g.is_review,
      ${hasReader(sql`o.id`)} as is_reached,
      array_agg(g.id order by g.place) as project_ids, array_agg(g.project_name
        || case when g.status = ${ReportStatus.returnedByNation} then '（国家退回）' else '' end order by g.place)
        filter (where g.place <= ${NAMED}::integer) as names
    from part g join org o on o.id = g.holder group by o.id, o.org_name, g.is_review order by o.org_name`.execute(
    trx,
  )
  return rows
}

interface Sending {
  reminder: Reminder
  deadlines: ReportDeadlines
  user: Caller
  now: Date
}

/** Sends the offices that hold these reports one message each. */
async function send(trx: Trx, holders: readonly Holder[], { reminder, deadlines, user, now }: Sending) {
  const sendTo = (code: ReminderCode) => {
    const values = valuesOf(code, reminder, deadlines, now)
    const parts = holders
      .filter(({ is_review }) => is_review === isOfReview(code))
      .map((holder) => ({
        orgId: holder.org_id,
        projectIds: holder.project_ids,
        content: textTo(code, values, holder, user),
      }))
    return tellParts(trx, code, values, parts, { user, now })
  }
  return { messageId: await sendTo('usage.due'), reviewMessageId: await sendTo('usage.review-due') }
}

/** What would be sent, authors first, those with the most stations before the others. */
function preview(
  holders: readonly Holder[],
  { reminder, deadlines, user, now }: Sending,
): Schemas['UsageReminderText'][] {
  return [...holders]
    .sort(
      (a, b) =>
        Number(a.is_review) - Number(b.is_review) ||
        b.project_ids.length - a.project_ids.length ||
        a.org_id - b.org_id,
    )
    .slice(0, SHOWN)
    .map((holder) => {
      const code = holder.is_review ? 'usage.review-due' : 'usage.due'
      const values = valuesOf(code, reminder, deadlines, now)
      return {
        orgName: holder.org_name,
        projects: holder.project_ids.length,
        title: catalogue[code].title(values),
        content: textTo(code, values, holder, user),
      }
    })
}

const officesOf = (holders: readonly Holder[]) => new Set(holders.map(({ org_id }) => org_id)).size

/** Names of the offices that nobody can read a message in. */
const namesOf = (holders: readonly Holder[]): string[] => [
  ...new Map(holders.map(({ org_id, org_name }) => [org_id, org_name])).values(),
]

/** Keeps with each reminded station the message that reminded of it. */
async function linkReminders(
  trx: Trx,
  { year, quarter }: Quarter,
  messages: readonly (number | undefined)[],
  now: Date,
): Promise<void> {
  const ids = messages.filter((id) => id !== undefined)
  await sql`
    update usage_reminder r set message_id = mo.message_id from message_office mo cross join unnest(mo.project_ids) as s (id)
    where mo.message_id = any(${ids}::bigint[]) and r.project_id = s.id and r.year = ${year} and r.quarter = ${quarter}
      and r.day = ${day(now)}::date`.execute(trx)
}

/**
 * Reminds the offices in the caller's scope that hold the reports of a quarter: one message with a text for each office,
 * each station at most once in three days. Offices without an account in use get none, and are counted apart. A dry run
 * tells what would be sent.
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
      ${isReview} as is_review, ${isReached} as is_reached from ${dueSource(period, user)}
    where ${dueConditions({ ...places, status: [...status] }, period, user)} and ${isHeld} and ${more}`
  const taken = status.length > 0 ? await take(trx, missing(asked), reminder, user, now) : NONE
  const alone = taken.missing - taken.reached
  const unreached = alone > 0 ? await holdersOf(trx, missing(sql`${asked} and not ${isReached}`)) : []
  const counts = {
    reminded: taken.ids.length,
    already: taken.reached - taken.ids.length,
    others: projectIds ? new Set(projectIds).size - taken.missing : 0,
    unreached: namesOf(unreached),
    unreachedProjects: alone,
  }
  if (taken.ids.length === 0) return { ...counts, recipients: 0 }
  const held = await holdersOf(trx, missing(sql`p.id = any(${taken.ids}::bigint[])`))
  const holders = held.filter(({ is_reached }) => is_reached)
  const result = { ...counts, recipients: officesOf(holders) }
  const sending = { reminder, deadlines, user, now }
  if (dryRun) return { ...result, texts: preview(holders, sending) }
  const sent = await send(trx, holders, sending)
  await linkReminders(trx, period, Object.values(sent), now)
  return reply<Result>({ ...result, ...sent })
}
