import type { Quarter } from './progress-model.ts'
import type { Implementation, Progress } from './progress-queries.ts'

export interface InvestmentPoint extends Quarter {
  plan: number
  actual: number | undefined
}

type Yearly = NonNullable<Implementation['investmentPlan']>

const QUARTERS = 4

/** The plan's cumulative investment at the end of a quarter; a year's amount is spread evenly over it. */
export const plannedAt = (yearly: Yearly, { year, quarter }: Quarter): number =>
  yearly.reduce((sum, { year: of, amount = 0 }) => {
    if (of > year) return sum
    return sum + (of < year ? amount : (amount * quarter) / QUARTERS)
  }, 0)

/** Plan and reports by quarter, for the picture. */
export const investmentPoints = (
  yearly: Yearly,
  reports: readonly Progress[],
  quarters: readonly Quarter[],
): InvestmentPoint[] =>
  quarters.map((period) => ({
    ...period,
    plan: plannedAt(yearly, period),
    actual: reports.find(({ year, quarter }) => year === period.year && quarter === period.quarter)
      ?.cumulativeInvestment,
  }))
