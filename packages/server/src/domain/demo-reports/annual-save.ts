import { DemoStatus, ReportStatus } from '@xinchu/sdk/codes'
import type { components } from '@xinchu/sdk/schema'
import { sql } from 'kysely'
import type { Trx } from '../../db/database.ts'
import { badRequest, conflict, missing, notFound, opinionMissing, staleVersion } from '../../errors.ts'
import type { Caller } from '../caller.ts'
import { type DemoRecord, requireDemo } from '../demo-project/query.ts'
import type { FileRow } from '../files/info.ts'
import { storeUpload } from '../files/store.ts'
import type { Upload } from '../files/upload.ts'
import { requireWindow } from '../fill-time/window.ts'
import { noteFlow } from '../flow-notes.ts'
import { needsOpinion } from '../general-items/states.ts'
import { usageBaseOf } from './annual-changes.ts'
import { annualProblems, assertAnnual, missingProgress } from './annual-check.ts'
import { type AnnualUsage, yearFigures } from './annual-figures.ts'
import { type AnnualContent, type AnnualRow, evidenceOf, findAnnual, scanOf } from './annual-rows.ts'
import { assertFiles } from './evidence.ts'
import { reportParts, statusAfter } from './parts.ts'
import { tellReturn } from './returns.ts'

type Request = components['schemas']['AnnualReportRequest']

interface Key {
  demoProjectId: number
  year: number
}

/** @throws HttpError 400 */
function keyOf({ demoProjectId, year }: Request): Key {
  if (demoProjectId === undefined) throw missing('demoProjectId', '示范项目')
  if (year === undefined) throw missing('year', '年度')
  return { demoProjectId, year }
}

function contentOf(request: Request, before: AnnualContent | undefined, sums: AnnualUsage): AnnualContent {
  const { id: _id, version: _version, action: _action, opinion: _opinion, ...rest } = request
  const { demoProjectId: _project, year: _year, ...content } = rest
  return { ...content, usageBase: usageBaseOf(content, before, sums) }
}

/** The stored report that a request is about. @throws HttpError 404 or 409 */
async function storedOf(trx: Trx, request: Request, user: Caller): Promise<AnnualRow | undefined> {
  const { id, version, demoProjectId, year } = request
  if (id === undefined) {
    // Saved from elsewhere since the form was opened.
    if (await findAnnual(trx, keyOf(request), user, true)) throw staleVersion()
    return undefined
  }
  const row = await findAnnual(trx, { id }, user, true)
  if (!row) throw notFound('年度报告')
  if (row.version !== version) throw staleVersion()
  const isOther =
    (demoProjectId !== undefined && demoProjectId !== row.demo_project_id) ||
    (year !== undefined && year !== row.year)
  if (isOther) throw conflict('N-014', '项目与期间不能修改')
  return row
}

/** @throws HttpError 400, 409 or 423 unless the content may be written now */
async function assertWriting(
  trx: Trx,
  { project, key, content, before, sums, isSubmitted }: Writing,
  user: Caller,
  now: Date,
): Promise<void> {
  if (project.status !== DemoStatus.announced) throw conflict('N-004', '项目未公布，不填报年度报告')
  await requireWindow(trx, 'DEMO_ANNUAL', user, now, { year: key.year })
  assertAnnual(annualProblems(content, key, isSubmitted ? 'submit' : 'draft', sums))
  const lacking = isSubmitted ? await missingProgress(trx, project, key.year) : []
  if (lacking.length > 0) throw conflict('N-010', `${lacking.join('；')}`)
  const enclosed = [
    { bizType: 'ANNUAL_STAMPED', field: 'stampedFileId', idsOf: scanOf },
    { bizType: 'INDEX_EVIDENCE', field: 'usageReasons', idsOf: evidenceOf },
  ] as const
  for (const { idsOf, ...of } of enclosed)
    await assertFiles(trx, { ...of, ids: idsOf(content), kept: before ? idsOf(before.content) : [] }, user)
}

interface Writing {
  project: DemoRecord
  key: Key
  content: AnnualContent
  before: AnnualRow | undefined
  sums: AnnualUsage
  isSubmitted: boolean
}

async function store(
  trx: Trx,
  plan: Writing & { to: ReportStatus },
  request: Request,
  user: Caller,
): Promise<number> {
  const { before, key, project, content, to } = plan
  const values = {
    content: JSON.stringify(content),
    status: to,
    last_opinion: request.opinion ?? before?.last_opinion ?? null,
    update_by: user.username,
    ...(request.action === 'SUBMIT' ? { submit_time: sql<string>`now()` } : {}),
  }
  if (before) {
    await trx
      .updateTable('annual_report')
      .set({ ...values, version: sql`version + 1`, update_time: sql`now()` })
      .where('id', '=', before.id)
      .execute()
    return before.id
  }
  const made = await trx
    .insertInto('annual_report')
    .values({
      ...values,
      demo_project_id: key.demoProjectId,
      province_code: project.province_code,
      year: key.year,
      create_by: user.username,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return made.id
}

/** Saves, submits or reviews a report and returns its id. @throws HttpError 400, 403, 404, 409 or 423 */
export async function saveAnnual(trx: Trx, request: Request, user: Caller, now: Date): Promise<number> {
  const { action, opinion } = request
  const before = await storedOf(trx, request, user)
  const key = before ? { demoProjectId: before.demo_project_id, year: before.year } : keyOf(request)
  const project = await requireDemo(trx, key.demoProjectId, user, { now, lock: true })
  const to = statusAfter(project, before?.status ?? ReportStatus.draft, action, user)
  if (needsOpinion(action) && !opinion?.trim()) throw opinionMissing()
  const isWriting = action === 'SAVE' || action === 'SUBMIT'
  const sums = isWriting ? await yearFigures(trx, project, key.year) : {}
  const content = isWriting ? contentOf(request, before?.content, sums) : (before?.content ?? {})
  const plan = { project, key, content, before, sums, isSubmitted: action === 'SUBMIT' }
  if (isWriting) await assertWriting(trx, plan, user, now)
  const id = await store(trx, { ...plan, to }, request, user)
  // Repeated saves record one step.
  if (action !== 'SAVE' || !before)
    await noteFlow(
      trx,
      'ANNUAL',
      [{ provinceCode: project.province_code, id, action, from: before?.status ?? null, to, opinion }],
      user,
    )
  if (needsOpinion(action))
    await tellReturn(
      trx,
      {
        project,
        to,
        bizType: 'ANNUAL',
        id,
        name: `${key.year}年度报告`,
        link: `/demonstration/annual/index?demoProjectId=${project.id}&year=${key.year}`,
        opinion: opinion ?? '',
      },
      user,
    )
  return id
}

/** Stores a stamped report, and puts it into the draft that is there. @throws HttpError 400, 403, 409 or 423 */
export async function uploadStamped(trx: Trx, upload: Upload, user: Caller, now: Date): Promise<FileRow> {
  const demoProjectId = Number(upload.fields['demoProjectId'])
  const year = Number(upload.fields['year'])
  if (!Number.isSafeInteger(demoProjectId)) throw missing('demoProjectId', '示范项目')
  if (!Number.isSafeInteger(year)) throw missing('year', '年度')
  if (!upload.fileName.toLowerCase().endsWith('.pdf')) throw badRequest('V-004', '请上传 PDF 文件', 'file')
  const project = await requireDemo(trx, demoProjectId, user, { now, lock: true })
  const before = await findAnnual(trx, { demoProjectId, year }, user, true)
  if (!reportParts(project, user).has('author')) throw notFound('示范项目')
  if (project.status !== DemoStatus.announced) throw conflict('N-004', '项目未公布，不填报年度报告')
  statusAfter(project, before?.status ?? ReportStatus.draft, 'SAVE', user)
  await requireWindow(trx, 'DEMO_ANNUAL', user, now, { year })
  const row = await storeUpload(trx, { upload, bizType: 'ANNUAL_STAMPED' }, user)
  if (before)
    await trx
      .updateTable('annual_report')
      .set({
        content: JSON.stringify({ ...before.content, stampedFileId: row.id }),
        update_by: user.username,
      })
      .where('id', '=', before.id)
      .execute()
  return row
}
