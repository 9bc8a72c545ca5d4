import { factorOf } from '@xinchu/validators/reading'
import { headingParts } from '@xinchu/validators/reading/table'
import type { ColumnValues } from './column-values.ts'
import type { ImportColumn } from './columns.ts'
import { names } from './heading-candidates.ts'

const NAME_WEIGHT = 70
const VALUE_WEIGHT = 30
const LEAST_SCORE = 60
const LEAST_LIKENESS = 0.3
// A batch waits for the answer. For a field that may be missing only a name that is much alike is worth it.
const LEAST_OF_OPTIONAL = 0.6
/** Endings of names for a share of something. */
const SHARE = /(?:比例|占比|比重|效率)$/u

/** A field that a column may be for. */
export interface Proposal {
  at: number
  field: ImportColumn
  score: number
  unit?: string
}

/** A column without a field. */
export interface Unnamed {
  at: number
  heading: string
}

/** Whether a name is near enough to that of a field to be asked about. */
function isNear(heading: string, { spec }: ImportColumn, likeness: number): boolean {
  if (spec.required === 'submit') return likeness >= LEAST_LIKENESS
  const isShare = spec.unit !== '%' && headingParts(heading).some(({ name }) => SHARE.test(name.trim()))
  return likeness >= LEAST_OF_OPTIONAL && !isShare
}

function scored({ at, heading }: Unnamed, values: ColumnValues): Proposal[] {
  return names.likely(heading).flatMap(({ field, likeness, unit }) => {
    const isOfForm = values.hasForm(at, field)
    if (!isOfForm && !isNear(heading, field, likeness)) return []
    const factor = unit === undefined ? undefined : factorOf(unit, field.spec)
    const { values: count, readable } = values.readable(
      at,
      field,
      typeof factor === 'object' ? factor : undefined,
    )
    const share = count === 0 ? 0 : readable / count
    const score = likeness * NAME_WEIGHT + share * VALUE_WEIGHT
    const sure = isOfForm ? Math.max(score, LEAST_SCORE) : score
    return sure < LEAST_SCORE ? [] : [{ at, field, score: sure, ...(unit === undefined ? {} : { unit }) }]
  })
}

/** Proposes fields for columns by the likeness of their names and by their values, one column a field, the best first. */
export function proposals(
  columns: readonly Unnamed[],
  taken: ReadonlySet<string>,
  values: ColumnValues,
): Map<number, Proposal> {
  const found = columns
    .flatMap((column) => scored(column, values))
    .filter(({ field }) => !taken.has(field.name))
    .toSorted((a, b) => b.score - a.score || a.at - b.at)
  const byColumn = new Map<number, Proposal>()
  const given = new Set<string>()
  for (const proposal of found) {
    if (byColumn.has(proposal.at) || given.has(proposal.field.name)) continue
    byColumn.set(proposal.at, proposal)
    given.add(proposal.field.name)
  }
  return byColumn
}
