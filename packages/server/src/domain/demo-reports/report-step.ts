import { ReportStatus } from '@xinchu/contract/codes'
import type { components } from '@xinchu/contract/schema'
import { sql } from 'kysely'
import type { Trx } from '../../db/database.ts'
import { conflict, missing, notFound, opinionMissing, staleVersion } from '../../errors.ts'
import type { Caller } from '../caller.ts'
import { type DemoRecord, requireDemo } from '../demo-project/query.ts'
import { needsOpinion } from '../general-items/states.ts'
import { type Means, type RecordStep, type Taken, takeRecordStep } from '../review/record-step.ts'
import { reviewedReport } from '../review/records.ts'
import { statusAfter } from './parts.ts'
import {
  findReports,
  periodOf,
  type ReportKind,
  type ReportRow,
  reportTable,
  reviewContents,
  withIds,
} from './reports.ts'
import { tellReturn } from './returns.ts'

type Schemas = components['schemas']

/** The parts of a request that every kind of report has. */
type Request = Pick<
  Schemas['ProgressRequest'] & Schemas['AnnualReportRequest'],
  'id' | 'version' | 'action' | 'opinion' | 'dueDate' | 'remarks' | 'closeRemarks'
> & { demoProjectId?: number; year?: number; quarter?: Schemas['Quarter'] }

export interface ReportKey {
  demoProjectId: number
  year: number
  quarter?: Schemas['Quarter']
}

/** @throws HttpError 400 unless the request names a project and a period */
function keyOf(kind: ReportKind, { demoProjectId, year, quarter }: Request): ReportKey {
  if (demoProjectId === undefined) throw missing('demoProjectId', '示范项目')
  if (year === undefined) throw missing('year', '年度')
  if (kind === 'ANNUAL') return { demoProjectId, year }
  if (quarter === undefined) throw missing('quarter', '季度')
  return { demoProjectId, year, quarter }
}

/** The content of a request, without its key and the step. */
export function contentOf<T extends Request>(request: T) {
  const { id: _id, version: _version, action: _action, opinion: _opinion, dueDate: _due, ...rest } = request
  const { remarks: _remarks, closeRemarks: _close, ...own } = rest
  const { demoProjectId: _project, year: _year, quarter: _quarter, ...content } = own
  return content
}

const storedKey = (row: ReportRow): ReportKey => ({ demoProjectId: row.demo_project_id, ...periodOf(row) })

/** The stored report that a request is about, locked. @throws HttpError 404 or 409 */
async function storedReport<Kind extends ReportKind>(
  trx: Trx,
  kind: Kind,
  request: Request,
  user: Caller,
): Promise<ReportRow<Kind> | undefined> {
  const { id, version } = request
  if (id === undefined) {
    const { demoProjectId, year, quarter } = keyOf(kind, request)
    const ofQuarter = quarter === undefined ? sql`` : sql`and r.quarter = ${quarter}`
    const wanted = sql<boolean>`r.demo_project_id = ${demoProjectId} and r.year = ${year} ${ofQuarter}`
    // Saved from elsewhere since the form was opened.
    if ((await findReports(trx, kind, wanted, user, true)).length > 0) throw staleVersion()
    return undefined
  }
  const [row] = await findReports(trx, kind, withIds([id]), user, true)
  if (!row) throw notFound(kind === 'ANNUAL' ? '年度报告' : '进展报送')
  if (row.version !== version) throw staleVersion()
  const stored = storedKey(row)
  const isOther = (['demoProjectId', 'year', 'quarter'] as const).some(
    (name) => request[name] !== undefined && request[name] !== stored[name],
  )
  if (isOther) throw conflict('N-014', '项目与期间不能修改')
  return row
}

/** A step of a report that its state allows. */
export interface ReportStep<Kind extends ReportKind = ReportKind> {
  kind: Kind
  project: DemoRecord
  key: ReportKey
  before: ReportRow<Kind> | undefined
  to: ReportStatus
}

/** Begins a step: locks the report and its project. @throws HttpError 400, 403, 404 or 409 */
export async function beginStep<Kind extends ReportKind>(
  trx: Trx,
  kind: Kind,
  request: Request,
  { user, now }: Means,
): Promise<ReportStep<Kind>> {
  const before = await storedReport(trx, kind, request, user)
  const key = before ? storedKey(before) : keyOf(kind, request)
  const project = await requireDemo(trx, key.demoProjectId, user, { now, lock: true })
  const to = statusAfter(project, before?.status ?? ReportStatus.draft, request.action, user)
  if (needsOpinion(request.action) && !request.opinion?.trim()) throw opinionMissing()
  return { kind, project, key, before, to }
}

type Filled = ReportStep & { content: object }

/** Writes a report and returns its id. */
async function store(
  trx: Trx,
  { kind, project, key, before, content, to }: Filled,
  request: Request,
  user: Caller,
): Promise<number> {
  const { demoProjectId, ...period } = key
  const values = {
    content: JSON.stringify(content),
    status: to,
    last_opinion: request.opinion ?? before?.last_opinion ?? null,
    update_by: user.username,
    ...(request.action === 'SUBMIT' ? { submit_time: sql`now()` } : {}),
  }
  const table = reportTable(kind)
  if (before) {
    const sets = Object.entries(values).map(([column, value]) => sql`${sql.ref(column)} = ${value}`)
    await sql`update ${table} set ${sql.join(sets)}, version = version + 1, update_time = now()
      where id = ${before.id}`.execute(trx)
    return before.id
  }
  const made = {
    ...values,
    ...period,
    demo_project_id: demoProjectId,
    province_code: project.province_code,
    create_by: user.username,
  }
  const { rows } = await sql<{ id: number }>`
    insert into ${table} (${sql.join(Object.keys(made).map((column) => sql.ref(column)))})
    values (${sql.join(Object.values(made))}) returning id`.execute(trx)
  return rows[0]?.id ?? 0
}

/** A stored report as the review sees it, with a content of its own on demand. */
async function reviewed(
  trx: Trx,
  kind: ReportKind,
  row: ReportRow,
  user: Caller,
  content: object = row.content,
) {
  const contents = await reviewContents(trx, [{ id: row.id, projectId: row.demo_project_id, content }])
  return reviewedReport(kind, { row, content: contents.get(row.id) ?? {} }, user)
}

/**
 * Takes a step of a report: writes it, its history, what the review keeps of it, and tells the office that it was
 * returned to. @throws HttpError 400 or 409 if remarks do not allow it
 */
export async function takeStep(trx: Trx, step: Filled, request: Request, means: Means): Promise<Taken> {
  const { kind, project, before, key, to, content } = step
  const { user } = means
  const told = { kind, project, period: key, to, opinion: request.opinion ?? '' }
  const taken: RecordStep = {
    entity: kind,
    provinceCode: project.province_code,
    to,
    isToAuthor: to !== ReportStatus.returnedByNation,
    before: before && {
      row: before,
      stored: await reviewed(trx, kind, before, user),
      written: await reviewed(trx, kind, before, user, content),
    },
    store: () => store(trx, step, request, user),
    async load(id) {
      const [row] = await findReports(trx, kind, withIds([id]), user)
      if (!row) throw notFound('报送')
      return reviewed(trx, kind, row, user)
    },
    tell: (id, after) => tellReturn(trx, { ...told, id }, user, after),
  }
  return takeRecordStep(trx, taken, request, means)
}
