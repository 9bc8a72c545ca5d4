import { AccountStatus } from '@xinchu/contract/codes'
import { deptKinds } from '@xinchu/contract/rights'
import type { components } from '@xinchu/contract/schema'
import { sql } from 'kysely'
import type { Db, Trx } from '../../db/database.ts'
import { windowClosed } from '../../errors.ts'
import { day, momentOf } from '../../runtime/time.ts'
import type { Caller } from '../caller.ts'
import { closureOf } from '../fill-time/closure.ts'
import { commonDeadline, deadlinesOf, type FillTimeRow, findWindows, isForAll } from '../fill-time/window.ts'
import { workReportAsked } from '../messages/catalogue/reminders.ts'
import { catalogue, type ValuesOf } from '../messages/catalogue.ts'
import { tell } from '../messages/tell.ts'
import { OWED } from './parts.ts'
import { reportingProvinces } from './report-lines.ts'
import { periodName } from './report-prefill.ts'

type Schemas = components['schemas']
type Reminder = Schemas['WorkReportReminder']
type Result = Schemas['WorkReportReminderResult']

/** A province that has not reported. */
interface Owing {
  code: string
  name: string
  /** Its offices. */
  org_ids: number[]
  is_reached: boolean
  is_done: boolean
}

const endOf = (window: FillTimeRow) => deadlinesOf(window).province ?? window.end_time

/**
 * Returns the deadline of a province; undefined if its window is closed.
 * @throws HttpError 423 if the window is closed to all
 */
async function deadlines(
  db: Db,
  { year }: Reminder,
  user: Caller,
  now: Date,
): Promise<(code: string) => string | undefined> {
  const windows = await findWindows(db, { fillType: 'PROV_REPORT', year }, user)
  const open = windows.filter(
    (window) => window.enabled && momentOf(window.start_time) <= now && now <= momentOf(endOf(window)),
  )
  if (open.length === 0) throw windowClosed(closureOf(windows, { fillType: 'PROV_REPORT', year }, user, now))
  return (code) =>
    open
      .filter((window) => isForAll(window) || window.region_codes.includes(code))
      .map(endOf)
      .sort()
      .at(-1)
}

async function findOwing(db: Db, reminder: Reminder, user: Caller, now: Date): Promise<Owing[]> {
  const { year, reportType, provinceCodes } = reminder
  const asked = provinceCodes ? sql`r.code = any(${[...provinceCodes]}::text[])` : sql`true`
  const { rows } = await sql<Owing>`
    select r.code, r.name, coalesce(array_agg(distinct o.id) filter (where o.id is not null), '{}') as org_ids,
      count(u.id) > 0 as is_reached,
      exists (select 1 from work_report_reminder w where w.province_code = r.code and w.year = ${year}
        and w.report_type = ${reportType} and w.day = ${day(now)}::date) as is_done
    from region r
    left join work_report p on p.province_code = r.code and p.year = ${year} and p.report_type = ${reportType}
    left join org o on o.region_code = r.code and o.dept_id = ${deptKinds.province} and o.enabled
    left join app_user u on u.org_id = o.id and u.status = ${AccountStatus.active}
    where ${reportingProvinces(user)} and (p.id is null or p.status = any(${[...OWED]}::text[])) and ${asked}
    group by r.code, r.name order by r.code`.execute(db)
  return rows
}

/** What a message says. It names the deadline if it is the same for all. */
function valuesFor(
  due: readonly (string | undefined)[],
  reminder: Reminder,
  user: Caller,
): ValuesOf<'work-report.due'> {
  const { year, reportType } = reminder
  const deadline = commonDeadline(due)
  return { period: periodName(reminder), year, reportType, deadline, office: user.orgName }
}

/** Records who is reminded today, and returns the codes of those who were not yet. */
async function take(
  trx: Trx,
  owing: readonly Owing[],
  { year, reportType }: Reminder,
  user: Caller,
  now: Date,
) {
  if (owing.length === 0) return new Set<string>()
  const rows = await trx
    .insertInto('work_report_reminder')
    .values(
      owing.map(({ code }) => ({
        ...{ province_code: code, year, report_type: reportType, day: day(now) },
        ...{ create_by: user.username, create_time: now.toISOString() },
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .returning('province_code')
    .execute()
  return new Set(rows.map(({ province_code }) => province_code))
}

/** Sends one message to the offices of all provinces that are reminded. */
async function send(
  trx: Trx,
  reminded: readonly Owing[],
  values: ValuesOf<'work-report.due'>,
  user: Caller,
  now: Date,
): Promise<number | undefined> {
  const offices = reminded.flatMap(({ org_ids }) => org_ids)
  const { year, deadline } = values
  const id = await tell(trx, 'work-report.due', { offices }, values, { user, now, deadline })
  await trx
    .updateTable('work_report_reminder')
    .set({ message_id: id ?? null })
    .where(
      'province_code',
      'in',
      reminded.map(({ code }) => code),
    )
    .where('year', '=', year)
    .where('report_type', '=', values.reportType)
    .where('day', '=', day(now))
    .execute()
  return id
}

const namesOf = (provinces: readonly Owing[]) => provinces.map(({ name }) => name)

/**
 * Reminds the provinces that have not reported with one message to all, each at most once a day. A dry run tells what
 * would be sent.
 * @throws HttpError 423 if no window of the year is open
 */
export async function remindWorkReports(
  trx: Trx,
  reminder: Reminder,
  user: Caller,
  now: Date,
): Promise<Result> {
  const deadlineOf = await deadlines(trx, reminder, user, now)
  const owing = (await findOwing(trx, reminder, user, now)).filter(({ code }) => deadlineOf(code))
  const due = owing.filter(({ is_done, org_ids }) => !is_done && org_ids.length > 0)
  const taken = reminder.dryRun
    ? new Set(due.map(({ code }) => code))
    : await take(trx, due, reminder, user, now)
  const reminded = due.filter(({ code }) => taken.has(code))
  const values = valuesFor(
    reminded.map(({ code }) => deadlineOf(code)),
    reminder,
    user,
  )
  const isSent = !reminder.dryRun && reminded.length > 0
  const messageId = isSent ? await send(trx, reminded, values, user, now) : undefined
  return {
    title: catalogue['work-report.due'].title(values),
    content: workReportAsked(values),
    reminded: namesOf(reminded),
    already: namesOf(owing.filter((each) => each.org_ids.length > 0 && !reminded.includes(each))),
    unreached: namesOf(owing.filter(({ is_reached }) => !is_reached)),
    ...(messageId === undefined ? {} : { messageId }),
  }
}
