import { useNavigate } from '@tanstack/react-router'
import type { PinnedCard as Pinned } from '@xinchu/sdk'
import { asOfWords, endName, figureState } from '@xinchu/validators'
import { type ReactNode, useMemo, useState } from 'react'
import { type Ports, PortsProvider, usePorts } from '../../../ui/ports.ts'
import { Failed } from '../../../ui/states.tsx'
import { KindWords } from '../filters/kind-words.tsx'
import { ShownContext, type ShownPage, useShown } from '../shown.ts'
import { usePeriodsThen } from '../use-periods-then.ts'
import { type ScaleState, useScale } from '../use-scale.ts'
import { CardBody } from './card-body.tsx'
import { PAGES } from './cards.ts'

/** Conditions of a card in words: place, period, source and unit. */
function conditionsOf({ area, filter, period, unit }: ScaleState, isLatest: boolean): string {
  return [
    area.name,
    period && `截至${endName(period)}${isLatest ? '（最近一期）' : ''}`,
    filter.source === 'warehouse' ? '入库数据' : '在办数据',
    filter.asOf && asOfWords(filter.asOf),
    unit.factor === 1 ? undefined : unit.power,
  ]
    .filter(Boolean)
    .join(' · ')
}

interface PinnedChartProps {
  pin: Pinned
  /** Buttons that arrange the cards. */
  controls: ReactNode
}

function Content({ pin, controls }: PinnedChartProps) {
  const state = useScale(pin.level)
  const { area, filter, period, periods } = state
  const then = usePeriodsThen(periods, filter.asOf).period
  const figures = figureState(filter.source ?? 'work', period && then)
  const conditions = conditionsOf(
    state,
    pin.conditions['quarter'] === undefined && pin.conditions['asOf'] === undefined,
  )
  const text = [conditions, figures.status, figures.batch].filter(Boolean).join(' · ')
  const origin = useShown<HTMLDivElement>({ kind: 'origin', text, state: figures })
  const host = useShown<HTMLParagraphElement>({ kind: 'title', title: `${area.name}规模布局统计`, path: '' })
  if (periods.error) return <Failed error={periods.error} onRetry={periods.retry} />
  return (
    <>
      <div ref={origin} className="flex items-center gap-1 pl-4">
        <p ref={host} className="mr-auto min-w-0 truncate text-ink-soft text-xs" title={text}>
          {text}
        </p>
        {controls}
      </div>
      <KindWords filter={filter} className="pl-4" />
      <CardBody card={pin.card} state={state} hint="，可取消固定" />
    </>
  )
}

/** A pinned card with its own conditions. A click on its figures leads to its page. */
export function PinnedChart({ pin, controls }: PinnedChartProps) {
  const ports = usePorts()
  const navigate = useNavigate()
  const [page] = useState<ShownPage>(() => new Map())
  const own = useMemo((): Ports => {
    const change: ReturnType<Ports['useSearch']>[1] = (next) =>
      // The search of the page's route.
      void navigate({ to: PAGES[pin.level], search: next as never })
    return { ...ports, useSearch: () => [pin.conditions, change] }
  }, [ports, navigate, pin])
  return (
    <PortsProvider value={own}>
      <ShownContext value={page}>
        <Content pin={pin} controls={controls} />
      </ShownContext>
    </PortsProvider>
  )
}
