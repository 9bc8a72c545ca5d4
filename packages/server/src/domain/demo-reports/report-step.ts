import { ReportStatus } from '@xinchu/sdk/codes'
import type { components } from '@xinchu/sdk/schema'
import { sql } from 'kysely'
import type { Trx } from '../../db/database.ts'
import { conflict, missing, notFound, opinionMissing, staleVersion } from '../../errors.ts'
import type { Caller } from '../caller.ts'
import { type DemoRecord, requireDemo } from '../demo-project/query.ts'
import { noteFlow } from '../flow-notes.ts'
import { aloneRefused, ItemRefusal } from '../general-items/problem.ts'
import { needsOpinion } from '../general-items/states.ts'
import { asDraft, delayOf, undoable } from '../general-items/undo.ts'
import { reviewedReport } from '../review/records.ts'
import { remarksOf } from '../review/remarks.ts'
import { assertReview, writeReportReview } from '../review/report-review.ts'
import { storeMissing } from '../review/submissions.ts'
import { keepForUndo, offerUndo } from '../review/undo.ts'
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

/** Refuses a step that the remarks do not allow. @throws HttpError 400 or 409 */
async function assertRemarks(trx: Trx, step: Filled, request: Request, user: Caller): Promise<void> {
  const { kind, before, content } = step
  if (!before) return
  const remarks = (await remarksOf(trx, kind, [before.id])).get(before.id) ?? []
  const record = await reviewed(trx, kind, before, user, content)
  try {
    assertReview(record, { remarks: request.remarks ?? [] }, request, { remarks, user })
  } catch (error) {
    throw error instanceof ItemRefusal ? aloneRefused(error) : error
  }
}

/** The result of a step. */
export interface Taken {
  id: number
  undo: Schemas['UndoOffer'] | undefined
}

export interface Means {
  user: Caller
  now: Date
  /** Seconds for undoing; 0 offers none. */
  undoSeconds: number
}

/**
 * Takes a step of a report: writes it, its history, what the review keeps of it, and tells the office that it was
 * returned to. @throws HttpError 400 or 409 if remarks do not allow it
 */
export async function takeStep(
  trx: Trx,
  step: Filled,
  request: Request,
  { user, now, undoSeconds }: Means,
): Promise<Taken> {
  const { kind, project, before, key, to } = step
  const { action, opinion, dueDate, remarks = [] } = request
  await assertRemarks(trx, step, request, user)
  const isReturned = before?.status === ReportStatus.returned
  if (isReturned) await storeMissing(trx, kind, [await reviewed(trx, kind, before, user)])
  const after = delayOf(request, undoSeconds)
  const kept = after && before ? await keepForUndo(trx, kind, [undoable(kind, before, request, request)]) : []
  const id = await store(trx, step, request, user)
  const isReturn = needsOpinion(action)
  const place = { provinceCode: project.province_code, id }
  const sent = isReturn ? { dueDate, remarkCount: remarks.length || 1 } : {}
  // Repeated saves record one step.
  if (action !== 'SAVE' || !before)
    await noteFlow(
      trx,
      kind,
      [{ ...place, action, from: before?.status ?? null, to, opinion, ...sent }],
      user,
    )
  const told = { kind, id, project, period: key, to, opinion: opinion ?? '' }
  const messageIds = isReturn ? await tellReturn(trx, told, user, after) : []
  const [row] = await findReports(trx, kind, withIds([id]), user)
  if (!row) throw notFound('报送')
  const dealt = { record: await reviewed(trx, kind, row, user), draft: { remarks }, warnings: [] }
  const isToAuthor = to !== ReportStatus.returnedByNation
  await writeReportReview(trx, kind, [dealt], request, { user, now, isToAuthor })
  const records = before ? kept : [asDraft(id, project.province_code)]
  const offer = { user, now, seconds: undoSeconds, messageIds }
  return { id, undo: after ? await offerUndo(trx, kind, records, offer) : undefined }
}
