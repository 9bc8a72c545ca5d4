import { fields } from '@xinchu/contract/fields'
import { countWords } from '@xinchu/validators'
import type { FieldProblem } from '../../errors.ts'
import type { AnnualUsage } from './annual-figures.ts'
import type { AnnualContent } from './annual-rows.ts'

/** Least length of the reason for a changed figure, without white space. */
const REASON_LENGTH = 10
// Figures have four decimals.
const TOLERANCE = 0.000_05

export type UsageName = keyof AnnualUsage

// The catalogue of fields has the properties of the schema.
const NAMES = fields.AnnualUsage.map(({ name }) => name) as UsageName[]
const captionOf = (field: UsageName) =>
  fields.AnnualUsage.find(({ name }) => name === field)?.caption ?? field

const differs = (one: number | undefined, other: number | undefined): boolean =>
  one === undefined || other === undefined ? one !== other : Math.abs(one - other) > TOLERANCE

/** A figure of a report that differs from that of the quarters. */
export interface ChangedFigure {
  field: UsageName
  caption: string
  sum: number
  value: number
  reason: string | undefined
  evidenceFileIds: readonly number[]
  /** The sum that the author saw, if the quarters were changed since. */
  earlierSum: number | undefined
}

/** The figures of a report that differ from those of the quarters, with their reasons. */
export function changedFigures(content: AnnualContent, sums: AnnualUsage): ChangedFigure[] {
  const { usage = {}, usageReasons = [], usageReason, usageBase = sums } = content
  return NAMES.flatMap((field) => {
    const sum = sums[field]
    const value = usage[field]
    if (sum === undefined || value === undefined || !differs(value, sum)) return []
    const own = usageReasons.find((each) => each.field === field)
    const base = usageBase[field]
    return [
      {
        field,
        caption: captionOf(field),
        sum,
        value,
        reason: own?.reason?.trim() || usageReason,
        evidenceFileIds: own?.evidenceFileIds ?? [],
        earlierSum: base !== undefined && differs(base, sum) ? base : undefined,
      },
    ]
  })
}

export const hasReason = ({ reason }: Pick<ChangedFigure, 'reason'>): boolean =>
  countWords(reason ?? '') >= REASON_LENGTH

/** A problem for each changed figure without a reason. */
export const reasonProblems = (changed: readonly ChangedFigure[]): FieldProblem[] =>
  changed
    .filter((each) => !hasReason(each))
    .map(({ field, caption, earlierSum, sum }) => ({
      field: `usageReasons.${field}`,
      caption,
      code: 'N-012',
      message:
        earlierSum === undefined
          ? '与各季度汇总不一致，请说明原因，不少于 10 字'
          : `各季度汇总已由 ${earlierSum} 变为 ${sum}，请恢复为汇总值，或说明原因，不少于 10 字`,
    }))

/** The sums that each figure was last compared with: those of now where its value or reason is new. */
export function usageBaseOf(
  content: AnnualContent,
  before: AnnualContent | undefined,
  sums: AnnualUsage,
): AnnualUsage {
  const reasonOf = ({ usageReasons = [], usageReason }: AnnualContent, field: UsageName) =>
    usageReasons.find((each) => each.field === field)?.reason ?? usageReason
  const isTouched = (field: UsageName) =>
    before?.usageBase === undefined ||
    differs(content.usage?.[field], before.usage?.[field]) ||
    reasonOf(content, field) !== reasonOf(before, field)
  const base = NAMES.map((field) => [field, isTouched(field) ? sums[field] : before?.usageBase?.[field]])
  return Object.fromEntries(base.filter(([, sum]) => sum !== undefined))
}
