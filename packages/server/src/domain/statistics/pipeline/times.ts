import type { components } from '@xinchu/contract/schema'
import { roundTo } from '@xinchu/validators'
import { Merged } from '../quantiles.ts'
import type { TimeRow } from './rows.ts'

type Schemas = components['schemas']
type Quantiles = Pick<Schemas['PipelineSpan'], 'projectCount' | 'p25' | 'median' | 'p75' | 'values'>
type ListName = {
  [Name in keyof TimeRow]: number[] | null extends TimeRow[Name] ? Name : never
}[keyof TimeRow]

/** Fewer projects are shown one by one. */
const FEW = 5

const SPANS: readonly (readonly [Schemas['PipelineSpan']['span'], ListName])[] = [
  ['filedToStarted', 'filed_started'],
  ['startedToConnected', 'started_connected'],
  ['connectedToCommissioned', 'connected_commissioned'],
  ['filedToCommissioned', 'filed_commissioned'],
]

const daysIn = (rows: readonly TimeRow[], list: ListName): number[] =>
  rows.flatMap((row) => row[list] ?? []).toSorted((a, b) => a - b)

/** Quantiles of ascending days, or the few that there are. */
function quantilesOf(days: readonly number[]): Quantiles {
  const projectCount = days.length
  if (projectCount < FEW) return { projectCount, values: [...days] }
  const all = new Merged([Float64Array.from(days)])
  const at = (share: number) => roundTo(all.quantile(share), 2)
  return { projectCount, p25: at(0.25), median: at(0.5), p75: at(0.75), values: [] }
}

export const spansOf = (rows: readonly TimeRow[]): Schemas['PipelineSpan'][] =>
  SPANS.map(([span, list]) => {
    const days = daysIn(rows, list)
    const ordered = days.filter((each) => each >= 0)
    return { span, ...quantilesOf(ordered), reversed: days.length - ordered.length }
  })

export function delayOf(rows: readonly TimeRow[]): Schemas['PipelineDelay'] {
  const days = daysIn(rows, 'delays')
  return { ...quantilesOf(days), onTime: days.filter((each) => each <= 0).length }
}

export function overdueOf(rows: readonly TimeRow[]): Schemas['PipelineOverdue'] {
  const sum = (name: 'overdue' | 'overdue_power' | 'overdue_90' | 'overdue_180') =>
    rows.reduce((all, row) => all + row[name], 0)
  const [projectCount, within90, within180] = [sum('overdue'), sum('overdue_90'), sum('overdue_180')]
  return {
    ...{ projectCount, ratedPower: roundTo(sum('overdue_power'), 4) },
    ...{ within90, within180, beyond180: projectCount - within90 - within180 },
  }
}
