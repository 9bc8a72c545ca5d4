import { PartStatus } from '@xinchu/contract/codes'
import type { components } from '@xinchu/contract/schema'
import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import type { Caller } from '../caller.ts'
import { labelIn } from '../dict/label.ts'
import { type Grants, grantsOf } from '../links/grants.ts'
import { linkTo, type Target } from '../links/link-to.ts'
import { DRAFTING } from '../pilot-project/flow-table.ts'
import type { PilotRecord } from '../pilot-project/query.ts'
import { sightOf } from '../pilot-project/sight.ts'
import type { AnnualRow } from '../pilot-reports/annual-rows.ts'
import { reportForm } from '../pilot-reports/links.ts'
import type { ProgressRow } from '../pilot-reports/progress-rows.ts'
import { findReports, reportName } from '../pilot-reports/reports.ts'
import { reply } from '../reply.ts'
import { readerName } from './document-services.ts'

type Schemas = components['schemas']
type LifeEvent = Schemas['DemoLifeEvent']
type Document = Schemas['DemoDocument']

/** The page of a report for the reader; none without one. */
const linkedTo = (grants: Grants, target: Target) => {
  const link = linkTo(target, grants)
  return link === undefined ? {} : { link }
}

const progressEvent =
  (grants: Grants) =>
  (row: ProgressRow): LifeEvent => {
    const { overallProgress, usage, delayReason } = row.content
    const hours = usage?.equivalentUtilizationHours
    const words = [
      overallProgress === undefined ? '' : `总体进度 ${overallProgress}%`,
      hours === undefined ? '' : `等效利用 ${hours} h`,
      delayReason ? `滞后原因：${delayReason}` : '',
    ]
    return {
      kind: 'PROGRESS',
      time: row.submit_time ?? row.create_time,
      title: reportName(row),
      statusLabel: labelIn('report_status', row.status),
      text: words.filter(Boolean).join('，'),
      ...linkedTo(grants, reportForm(row.demo_project_id, { year: row.year, quarter: row.quarter })),
    }
  }

const annualEvent =
  (grants: Grants) =>
  (row: AnnualRow): LifeEvent => {
    const changes = row.content.usageReasons?.length ?? 0
    return {
      kind: 'ANNUAL',
      time: row.submit_time ?? row.create_time,
      title: reportName({ year: row.year }),
      statusLabel: labelIn('report_status', row.status),
      text: changes > 0 ? `运行指标修改 ${changes} 项并说明原因` : '运行指标与各季度汇总一致',
      ...linkedTo(grants, reportForm(row.demo_project_id, { year: row.year })),
    }
  }

/** Self-assessments: before they are submitted only for the applicant. */
async function assessments(
  db: Db,
  { id, org_id, status: state }: PilotRecord,
  user: Caller,
  grants: Grants,
): Promise<LifeEvent[]> {
  const isDraft = DRAFTING.includes(state)
  const rows = await db
    .selectFrom('index_value')
    .select(['stage', 'year', 'values', 'status', 'submit_time', 'create_time'])
    .where('demo_project_id', '=', id)
    .execute()
  return rows
    .filter(({ status }) => status === PartStatus.complete || org_id === user.orgId)
    .map(({ stage, year, values, status, submit_time, create_time }) => {
      const files = values.reduce((sum, { evidenceFileIds = [] }) => sum + evidenceFileIds.length, 0)
      return {
        kind: 'ASSESS' as const,
        time: submit_time ?? create_time,
        title: `${year}年${labelIn('assess_stage', stage)}指标自评`,
        statusLabel: status === PartStatus.complete ? '已提交' : '草稿',
        text: `${values.length} 项，佐证 ${files} 份`,
        // The page shows the author what he may fill in; that of an application only until it is submitted.
        ...(org_id === user.orgId && (stage !== 'PRIMARY' || isDraft)
          ? linkedTo(grants, { kind: 'DEMO', purpose: 'assess', search: { stage, project: id, year } })
          : {}),
      }
    })
}

/** Reports and self-assessments of a project that the caller may read, the last one first. */
export async function lifeOf(db: Db, row: PilotRecord, user: Caller): Promise<LifeEvent[]> {
  const reports = sightOf(user, row, 'REPORTS') === 'ALL'
  const own = sql<boolean>`e.demo_project_id = ${row.id}`
  const grants = await grantsOf(db, user)
  const materials = sightOf(user, row, 'MATERIALS') === 'ALL'
  const events = [
    ...(reports ? (await findReports(db, 'PROGRESS', own, user)).map(progressEvent(grants)) : []),
    ...(reports ? (await findReports(db, 'ANNUAL', own, user)).map(annualEvent(grants)) : []),
    ...(materials ? await assessments(db, row, user, grants) : []),
  ]
  return events.sort((one, other) => (one.time < other.time ? 1 : one.time > other.time ? -1 : 0))
}

const MATERIALS = ['APPLICATION', 'IMPLEMENTATION', 'BRIEF', 'MATERIALS'] as const

interface IssuedRow {
  kind: Document['kind']
  year: number | null
  submission_no: number
  title: string
  pages: number
  size: number
  code: string
  issued_at: string
}

/** The last version of each document that was issued to the applicant, or else to the caller. */
export async function issuedDocuments(db: Db, row: PilotRecord, user: Caller): Promise<Document[]> {
  const kinds = [
    ...(sightOf(user, row, 'MATERIALS') === 'ALL' ? MATERIALS : []),
    ...(sightOf(user, row, 'REPORTS') === 'ALL' ? ['ANNUAL'] : []),
  ]
  const { rows } = await sql<IssuedRow>`
    select distinct on (kind, year) kind, year, submission_no, title, pages, size, code, issued_at
    from issued_document
    where project_id = ${row.id} and kind = any(${kinds}::text[]) and reader in ('', ${readerName(user)})
      and revoked_at is null and content_digest is not null
    order by kind, year, submission_no desc, reader, issued_at desc`.execute(db)
  return rows.map((each) =>
    reply<Document>({
      kind: each.kind,
      year: each.year,
      title: each.title,
      submissionNo: each.submission_no,
      pages: each.pages,
      size: Number(each.size),
      code: each.code,
      issuedAt: each.issued_at,
    }),
  )
}
