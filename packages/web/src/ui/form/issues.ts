import { checkRecord, type FieldSpec, type Issue, type Stage } from '@xinchu/validators'
import { draftOf, type FormValues, type RowSpecs, rowsAt } from './values.ts'

/** Rules across fields, given the request and the form values. */
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

/** All issues of a record: per field and per part, and across fields where the fields' own rules pass. */
export function allIssues(
  values: FormValues,
  specs: readonly FieldSpec[],
  rows: RowSpecs,
  check: CrossCheck | undefined,
  stage: Stage,
): readonly Issue[] {
  const own = [...checkRecord(values, specs, stage), ...rowIssues(values, rows, stage)]
  const wrong = new Set(own.flatMap(({ field, level }) => (level === 'error' ? [field] : [])))
  const across = check?.(draftOf(specs, values, rows), stage, values) ?? []
  return [...own, ...across.filter(({ field }) => !wrong.has(field))]
}

/** Maps an issue of a part to the form field that contains it. */
export const ownerOf = (field: string): string => field.split('.')[0] ?? field

/** Issue shown at a field: the most severe, including the server's. */
export function shownAt(issues: readonly Issue[], field: string): Issue | undefined {
  const own = issues.filter((issue) => issue.field === field)
  const level = own.some((issue) => issue.level === 'error') ? 'error' : 'warning'
  const shown = own.filter((issue) => issue.level === level)
  const [first] = shown
  return first && { ...first, message: [...new Set(shown.map(({ message }) => message))].join('；') }
}
