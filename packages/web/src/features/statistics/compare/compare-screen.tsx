import { KIND_FILTERS } from '@xinchu/validators'
import { useMemo } from 'react'
import { Button } from '../../../ui/button.tsx'
import { Empty, Failed, Loading } from '../../../ui/states.tsx'
import { OUTSIDE, UNKNOWN } from '../area-words.ts'
import { corpsNote } from '../corps-note.ts'
import { Refused } from '../filters/refused.tsx'
import { useClear } from '../filters/use-clear.ts'
import { kindCount } from '../page-filter.ts'
import { FigureRows } from '../rows/figure-link.tsx'
import { useShown } from '../shown.ts'
import type { AreaLevel } from '../use-area.ts'
import { NOTHING } from './card.tsx'
import { CompareConditions } from './conditions.tsx'
import { type Facts, useFacts } from './facts.ts'
import { findingOf } from './finding.ts'
import { CompareHead } from './head.tsx'
import { Pairs } from './pairs.tsx'
import { PeriodParts } from './period-parts.tsx'
import { PlaceParts } from './place-parts.tsx'
import type { Side } from './sides.ts'
import { type CompareState, useCompare } from './use-compare.ts'

type Sides = readonly [base: Side, current: Side]

/** The same object as long as the sides are the same, so that charts are drawn once. */
function useStable(sides: Sides | undefined): Sides | undefined {
  const text = JSON.stringify(sides)
  return useMemo(() => (text ? (JSON.parse(text) as Sides) : undefined), [text]) // what was just written
}

/** Warns that the sides have different bases. */
const Different = () => (
  <p role="alert" className="rounded-md border border-warning bg-warning-soft px-3 py-2 text-s text-warning">
    两侧取数口径不同（入库数据与在办数据），不计算差值。请选择同一口径的时期。
  </p>
)

/** Notes on sides without figures, or with those of an earlier batch. */
function notesOf([base, current]: Sides, totals: NonNullable<Facts['totals']>): string {
  const empty = [base, current].flatMap(({ name }, at) =>
    totals[at]?.count === 0 ? [`${name}在此时期没有在运项目`] : [],
  )
  const notes = [base, current].flatMap(({ name, period }) => {
    const own = period && `${period.year}Q${period.quarter}`
    if (!period?.batch || !own || period.batch.startsWith(own) || period.batch > own) return []
    return [`${name}尚未入库，沿用 ${period.batch} 批次`]
  })
  return [...new Set([...empty, ...notes])].map((each) => `${each}。`).join('')
}

function Finding({ facts, scope }: { facts: Facts; scope: string }) {
  const { totals, pairs, sides, isComparable, mode } = facts
  const finding = totals && pairs && findingOf({ ...facts, totals, places: pairs }, scope)
  const basis = !isComparable
    ? ''
    : mode === 'periods'
      ? '同一取数口径、同一项目范围。'
      : '同一时期、同一取数口径。'
  const support = totals ? `${basis}${notesOf(sides, totals)}` : ''
  const host = useShown<HTMLDivElement>(finding ? { kind: 'finding', text: finding, support } : undefined)
  return (
    <div ref={host} role="status" className="min-h-13">
      <p className="font-medium text-lg">{finding}</p>
      <p className="text-ink-soft text-s">{support}</p>
    </div>
  )
}

function Compared({ state, sides }: { state: CompareState; sides: Sides }) {
  const facts = useFacts(state, sides)
  const clear = useClear()
  const { mode, area, isComparable } = state
  const { totals, longShares, unit, pairs } = facts
  if (facts.state.error && !totals) return <Refused error={facts.state.error} onRetry={facts.state.onRetry} />
  if (!totals || !pairs) return <Loading rows={14} />
  if (totals[0].count === 0 && totals[1].count === 0) {
    return (
      <Empty
        action={kindCount(state.filter) > 0 && <Button onClick={() => clear(KIND_FILTERS)}>清除条件</Button>}
      >
        {NOTHING}
      </Empty>
    )
  }
  const note = corpsNote(
    pairs.map(({ key, current }) => ({ key, ratedPower: current })),
    unit.power,
  )
  return (
    <>
      {!isComparable && <Different />}
      <Finding facts={facts} scope={area.name} />
      <Pairs {...{ sides, totals, longShares, unit, isComparable }} />
      {mode === 'periods' ? <PeriodParts facts={facts} /> : <PlaceParts facts={facts} />}
      <p className="text-ink-faint text-xs">
        占比分别舍入，合计可能不等于 100.0%。差值由未舍入的数计算。{note}各期按现行区划归并。
      </p>
    </>
  )
}

/** 比较: two periods, two places, or a place and the whole of the scope. */
export function CompareScreen({ level }: { level: AreaLevel }) {
  const state = useCompare(level)
  const sides = useStable(state.sides)
  const { area, periods, mode } = state
  const body = () => {
    if (area.isUnknown || area.isOutside) return <Empty>{area.isUnknown ? UNKNOWN : OUTSIDE}</Empty>
    if (sides) return <Compared state={state} sides={sides} />
    if (periods.error) return <Failed error={periods.error} onRetry={periods.retry} />
    if (periods.isPending || (mode !== 'periods' && state.isLoading)) return <Loading rows={14} />
    return <Empty>{mode === 'periods' ? '只有一个时期有数据，无法比较两个时期' : '没有可以比较的地区'}</Empty>
  }
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <header className="grid gap-2">
        <CompareHead state={state} />
        <CompareConditions state={state} />
      </header>
      <FigureRowsOf state={state} />
      {body()}
    </div>
  )
}

/** The rows of a figure of either side. */
function FigureRowsOf({ state: { area, conditionsOf } }: { state: CompareState }) {
  const rows = String(area.search['rows'] ?? '')
  return <FigureRows conditions={{ kind: 'scale', filter: conditionsOf(rows) }} place={area.name} />
}
