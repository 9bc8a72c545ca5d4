import { ReportStatus } from '@xinchu/contract/codes'
import type { components } from '@xinchu/contract/schema'
import type { Db } from '../../db/database.ts'
import { badRequest, notFound } from '../../errors.ts'
import type { Caller } from '../caller.ts'
import { type DemoContent, findDemoContents, followsRemarks } from '../demo-project/content.ts'
import { allowedActions, DRAFTING, partyOf } from '../demo-project/states.ts'
import { actionsOn, reportParts, reviewHold } from '../demo-reports/parts.ts'
import {
  findReports,
  periodOf,
  type ReportKind,
  type ReportRow,
  reportName,
  reviewContents,
  withIds,
} from '../demo-reports/reports.ts'
import { kindOf } from '../desk/list.ts'
import { BY_PROVINCE_AND_NATION } from '../flow/report-flows.ts'
import { isOpen } from '../flow/table.ts'
import type { Reviewed } from './record-kind.ts'
import { canonical, type ReviewedEntity, SHAPES } from './shapes.ts'

export type { Reviewed } from './record-kind.ts'
export { canonical, type ReviewedEntity, SHAPES } from './shapes.ts'

export type Entity = components['schemas']['ReviewEntity']

const DECISIONS: readonly string[] = ['PASS', 'RETURN', 'CONFIRM', 'ACCEPT']

/** A demonstration project. What the nation returns goes to the applicant, with its remarks. */
export function reviewedDemo({ row, content }: DemoContent, user: Caller): Reviewed {
  return {
    entity: 'DEMO',
    id: row.id,
    provinceCode: row.province_code,
    version: row.version,
    title: row.project_name,
    orgId: row.org_id,
    content: canonical(content, SHAPES.DEMO),
    isAuthor: partyOf(user, row) === 'APPLICANT',
    mayDecide: allowedActions(user, row).some((action) => DECISIONS.includes(action)),
    isOpen: DRAFTING.includes(row.status),
    reviewer: undefined,
    isWithReviewer: false,
    levels: 'DEMONSTRATION',
  }
}

const REPORT_KINDS: readonly string[] = ['PROGRESS', 'ANNUAL']

export const isReportKind = (entity: Entity): entity is ReportKind => REPORT_KINDS.includes(entity)

/** A report of an announced project. What the nation returns waits with the office that recommended the project. */
export function reviewedReport(
  entity: ReportKind,
  { row, content }: { row: ReportRow; content: object },
  user: Caller,
): Reviewed {
  return {
    ...reviewHold(row),
    entity,
    id: row.id,
    provinceCode: row.province_code,
    version: row.version,
    title: `${row.project_name} ${reportName(periodOf(row))}`,
    orgId: row.org_id,
    content: canonical(content, SHAPES[entity]),
    isAuthor: reportParts(row, user).has('author'),
    mayDecide: actionsOn(entity, row, row.status, user).some((action) => DECISIONS.includes(action)),
    isOpen: isOpen(BY_PROVINCE_AND_NATION, row.status),
    isWithReviewer: row.status === ReportStatus.returnedByNation,
  }
}

/** The visible reports of these ids with their contents, for those who may read their remarks. */
export async function findReportContents<Kind extends ReportKind>(
  db: Db,
  entity: Kind,
  ids: readonly number[],
  user: Caller,
  lock = false,
): Promise<{ row: ReportRow<Kind>; content: object }[]> {
  if (!followsRemarks(user)) return []
  const rows = await findReports(db, entity, withIds(ids), user, lock)
  const contents = await reviewContents(
    db,
    rows.map(({ id, demo_project_id, content }) => ({ id, projectId: demo_project_id, content })),
  )
  return rows.map((row) => ({ row, content: contents.get(row.id) ?? {} }))
}

/** The kinds that are reviewed now. @throws HttpError 400 for another kind */
export function reviewedEntity(entity: Entity): ReviewedEntity {
  if (entity in SHAPES) return entity as ReviewedEntity // the kinds with a shape
  throw badRequest('W-002', '此类记录尚未开放审核', [{ field: 'entity', message: '此类记录尚未开放审核' }])
}

/** Returns the visible records of these ids, as the review sees them. */
export async function findReviewed(
  db: Db,
  entity: ReviewedEntity,
  ids: readonly number[],
  user: Caller,
  lock = false,
): Promise<Reviewed[]> {
  const kind = kindOf(entity)
  if (kind) return kind.load(db, ids, user, lock)
  if (entity === 'DEMO')
    return (await findDemoContents(db, ids, user, lock)).map((found) => reviewedDemo(found, user))
  // Whatever is no kind in the list is a report of an announced project.
  const report = entity as ReportKind
  return (await findReportContents(db, report, ids, user, lock)).map((found) =>
    reviewedReport(report, found, user),
  )
}

/** @throws HttpError 404 */
export async function requireReviewed(
  db: Db,
  { entity, entityId }: { entity: Entity; entityId: number },
  user: Caller,
  lock = false,
): Promise<Reviewed> {
  const [record] = await findReviewed(db, reviewedEntity(entity), [entityId], user, lock)
  if (!record) throw notFound('记录')
  return record
}
