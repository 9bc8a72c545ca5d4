import { ReportStatus, WorkReportType } from '@xinchu/sdk/codes'
import type { components, operations } from '@xinchu/sdk/schema'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import { all, sortedBy } from '../../db/sql.ts'
import { day } from '../../runtime/time.ts'
import type { Caller } from '../caller.ts'
import { labelIn } from '../dict/label.ts'
import { findWindows } from '../fill-time/window.ts'
import { reply } from '../reply.ts'
import { actionsOn } from './parts.ts'
import type { WorkReportRow } from './report-rows.ts'
import { statsFor } from './report-view.ts'
import { reachedProvinces, visibleWorkReports } from './scope.ts'

type Schemas = components['schemas']
type Query = NonNullable<operations['listWorkReports']['parameters']['query']>

/** A province in scope with its report, if it has handed one in. */
type Line = { province_code: string; province_name: string; report_type: Schemas['WorkReportType'] } & (
  | Pick<WorkReportRow, 'id' | 'version' | 'status' | 'stats' | 'submit_time' | 'update_time' | 'content'>
  | { id: null }
)

const SORTABLE: Readonly<Record<string, string>> = {
  provinceCode: 'r.code',
  submitTime: 'p.submit_time',
  updateTime: 'p.update_time',
}

/** The year that is being reported: that of the latest window, otherwise the present one. */
async function reportedYear(db: Db, user: Caller, now: Date): Promise<number> {
  const [latest] = await findWindows(db, { fillType: 'PROV_REPORT' }, user)
  return latest?.year ?? Number(day(now).slice(0, 4))
}

function conditionsOf({ status, reported, provinceCode }: Query, user: Caller): RawBuilder<boolean> {
  const parts = [sql<boolean>`r.level = 1 and r.is_reporting`, reachedProvinces(user)]
  if (provinceCode !== undefined) parts.push(sql<boolean>`r.code = ${provinceCode}`)
  if (reported !== undefined) parts.push(sql<boolean>`(p.submit_time is not null) = ${reported}`)
  if (status?.length)
    parts.push(sql<boolean>`coalesce(p.status, ${ReportStatus.draft}) = any(${[...status]}::text[])`)
  return all(parts)
}

function rowOf(line: Line, year: number, stats: Schemas['WorkReportStats'] | undefined, user: Caller) {
  const { province_code: provinceCode, province_name: provinceName, report_type: reportType } = line
  const own = { provinceCode, provinceName, year, reportType, stats }
  if (line.id === null) {
    const status = ReportStatus.draft
    return reply<Schemas['WorkReportRow']>({
      ...own,
      status,
      statusLabel: labelIn('report_status', status),
      reported: false,
      actions: actionsOn({ province_code: provinceCode, status }, user),
    })
  }
  return reply<Schemas['WorkReportRow']>({
    ...own,
    id: line.id,
    version: line.version,
    title: line.content.title,
    status: line.status,
    statusLabel: labelIn('report_status', line.status),
    reported: line.submit_time !== null,
    actions: actionsOn({ province_code: provinceCode, status: line.status }, user),
    submitTime: line.submit_time,
    updateTime: line.update_time,
  })
}

/** The reports of a year by province and type, with the provinces that have handed in none. */
export async function listWorkReports(
  db: Db,
  query: Query,
  user: Caller,
  now: Date,
): Promise<Schemas['WorkReportPage']> {
  const { page = 0, size = 10, reportType } = query
  const year = query.year ?? (await reportedYear(db, user, now))
  const types = reportType ? [reportType] : Object.values(WorkReportType)
  const from = sql`region r cross join unnest(${types}::text[]) as t(type)
    left join work_report p on p.province_code = r.code and p.year = ${year} and p.report_type = t.type
      and ${visibleWorkReports(user)}`
  const where = conditionsOf(query, user)
  const order = sortedBy(SORTABLE, query.sort).map(
    ([column, direction]) => sql`${sql.ref(column)} ${sql.raw(direction)} nulls last`,
  )
  const counted = await sql<{ total: number }>`select count(*) as total from ${from} where ${where}`.execute(
    db,
  )
  const { rows } = await sql<Line>`
    select r.code as province_code, r.name as province_name, t.type as report_type, p.id, p.version, p.status,
      p.stats, p.submit_time, p.update_time, p.content
    from ${from} where ${where} order by ${sql.join([...order, sql`r.code`, sql`t.type`])}
    limit ${size} offset ${page * size}`.execute(db)
  const open = rows.map((row) => ({
    province_code: row.province_code,
    stats: row.id === null ? null : row.stats,
  }))
  const stats = await statsFor(
    db,
    open.filter((each) => each.stats === null),
    year,
  )
  return {
    content: rows.map((line) => {
      const kept = line.id === null ? null : line.stats
      return rowOf(line, year, kept ?? stats.get(line.province_code), user)
    }),
    totalElements: Number(counted.rows[0]?.total ?? 0),
  }
}
