import type { ImportCellIssue, ImportQuestion, RowCheck } from '@xinchu/sdk'
import { fields } from '@xinchu/sdk/fields'
import { checkField, codes, type FieldSpec, toPlainLine } from '@xinchu/validators'
import { type AskedCell, cellValue, isAsked, writtenChoice } from '@xinchu/validators/reading'

const SHOWN_VALUE = 500
// A project of an enterprise gets these from its account.
const OWN_COMPANY = 'C'
// Choices and divisions change on the platform, which alone can tell whether it has one.
const IS_PLATFORMS: ReadonlySet<FieldSpec['kind']> = new Set(['dict', 'dicts', 'region'])

const projectFields: readonly FieldSpec[] = fields.EsProjectFields
const checkedFields = projectFields.filter(
  ({ importColumn, kind, source }) => importColumn && kind !== 'region' && !source,
)

type Problem = Pick<ImportCellIssue, 'code' | 'message'>

const BEIJING_MS = 8 * 3_600_000

const beijingDay = (): string => new Date(Date.now() + BEIJING_MS).toISOString().slice(0, 10)

// Only the platform knows the row above.
const OF_ROW_ABOVE = 'C-009'

const isPlatforms = ({ kind }: FieldSpec) => IS_PLATFORMS.has(kind)

const read = (spec: FieldSpec, text: string) => cellValue(text, spec, { by: 'rows', today: beijingDay() })

/** The first error that needs nothing but the row. What a cell leaves open is none: the platform asks. */
function problemOf(spec: FieldSpec, text: string): Problem | undefined {
  const isMissing = text === ''
  if (isMissing && spec.group === OWN_COMPANY) return undefined
  if (!isMissing && isPlatforms(spec)) return undefined
  const found = isMissing ? { value: undefined } : read(spec, text)
  if ('message' in found) return isAsked(found) || found.code === OF_ROW_ABOVE ? undefined : found
  const issue = checkField(spec, { [spec.name]: found.value }, 'submit')
  const isGap = typeof spec.required === 'object' && issue?.code === codes.nonEmpty
  return issue && issue.level === 'error' && !isGap ? issue : undefined
}

function issueOf(
  rowNo: number,
  { name, caption }: FieldSpec,
  text: string,
  problem: Problem,
): ImportCellIssue {
  const { code } = problem
  return {
    field: name,
    caption,
    ...(text === '' ? {} : { value: text.slice(0, SHOWN_VALUE) }),
    ...(code ? { code } : {}),
    message: `第${rowNo}行【${caption}】：${problem.message}`.slice(0, 500),
  }
}

const questionOf = (
  { name, caption }: FieldSpec,
  { code, original, message, choices }: AskedCell,
): ImportQuestion => ({
  field: name,
  caption,
  code,
  original,
  message,
  choices: choices.map((choice) => ({ choice: writtenChoice(choice), text: choice.text })),
})

const textsOf = (cells: Readonly<Record<string, string>>) =>
  new Map(Object.entries(cells).map(([name, text]) => [name, toPlainLine(text)]))

/**
 * What the cells of a project row leave open, with the choices that the platform would offer. A row that is sent with such
 * cells is not written before they are answered. Choices of dictionaries and divisions are left to the platform.
 */
export function askProjectRow(cells: Readonly<Record<string, string>>): ImportQuestion[] {
  const texts = textsOf(cells)
  return checkedFields.flatMap((spec) => {
    const text = texts.get(spec.name) ?? ''
    const found = text === '' || isPlatforms(spec) ? undefined : read(spec, text)
    return found && isAsked(found) ? [questionOf(spec, found)] : []
  })
}

/**
 * Checks a project row before it is sent, as `precheck` of `importRows`: what is missing, and the format, length and range of
 * each cell, by the platform's own rules and in its words. Cells that may mean several things are told by
 * `askProjectRow`. Choices, divisions, relations between cells and duplicates are left
 * to the platform: a row that it would take is never refused. A blank row passes.
 */
export const checkProjectRow: RowCheck = (cells, rowNo) => {
  const texts = textsOf(cells)
  if (![...texts.values()].some((text) => text !== '')) return []
  return checkedFields.flatMap((spec) => {
    const text = texts.get(spec.name) ?? ''
    const problem = problemOf(spec, text)
    return problem ? [issueOf(rowNo, spec, text, problem)] : []
  })
}
