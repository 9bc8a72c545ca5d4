import { type GroupPair, groupPairs } from '@xinchu/validators'
import { type ReactNode, useMemo } from 'react'
import { usePorts } from '../../../ui/ports.ts'
import { Further, useFurther } from '../further.tsx'
import { CompositionCard, type Part } from './composition-card.tsx'
import { DifferenceMap } from './difference-map.tsx'
import { Dumbbells } from './dumbbells.tsx'
import type { Facts } from './facts.ts'
import { GrowthCard } from './growth-card.tsx'
import { withRest } from './model.ts'
import { Multiples } from './multiples.tsx'
import type { Dimension } from './reads.ts'
import { useSides } from './reads.ts'
import { Segments } from './segments.tsx'

/** Groups that the palette can tell apart. */
const MOST_GROUPS = 5
const OTHERS = () => '其他'

/** Compositions to choose from. `both` shows the first two together. */
const PARTS = [
  { value: 'both', label: '时长与场景' },
  { value: 'statTechGroup', label: '技术路线' },
  { value: 'ownerType', label: '投资主体' },
  { value: 'gridVoltage', label: '电压等级' },
] as const

/** Dimensions whose groups have an order of their own. */
const ORDERED: ReadonlySet<Dimension> = new Set(['durationBand', 'gridVoltage'])

/** Groups of a composition in the order of the drawing: ordered classes by key, others by size with the rest last. */
export function partsOf(
  pairs: readonly GroupPair[] | undefined,
  dimension: Dimension,
): readonly Part[] | undefined {
  if (!pairs) return undefined
  const shown = ORDERED.has(dimension)
    ? pairs.toSorted((a, b) => a.key.localeCompare(b.key))
    : withRest(
        // The group of that name is a part of the rest.
        pairs.toSorted((a, b) => Number(a.name === OTHERS()) - Number(b.name === OTHERS())),
        MOST_GROUPS,
        OTHERS,
      )
  return shown.map((pair) => ({ pair, dimension }))
}

interface PartsProps {
  facts: Facts
}

/** Pairs of a dimension's groups, with the loading state. */
export function usePairs({ sides, unit }: Pick<Facts, 'sides' | 'unit'>, dimension: Dimension) {
  const { base, current, ...state } = useSides(sides, unit, dimension)
  const pairs = useMemo(() => base && current && groupPairs(base, current), [base, current])
  const parts = useMemo(() => partsOf(pairs, dimension), [pairs, dimension])
  return { parts, state }
}

const NONE: readonly Part[] = []

function One({ facts, dimension, switches }: PartsProps & { dimension: Dimension; switches: ReactNode }) {
  const { parts, state } = usePairs(facts, dimension)
  const isOrdered = ORDERED.has(dimension)
  return (
    <CompositionCard
      {...state}
      {...facts}
      title="构成怎样变"
      group={PARTS.find(({ value }) => value === dimension)?.label ?? ''}
      bars={isOrdered ? parts : NONE}
      slopes={isOrdered ? NONE : parts}
      switches={switches}
    />
  )
}

function Both({ facts, switches }: PartsProps & { switches: ReactNode }) {
  const durations = usePairs(facts, 'durationBand')
  const scenarios = usePairs(facts, 'statScenarioGroup')
  return (
    <CompositionCard
      {...facts}
      error={durations.state.error ?? scenarios.state.error}
      isStale={durations.state.isStale || scenarios.state.isStale}
      onRetry={() => {
        durations.state.onRetry()
        scenarios.state.onRetry()
      }}
      title="构成怎样变"
      group="时长、应用场景"
      bars={durations.parts}
      slopes={scenarios.parts}
      switches={switches}
    />
  )
}

/** 构成怎样变: shares by duration and scenario, or by another dimension. */
function Compositions({ facts }: PartsProps) {
  const [search, change] = usePorts().useSearch()
  const part = PARTS.find(({ value }) => value === search['part'])?.value ?? 'both'
  const switches = (
    <Segments
      label="构成"
      value={part}
      options={PARTS}
      onValue={(value) => change({ ...search, part: value === 'both' ? undefined : value })}
    />
  )
  if (part === 'both') return <Both facts={facts} switches={switches} />
  return <One key={part} facts={facts} dimension={part} switches={switches} />
}

/** Parts of the comparison of two periods. */
export function PeriodParts({ facts }: PartsProps) {
  const { sides, pairs, totals, groups, steps, unit, area, names, isComparable, state, group, dimension } =
    facts
  const grown = { sides, unit, ...state }
  const [isOpen, furtherButton] = useFurther(1)
  return (
    <>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4 xl:grid-cols-[minmax(0,7fr)_minmax(0,5fr)]">
        {isComparable && <GrowthCard {...grown} {...{ totals, groups, steps, group, dimension }} />}
        <Compositions facts={facts} />
      </div>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4 xl:grid-cols-[minmax(0,7fr)_minmax(0,6fr)]">
        {isComparable && <DifferenceMap {...grown} pairs={pairs} names={names} area={area} />}
        <Dumbbells {...grown} pairs={pairs} isComparable={isComparable} />
      </div>
      {isComparable && pairs && (
        <>
          <Further isOpen={isOpen}>
            <Multiples sides={sides} pairs={pairs} unit={unit} />
          </Further>
          {furtherButton}
        </>
      )}
    </>
  )
}
