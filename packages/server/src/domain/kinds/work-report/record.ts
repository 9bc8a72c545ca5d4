import { ReportStatus } from '@xinchu/contract/codes'
import { fields } from '@xinchu/contract/fields'
import { dateTime } from '../../../runtime/time.ts'
import type { Caller } from '../../caller.ts'
import { labelIn } from '../../dict/label.ts'
import { columnsOf } from '../../flow/columns.ts'
import type { LiveRecord, RecordKind } from '../../flow/kind.ts'
import { provincialRecord } from '../../provincial/record.ts'
import type { WorkReportContent, WorkReportKey, WorkReportRow } from '../../provincial/report-rows.ts'
import { canonical } from '../../values/canonical.ts'
import type { Content } from '../../values/differences.ts'

/** The key of a report and of its rows, which is no part of the content. */
const KEY: readonly string[] = ['year', 'reportType', 'demoProjectId']

const withoutKey = (specs: typeof fields.WorkReportFields) => specs.filter(({ name }) => !KEY.includes(name))

export const shape: RecordKind['shape'] = {
  fields: withoutKey(fields.WorkReportFields),
  rows: { projects: withoutKey(fields.WorkReportProject) },
  groups: {},
}

/** 2026年年度, 2026年半年. */
const periodOf = (row: Pick<WorkReportRow, 'year' | 'report_type'>): string =>
  `${row.year}年${labelIn('work_report_type', row.report_type)}`

/** Rows are paired by their projects. */
const withRowIds = ({ projects, ...content }: WorkReportContent) => ({
  ...content,
  ...(projects && { projects: projects.map(({ demoProjectId: id, ...rest }) => ({ id, ...rest })) }),
})

/** The content of a report as the review compares it. */
export const contentOf = (content: WorkReportContent): Content => canonical(withRowIds(content), shape)

/** Columns that undoing a step restores. */
export const undo = ['status', 'last_opinion', 'submit_time', 'stats'] as const

/** A work report with its key and its fields as they are stored. */
export interface LiveWorkReport extends LiveRecord {
  key: WorkReportKey
  fields: WorkReportContent
  prefill: WorkReportRow['prefill']
}

type Row = Omit<WorkReportRow, 'create_by' | 'create_time' | 'update_by'>

/** A work report of a province as the review sees it. */
export function reviewedWorkReport(row: Row, user: Caller): LiveWorkReport {
  const title = row.content.title ?? `${row.province_name ?? ''}${periodOf(row)}工作报告`
  return {
    ...provincialRecord(row, user),
    entity: 'WORK_REPORT',
    title,
    content: contentOf(row.content),
    shape,
    key: { provinceCode: row.province_code, year: row.year, reportType: row.report_type },
    fields: row.content,
    prefill: row.prefill,
    columns: columnsOf(row, undo),
    place: { province_code: row.province_code, city_code: null, county_code: null },
    task: () => ({
      title,
      orgName: row.province_name ?? '',
      place: row.province_name ?? '',
      period: periodOf(row),
      status: row.status,
      statusLabel: labelIn('report_status', row.status),
    }),
  }
}

/** The draft that a new report begins as. */
export const newWorkReport = (key: WorkReportKey, user: Caller, now: Date): LiveWorkReport =>
  reviewedWorkReport(
    {
      ...{ id: 0, version: 0, update_time: dateTime(now), org_id: user.orgId },
      ...{
        province_code: key.provinceCode,
        province_name: null,
        year: key.year,
        report_type: key.reportType,
      },
      ...{ status: ReportStatus.draft, last_opinion: null, submit_time: null },
      ...{ content: {}, prefill: null, stats: null },
    },
    user,
  )
