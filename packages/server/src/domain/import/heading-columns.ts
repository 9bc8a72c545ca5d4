import { factorOf } from '@xinchu/validators/reading'
import type { MappedColumns } from '@xinchu/validators/reading/table'
import { columnLetter } from '../../workbook/column-letter.ts'
import type { ColumnValues } from './column-values.ts'
import { type Candidate, type Named, namedBy, required } from './heading-candidates.ts'
import type { Proposal } from './heading-proposals.ts'
import {
  type HeadingQuestion,
  questionOfMismatch,
  questionOfMissing,
  questionOfUnit,
  questionsOfTwins,
} from './heading-questions.ts'

/** Heading of the error column. */
export const NOTES = '问题说明'

// Further columns of our own workbooks.
const OWN = new Set(['序号', '行号', '状态', NOTES, 'SERIAL'])

export const isOwn = (text: string): boolean => OWN.has(text.toUpperCase())

/** The heading of a column as a person sees it: the hidden name below a caption says less. */
const headingAt = (at: number, best: Candidate, above: Candidate | undefined): string =>
  (above?.named[at] ? above.texts[at] : best.texts[at] || above?.texts[at]) ?? ''

/** The columns of a heading with what they are named by, and what is asked of them. */
export interface FoundColumns {
  headings: string[]
  named: (Named | undefined)[]
  /** Columns that the map says something of. */
  mapped: Set<number>
  questions: HeadingQuestion[]
}

export function columnsIn(
  best: Candidate,
  above: Candidate | undefined,
  width: number,
  map?: MappedColumns,
): FoundColumns {
  const found: FoundColumns = { headings: [], named: [], mapped: new Set(), questions: [] }
  for (let at = 0; at < width; at++) {
    const heading = headingAt(at, best, above)
    const column =
      map?.byLetter(columnLetter(at + 1)) ?? (heading === '' ? undefined : map?.byHeading(heading))
    const named = column ? namedBy(column, heading) : best.named[at]
    const captioned = above?.named[at]
    if (!column && named && captioned && captioned.field !== named.field)
      found.questions.push(questionOfMismatch(heading, best.texts[at] ?? '', named.field, at))
    if (column) found.mapped.add(at)
    found.headings.push(heading)
    found.named.push(named)
  }
  found.questions.push(...questionsOfTwins(found.named, found.headings))
  return found
}

/** The columns that no field was found for, but for our own and those that the map leaves out. */
export const unnamedIn = ({ headings, named, mapped }: FoundColumns, values: ColumnValues) =>
  headings.flatMap((heading, at) =>
    named[at] || mapped.has(at) || isOwn(heading) || (heading === '' && !values.hasValues(at))
      ? []
      : [{ at, heading }],
  )

/** Asks for what is missing; where no column is left to choose from, the sheet is refused. */
export function completeness(
  { named, questions }: FoundColumns,
  proposed: ReadonlyMap<number, Proposal>,
  unnamed: readonly { heading: string }[],
): { questions: HeadingQuestion[]; refusal?: string } {
  const known = new Set([...named, ...proposed.values()].map((each) => each?.field.name))
  const missing = required.filter(({ name }) => !known.has(name))
  if (missing.length === 0) return { questions: [] }
  const question = questionOfMissing(
    missing,
    unnamed.map(({ heading }) => heading),
  )
  // Of two columns that mean the same one may be the missing.
  const isOpen = unnamed.length > 0 || questions.length > 0
  return isOpen ? { questions: [question] } : { questions: [], refusal: question.message }
}

export const foreignUnits = ({ headings, named }: FoundColumns, units: readonly (string | undefined)[]) =>
  named.flatMap((each, at) => {
    const unit = units[at]
    if (!each || unit === undefined || factorOf(unit, each.field.spec) !== 'foreign') return []
    return [questionOfUnit(headings[at] ?? '', unit, each.field, at)]
  })
