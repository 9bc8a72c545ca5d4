import { fields } from '@xinchu/contract/fields'
import type { components } from '@xinchu/contract/schema'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import type { Row } from '../../db/schema.ts'
import type { Caller } from '../caller.ts'
import { contentAsRows, type PilotContent } from '../pilot-project/content.ts'
import { visiblePilots } from '../pilot-project/scope.ts'

type Schemas = components['schemas']

interface Stored {
  PROGRESS: Row<'demo_progress'>
  ANNUAL: Row<'annual_report'>
}

/** The reports of an announced project: quarterly progress, and one report a year. */
export type ReportKind = keyof Stored

/** Columns that a report `e` reads from its project `p`. */
export interface ReportProject {
  org_id: number
  recommend_org_id: number | null
  recommend_type: Schemas['RecommendType'] | null
  recommend_org_name: string | null
  demo_code: string
  project_name: string
  company_name: string | null
  province_name: string | null
  city_name: string | null
  county_name: string | null
  city_code: string | null
  county_code: string | null
  rated_power: number | null
  rated_energy: number | null
}

export type ReportRow<Kind extends ReportKind = ReportKind> = Stored[Kind] & ReportProject

/** What tells the two apart: where they are stored, in which windows they are reported, and how often. */
export const REPORTS = {
  PROGRESS: { table: 'demo_progress', fillType: 'DEMO_PROGRESS', isQuarterly: true },
  ANNUAL: { table: 'annual_report', fillType: 'DEMO_ANNUAL', isQuarterly: false },
} as const satisfies Readonly<Record<ReportKind, object>>

export const reportTable = (kind: ReportKind): RawBuilder<unknown> => sql.table(REPORTS[kind].table)

/** SQL: the reports `e` of a kind with their projects `p`. */
export const reportSource = (kind: ReportKind): RawBuilder<unknown> =>
  sql`${reportTable(kind)} e join demo_project p on p.id = e.demo_project_id`

const nameOf = (code: string) => sql`(select n.name from region n where n.code = ${sql.ref(code)})`

/** SQL: the columns of a `ReportRow`. */
export const reportSelection = sql`e.*, p.org_id, p.recommend_org_id, p.recommend_type, p.demo_code, p.project_name,
  p.company_name, p.city_code, p.county_code, p.rated_power, p.rated_energy,
  (select o.org_name from org o where o.id = p.recommend_org_id) as recommend_org_name,
  ${nameOf('p.province_code')} as province_name, ${nameOf('p.city_code')} as city_name,
  ${nameOf('p.county_code')} as county_name`

/** SQL condition: reports of projects in the caller's scope; before their first submission only for their author. */
export const visibleReports = (user: Caller): RawBuilder<boolean> =>
  sql<boolean>`${visiblePilots(user)} and (e.submit_time is not null or p.org_id = ${user.orgId})`

/** Returns the visible reports that meet a condition, locked on demand. */
export async function findReports<Kind extends ReportKind>(
  db: Db,
  kind: Kind,
  condition: RawBuilder<boolean>,
  user: Caller,
  lock = false,
): Promise<ReportRow<Kind>[]> {
  const { rows } = await sql<ReportRow<Kind>>`
    select ${reportSelection} from ${reportSource(kind)} where ${condition} and ${visibleReports(user)}
    order by e.id ${lock ? sql`for update of e` : sql``}`.execute(db)
  return rows
}

/** SQL condition: reports with these ids. */
export const withIds = (ids: readonly number[]): RawBuilder<boolean> =>
  sql<boolean>`e.id = any(${[...ids]}::bigint[])`

/** The name of a report of a period: 2026年第2季度进展, 2025年度报告. */
export const reportName = ({ year, quarter }: { year: number; quarter?: number }): string =>
  quarter === undefined ? `${year}年度报告` : `${year}年第${quarter}季度进展`

/** The period of a stored report. */
export const periodOf = (row: ReportRow): { year: number; quarter?: Schemas['Quarter'] } =>
  'quarter' in row ? { year: row.year, quarter: row.quarter } : { year: row.year }

/** Names of the milestones of projects, by project and milestone. */
async function milestoneNames(db: Db, projectIds: readonly number[]): Promise<Map<string, string>> {
  const { rows } = await sql<{ project_id: number; milestones: Schemas['DemoMilestone'][] | null }>`
    select project_id, content->'milestones' as milestones from demo_part
    where part = 'IMPLEMENTATION' and project_id = any(${[...projectIds]}::bigint[])`.execute(db)
  return new Map(
    rows.flatMap(({ project_id, milestones }) =>
      (milestones ?? []).map(({ id, name }) => [`${project_id}/${id}`, name] as const),
    ),
  )
}

const captions = new Map(fields.AnnualUsage.map(({ name, caption }) => [name, caption]))

/**
 * Returns the content of a report for the review: parts as lists of one row, and rows with the names of milestones, so
 * that a later change of the plan does not change the report.
 */
function reviewContent(
  content: Schemas['ProgressFields'] & Stored['ANNUAL']['content'],
  nameOfMilestone: (id: number) => string | undefined,
): PilotContent['content'] {
  const { milestones, usageReasons, usageBase: _base, ...own } = content
  return contentAsRows({
    ...own,
    ...(milestones && {
      milestones: milestones.map(({ milestoneId: id, ...rest }) => ({
        id,
        name: nameOfMilestone(id),
        ...rest,
      })),
    }),
    ...(usageReasons && {
      usageReasons: usageReasons.map(({ field: id, ...rest }) => ({ id, name: captions.get(id), ...rest })),
    }),
  })
}

/** The contents of reports for the review, by report. */
export async function reviewContents(
  db: Db,
  reports: readonly { id: number; projectId: number; content: object }[],
): Promise<Map<number, PilotContent['content']>> {
  const names = await milestoneNames(
    db,
    reports.map(({ projectId }) => projectId),
  )
  return new Map(
    reports.map(({ id, projectId, content }) => [
      id,
      reviewContent(content, (milestone) => names.get(`${projectId}/${milestone}`)),
    ]),
  )
}
