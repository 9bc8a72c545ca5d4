import type { FieldChange, Project, ReviewRecord, ReviewWarning } from '@xinchu/sdk'
import { allIssues, type CrossCheck } from '../../../ui/form/issues.ts'
import type { FormValues } from '../../../ui/form/values.ts'
import { asksReason } from '../../../ui/review/asks-reason.ts'
import { placeOf } from '../../../ui/review/remark-model.ts'
import { projectRows, projectSpecs } from '../form-model.ts'

const captions = new Map(projectSpecs.map(({ name, caption }) => [name, caption]))

/** Warnings of the form's content, with the reasons given at an earlier submission. */
export function warningsOf(
  values: FormValues,
  check: CrossCheck | undefined,
  known: readonly ReviewWarning[] = [],
): ReviewWarning[] {
  const own = allIssues(values, projectSpecs, projectRows, check, 'submit')
    .filter(({ level }) => level === 'warning')
    .map(({ field, message, code }) => {
      const fieldLabel = captions.get(field)
      return { field, message, ...(code ? { code } : {}), ...(fieldLabel ? { fieldLabel } : {}) }
    })
  const isSame = (one: ReviewWarning, other: ReviewWarning) =>
    one.field === other.field && (one.code === other.code || one.message === other.message)
  const given = (warning: ReviewWarning) => known.find((each) => isSame(each, warning))?.reason
  return [
    ...own.map((warning) => {
      const reason = given(warning)
      return reason ? { ...warning, reason } : warning
    }),
    ...known.filter((each) => !own.some((warning) => isSame(each, warning))),
  ]
}

/** Warnings that need a reason, with theirs. */
export const explained = (warnings: readonly ReviewWarning[], reasons: readonly string[]) =>
  warnings.flatMap((warning, index) => {
    const { field, code } = warning
    if (!asksReason(warning)) return []
    return [{ field, ...(code ? { code } : {}), reason: (reasons[index] ?? '').trim() }]
  })

/** Changes that no remark asked for. */
export function unaskedChanges(
  changes: readonly FieldChange[],
  remarks: ReviewRecord['remarks'],
): FieldChange[] {
  const asked = new Set(remarks.flatMap(({ field }) => placeOf(field)?.name ?? []))
  return changes.filter(({ field, asked: isAsked }) => !isAsked && !asked.has(placeOf(field)?.name ?? ''))
}

/** Short name of the office that receives a submission: its place, where its name begins with it. */
export function officeName(
  office: string | undefined,
  { countyName, cityName, provinceName }: Partial<Pick<Project, 'countyName' | 'cityName' | 'provinceName'>>,
): string | undefined {
  if (!office) return undefined
  return [countyName, cityName, provinceName].find((place) => place && office.startsWith(place)) ?? office
}
