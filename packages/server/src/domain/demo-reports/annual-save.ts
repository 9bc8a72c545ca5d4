import { DemoStatus, ReportStatus } from '@xinchu/contract/codes'
import type { components } from '@xinchu/contract/schema'
import type { Trx } from '../../db/database.ts'
import { conflict, missing, notFound } from '../../errors.ts'
import type { Caller } from '../caller.ts'
import { requireDemo } from '../demo-project/query.ts'
import type { FileRow } from '../files/info.ts'
import { storeUpload } from '../files/store.ts'
import type { Upload } from '../files/upload.ts'
import { requireWindow } from '../fill-time/closure.ts'
import { noteStepEvents } from '../flow-notes.ts'
import type { Means, Taken } from '../review/record-step.ts'
import { usageBaseOf } from './annual-changes.ts'
import { annualProblems, assertAnnual, missingProgress } from './annual-check.ts'
import { yearFigures } from './annual-figures.ts'
import { type AnnualContent, evidenceOf, findAnnual, scanOf } from './annual-rows.ts'
import { assertFiles } from './evidence.ts'
import { reportParts, statusAfter } from './parts.ts'
import { beginStep, contentOf, type ReportStep, takeStep } from './report-step.ts'

type Request = components['schemas']['AnnualReportRequest']

/** The content that an author writes. @throws HttpError 400, 409 or 423 unless it may be written now */
async function written(
  trx: Trx,
  { project, key, before }: ReportStep<'ANNUAL'>,
  request: Request,
  { user, now }: Means,
): Promise<AnnualContent> {
  if (project.status !== DemoStatus.announced) throw conflict('N-004', '项目未公布，不填报年度报告')
  await requireWindow(trx, 'DEMO_ANNUAL', user, now, { year: key.year })
  const isSubmitted = request.action === 'SUBMIT'
  const sums = await yearFigures(trx, project, key.year)
  const own = contentOf(request)
  const content = { ...own, usageBase: usageBaseOf(own, before?.content, sums) }
  assertAnnual(annualProblems(content, key, isSubmitted ? 'submit' : 'draft', sums))
  const lacking = isSubmitted ? await missingProgress(trx, project, key.year) : []
  if (lacking.length > 0) throw conflict('N-010', `${lacking.join('；')}`)
  const enclosed = [
    { bizType: 'ANNUAL_STAMPED', field: 'stampedFileId', idsOf: scanOf },
    { bizType: 'INDEX_EVIDENCE', field: 'usageReasons', idsOf: evidenceOf },
  ] as const
  for (const { idsOf, ...of } of enclosed)
    await assertFiles(trx, { ...of, ids: idsOf(content), kept: before ? idsOf(before.content) : [] }, user)
  return content
}

/** Saves, submits or reviews a report. @throws HttpError 400, 403, 404, 409 or 423 */
export async function saveAnnual(trx: Trx, request: Request, means: Means): Promise<Taken> {
  const step = await beginStep(trx, 'ANNUAL', request, means)
  const isWriting = request.action === 'SAVE' || request.action === 'SUBMIT'
  const content = isWriting ? await written(trx, step, request, means) : (step.before?.content ?? {})
  return takeStep(trx, { ...step, content }, request, means)
}

/** Stores a stamped report, and puts it into the draft that is there. @throws HttpError 400, 403, 409 or 423 */
export async function uploadStamped(trx: Trx, upload: Upload, user: Caller, now: Date): Promise<FileRow> {
  const demoProjectId = Number(upload.fields['demoProjectId'])
  const year = Number(upload.fields['year'])
  if (!Number.isSafeInteger(demoProjectId)) throw missing('demoProjectId', '示范项目')
  if (!Number.isSafeInteger(year)) throw missing('year', '年度')
  const project = await requireDemo(trx, demoProjectId, user, { now, lock: true })
  const before = await findAnnual(trx, { demoProjectId, year }, user, true)
  if (!reportParts(project, user).has('author')) throw notFound('示范项目')
  if (project.status !== DemoStatus.announced) throw conflict('N-004', '项目未公布，不填报年度报告')
  statusAfter(project, before?.status ?? ReportStatus.draft, 'SAVE', user)
  await requireWindow(trx, 'DEMO_ANNUAL', user, now, { year })
  const row = await storeUpload(trx, { upload, bizType: 'ANNUAL_STAMPED' }, user)
  if (before) {
    await trx
      .updateTable('annual_report')
      .set({
        content: JSON.stringify({ ...before.content, stampedFileId: row.id }),
        update_by: user.username,
      })
      .where('id', '=', before.id)
      .execute()
    const { id, province_code, status } = before
    const step = { id, provinceCode: province_code, action: 'SAVE', from: status, to: status }
    await noteStepEvents(trx, 'ANNUAL', [step], user)
  }
  return row
}
