import type { StatPeriod } from '@xinchu/sdk'
import { type Coverage, mapSource, scaleSource, usageSource } from '@xinchu/validators'
import { SourceLine } from '../../app/source-line.tsx'
import { today } from '../../lib/beijing.ts'
import { useShown } from './shown.ts'

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

/** Origin of a page's figures under its title, also in print. */
export function Origin(props: OriginProps) {
  const batch = props.of === 'map' ? undefined : props.period?.batch
  const parts = partsOf(props)
  const text = (parts ?? []).map((part) => `${part.caption} ${part.text}`).join('；')
  const host = useShown<HTMLDivElement>({ kind: 'origin', text })
  return (
    <div ref={host}>
      <SourceLine parts={parts} batch={batch} />
    </div>
  )
}
