import type { StatPeriod } from '@xinchu/sdk'
import {
  type FigureState,
  figureState,
  figureStatus,
  isPublished,
  PERIOD_STATUS,
  periodText,
  quarterName,
  type SourcePart,
  scaleSource,
  sourceAsOf,
} from '@xinchu/validators'
import type { ScaleFilter } from '../use-scale.ts'

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

type Source = NonNullable<ScaleFilter['source']>

/** Whether the figures of a source at a period are published. */
export const isFinal = (period: StatPeriod | undefined, source: Source = 'work'): boolean =>
  isPublished({ status: figureStatus(source, period) })

/** 2025年底 or 2025年第3季度末, with the word of figures that are not published. */
export function periodName(period: StatPeriod | undefined, source: Source = 'work'): string {
  if (!period) return '截至当前（暂行）'
  const { year, quarter } = period
  const name = quarter === 4 ? `${year}年底` : `${quarterName(period)}末`
  return isFinal(period, source) ? name : `${name}（${PERIOD_STATUS[figureStatus(source, period)]}）`
}

const quarterOf = ({ year, quarter }: Pick<StatPeriod, 'year' | 'quarter'>) => year * 4 + quarter

/** Quarters from one side to the other; undefined if one has no period. */
export const quartersBetween = ({ period: from }: Side, { period: to }: Side): number | undefined =>
  from && to ? quarterOf(to) - quarterOf(from) : undefined

/** Cell that names a period's rows. */
export const periodCell = (period: StatPeriod | undefined): string[] =>
  period ? [`quarter:${periodText(period)}`] : []

/** Origin of a side's figures. */
export const originOf = ({ filter, period }: Side, today: string): SourcePart[] =>
  sourceAsOf(scaleSource(filter.source ?? 'work', period, today), filter.asOf)

const textIn = (parts: readonly SourcePart[], name: SourcePart['name']) =>
  parts.find((part) => part.name === name)?.text

/** Whether both sides count the same projects, so that their difference is meaningful. */
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

/** State of the figures of both sides: one text where they agree, else that of the base first. */
export function jointState(base: Side, current: Side): FigureState {
  const states = [base, current].map(({ filter, period }) => figureState(filter.source ?? 'work', period))
  const joint = (of: (state: FigureState) => string | undefined) =>
    [...new Set(states.map((each) => of(each) ?? '—'))].join(' / ')
  return { status: joint(({ status }) => status), batch: joint(({ batch }) => batch) }
}
