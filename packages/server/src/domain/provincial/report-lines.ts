import { ReportStatus, WorkReportType } from '@xinchu/contract/codes'
import type { components, operations } from '@xinchu/contract/schema'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import { all, sortedBy } from '../../db/sql.ts'
import { day } from '../../runtime/time.ts'
import type { Caller } from '../caller.ts'
import { findWindows } from '../fill-time/window.ts'
import type { WorkReportRow, WorkReportStats } from './report-rows.ts'
import { statsFor } from './report-view.ts'
import { reachedProvinces, visibleWorkReports } from './scope.ts'

type Schemas = components['schemas']

/** Filters of the list and of its export. */
export type ReportFilter = NonNullable<operations['exportWorkReports']['parameters']['query']>

type Handed = Pick<
  WorkReportRow,
  'id' | 'version' | 'status' | 'stats' | 'submit_time' | 'update_time' | 'content'
>

/** A province in scope with its submitted report, if any. */
export type Line = {
  province_code: string
  province_name: string
  region_group: Schemas['RegionGroup'] | null
  report_type: Schemas['WorkReportType']
  remind_time: string | null
} & (Handed | { id: null })

const SORTABLE: Readonly<Record<string, string>> = {
  provinceCode: 'r.code',
  submitTime: 'p.submit_time',
  updateTime: 'p.update_time',
}

/** The reporting year: that of the latest window, or else the present one. */
export async function reportedYear(db: Db, user: Caller, now: Date): Promise<number> {
  const [latest] = await findWindows(db, { fillType: 'PROV_REPORT' }, user)
  return latest?.year ?? Number(day(now).slice(0, 4))
}

/** SQL condition on provinces (`r`): those that report and that the caller supervises. */
export const reportingProvinces = (user: Caller): RawBuilder<boolean> =>
  sql<boolean>`r.level = 1 and r.is_reporting and ${reachedProvinces(user)}`

function conditionsOf({ status, reported, provinceCode }: ReportFilter, user: Caller): RawBuilder<boolean> {
  const parts = [reportingProvinces(user)]
  if (provinceCode !== undefined) parts.push(sql<boolean>`r.code = ${provinceCode}`)
  if (reported !== undefined) parts.push(sql<boolean>`(p.submit_time is not null) = ${reported}`)
  if (status?.length)
    parts.push(sql<boolean>`coalesce(p.status, ${ReportStatus.draft}) = any(${[...status]}::text[])`)
  return all(parts)
}

export const typesOf = ({ reportType }: ReportFilter): readonly Schemas['WorkReportType'][] =>
  reportType ? [reportType] : Object.values(WorkReportType)

interface Wanted {
  filter: ReportFilter
  year: number
  /** All lines if absent. */
  page?: { page: number; size: number }
}

/** Lines of a year by province and type, with the number of all that match. */
export async function findLines(
  db: Db,
  { filter, year, page }: Wanted,
  user: Caller,
): Promise<{ lines: Line[]; total: number }> {
  const from = sql`region r cross join unnest(${typesOf(filter)}::text[]) as t(type)
    left join work_report p on p.province_code = r.code and p.year = ${year} and p.report_type = t.type
      and ${visibleWorkReports(user)}`
  const where = conditionsOf(filter, user)
  const order = sortedBy(SORTABLE, filter.sort).map(
    ([column, direction]) => sql`${sql.ref(column)} ${sql.raw(direction)} nulls last`,
  )
  const counted = await sql<{ total: number }>`select count(*) as total from ${from} where ${where}`.execute(
    db,
  )
  const { rows } = await sql<Line>`
    select r.code as province_code, r.name as province_name, r.region_group, t.type as report_type, p.id, p.version,
      p.status, p.stats, p.submit_time, p.update_time, p.content,
      (select max(w.create_time) from work_report_reminder w
        where w.province_code = r.code and w.year = ${year} and w.report_type = t.type) as remind_time
    from ${from} where ${where} order by ${sql.join([...order, sql`r.code`, sql`t.type`])}
    ${page ? sql`limit ${page.size} offset ${page.page * page.size}` : sql``}`.execute(db)
  return { lines: rows, total: Number(counted.rows[0]?.total ?? 0) }
}

/** Returns the figures of each line: those kept at the submission, or else the present ones. */
export async function statsOfLines(
  db: Db,
  lines: readonly Line[],
  year: number,
): Promise<Map<Line, WorkReportStats | undefined>> {
  const keptOf = (line: Line) => (line.id === null ? null : line.stats)
  const open = lines
    .filter((line) => keptOf(line) === null)
    .map(({ province_code }) => ({ province_code, stats: null }))
  const current = await statsFor(db, open, year)
  return new Map(lines.map((line) => [line, keptOf(line) ?? current.get(line.province_code)]))
}
