import type { StatPeriod } from '@xinchu/sdk'
import { PERIOD_STATUS, type SourcePart, scaleSource } from '@xinchu/validators'
import { textOf } from '../use-periods.ts'
import type { ScaleFilter } from '../use-scale.ts'

/** What is compared: two periods, two places, or a place and the whole of the scope. */
export const MODES = ['periods', 'places', 'whole'] as const
export type Mode = (typeof MODES)[number]

/** The whole scope in the place of a division's code. */
export const WHOLE = 'all'

/** One side of a comparison. */
export interface Side {
  name: string
  /** Undefined for the working records of today. */
  period: StatPeriod | undefined
  /** Conditions of its figures. */
  filter: ScaleFilter
  /** Division whose figures are compared; undefined for all of the scope. */
  place: string | undefined
  /** Groups that lead to its rows, as `dimension:key`. */
  cells: readonly string[]
}

export const isPublished = (period: StatPeriod | undefined): boolean =>
  period?.status === 'OFFICIAL' || period?.status === 'REVISED'

/** 2025年底 or 2025年3季度末, with the word of a period that is not published. */
export function periodName(period: StatPeriod | undefined): string {
  if (!period) return '截至当前（暂行）'
  const { year, quarter, status } = period
  const name = quarter === 4 ? `${year}年底` : `${year}年${quarter}季度末`
  return isPublished(period) ? name : `${name}（${PERIOD_STATUS[status]}）`
}

const quarterOf = ({ year, quarter }: Pick<StatPeriod, 'year' | 'quarter'>) => year * 4 + quarter

/** The period a year before another, or the next earlier one. */
export function defaultBase(
  periods: readonly StatPeriod[],
  current: StatPeriod | undefined,
): StatPeriod | undefined {
  if (!current) return periods[0]
  const earlier = periods.filter((each) => quarterOf(each) < quarterOf(current))
  return earlier.find((each) => quarterOf(each) === quarterOf(current) - 4) ?? earlier[0]
}

/** Quarters from one side to the other; undefined if one has no period. */
export const quartersBetween = ({ period: from }: Side, { period: to }: Side): number | undefined =>
  from && to ? quarterOf(to) - quarterOf(from) : undefined

/** Cell that names a period's rows. */
export const periodCell = (period: StatPeriod | undefined): string[] =>
  period ? [`quarter:${textOf(period)}`] : []

/** Origin of a side's figures. */
export const originOf = ({ filter, period }: Side, today: string): SourcePart[] =>
  scaleSource(filter.source ?? 'work', period, today)

const textIn = (parts: readonly SourcePart[], name: SourcePart['name']) =>
  parts.find((part) => part.name === name)?.text

/** Whether both sides count the same projects, so that a difference says something. */
export const isSameBasis = (base: Side, current: Side): boolean =>
  (base.filter.source ?? 'work') === (current.filter.source ?? 'work')

/** Origin of both sides, status apart: one text where they agree. */
export function jointOrigin(base: Side, current: Side, today: string) {
  const [from, to] = [originOf(base, today), originOf(current, today)]
  const parts = to.flatMap(({ name, caption, text: own }) => {
    if (name === 'status') return []
    const other = textIn(from, name) ?? '—'
    if (other === own) return [{ name, caption, text: name === 'basis' ? `${own}（双方一致）` : own }]
    return [{ name, caption, text: name === 'asOf' ? `${other} 与 ${own}` : `${other} / ${own}` }]
  })
  const statuses = [from, to].map((each) => textIn(each, 'status') ?? '')
  return { parts, statuses }
}
