import { factorOf } from '@xinchu/validators/reading'
import type { ColumnValues } from './column-values.ts'
import type { ImportColumn } from './columns.ts'
import { names } from './heading-candidates.ts'

const NAME_WEIGHT = 70
const VALUE_WEIGHT = 30
const LEAST_SCORE = 60
const LEAST_LIKENESS = 0.3

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

function scored({ at, heading }: Unnamed, values: ColumnValues): Proposal[] {
  return names.likely(heading).flatMap(({ field, likeness, unit }) => {
    const isOfForm = values.hasForm(at, field)
    if (likeness < LEAST_LIKENESS && !isOfForm) return []
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
