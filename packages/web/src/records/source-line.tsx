import type { StatPeriod } from '@xinchu/sdk'
import { PERIOD_STATUS, type SourcePart } from '@xinchu/validators'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { GrantedLink } from '../app/granted-link.tsx'

const LEDGER = '/planningmonitoring/project/warehouse'

const GOOD = 'border-transparent bg-success-soft text-success'
const OPEN = 'border-warning bg-surface text-warning'

const RevisedStatus = lazy(async () => ({ default: (await import('./revised-status.tsx')).RevisedStatus }))

function Status({ text, isPublished }: { text: string; isPublished: boolean }) {
  return (
    <span className={`inline-block rounded border px-1.5 leading-5 ${isPublished ? GOOD : OPEN}`}>
      {text}
    </span>
  )
}

/** Parts that a phone shows at once; the others open. */
const SHORT: ReadonlySet<SourcePart['name']> = new Set(['asOf', 'batch', 'status'])

interface SourceLineProps {
  /** Undefined while loading. */
  parts: readonly SourcePart[] | undefined
  /** Number of the batch, like 2025Q4-01, for a link to its ledger. */
  batch?: string | undefined
  /** The batch or moment of which the figures are, for that link; undefined for today. */
  asOf?: string | undefined
  /** The period, if its published figures were revised. */
  revised?: Pick<StatPeriod, 'year' | 'quarter'> | undefined
}

/** Origin of a screen's figures: date, basis, batch, update and status. */
export function SourceLine({ parts = [], batch, asOf, revised }: SourceLineProps) {
  const [isOpen, setOpen] = useState(false)
  const shownAs = ({ name, text }: SourcePart): ReactNode => {
    if (name === 'status') {
      const status = <Status text={text} isPublished={text === PERIOD_STATUS.OFFICIAL} />
      if (!revised || text !== PERIOD_STATUS.REVISED) return status
      return (
        <Suspense fallback={status}>
          <RevisedStatus period={revised} text={text} />
        </Suspense>
      )
    }
    if (name !== 'batch' || !batch) return text
    return (
      <GrantedLink
        to={LEDGER}
        search={{ year: batch.slice(0, 4), quarter: batch.slice(5, 6), asOf }}
        className="text-brand-ink hover:underline"
      >
        {text}
      </GrantedLink>
    )
  }
  return (
    <div className="flex min-h-6 flex-wrap items-center gap-x-4 gap-y-1 text-[12.5px]">
      <dl className="contents">
        {parts.map((part) => (
          <div
            key={part.name}
            className={`gap-1.5 sm:flex print:flex ${isOpen || SHORT.has(part.name) ? 'flex' : 'hidden'}`}
          >
            <dt className="text-ink-faint">{part.caption}</dt>
            <dd className="text-ink-soft">{shownAs(part)}</dd>
          </div>
        ))}
      </dl>
      {parts.length > 0 && (
        <button
          type="button"
          aria-expanded={isOpen}
          className="min-h-11 px-2 text-brand-ink sm:hidden print:hidden"
          onClick={() => setOpen(!isOpen)}
        >
          口径
        </button>
      )}
    </div>
  )
}
