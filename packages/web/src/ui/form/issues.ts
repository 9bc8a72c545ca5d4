import { checkRecord, type FieldSpec, type Issue, type Stage } from '@xinchu/validators'
import { draftOf, type FormValues, type RowSpecs, rowsAt } from './values.ts'

/** Rules between the fields of a record, given as it would be sent and as the form holds it. */
export type CrossCheck = (
  draft: Readonly<Record<string, unknown>>,
  stage: Stage,
  values: FormValues,
) => readonly Issue[]

function rowIssues(values: FormValues, rows: RowSpecs, stage: Stage): Issue[] {
  return Object.entries(rows).flatMap(([name, specs]) =>
    rowsAt(values, name).flatMap((row, index) =>
      checkRecord(row, specs, stage).map((issue) => ({ ...issue, field: `${name}.${index}.${issue.field}` })),
    ),
  )
}

/** Everything wrong with a record: each field by itself, each part by itself, and what does not fit together. */
export function allIssues(
  values: FormValues,
  specs: readonly FieldSpec[],
  rows: RowSpecs,
  check: CrossCheck | undefined,
  stage: Stage,
): readonly Issue[] {
  return [
    ...checkRecord(values, specs, stage),
    ...rowIssues(values, rows, stage),
    ...(check?.(draftOf(specs, values, rows), stage, values) ?? []),
  ]
}

/** The field of a form that an issue of one of its parts belongs to. */
export const ownerOf = (field: string): string => field.split('.')[0] ?? field

/** What a field shows: the worst of its issues, the server's words beside our own. */
export function shownAt(issues: readonly Issue[], field: string): Issue | undefined {
  const own = issues.filter((issue) => issue.field === field)
  const level = own.some((issue) => issue.level === 'error') ? 'error' : 'warning'
  const messages = own.filter((issue) => issue.level === level).map(({ message }) => message)
  return messages.length > 0 ? { field, level, message: [...new Set(messages)].join('；') } : undefined
}
