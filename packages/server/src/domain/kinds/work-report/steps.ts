import { fields as catalogue } from '@xinchu/contract/fields'
import type { components } from '@xinchu/contract/schema'
import { checkRecord, type Stage } from '@xinchu/validators'
import { sql } from 'kysely'
import type { Trx } from '../../../db/database.ts'
import { conflict, missing, staleVersion } from '../../../errors.ts'
import { assertNone, problemsOf } from '../../draft-check.ts'
import type { Checker, Reader } from '../../flow/kind.ts'
import type { Step, StepContext, StepItem } from '../../flow/step.ts'
import { deskTarget } from '../../flow/tell-moved.ts'
import type { Target } from '../../links/link-to.ts'
import type { AnyMessage } from '../../messages/tell.ts'
import { assertFiles } from '../../pilot-reports/evidence.ts'
import { ownProvince } from '../../provincial/parts.ts'
import {
  announcedNames,
  currentStats,
  prefillNow,
  refilled,
  unexplained,
} from '../../provincial/report-prefill.ts'
import { findWorkReport, type WorkReportContent, type WorkReportKey } from '../../provincial/report-rows.ts'
import type { Content } from '../../values/differences.ts'
import { contentOf, type LiveWorkReport, newWorkReport } from './record.ts'

type Schemas = components['schemas']

/** What a request says of a report. The fields are read by steps that write. */
export interface WorkReportItem extends StepItem {
  key: { [Name in 'year' | 'reportType']: WorkReportKey[Name] | undefined }
  fields: WorkReportContent
  /** Whether the table is filled in again. */
  refill?: boolean | undefined
  /** The platform's values that it was filled in with; known once it was checked. */
  prefill?: Schemas['WorkReportPrefill'] | null
}

type ReportStep = Step<LiveWorkReport, WorkReportItem>

export const periodOf = ({ record }: ReportStep): { year: number } => ({ year: record.key.year })

/** The drafts of new reports. @throws HttpError 400 without the year or the type, 409 if a report is there */
export async function beginReports(
  trx: Trx,
  items: readonly WorkReportItem[],
  { user, now }: StepContext,
): Promise<LiveWorkReport[]> {
  const begun: LiveWorkReport[] = []
  for (const { key } of items) {
    if (key.year === undefined) throw missing('year', '年度')
    if (key.reportType === undefined) throw missing('reportType', '报告类型')
    const full = { provinceCode: ownProvince(user), year: key.year, reportType: key.reportType }
    // Saved from elsewhere since the form was opened.
    if (await findWorkReport(trx, full, user, true)) throw staleVersion()
    begun.push(newWorkReport(full, user, now))
  }
  return begun
}

/** Problems of the table: projects of other provinces, and figures changed without a reason. */
async function tableProblems(
  trx: Trx,
  provinceCode: string,
  { fields, prefill }: WorkReportItem,
  stage: Stage,
) {
  const names = await announcedNames(trx, provinceCode)
  const rows = fields.projects ?? []
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

/** Fields of the author, completed with the platform's values. */
async function filled(trx: Trx, { record, item }: ReportStep, now: Date): Promise<WorkReportItem> {
  const { fields, refill } = item
  if (record.prefill && !refill) return { ...item, prefill: record.prefill }
  const prefill = await prefillNow(trx, record.key, now)
  return {
    ...item,
    fields: refill ? { ...fields, projects: refilled(prefill, fields.projects) } : fields,
    prefill,
  }
}

/** @throws HttpError 400 unless the content may be stored */
async function assertWriting(
  trx: Trx,
  { record, request }: ReportStep,
  item: WorkReportItem,
  { user }: StepContext,
): Promise<void> {
  const { provinceCode, ...period } = record.key
  const { fields } = item
  const stage = request.action === 'SUBMIT' ? 'submit' : 'draft'
  const specs = catalogue.WorkReportFields
  assertNone([
    ...problemsOf(checkRecord({ ...fields, ...period }, specs, stage), specs),
    ...(await tableProblems(trx, provinceCode, item, stage)),
  ])
  const scans = (id: number | undefined) => (id === undefined ? [] : [id])
  const [ids, kept] = [scans(fields.stampedFileId), scans(record.fields.stampedFileId)]
  await assertFiles(trx, { ids, kept, bizType: 'WORKREPORT_STAMPED', field: 'stampedFileId' }, user)
}

/** @throws HttpError 409 */
function assertKey({ record, item }: ReportStep): void {
  const isOther = (['year', 'reportType'] as const).some(
    (name) => item.key[name] !== undefined && item.key[name] !== record.key[name],
  )
  if (isOther) throw conflict('R-004', '报告的年度与类型不能修改')
}

/** Checks whether the content may be stored. A call writes one report. */
export async function reportChecker(
  trx: Trx,
  _steps: readonly ReportStep[],
  ctx: StepContext,
): Promise<Checker<LiveWorkReport, WorkReportItem>> {
  const check = async (step: ReportStep): Promise<WorkReportItem> => {
    assertKey(step)
    if (!step.line.writes) return step.item
    const item = await filled(trx, step, ctx.now)
    await assertWriting(trx, step, item, ctx)
    return item
  }
  return { check }
}

export const writtenReports = async (_trx: Trx, steps: readonly ReportStep[]): Promise<Content[]> =>
  steps.map(({ item }) => contentOf(item.fields))

/** Writes a report and returns its id. The figures are kept with a submission. */
async function storeReport(trx: Trx, step: ReportStep, { user }: StepContext): Promise<number> {
  const { record, item, request, to, isNew } = step
  const { provinceCode: province_code, year, reportType: report_type } = record.key
  const isSubmitted = request.action === 'SUBMIT'
  const stats = isSubmitted ? (await currentStats(trx, [province_code], year)).get(province_code) : null
  const values = {
    content: JSON.stringify(item.fields),
    prefill: JSON.stringify(item.prefill ?? null),
    stats: stats ? JSON.stringify(stats) : null,
    status: to as Schemas['ReportStatus'], // a state of the flow's table
    ...(request.opinion === undefined ? {} : { last_opinion: request.opinion }),
    update_by: user.username,
    ...(isSubmitted ? { submit_time: sql<string>`now()` } : {}),
  }
  if (!isNew) {
    await trx
      .updateTable('work_report')
      .set({ ...values, version: sql`version + 1`, update_time: sql`now()` })
      .where('id', '=', record.id)
      .execute()
    return record.id
  }
  const own = { province_code, year, report_type, org_id: user.orgId, create_by: user.username }
  const made = await trx
    .insertInto('work_report')
    .values({ ...values, ...own })
    .returning('id')
    .executeTakeFirstOrThrow()
  return made.id
}

/** Writes the report of a call. */
export async function storeReports(
  trx: Trx,
  steps: readonly ReportStep[],
  ctx: StepContext,
): Promise<number[]> {
  const ids: number[] = []
  for (const step of steps) ids.push(await storeReport(trx, step, ctx))
  return ids
}

/** The province's form, or the desk. */
export function workReportLinks(record: LiveWorkReport | undefined, reader: Reader): Target {
  if (reader === 'office') return deskTarget('WORK_REPORT', record)
  const { year, reportType } = record?.key ?? {}
  return { kind: 'WORK_REPORT', purpose: 'write', search: year && reportType ? { year, reportType } : {} }
}

/** Tells the province that its report was returned. */
export const returnedReport = (
  { record, request }: ReportStep,
  office: number | null,
  { user }: StepContext,
): AnyMessage => ({
  code: 'work-report.returned',
  to: { offices: [office] },
  values: {
    id: record.id,
    name: `“${record.fields.title ?? '省级工作报告'}”`,
    office: user.orgName,
    opinion: request.opinion ?? '',
    search: { year: record.key.year, reportType: record.key.reportType },
  },
})
