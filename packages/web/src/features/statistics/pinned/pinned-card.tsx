import { useNavigate } from '@tanstack/react-router'
import type { PinnedCard as Pinned } from '@xinchu/sdk'
import { asOfWords, endName, figureState } from '@xinchu/validators'
import { type ReactNode, useMemo, useState } from 'react'
import { type Ports, PortsProvider, usePorts } from '../../../ui/ports.ts'
import { Failed } from '../../../ui/states.tsx'
import { OUTSIDE } from '../area-words.ts'
import { useKindTexts } from '../filters/kind-texts.ts'
import { MapCard } from '../map-card.tsx'
import {
  DurationCard,
  OtherTechsCard,
  OwnersCard,
  ScenarioCard,
  SubTypesCard,
  VoltagesCard,
} from '../scale/course-cards.tsx'
import { OwnerCard } from '../scale/owner-card.tsx'
import { QuartersCard } from '../scale/quarters-card.tsx'
import { RegionsCard } from '../scale/regions-card.tsx'
import { SizeCard } from '../scale/size-card.tsx'
import { TrendCard } from '../scale-charts.tsx'
import { ShownContext, type ShownPage, useShown } from '../shown.ts'
import { usePeriodsThen } from '../use-periods-then.ts'
import { type ScaleState, useScale } from '../use-scale.ts'
import { type PartProps, useRows } from '../use-scale-rows.ts'
import { PAGES } from './cards.ts'

const partOf = ({ filter, unit, periods }: ScaleState): PartProps => ({
  filter,
  unit,
  isReady: !periods.isPending,
})

function PlacesMap({ state }: { state: ScaleState }) {
  const places = useRows(partOf(state), ['region'])
  const { filter, unit, area } = state
  return <MapCard {...places} filter={filter} unit={unit} area={area} empty="没有符合条件的数据" />
}

/** A card of the scale pages by its name. */
export function ScaleCard({ card, state }: { card: Pinned['card']; state: ScaleState }) {
  const part = partOf(state)
  if (card === 'map') return <PlacesMap state={state} />
  if (card === 'regions') return <RegionsCard state={state} />
  if (card === 'trend') return <TrendCard state={state} />
  if (card === 'quarters') return <QuartersCard {...part} />
  if (card === 'owner') return <OwnerCard state={state} />
  if (card === 'scenario') return <ScenarioCard {...part} />
  if (card === 'duration') return <DurationCard {...part} />
  if (card === 'techs') return <OtherTechsCard {...part} />
  if (card === 'subTypes') return <SubTypesCard {...part} />
  if (card === 'owners') return <OwnersCard {...part} />
  if (card === 'voltages') return <VoltagesCard {...part} />
  return <SizeCard {...part} />
}

/** Conditions of a card in words: place, period with its state, and filters. */
function useConditions({ area, filter, period, unit }: ScaleState, isLatest: boolean): string {
  const kinds = useKindTexts(filter)
  return [
    area.name,
    period && `截至${endName(period)}${isLatest ? '（最近一期）' : ''}`,
    filter.source === 'warehouse' ? '入库数据' : '在办数据',
    filter.asOf && asOfWords(filter.asOf),
    ...kinds.map(({ text }) => text),
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
  const conditions = useConditions(
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
      {area.isOutside ? (
        <p role="alert" className="card px-4 py-10 text-center text-ink-soft text-s">
          {OUTSIDE}，可取消固定
        </p>
      ) : (
        <ScaleCard card={pin.card} state={state} />
      )}
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
