import type { components } from '@xinchu/contract/schema'
import { periodNumber } from '../ledger/official.ts'
import { type MovedTotals, movedTotals, type Totals } from '../statistics/restatement.ts'
import type { SnapshotPeriod } from './write.ts'

export type PeriodChange = components['schemas']['WarehousePeriodChange']
type Row = PeriodChange['rows'][number]

const rowOf = (code: string, before: Totals, after: Totals): Row => ({
  key: code,
  ...{ projectsBefore: before.projects, projectsAfter: after.projects },
  ...{ powerBefore: before.power, powerAfter: after.power },
  ...{ energyBefore: before.energy, energyAfter: after.energy },
  ...{ dueBefore: before.due, dueAfter: after.due },
  ...{ reportedBefore: before.reported, reportedAfter: after.reported },
  ...(before.hours === null ? {} : { hoursBefore: before.hours }),
  ...(after.hours === null ? {} : { hoursAfter: after.hours }),
})

/** What a sync changes of a period: figures of the nation, and of the provinces that move. */
export function periodChange(
  period: SnapshotPeriod,
  totals: MovedTotals,
  {
    restated,
    isAsked,
  }: { restated: readonly SnapshotPeriod[]; isAsked: (period: SnapshotPeriod) => boolean },
): PeriodChange {
  return {
    year: period.year,
    quarter: period.quarter as PeriodChange['quarter'], // of a stored period: 1 to 4
    isPublished: restated.some((each) => periodNumber(each) === periodNumber(period)),
    isRevised: isAsked(period),
    rows: movedTotals(period, totals).map(({ code, before, after }) => rowOf(code, before, after)),
  }
}
