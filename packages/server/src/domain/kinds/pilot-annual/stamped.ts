import { DemoStatus, ReportStatus } from '@xinchu/contract/codes'
import type { Trx } from '../../../db/database.ts'
import { conflict, type HttpError, missing, notFound } from '../../../errors.ts'
import type { Caller } from '../../caller.ts'
import type { FileRow } from '../../files/info.ts'
import { storeUpload } from '../../files/store.ts'
import type { Upload } from '../../files/upload.ts'
import { requireWindow } from '../../fill-time/closure.ts'
import { noteStepEvents } from '../../flow/notes.ts'
import { refusedNow } from '../../flow/refused-now.ts'
import { BY_PROVINCE_AND_NATION } from '../../flow/report-flows.ts'
import { stepOf } from '../../flow/table.ts'
import { requirePilot } from '../../pilot-project/query.ts'
import { type AnnualRow, findAnnual } from '../../pilot-reports/annual-rows.ts'
import { reportParts } from '../../pilot-reports/parts.ts'
import { pilotAnnual } from './kind.ts'

/** The refusal of a scan for a report that is not with its author. */
async function notNow(trx: Trx, { id }: Pick<AnnualRow, 'id'>, user: Caller): Promise<HttpError> {
  const records = await pilotAnnual.load(trx, [id], user)
  const refusals = await refusedNow(trx, { code: pilotAnnual.code, reopens: () => false }, records)
  return [...refusals.values()][0] ?? notFound('年度报告')
}

/** Stores a stamped report, and puts it into the draft that is there. @throws HttpError 400, 403, 409 or 423 */
export async function uploadStamped(trx: Trx, upload: Upload, user: Caller, now: Date): Promise<FileRow> {
  const demoProjectId = Number(upload.fields['demoProjectId'])
  const year = Number(upload.fields['year'])
  if (!Number.isSafeInteger(demoProjectId)) throw missing('demoProjectId', '示范项目')
  if (!Number.isSafeInteger(year)) throw missing('year', '年度')
  const project = await requirePilot(trx, demoProjectId, user, { now, lock: true })
  const before = await findAnnual(trx, { demoProjectId, year }, user, true)
  const parts = reportParts(project, user)
  if (!parts.has('author')) throw notFound('示范项目')
  if (project.status !== DemoStatus.announced) throw conflict('N-004', '项目未公布，不填报年度报告')
  const isOpen = stepOf(BY_PROVINCE_AND_NATION, before?.status ?? ReportStatus.draft, 'SAVE', parts)
  if (before && !isOpen) throw await notNow(trx, before, user)
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
    await noteStepEvents(trx, pilotAnnual, [step], user)
  }
  return row
}
