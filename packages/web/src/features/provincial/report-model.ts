import { fields } from '@xinchu/contract/fields'
import type { FieldSpec } from '@xinchu/validators'
import { type FormValues, valuesOf } from '../../ui/form/values.ts'
import type { ReportDraft, WorkReport } from './queries.ts'

/** Chapters of a report, in the order of its document. */
export const CHAPTERS: readonly FieldSpec[] = fields.WorkReportFields.filter(
  ({ group }) => group === 'chapter',
)

export function chapterText(report: WorkReport, name: string): string {
  const text: unknown = Object.getOwnPropertyDescriptor(report, name)?.value
  return typeof text === 'string' && text !== '' ? text : '无'
}

/** The scan as a list of files, as the field of files has it. */
export const SCAN = 'stampedIds'

const KEY: readonly string[] = ['year', 'reportType', 'stampedFileId']

/** Fields of the form. The period is chosen beside it. */
export const reportSpecs: readonly FieldSpec[] = [
  ...fields.WorkReportFields.filter(({ name }) => !KEY.includes(name)),
  { name: SCAN, caption: '盖章扫描件', kind: 'list', required: 'submit' },
]

export const reportRows = { projects: fields.WorkReportProject }

export const captionOf = (name: string): string =>
  fields.WorkReportFields.find((spec) => spec.name === name)?.caption ?? name

/** Converts a stored or prefilled report to form values. */
export const reportValues = (report: WorkReport): FormValues => ({
  ...valuesOf(reportSpecs, report, reportRows),
  [SCAN]: report.stampedFile ? [report.stampedFile] : [],
})

/** Converts the form's draft to the request. */
export function sentReport(draft: Readonly<Record<string, unknown>>): Omit<ReportDraft, 'action'> {
  const { [SCAN]: scan, ...content } = draft
  const [stampedFileId] = Array.isArray(scan) ? scan : []
  // Checked by the same contract as the specs of the form.
  return { ...content, ...(stampedFileId === undefined ? {} : { stampedFileId }) } as Omit<
    ReportDraft,
    'action'
  >
}
