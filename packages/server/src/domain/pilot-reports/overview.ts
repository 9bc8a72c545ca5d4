import { DemoStatus } from '@xinchu/contract/codes'
import type { components, operations } from '@xinchu/contract/schema'
import { closedQuarter, quarterAfter } from '@xinchu/validators'
import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import { sortedBy } from '../../db/sql.ts'
import { day } from '../../runtime/time.ts'
import type { Caller } from '../caller.ts'
import { findWindows } from '../fill-time/window.ts'
import { pilotConditions } from '../pilot-project/page.ts'
import { reply } from '../reply.ts'
import {
  type CellProject,
  type CellReport,
  isWaiting,
  periodKey,
  type ReportPeriod,
  ReportWindows,
  reportCell,
} from './cells.ts'
import { REPORTS, type ReportKind, reportSource, visibleReports } from './reports.ts'

type Schemas = components['schemas']
type Row = Schemas['DemoReportOverviewRow']
export type OverviewFilter = NonNullable<operations['exportProgressOverview']['parameters']['query']>

/** Periods of an overview, the newest one ended last. */
const SHOWN = { quarters: 8, years: 5 } as const

/** The periods that an overview shows, the newest first. */
function periodsOf(kind: ReportKind, now: Date): ReportPeriod[] {
  const last = closedQuarter(day(now))
  if (REPORTS[kind].isQuarterly)
    return Array.from({ length: SHOWN.quarters }, (_, back) => quarterAfter(last, -back))
  const year = Number(day(now).slice(0, 4)) - 1
  return Array.from({ length: SHOWN.years }, (_, back) => ({ year: year - back, quarter: null }))
}

export interface ProjectRow extends CellProject {
  id: number
  demo_code: string
  project_name: string
  company_name: string | null
  batch_year: number
  batch_no: number
  recommend_org_name: string | null
  province_name: string | null
  tech_type_label: string | null
}

/** The part of an overview that is read. */
interface Part {
  /** The shown periods by default. */
  periods?: readonly ReportPeriod[]
  /** The projects that are read, of those in the caller's scope; all of them by default. */
  projectIds?: readonly number[] | undefined
}

/** The announced projects in the caller's scope that meet the filters. */
async function announcedProjects(
  db: Db,
  { projectIds }: Part,
  { state: _state, mine: _mine, year: _year, quarter: _quarter, sort: _sort, ...filter }: OverviewFilter,
  user: Caller,
  now: Date,
): Promise<ProjectRow[]> {
  const { rows } = await sql<ProjectRow>`
    select p.id, p.demo_code, p.project_name, p.company_name, p.batch_year, p.batch_no, p.org_id, p.recommend_org_id,
      p.announce_date, p.province_code, p.city_code, p.county_code,
      (select o.org_name from org o where o.id = p.recommend_org_id) as recommend_org_name,
      (select r.name from region r where r.code = p.province_code) as province_name,
      (select e.label from dict_entry e join dict d on d.id = e.dict_id where d.name = 'tech_type'
        and e.value = p.tech_type) as tech_type_label
    from demo_project p where ${pilotConditions(filter, user, now)}
      and p.status = ${DemoStatus.announced} and p.announce_date is not null
      and ${projectIds ? sql`p.id = any(${[...projectIds]}::bigint[])` : sql`true`}
    order by p.demo_code`.execute(db)
  return rows
}

/** Periods in their order, as numbers. */
const ordinalOf = ({ year, quarter }: ReportPeriod) => year * 4 + (quarter ?? 0)

/** The visible reports of projects in some periods, by project and period. */
async function reportsOf(
  db: Db,
  kind: ReportKind,
  { ids, periods }: { ids: readonly number[]; periods: readonly ReportPeriod[] },
  user: Caller,
): Promise<Map<string, CellReport>> {
  const quarter = REPORTS[kind].isQuarterly ? sql`e.quarter` : sql`null::integer`
  const { rows } = await sql<CellReport>`
    select e.id, e.version, e.demo_project_id, e.year, ${quarter} as quarter, e.status,
      (select max(h.time) from flow_history h where h.biz_type = ${kind} and h.biz_id = e.id and not h.undone) as since
    from ${reportSource(kind)} where e.demo_project_id = any(${[...ids]}::bigint[])
      and e.year * 4 + coalesce(${quarter}, 0) = any(${periods.map(ordinalOf)}::integer[])
      and ${visibleReports(user)}`.execute(db)
  return new Map(rows.map((row) => [`${row.demo_project_id} ${periodKey(row)}`, row]))
}

const SORTABLE = {
  demoCode: 'demoCode',
  projectName: 'projectName',
  companyName: 'companyName',
  waitingSince: 'waitingSince',
} as const satisfies Partial<Record<keyof Row, keyof Row>>

/** Sorts rows, those without a value last; by default those that wait longest first. */
function inOrder(rows: readonly Row[], sort: readonly string[] | undefined): Row[] {
  const [order] = sortedBy(SORTABLE, sort)
  const [column, direction] = order ?? ['waitingSince', 'asc']
  const key = Object.values(SORTABLE).find((each) => each === column) ?? 'waitingSince'
  return [...rows].sort((one, other) => {
    const [a, b] = [one[key], other[key]]
    if (a === b) return one.demoCode < other.demoCode ? -1 : 1
    if (a === undefined || b === undefined) return a === undefined ? 1 : -1
    return (a < b ? -1 : 1) * (direction === 'asc' ? 1 : -1)
  })
}

/** Whether a row has a cell that meets the filters on cells. */
function isAsked({ cells }: Row, { state, mine, year, quarter }: OverviewFilter): boolean {
  if (!state?.length && !mine) return true
  return cells.some(
    (cell) =>
      (year === undefined || cell.year === year) &&
      (quarter === undefined || cell.quarter === quarter) &&
      (!state?.length || state.includes(cell.state)) &&
      (!mine || cell.mine),
  )
}

function rowOf(project: ProjectRow, cells: Row['cells']): Row {
  const waits = cells.filter(isWaiting).flatMap(({ since }) => (since ? [since] : []))
  return reply<Row>({
    projectId: project.id,
    demoCode: project.demo_code,
    projectName: project.project_name,
    companyName: project.company_name,
    recommendOrgName: project.recommend_org_name,
    provinceName: project.province_name,
    techTypeLabel: project.tech_type_label,
    batchYear: project.batch_year,
    batchNo: project.batch_no,
    announceDate: project.announce_date,
    waitingSince: waits.sort()[0],
    cells,
  })
}

export interface Overview {
  periods: readonly ReportPeriod[]
  rows: readonly Row[]
  /** The projects of the rows, in no order. */
  projects: readonly ProjectRow[]
}

/** Returns the announced projects in the caller's scope with the state of each report of some periods. */
export async function reportOverview(
  db: Db,
  kind: ReportKind,
  filter: OverviewFilter,
  user: Caller,
  now: Date,
  part: Part = {},
): Promise<Overview> {
  const periods = part.periods ?? periodsOf(kind, now)
  const projects = await announcedProjects(db, part, filter, user, now)
  const ids = projects.map(({ id }) => id)
  const windows = new ReportWindows(
    kind,
    await findWindows(db, { fillType: REPORTS[kind].fillType }, user),
    periods,
  )
  const reports = await reportsOf(db, kind, { ids, periods }, user)
  const rows = projects.map((project) =>
    rowOf(
      project,
      periods.map((period) =>
        reportCell(kind, project, period, {
          report: reports.get(`${project.id} ${periodKey(period)}`),
          windows,
          user,
          now,
        }),
      ),
    ),
  )
  return {
    periods,
    projects,
    rows: inOrder(
      rows.filter((row) => isAsked(row, filter)),
      filter.sort,
    ),
  }
}

/** Returns a page of an overview. */
export async function pageOverview(
  db: Db,
  kind: ReportKind,
  { page = 0, size = 10, ...filter }: OverviewFilter & { page?: number; size?: number },
  user: Caller,
  now: Date,
): Promise<Schemas['DemoReportOverview']> {
  const { periods, rows } = await reportOverview(db, kind, filter, user, now)
  return {
    periods: periods.map(({ year, quarter }) => reply<Schemas['DemoReportPeriod']>({ year, quarter })),
    content: rows.slice(page * size, (page + 1) * size),
    totalElements: rows.length,
    mine: rows.reduce((sum, { cells }) => sum + cells.filter(({ mine }) => mine).length, 0),
  }
}
