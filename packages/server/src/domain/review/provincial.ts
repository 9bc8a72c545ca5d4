import { ReportStatus } from '@xinchu/contract/codes'
import type { components } from '@xinchu/contract/schema'
import type { Db } from '../../db/database.ts'
import type { Caller } from '../caller.ts'
import { labelIn } from '../dict/label.ts'
import { findProvincialDemos, type ProvincialDemoRow } from '../provincial/demo-rows.ts'
import { actionsOn, partsOf } from '../provincial/parts.ts'
import { findWorkReports, type WorkReportContent, type WorkReportRow } from '../provincial/report-rows.ts'
import type { Reviewed } from './record-kind.ts'
import { canonical, SHAPES } from './shapes.ts'

/** Kinds of records that a province reports to the nation. */
export type ProvincialKind = 'PROV_DEMO' | 'WORK_REPORT'

const KINDS: readonly string[] = ['PROV_DEMO', 'WORK_REPORT']

export const isProvincialKind = (entity: components['schemas']['ReviewEntity']): entity is ProvincialKind =>
  KINDS.includes(entity)

const AUTHORS: readonly string[] = [ReportStatus.draft, ReportStatus.returned, ReportStatus.returnedByNation]
const DECISIONS: readonly string[] = ['CONFIRM', 'RETURN']

/** Records that the nation returns go to the province, with the remarks. */
const held = (row: ProvincialDemoRow | WorkReportRow, user: Caller) => ({
  id: row.id,
  provinceCode: row.province_code,
  version: row.version,
  orgId: row.org_id,
  isAuthor: partsOf(row, user).has('author'),
  mayDecide: actionsOn(row, user).some((action) => DECISIONS.includes(action)),
  isOpen: AUTHORS.includes(row.status),
  reviewer: undefined,
  isWithReviewer: false,
})

export const reviewedProvincialDemo = (row: ProvincialDemoRow, user: Caller): Reviewed => ({
  ...held(row, user),
  entity: 'PROV_DEMO',
  title: row.project_name,
  content: canonical(row.content, SHAPES.PROV_DEMO),
})

/** 2026年年度, 2026年半年. */
export const workReportPeriod = (row: Pick<WorkReportRow, 'year' | 'report_type'>): string =>
  `${row.year}年${labelIn('work_report_type', row.report_type)}`

/** Rows are paired by their projects. */
const withRowIds = ({ projects, ...content }: WorkReportContent) => ({
  ...content,
  ...(projects && { projects: projects.map(({ demoProjectId: id, ...rest }) => ({ id, ...rest })) }),
})

export const reviewedWorkReport = (row: WorkReportRow, user: Caller): Reviewed => ({
  ...held(row, user),
  entity: 'WORK_REPORT',
  title: row.content.title ?? `${row.province_name ?? ''}${workReportPeriod(row)}工作报告`,
  content: canonical(withRowIds(row.content), SHAPES.WORK_REPORT),
})

/** A record of a province with its row, by kind. */
export type ProvincialSource =
  | { entity: 'PROV_DEMO'; row: ProvincialDemoRow; record: Reviewed }
  | { entity: 'WORK_REPORT'; row: WorkReportRow; record: Reviewed }

/** The visible records of these ids with their rows, locked on demand. */
export async function provincialSources(
  db: Db,
  entity: ProvincialKind,
  ids: readonly number[],
  user: Caller,
  lock = false,
): Promise<ProvincialSource[]> {
  if (entity === 'PROV_DEMO')
    return (await findProvincialDemos(db, ids, user, lock)).map((row) => ({
      entity,
      row,
      record: reviewedProvincialDemo(row, user),
    }))
  return (await findWorkReports(db, ids, user, lock)).map((row) => ({
    entity,
    row,
    record: reviewedWorkReport(row, user),
  }))
}
