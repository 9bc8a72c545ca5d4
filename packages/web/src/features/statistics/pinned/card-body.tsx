import type { PinnedCard as Pinned } from '@xinchu/sdk'
import { OUTSIDE, UNKNOWN } from '../area-words.ts'
import { isRefusal, Refused } from '../filters/refused.tsx'
import { MapCard } from '../map-card.tsx'
import { kindCount } from '../page-filter.ts'
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
import type { ScaleState } from '../use-scale.ts'
import { type PartProps, useRows } from '../use-scale-rows.ts'
import { useStateThen } from '../use-state-then.ts'

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
function ScaleCard({ card, state }: { card: Pinned['card']; state: ScaleState }) {
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

interface CardBodyProps {
  card: Pinned['card']
  state: ScaleState
  /** Follows the words of a place that has no figures. */
  hint?: string
}

/** A card of the scale pages, or in its place why its conditions have no figures. */
export function CardBody({ card, state: today, hint = '' }: CardBodyProps) {
  const state = useStateThen(today)
  const { area, filter } = state
  const part = partOf(state)
  // Other conditions are never refused.
  const isAsked = kindCount(filter) > 0 || filter.asOf !== undefined
  const { error, onRetry } = useRows({ ...part, isReady: part.isReady && isAsked }, [])
  if (area.isUnknown || area.isOutside)
    return (
      <p role="alert" className="card px-4 py-10 text-center text-ink-soft text-s">
        {area.isUnknown ? UNKNOWN : OUTSIDE}
        {hint}
      </p>
    )
  if (isRefusal(error)) return <Refused error={error} onRetry={onRetry} />
  return <ScaleCard card={card} state={state} />
}
