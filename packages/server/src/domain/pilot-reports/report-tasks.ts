import { DemoStatus } from '@xinchu/contract/codes'
import type { components } from '@xinchu/contract/schema'
import { closedQuarter, quarterDays } from '@xinchu/validators'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import { day } from '../../runtime/time.ts'
import type { Caller } from '../caller.ts'
import { labelIn } from '../dict/label.ts'
import { deadlineOf, type FillTimeRow, findWindows } from '../fill-time/window.ts'
import { addressOf } from '../links/link-to.ts'
import { visiblePilots } from '../pilot-project/scope.ts'
import { reply } from '../reply.ts'
import { reportForm } from './links.ts'
import { actionsOn, waitingStates } from './parts.ts'
import { REPORTS, type ReportKind, type ReportRow, reportName, reportTable } from './reports.ts'

type Schemas = components['schemas']

/** A report of an announced project, stored or not yet. */
export interface ReportTaskRow
  extends Pick<
    ReportRow,
    'status' | 'project_name' | 'company_name' | 'province_name' | 'org_id' | 'recommend_org_id'
  > {
  report_id: number | null
  project_id: number
  year: number
  quarter: number | null
  since: string | null
  done_at: string | null
}

const QUARTERS = [1, 2, 3, 4]

/** The windows of a kind of report, with one for each of its quarters. */
async function windowsOf(db: Db, kind: ReportKind, year: number | undefined, user: Caller) {
  const { fillType, isQuarterly } = REPORTS[kind]
  const windows = await findWindows(db, { fillType, year }, user)
  if (!isQuarterly) return windows
  return windows.flatMap((window) =>
    (window.quarter === null ? QUARTERS : [window.quarter]).map((quarter) => ({ ...window, quarter })),
  )
}

const orderOf = ({ year, quarter }: { year: number; quarter: number | null }) => year * 4 + (quarter ?? 0)

/** The periods of a kind of report that the platform has windows for, with the reports of each announced project. */
export interface ReportTasks {
  /** SQL: rows `t`. */
  from: RawBuilder<unknown>
  /** SQL condition: a row waits for the caller, or his office has finished it. */
  isWanted: RawBuilder<boolean>
  taskOf(row: ReportTaskRow): Schemas['DemoTask']
}

const flowTime = (kind: ReportKind, more: RawBuilder<unknown>) =>
  sql`(select max(h.time) from flow_history h where h.biz_type = ${kind} and h.biz_id = r.id and not h.undone ${more})`

/**
 * The last day on which a project is announced that has to report a period: the first day of the quarter, or for a year
 * that of its last quarter. It is `firstDueQuarter` read from the other side.
 */
export const announcedBy = (year: number, quarter: number | null): string =>
  quarterDays({ year, quarter: quarter ?? 4 }).first

function sourceOf(kind: ReportKind, windows: readonly FillTimeRow[], user: Caller): RawBuilder<unknown> {
  const periodOf = ({ year, quarter }: FillTimeRow) => ({ year, quarter, by: announcedBy(year, quarter) })
  const periods = new Map(windows.map((each) => [`${each.year}-${each.quarter}`, periodOf(each)]))
  const { isQuarterly } = REPORTS[kind]
  return sql`(
    select r.id as report_id, p.id as project_id, y.year, y.quarter, coalesce(r.status, '0') as status,
      p.project_name, p.company_name, p.demo_code, p.batch_year, p.org_id, p.recommend_org_id,
      (select n.name from region n where n.code = p.province_code) as province_name,
      ${flowTime(kind, sql``)} as since,
      ${flowTime(kind, sql`and h.org_name = ${user.orgName} and h.action <> 'SAVE'`)} as done_at
    from demo_project p
    cross join jsonb_to_recordset(${JSON.stringify([...periods.values()])}::text::jsonb)
      as y (year integer, quarter integer, "by" date)
    left join ${reportTable(kind)} r on r.demo_project_id = p.id and r.year = y.year
      ${isQuarterly ? sql`and r.quarter = y.quarter` : sql``}
    where ${visiblePilots(user)} and p.status = ${DemoStatus.announced}
      and (p.announce_date <= y."by" or r.id is not null)) t`
}

/** Returns the query of a caller's open or finished tasks on reports of a kind, and the mapping of its rows. */
export async function reportTasks(
  db: Db,
  kind: ReportKind,
  { year, tab }: { year?: number | undefined; tab?: Schemas['DemoTaskTab'] | undefined },
  user: Caller,
  now: Date,
): Promise<ReportTasks> {
  const last = orderOf(closedQuarter(day(now)))
  const windows = (await windowsOf(db, kind, year, user)).filter(
    (window) => !REPORTS[kind].isQuarterly || orderOf(window) <= last,
  )
  const states = waitingStates(user)
  const isDone = tab === 'done'
  const waits = sql<boolean>`t.status = any(${states}::text[])`
  return {
    from: sourceOf(kind, windows, user),
    isWanted: isDone ? sql<boolean>`t.done_at is not null and not (${waits})` : waits,
    taskOf(row) {
      const quarter = row.quarter ?? undefined
      const period = { year: row.year, ...(quarter === undefined ? {} : { quarter }) }
      const window = windows.find((each) => each.year === row.year && each.quarter === row.quarter)
      const reviewed = row.org_id === user.orgId || isDone ? null : row.report_id
      return reply<Schemas['DemoTask']>({
        bizType: kind,
        bizId: row.report_id ?? row.project_id,
        demoProjectId: row.project_id,
        title: `${row.project_name} ${reportName(period)}`,
        provinceName: row.province_name,
        companyName: row.company_name,
        status: row.status,
        statusLabel: labelIn('report_status', row.status),
        deadline: window && deadlineOf(window, user),
        waitingSince: isDone ? undefined : (row.since ?? window?.start_time),
        doneTime: isDone ? row.done_at : undefined,
        link: addressOf(
          reviewed === null ? reportForm(row.project_id, period) : { kind, purpose: 'review', id: reviewed },
        ),
        actions: actionsOn(kind, row, row.status, user),
      })
    },
  }
}
