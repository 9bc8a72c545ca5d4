import { fields } from '@xinchu/contract/fields'
import type { FieldSpec } from '@xinchu/validators'

/** Chapters of a work report, in the order of its document. */
export const chapters: readonly FieldSpec[] = fields.WorkReportFields.filter(
  ({ group }) => group === 'chapter',
)

/** Text of a chapter; undefined if it is empty. */
export function chapterText(report: object, name: string): string | undefined {
  const text: unknown = Object.getOwnPropertyDescriptor(report, name)?.value
  return typeof text === 'string' && text.trim() !== '' ? text : undefined
}
