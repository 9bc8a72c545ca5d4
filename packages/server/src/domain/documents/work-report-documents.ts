import { day } from '../../runtime/time.ts'
import type { Caller } from '../caller.ts'
import { loadLabels } from '../dict/labels.ts'
import { requireWorkReport } from '../provincial/report-rows.ts'
import { workReport } from '../provincial/report-view.ts'
import { type DocumentServices, readerName, sendWord } from './document-services.ts'
import { workReportDocument } from './official/work-report.ts'

/** A visible work report for Word. @throws HttpError 404 */
export async function workReportWord(id: number, user: Caller, services: DocumentServices) {
  const { db, config, now } = services
  const row = await requireWorkReport(db, id, user)
  const report = await workReport(db, row, user)
  const document = workReportDocument({
    report,
    labels: await loadLabels(db),
    platform: config.title,
    ...(row.org_id === user.orgId ? {} : { reader: { name: readerName(user), date: day(now()) } }),
  })
  return sendWord(`省级工作报告-${report.provinceName ?? row.province_code}-${row.year}`, document, services)
}
