import type { ReviewResults } from '@xinchu/sdk'

export type Group = NonNullable<ReviewResults['groups']>[number]
export type Row = Group['rows'][number]
export type Opinion = NonNullable<Row['opinions']>[number]

/** Whether a row is selected: by its rank, unless an adjustment overrides it. */
export const isSelected = ({ withinQuota, adjusted }: Row): boolean => adjusted ?? withinQuota

/** Outcomes in favour of the project. */
const GOOD: ReadonlySet<Row['outcome']> = new Set(['PASSED', 'PROPOSED', 'SHORTLISTED', 'SELECTED'])

export const isGood = ({ outcome }: Row): boolean => GOOD.has(outcome)

/** Formats an average with four decimals. */
export const averageText = (value: number | undefined): string =>
  value === undefined ? '—' : value.toFixed(4)

/** A difference with its sign. */
export const signedText = (value: number): string => `${value < 0 ? '−' : '+'}${Math.abs(value).toFixed(4)}`

/** Index of the row below which the quota line is drawn. Undefined if all or none are within the quota. */
export function lineAfter(rows: readonly Row[]): number | undefined {
  const last = rows.findLastIndex(({ withinQuota }) => withinQuota)
  return last < 0 || last === rows.length - 1 ? undefined : last
}

/** The largest difference from the others' mean, for the hint. */
export function furthestOf(
  rows: readonly Row[],
): { expertNo: number; row: Row; difference: number } | undefined {
  const all = rows.flatMap((row) =>
    row.scores.flatMap(({ expertNo, difference }) =>
      difference === undefined ? [] : [{ expertNo, row, difference }],
    ),
  )
  return all.sort((a, b) => Math.abs(b.difference) - Math.abs(a.difference))[0]
}

/** 去极值均分 as a calculation: (85 + 87.5 + 86) ÷ 3 = 86.1667 */
export function trimmedWords({ scores, trimmedAvg }: Row): string {
  const kept = scores.filter(({ dropped }) => !dropped).map(({ total }) => total)
  if (kept.length === 0 || trimmedAvg === undefined) return '评分不足 3 份'
  return `(${kept.join(' + ')}) ÷ ${kept.length} = ${averageText(trimmedAvg)}`
}

export interface Selection {
  selected: readonly { row: Row; group: Group }[]
  others: readonly { row: Row; group: Group }[]
}

/** Splits the projects of all groups into selected ones and others. */
export function selectionOf(groups: readonly Group[]): Selection {
  const all = groups.flatMap((group) => group.rows.map((row) => ({ row, group })))
  return {
    selected: all.filter(({ row }) => isSelected(row)),
    others: all.filter(({ row }) => !isSelected(row)),
  }
}
