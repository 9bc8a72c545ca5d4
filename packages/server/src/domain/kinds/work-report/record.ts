import { fields } from '@xinchu/contract/fields'
import type { Caller } from '../../caller.ts'
import { labelIn } from '../../dict/label.ts'
import type { LiveRecord, RecordKind } from '../../flow/kind.ts'
import { provincialRecord } from '../../provincial/record.ts'
import type { WorkReportContent, WorkReportRow } from '../../provincial/report-rows.ts'
import { canonical } from '../../review/canonical.ts'

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

/** A work report of a province as the review sees it. */
export function reviewedWorkReport(row: WorkReportRow, user: Caller): LiveRecord {
  const title = row.content.title ?? `${row.province_name ?? ''}${periodOf(row)}工作报告`
  return {
    ...provincialRecord(row, user),
    entity: 'WORK_REPORT',
    title,
    content: canonical(withRowIds(row.content), shape),
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
