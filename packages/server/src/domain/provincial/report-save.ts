import { ReportStatus } from '@xinchu/sdk/codes'
import { fields } from '@xinchu/sdk/fields'
import type { components } from '@xinchu/sdk/schema'
import { checkRecord, type Stage } from '@xinchu/validators'
import { sql } from 'kysely'
import type { Trx } from '../../db/database.ts'
import { conflict, missing, staleVersion } from '../../errors.ts'
import type { Caller } from '../caller.ts'
import { assertFiles } from '../demo-reports/evidence.ts'
import { assertNone, problemsOf } from '../draft-check.ts'
import { requireWindow } from '../fill-time/window.ts'
import { ownProvince } from './parts.ts'
import { announcedNames, currentStats } from './report-prefill.ts'
import {
  findWorkReport,
  requireWorkReport,
  type WorkReportContent,
  type WorkReportKey,
  type WorkReportRow,
} from './report-rows.ts'
import { isWriting, nextStatus, noteStep } from './step.ts'

type Request = components['schemas']['WorkReportRequest']

const specs = fields.WorkReportFields

function contentOf(request: Request): WorkReportContent {
  const { id: _id, version: _version, action: _action, opinion: _opinion, ...rest } = request
  const { year: _year, reportType: _type, ...content } = rest
  return content
}

/** @throws HttpError 400 without the year or the type */
function keyOf({ year, reportType }: Request, user: Caller): WorkReportKey {
  if (year === undefined) throw missing('year', '年度')
  if (reportType === undefined) throw missing('reportType', '报告类型')
  return { provinceCode: ownProvince(user), year, reportType }
}

/** The stored report that a request is about. @throws HttpError 403, 404 or 409 */
async function storedOf(trx: Trx, request: Request, user: Caller): Promise<WorkReportRow | undefined> {
  const { id, version, year, reportType } = request
  if (id === undefined) {
    // Saved from elsewhere since the form was opened.
    if (await findWorkReport(trx, keyOf(request, user), user, true)) throw staleVersion()
    return undefined
  }
  const row = await requireWorkReport(trx, id, user, true)
  if (row.version !== version) throw staleVersion()
  const isOther =
    (year !== undefined && year !== row.year) || (reportType !== undefined && reportType !== row.report_type)
  if (isOther) throw conflict('R-004', '报告的年度与类型不能修改')
  return row
}

interface Writing {
  key: WorkReportKey
  content: WorkReportContent
  before: WorkReportRow | undefined
  stage: Stage
}

/** @throws HttpError 400 or 423 unless the content may be written now */
async function assertWriting(trx: Trx, writing: Writing, user: Caller, now: Date): Promise<void> {
  const { key, content, before, stage } = writing
  const { provinceCode, ...period } = key
  await requireWindow(trx, 'PROV_REPORT', user, now, { year: key.year })
  const names = await announcedNames(trx, provinceCode)
  const problems = problemsOf(checkRecord({ ...content, ...period }, specs, stage), specs)
  for (const [place, { demoProjectId }] of (content.projects ?? []).entries())
    if (!names.has(demoProjectId))
      problems.push({
        field: `projects.${place}.demoProjectId`,
        code: 'R-005',
        message: '不是本省已公布的示范项目',
      })
  assertNone(problems)
  const scans = (id: number | undefined) => (id === undefined ? [] : [id])
  const ids = scans(content.stampedFileId)
  const kept = scans(before?.content.stampedFileId)
  await assertFiles(trx, { ids, kept, bizType: 'WORKREPORT_STAMPED', field: 'stampedFileId' }, user)
}

/** Writes a report and returns its id. The figures are kept with a submission. */
async function store(
  trx: Trx,
  { key, content, before }: Omit<Writing, 'stage'>,
  { action, opinion }: Request,
  to: ReportStatus,
  user: Caller,
): Promise<number> {
  const stats = (await currentStats(trx, [key.provinceCode], key.year)).get(key.provinceCode)
  const values = {
    content: JSON.stringify(content),
    status: to,
    last_opinion: opinion ?? before?.last_opinion ?? null,
    update_by: user.username,
    ...(action === 'SUBMIT' ? { stats: JSON.stringify(stats), submit_time: sql<string>`now()` } : {}),
    ...(action === 'SAVE' ? { stats: null } : {}),
  }
  if (before) {
    await trx
      .updateTable('work_report')
      .set({ ...values, version: sql`version + 1`, update_time: sql`now()` })
      .where('id', '=', before.id)
      .execute()
    return before.id
  }
  const { provinceCode: province_code, year, reportType: report_type } = key
  const own = { province_code, year, report_type, org_id: user.orgId, create_by: user.username }
  const made = await trx
    .insertInto('work_report')
    .values({ ...values, ...own })
    .returning('id')
    .executeTakeFirstOrThrow()
  return made.id
}

/** Saves, submits or reviews a report and returns its id. @throws HttpError 400, 403, 404, 409 or 423 */
export async function saveWorkReport(trx: Trx, request: Request, user: Caller, now: Date): Promise<number> {
  const { action, opinion } = request
  const before = await storedOf(trx, request, user)
  const key = before
    ? { provinceCode: before.province_code, year: before.year, reportType: before.report_type }
    : keyOf(request, user)
  const from = before?.status ?? null
  const to = nextStatus(
    { province_code: key.provinceCode, status: from ?? ReportStatus.draft },
    request,
    user,
  )
  const content = isWriting(action) ? contentOf(request) : (before?.content ?? {})
  const stage = action === 'SUBMIT' ? 'submit' : 'draft'
  if (isWriting(action)) await assertWriting(trx, { key, content, before, stage }, user, now)
  const id = await store(trx, { key, content, before }, request, to, user)
  const { provinceCode, year, reportType } = key
  const orgId = before?.org_id ?? user.orgId
  const name = `“${content.title ?? '省级工作报告'}”`
  const link = `/provincial/workreport/index?year=${year}&reportType=${reportType}`
  await noteStep(
    trx,
    { kind: 'WORK_REPORT', id, provinceCode, orgId, action, opinion, from, to, name, link },
    user,
  )
  return id
}
