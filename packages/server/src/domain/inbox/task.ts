import { MessageType, ReportStatus } from '@xinchu/contract/codes'
import { type RawBuilder, sql } from 'kysely'
import type { Caller } from '../caller.ts'
import { EDITABLE } from '../es-project/waiting.ts'
import { moves } from '../messages/catalogue/moves.ts'
import { NOTICE } from '../messages/catalogue/returns.ts'
import { OWED } from '../provincial/parts.ts'

/** Codes of messages about what happened, which ask for nothing. */
const NEWS = Object.keys(moves)

/** Time of the first step that the record of message `m` took after the one that caused the message. */
const recordMoved = sql<string | null>`(select min(h.time) from flow_history h
  where h.biz_type = m.biz_type and h.biz_id = m.biz_id and h.time > m.create_time)`

/** Whether message `m` asks for several records at once. */
const isOfMany = sql<boolean>`m.code = 'record.todo' and m.biz_id is null`

/** Whether a record of several that message `m` asks for has not moved since the message told of it. */
const anyWaits = sql<boolean>`exists (
  select 1 from message_news n cross join jsonb_to_recordset(n.news->'records') as r (id bigint, at timestamptz)
  where n.message_id = m.id and not exists (select 1 from flow_history h
    where h.biz_type = m.biz_type and h.biz_id = r.id and h.time > r.at))`

/** Whether a report is missing: none, draft, or returned to its author. */
const MISSING = [ReportStatus.draft, ReportStatus.returned] as const
/** Whether a report waits for its reviewer. */
const IN_REVIEW = [ReportStatus.submitted, ReportStatus.returnedByNation] as const

/** Whether the caller's office still holds a station's report that message `m` reminded it of, as author or reviewer. */
const stationMissing = (user: Caller) => sql<boolean>`exists (
  select 1 from message_office mo cross join unnest(mo.project_ids) as s (id)
  where mo.message_id = m.id and mo.org_id = ${user.orgId} and mo.is_review = exists (
    select 1 from usage_report u where u.project_id = s.id and u.year = mo.year and u.quarter = mo.quarter
      and case when mo.is_review then u.status = any(${[...IN_REVIEW]}::text[]) else u.status <> all(${[...MISSING]}::text[]) end))`

/** SQL value: latest submission or review of a station that message `m` reminds the caller's office about. */
const stationsSubmitted = (user: Caller) => sql<string | null>`(
  select max(h.time) from message_office mo cross join unnest(mo.project_ids) as s (id)
  join usage_report u on u.project_id = s.id and u.year = mo.year and u.quarter = mo.quarter
  join flow_history h on h.biz_type = 'USAGE' and h.biz_id = u.id
    and h.action = any(case when mo.is_review then array['PASS', 'RETURN', 'WITHDRAW'] else array['SUBMIT'] end) and h.time > m.create_time
  where mo.message_id = m.id and mo.org_id = ${user.orgId})`

/** A fact of the work report that the caller's province was reminded of by message `m`; null if it was not. */
const workReport = <T>(user: Caller, fact: RawBuilder<T>) => sql<T | null>`(
  select ${fact} from work_report_reminder w left join work_report p on p.province_code = w.province_code
    and p.year = w.year and p.report_type = w.report_type and p.status <> all(${[...OWED]}::text[])
  where w.message_id = m.id and w.province_code = ${user.provinceCode ?? ''})`

const isReminder = (user: Caller) => sql<boolean>`exists (
  select 1 from message_office mo where mo.message_id = m.id and mo.org_id = ${user.orgId})`

/**
 * SQL value: whether the task behind message `m` is done; null if it has none. A record's task is done when the record
 * left the state that caused the message, a reminder's when every station has reported. News asks for nothing.
 */
export const isDone = (user: Caller): RawBuilder<boolean | null> => sql<boolean | null>`case
  when m.biz_type = ${NOTICE} or m.code = any(${NEWS}::text[]) then null
  when m.biz_id is not null then ${recordMoved} is not null
  when ${isOfMany} then not ${anyWaits}
  when ${isReminder(user)} then not ${stationMissing(user)}
  else ${workReport(user, sql<boolean>`p.id is not null`)} end`

/** Columns of message `m` for its recipient: state of the task, own text, and the form of an editable project. */
export const recipientColumns = (user: Caller): RawBuilder<unknown> => sql`,
  ${isDone(user)} as done,
  case when m.code = any(${NEWS}::text[]) then null
    when m.biz_id is not null then ${recordMoved}
    when ${isReminder(user)} then case when not ${stationMissing(user)} then ${stationsSubmitted(user)} end
    else ${workReport(user, sql<string>`p.submit_time`)} end as done_time,
  (select mo.content from message_office mo where mo.message_id = m.id and mo.org_id = ${user.orgId}) as own_content,
  m.biz_type = 'PROJECT' and m.message_type = ${MessageType.returned} and exists (
    select 1 from es_project p where p.id = m.biz_id and p.org_id = ${user.orgId}
      and p.origin_dept_id = ${user.deptId} and p.declare_status = any(${[...EDITABLE]}::text[])) as opens_form`
