import type { StatPeriod } from '@xinchu/sdk'
import {
  type Coverage,
  figureState,
  mapSource,
  pipelineSource,
  type SourcePeriod,
  scaleSource,
  usageSource,
} from '@xinchu/validators'
import { lazy, Suspense } from 'react'
import { today } from '../../lib/beijing.ts'
import { SourceLine } from '../../records/source-line.tsx'
import { useShown } from './shown.ts'

const RevisionNotes = lazy(async () => ({
  default: (await import('./revision-notes.tsx')).RevisionNotes,
}))

type OriginProps =
  | {
      of: 'scale' | 'pipeline'
      side: 'work' | 'warehouse'
      /** Undefined for the working records of today. */
      period: StatPeriod | undefined
      /** The batch or moment of which the figures are. */
      asOf?: string | undefined
    }
  | { of: 'map' }
  | {
      of: 'usage'
      side: 'work' | 'warehouse'
      period: StatPeriod | undefined
      coverage: Coverage | undefined
      asOf?: string | undefined
    }

const ofProjects = { scale: scaleSource, pipeline: pipelineSource }

function partsOf(props: OriginProps) {
  if (props.of === 'map') return mapSource(today())
  if (props.of !== 'usage') return ofProjects[props.of](props.side, props.period, today())
  return props.period && usageSource(props.side, props.period, props.coverage)
}

/** The line of a period as it was. */
const partsThen = (props: Exclude<OriginProps, { of: 'map' }>) => (then: SourcePeriod) =>
  props.of === 'usage'
    ? usageSource('warehouse', then, props.coverage)
    : ofProjects[props.of]('warehouse', then, today())

const AsOfOrigin = lazy(async () => ({ default: (await import('./as-of-origin.tsx')).AsOfOrigin }))

/** Origin of a page's figures under its title, also in print. */
export function Origin(props: OriginProps) {
  if (props.of === 'map' || props.side === 'work' || !props.period || !props.asOf) return <Today {...props} />
  return (
    <Suspense>
      <AsOfOrigin asOf={props.asOf} period={props.period} partsOf={partsThen(props)} />
    </Suspense>
  )
}

function Today(props: OriginProps) {
  const period = props.of === 'map' ? undefined : props.period
  const isOfficial = props.of !== 'map' && props.side === 'warehouse'
  const revised = isOfficial && period?.status === 'REVISED' ? period : undefined
  const parts = partsOf(props)
  const text = (parts ?? []).map((part) => `${part.caption} ${part.text}`).join('；')
  const host = useShown<HTMLDivElement>({
    kind: 'origin',
    text,
    state: figureState(isOfficial ? 'warehouse' : 'work', period),
  })
  return (
    <div ref={host}>
      <SourceLine parts={parts} batch={isOfficial ? period?.batch : undefined} revised={revised} />
      {revised && (
        <Suspense>
          <RevisionNotes period={revised} />
        </Suspense>
      )}
    </div>
  )
}
