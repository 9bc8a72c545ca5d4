import { useQuery } from '@tanstack/react-query'
import type { StatPeriod } from '@xinchu/sdk'
import { asOfWords, periodAsOf, scaleSource, sourceAsOf } from '@xinchu/validators'
import { today } from '../../lib/beijing.ts'
import { publicationsOf } from '../../records/publications.ts'
import { SourceLine } from '../../records/source-line.tsx'
import { Button } from '../../ui/button.tsx'
import { usePorts } from '../../ui/ports.ts'
import { useShown } from './shown.ts'

interface AsOfOriginProps {
  /** A batch like 2025Q4-01, or a moment. */
  asOf: string
  period: Pick<StatPeriod, 'year' | 'quarter'>
}

/** Origin of figures as they were at a batch or moment, with the way back to those of today. */
export function AsOfOrigin({ asOf, period }: AsOfOriginProps) {
  const [search, change] = usePorts().useSearch()
  const { data } = useQuery(publicationsOf({}))
  const parts = data && sourceAsOf(scaleSource('warehouse', periodAsOf(period, asOf, data), today()), asOf)
  const text = (parts ?? []).map((part) => `${part.caption} ${part.text}`).join('；')
  const host = useShown<HTMLDivElement>({ kind: 'origin', text })
  return (
    <div ref={host} className="grid gap-1">
      <p role="status" className="rounded border border-warning bg-surface px-3 py-1.5 text-s text-warning">
        {asOfWords(asOf)}
        <span className="print:hidden">
          {' · '}
          <Button look="quiet" onClick={() => change({ ...search, asOf: undefined })}>
            返回现行
          </Button>
        </span>
      </p>
      <SourceLine parts={parts} batch={asOf.includes('Q') ? asOf : undefined} />
    </div>
  )
}
