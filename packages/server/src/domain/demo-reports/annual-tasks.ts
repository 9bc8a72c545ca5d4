import { DemoStatus, ReportStatus } from '@xinchu/sdk/codes'
import type { components, operations } from '@xinchu/sdk/schema'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import { all, containing, sortedBy } from '../../db/sql.ts'
import type { Caller } from '../caller.ts'
import { visibleDemos } from '../demo-project/scope.ts'
import { labelIn } from '../dict/label.ts'
import { deadlineOf, type FillTimeRow, findWindows } from '../fill-time/window.ts'
import { reply } from '../reply.ts'
import { actionsOn, waitingStates } from './parts.ts'
import { formLink } from './returns.ts'

type Schemas = components['schemas']
type Query = NonNullable<operations['getAnnualTasks']['parameters']['query']>

interface TaskRow {
  report_id: number | null
  project_id: number
  year: number
  status: ReportStatus
  project_name: string
  company_name: string | null
  province_name: string | null
  org_id: number
  recommend_org_id: number | null
  since: string | null
  done_at: string | null
}

/** The years whose windows the platform has, with the reports of each announced project, stored or not. */
const source = (years: readonly number[], user: Caller) => sql`(
  select r.id as report_id, p.id as project_id, y.year, coalesce(r.status, ${ReportStatus.draft}) as status,
    p.project_name, p.company_name, p.org_id, p.recommend_org_id,
    (select n.name from region n where n.code = p.province_code) as province_name,
    (select max(h.time) from flow_history h where h.biz_type = 'ANNUAL' and h.biz_id = r.id and not h.undone) as since,
    (select max(h.time) from flow_history h where h.biz_type = 'ANNUAL' and h.biz_id = r.id and not h.undone
      and h.org_name = ${user.orgName} and h.action <> 'SAVE') as done_at
  from demo_project p cross join unnest(${[...years]}::integer[]) as y (year)
  left join annual_report r on r.demo_project_id = p.id and r.year = y.year
  where ${visibleDemos(user)} and p.status = ${DemoStatus.announced}
    and extract(year from p.announce_date) <= y.year) t`

function conditionsOf(query: Query, user: Caller): RawBuilder<boolean> {
  const isDone = query.tab === 'done'
  const parts = [
    isDone
      ? sql<boolean>`t.done_at is not null and t.status <> all(${waitingStates(user)}::text[])`
      : sql<boolean>`t.status = any(${waitingStates(user)}::text[])`,
  ]
  if (query.status?.length) parts.push(sql<boolean>`t.status = any(${[...query.status]}::text[])`)
  if (query.keyword) {
    const like = containing(query.keyword)
    parts.push(sql<boolean>`(t.project_name like ${like} or t.company_name like ${like})`)
  }
  return all(parts)
}

function taskOf(row: TaskRow, windows: readonly FillTimeRow[], user: Caller): Schemas['DemoTask'] {
  const window = windows.find(({ year }) => year === row.year)
  return reply<Schemas['DemoTask']>({
    bizType: 'ANNUAL',
    bizId: row.report_id ?? row.project_id,
    demoProjectId: row.project_id,
    title: `${row.project_name} ${row.year}年度报告`,
    provinceName: row.province_name,
    companyName: row.company_name,
    status: row.status,
    statusLabel: labelIn('report_status', row.status),
    deadline: window && deadlineOf(window, user),
    waitingSince: row.since ?? window?.start_time,
    doneTime: row.done_at,
    link: formLink(row.project_id, row),
    actions: actionsOn(row, row.status, user),
  })
}

const SORTABLE: Readonly<Record<string, string>> = {
  title: 'project_name',
  year: 'year',
  status: 'status',
  waitingSince: 'since',
  doneTime: 'done_at',
}

/** The order of a list; unless asked otherwise the latest year first, and in it what has waited longest. */
function orderOf(sort: readonly string[] | undefined): RawBuilder<unknown> {
  const given = sortedBy(SORTABLE, sort).map(
    ([column, direction]) => sql`${sql.ref(`t.${column}`)} ${sql.raw(direction)} nulls last`,
  )
  const usual = [sql`t.year desc`, sql`t.since nulls first`]
  return sql.join([...(given.length > 0 ? given : usual), sql`t.project_id`, sql`t.year`])
}

/** Annual reports that wait for the caller, or that the caller's office has dealt with. */
export async function annualTasks(db: Db, query: Query, user: Caller): Promise<Schemas['DemoTaskPage']> {
  const { page = 0, size = 10 } = query
  const windows = await findWindows(db, { fillType: 'DEMO_ANNUAL', year: query.year }, user)
  const years = [...new Set(windows.map(({ year }) => year))]
  const from = source(years, user)
  const where = conditionsOf(query, user)
  const counted = await sql<{ total: number }>`select count(*) as total from ${from} where ${where}`.execute(
    db,
  )
  const { rows } = await sql<TaskRow>`
    select * from ${from} where ${where}
    order by ${orderOf(query.sort)} limit ${size} offset ${page * size}`.execute(db)
  return {
    content: rows.map((row) => taskOf(row, windows, user)),
    totalElements: Number(counted.rows[0]?.total ?? 0),
  }
}
