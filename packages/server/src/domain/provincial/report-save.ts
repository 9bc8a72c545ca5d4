import { ReportStatus } from '@xinchu/contract/codes'
import { fields } from '@xinchu/contract/fields'
import type { components } from '@xinchu/contract/schema'
import { checkRecord, type Stage } from '@xinchu/validators'
import { sql } from 'kysely'
import type { Trx } from '../../db/database.ts'
import { conflict, missing, staleVersion } from '../../errors.ts'
import type { Caller } from '../caller.ts'
import { assertFiles } from '../demo-reports/evidence.ts'
import { assertNone, problemsOf } from '../draft-check.ts'
import { requireWindow } from '../fill-time/closure.ts'
import { reviewedWorkReport } from '../kinds/work-report/record.ts'
import { type Means, type RecordStep, type Taken, takeRecordStep } from '../review/record-step.ts'
import { ownProvince } from './parts.ts'
import { announcedNames, currentStats, prefillNow, refilled, unexplained } from './report-prefill.ts'
import {
  findWorkReport,
  requireWorkReport,
  type WorkReportContent,
  type WorkReportKey,
  type WorkReportRow,
} from './report-rows.ts'
import { isWriting, nextStatus, tellReturn, withoutReview } from './step.ts'

type Schemas = components['schemas']
type Request = Schemas['WorkReportRequest']

const specs = fields.WorkReportFields

function contentOf(request: Request): WorkReportContent {
  const { id: _id, version: _version, action: _action, opinion: _opinion, refill: _refill, ...rest } = request
  const { year: _year, reportType: _type, ...content } = withoutReview(rest)
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
  prefill: Schemas['WorkReportPrefill'] | null
  before: WorkReportRow | undefined
}

/** Problems of the table: projects of other provinces, and figures changed without a reason. */
async function tableProblems(trx: Trx, { key, content, prefill }: Writing, stage: Stage) {
  const names = await announcedNames(trx, key.provinceCode)
  const rows = content.projects ?? []
  const strange = rows.flatMap(({ demoProjectId }, place) =>
    names.has(demoProjectId)
      ? []
      : [
          {
            field: `projects.${place}.demoProjectId`,
            code: 'R-005' as const,
            message: '不是本省已公布的示范项目',
          },
        ],
  )
  const silent = stage === 'submit' && prefill ? unexplained(prefill, rows) : []
  return [
    ...strange,
    ...silent.map((place) => ({
      field: `projects.${place}.remark`,
      code: 'R-006' as const,
      message: `“${rows[place]?.projectName ?? ''}”与进展报送不一致，请在备注中说明`,
    })),
  ]
}

/** @throws HttpError 400 or 423 unless the content may be written now */
async function assertWriting(trx: Trx, writing: Writing, stage: Stage, { user, now }: Means): Promise<void> {
  const { key, content, before } = writing
  const { provinceCode: _own, ...period } = key
  await requireWindow(trx, 'PROV_REPORT', user, now, { year: key.year })
  assertNone([
    ...problemsOf(checkRecord({ ...content, ...period }, specs, stage), specs),
    ...(await tableProblems(trx, writing, stage)),
  ])
  const scans = (id: number | undefined) => (id === undefined ? [] : [id])
  const ids = scans(content.stampedFileId)
  const kept = scans(before?.content.stampedFileId)
  await assertFiles(trx, { ids, kept, bizType: 'WORKREPORT_STAMPED', field: 'stampedFileId' }, user)
}

interface Step extends Writing {
  to: ReportStatus
  request: Request
  user: Caller
}

/** Writes a report and returns its id. The figures are kept with a submission. */
async function store(trx: Trx, step: Step): Promise<number> {
  const { key, content, prefill, before, to, request, user } = step
  const { action, opinion } = request
  const stats = (await currentStats(trx, [key.provinceCode], key.year)).get(key.provinceCode)
  const values = {
    content: JSON.stringify(content),
    prefill: JSON.stringify(prefill),
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

/** Fields of the author, completed with the platform's values. */
async function writtenOf(
  trx: Trx,
  key: WorkReportKey,
  before: WorkReportRow | undefined,
  request: Request,
  now: Date,
): Promise<Pick<Writing, 'content' | 'prefill'>> {
  const content = contentOf(request)
  if (before?.prefill && !request.refill) return { content, prefill: before.prefill }
  const prefill = await prefillNow(trx, key, now)
  return {
    content: request.refill ? { ...content, projects: refilled(prefill, content.projects) } : content,
    prefill,
  }
}

/** Applies a checked step to a report. */
function takeStep(trx: Trx, step: Step, means: Means): Promise<Taken> {
  const { key, content, before, to, request, user } = step
  const name = `“${content.title ?? '省级工作报告'}”`
  const taken: RecordStep = {
    entity: 'WORK_REPORT',
    provinceCode: key.provinceCode,
    to,
    isToAuthor: true,
    before: before && {
      row: before,
      stored: reviewedWorkReport(before, user),
      written: reviewedWorkReport({ ...before, content }, user),
    },
    store: () => store(trx, step),
    load: async (id) => reviewedWorkReport(await requireWorkReport(trx, id, user), user),
    tell(id, after) {
      const orgId = before?.org_id ?? user.orgId
      const notice = {
        kind: 'WORK_REPORT',
        name,
        opinion: request.opinion,
        orgId,
        search: { year: key.year, reportType: key.reportType },
      } as const
      return tellReturn(trx, id, notice, user, after)
    },
  }
  return takeRecordStep(trx, taken, request, means)
}

/** Saves, submits or reviews a report. @throws HttpError 400, 403, 404, 409 or 423 */
export async function saveWorkReport(trx: Trx, request: Request, means: Means): Promise<Taken> {
  const { user, now } = means
  const { action } = request
  const before = await storedOf(trx, request, user)
  const key = before
    ? { provinceCode: before.province_code, year: before.year, reportType: before.report_type }
    : keyOf(request, user)
  const status = before?.status ?? ReportStatus.draft
  const to = nextStatus({ province_code: key.provinceCode, status }, request, user)
  const kept = { content: before?.content ?? {}, prefill: before?.prefill ?? null }
  const written = isWriting(action) ? await writtenOf(trx, key, before, request, now) : kept
  const writing: Writing = { key, ...written, before }
  if (isWriting(action)) await assertWriting(trx, writing, action === 'SUBMIT' ? 'submit' : 'draft', means)
  return takeStep(trx, { ...writing, to, request, user }, means)
}
