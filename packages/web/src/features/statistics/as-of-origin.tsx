import { useQuery } from '@tanstack/react-query'
import type { StatPeriod } from '@xinchu/sdk'
import { figureState, periodAsOf, type SourcePart, type SourcePeriod, sourceAsOf } from '@xinchu/validators'
import { AsOfBand } from '../../records/as-of-band.tsx'
import { publicationsOf } from '../../records/publications.ts'
import { SourceLine } from '../../records/source-line.tsx'
import { useShown } from './shown.ts'

interface AsOfOriginProps {
  /** A batch like 2025Q4-01, or a moment. */
  asOf: string
  period: Pick<StatPeriod, 'year' | 'quarter'>
  /** The line of the period as it was. */
  partsOf: (then: SourcePeriod) => SourcePart[]
}

/** Origin of figures as they were at a batch or moment, with the way back to those of today. */
export function AsOfOrigin({ asOf, period, partsOf }: AsOfOriginProps) {
  const { data } = useQuery(publicationsOf({}))
  const then = data && periodAsOf(period, asOf, data)
  const parts = then && sourceAsOf(partsOf(then), asOf)
  const text = (parts ?? []).map((part) => `${part.caption} ${part.text}`).join('；')
  const host = useShown<HTMLDivElement>({ kind: 'origin', text, state: figureState('warehouse', then) })
  return (
    <div ref={host} className="grid gap-1">
      <AsOfBand asOf={asOf} />
      <SourceLine parts={parts} batch={then?.batch} asOf={asOf} />
    </div>
  )
}
