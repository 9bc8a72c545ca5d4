import { BuildStatus } from '@xinchu/contract/codes'
import { checkProject, checkRecord, codes, type Issue, type PlaceBoxes } from '@xinchu/validators'
import { projectFields } from '../es-project/columns.ts'
import { type Ground, groundProblems, withOwnCompany } from '../es-project/ground.ts'
import type { CheckContext } from './check-context.ts'
import { columnOf, PARTS, SHOWN_AT } from './columns.ts'
import type { Found } from './found.ts'
import { isPlace, type Values } from './places.ts'

// The workbook has one date column, which means the date of the project's state.
const ENDS: Readonly<Record<string, string>> = {
  [BuildStatus.retired]: 'retireDate',
  [BuildStatus.terminated]: 'terminateDate',
}

function placeStopDate(values: Values): void {
  const field = ENDS[String(values['buildStatus'])]
  if (!field || values['stopDate'] === undefined) return
  values[field] = values['stopDate']
  delete values['stopDate']
}

/** Applies the rules of forms. A gap that matters only on submission is a warning. */
function ruleIssues(values: Values, today: string, boxes: PlaceBoxes): Found[] {
  const isImportable = ({ field }: Issue) =>
    field === PARTS ? values[PARTS] !== undefined : columnOf(SHOWN_AT[field] ?? field) !== undefined
  const isGap = (issue: Issue) => {
    const { required } = projectFields.find(({ name }) => name === issue.field) ?? {}
    return typeof required === 'object' && issue.code === codes.nonEmpty
  }
  const issues = [...checkRecord(values, projectFields, 'submit'), ...checkProject(values, today, boxes)]
  return issues
    .filter(isImportable)
    .map((issue) => ({ ...issue, level: isGap(issue) ? ('warning' as const) : issue.level }))
}

/**
 * Ground problems of a row. A place that is missing or unknown has its own error already, and one that is asked about is judged
 * when it is known.
 */
function groundIssues(ground: Ground, values: Values, found: readonly Found[]): Found[] {
  const unclear = found.filter(({ field, level }) => level === 'error' && isPlace(field))
  const isAsked = unclear.some(({ asks }) => asks)
  return groundProblems(ground, values)
    .filter(({ field }) => !(isAsked && isPlace(field)))
    .filter(({ field }) => unclear.length === 0 || values[field] !== undefined)
    .map((problem) => ({ ...problem, level: 'error' }))
}

/** Completes the values of a row, and returns what the rules say of them. */
function judged(
  values: Values,
  found: readonly Found[],
  { ground, source, references }: CheckContext,
): Found[] {
  placeStopDate(values)
  Object.assign(values, withOwnCompany(ground, values))
  return [...ruleIssues(values, source.today, references.boxes), ...groundIssues(ground, values, found)]
}

const isSame = (one: Found, other: Found): boolean =>
  one.field === other.field && one.code === other.code && one.level === other.level

/**
 * Completes the values of a row, and returns what the rules say of them. Of a row with questions, only what they say whatever
 * is answered: the rest depends on the answers.
 */
export function judgeRow(values: Values, found: readonly Found[], context: CheckContext): Found[] {
  const issues = judged(values, found, context)
  const asked = found.flatMap(({ field, asks }) =>
    asks && !isPlace(field) ? [{ field, choices: asks.choices }] : [],
  )
  const most = Math.max(0, ...asked.map(({ choices }) => choices.length))
  let standing = issues
  for (let round = 0; round < most; round += 1) {
    const answers = asked.map(({ field, choices }) => [field, (choices[round] ?? choices.at(-1))?.value])
    const assumed = judged({ ...values, ...Object.fromEntries(answers) }, found, context)
    standing = (round === 0 ? assumed : standing).filter((issue) =>
      assumed.some((other) => isSame(issue, other)),
    )
  }
  return standing
}
