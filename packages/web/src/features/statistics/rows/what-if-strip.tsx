import { quantity } from '@xinchu/validators'
import type { ReactNode } from 'react'
import { figure } from '../../../lib/figures.ts'
import { type Assumptions, type Capacity, hoursOf, standing, sumUnder, wordsOf } from './what-if.ts'

const PERCENT = 100

const signed = (value: number, text: string) => (value > 0 ? `+${text}` : text)

/** Change of a quantity with its sign; nothing if it is the same. */
function change(before: number, after: number): string {
  const difference = after - before
  if (difference === 0) return ''
  const part = before > 0 ? (difference / before) * PERCENT : undefined
  const text = signed(difference, figure(difference).replace('-', '−'))
  return part === undefined ? text : `${text}　${signed(part, quantity(part, '%'))}%`
}

function Pair({
  caption,
  before,
  after,
  note = '',
}: {
  caption: string
  before: ReactNode
  after: ReactNode
  note?: string
}) {
  return (
    <div className="border-line border-l px-3.5 py-2">
      <dt className="text-ink-faint text-xs">{caption}</dt>
      <dd>{before}</dd>
      <dd className="text-warning">
        <b className="text-base">{after}</b> <span className="text-xs">{note}</span>
      </dd>
    </div>
  )
}

interface WhatIfStripProps {
  published: Capacity
  assumptions: Assumptions
  /** Power of all groups of the figure's statistic, and its place; none for a sum or a year. */
  among?: { powers: readonly number[]; at: number } | undefined
}

/** Published figures over those under the assumptions. */
export function WhatIfStrip({ published, assumptions, among }: WhatIfStripProps) {
  const next = sumUnder(published, assumptions)
  const [before, after] = [hoursOf(published), hoursOf(next)]
  const hours = before !== undefined && after !== undefined ? after - before : 0
  const place = among && standing(among.powers, among.at, next.power)
  const words = wordsOf(assumptions)
  return (
    <dl
      aria-live="polite"
      className="grid grid-cols-2 overflow-hidden rounded-md border border-line-strong bg-surface sm:grid-cols-[1.3fr_repeat(4,minmax(0,1fr))]"
    >
      <div className="self-end px-3.5 py-2 font-medium max-sm:col-span-2">
        <dt>公布数</dt>
        <dd className="text-warning">假设{words && `（${words}）`}</dd>
      </div>
      <Pair
        caption="功率 MW"
        before={figure(published.power)}
        after={figure(next.power)}
        note={change(published.power, next.power)}
      />
      <Pair
        caption="能量 MWh"
        before={figure(published.energy)}
        after={figure(next.energy)}
        note={change(published.energy, next.energy)}
      />
      <Pair
        caption="平均时长 h"
        before={quantity(before, 'h')}
        after={quantity(after, 'h')}
        note={hours ? `${signed(hours, quantity(hours, 'h'))} h` : ''}
      />
      {place && (
        <Pair
          caption="功率占比"
          before={`${quantity(place.before.share, '%')}%`}
          after={`${quantity(place.after.share, '%')}%`}
          note={`位次 ${place.before.rank} → ${place.after.rank}`}
        />
      )}
    </dl>
  )
}
