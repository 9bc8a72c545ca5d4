import type { StatPeriod } from '@xinchu/sdk'
import { type Coverage, mapSource, scaleSource, usageSource } from '@xinchu/validators'
import { today } from '../../lib/beijing.ts'
import { SourceLine } from './source-line.tsx'

type OriginProps =
  | {
      of: 'scale'
      side: 'work' | 'warehouse'
      /** Undefined for the working records of today. */
      period: StatPeriod | undefined
    }
  | { of: 'map' }
  | { of: 'usage'; period: StatPeriod | undefined; coverage: Coverage | undefined }

function partsOf(props: OriginProps) {
  if (props.of === 'scale') return scaleSource(props.side, props.period, today())
  if (props.of === 'map') return mapSource(today())
  return props.period && usageSource(props.period, props.coverage)
}

/** Origin of a page's figures. */
export function Origin(props: OriginProps) {
  const batch = props.of === 'map' ? undefined : props.period?.batch
  return <SourceLine parts={partsOf(props)} batch={batch} />
}
