import { type Candidate, MINIMUM_SHEETS } from './ranking.ts'

/** Difference between one sheet and the mean of the others, in units of 1/10,000 point. */
export interface Deviation {
  demoCode: string
  expertNo: number
  difference: number
}

/** Difference from which a sheet is marked as an outlier, in points. A hint: it never changes a score. */
export const OUTLIER_POINTS = 8

/**
 * The difference of every sheet from the mean of the other sheets of the same project.
 * Projects with fewer than three sheets are left out, because their mean says nothing.
 */
export const deviations = (candidates: readonly Candidate[]): Deviation[] =>
  candidates.flatMap(({ demoCode, sheets }) => {
    if (sheets.length < MINIMUM_SHEETS) return []
    const sum = sheets.reduce((total, sheet) => total + sheet.total, 0)
    return sheets.map(({ expertNo, total }) => ({
      demoCode,
      expertNo,
      difference: total - (sum - total) / (sheets.length - 1),
    }))
  })

/**
 * Mean of each expert's differences over his projects, in units of 1/10,000 point. Above 0 he scores higher than the
 * others.
 */
export function biases(candidates: readonly Candidate[]): Map<number, number> {
  const sums = new Map<number, { sum: number; count: number }>()
  for (const { expertNo, difference } of deviations(candidates)) {
    const before = sums.get(expertNo) ?? { sum: 0, count: 0 }
    sums.set(expertNo, { sum: before.sum + difference, count: before.count + 1 })
  }
  return new Map([...sums].map(([expertNo, { sum, count }]) => [expertNo, sum / count]))
}

/** Highest minus lowest score of a project, in units of 1/10,000 point; 0 without sheets. */
export const spread = ({ sheets }: Candidate): number =>
  sheets.length === 0
    ? 0
    : Math.max(...sheets.map(({ total }) => total)) - Math.min(...sheets.map(({ total }) => total))
