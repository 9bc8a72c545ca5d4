import { type Issue, roundTo, type UsageDerived, usageDerived, usageIndicators } from '@xinchu/validators'
import { figure } from '../../lib/figures.ts'
import { Icon } from '../../ui/icons.tsx'
import { ReturnedNote } from './returned-note.tsx'
import { facilityOf, usageSpecs } from './usage-model.ts'
import type { UsageLine } from './use-usage-sheet.ts'

/** Indicators are shown with two decimals. */
export const rounded = (value: number | undefined): string =>
  figure(value === undefined ? undefined : roundTo(value, 2))

interface IndicatorsProps {
  derived: UsageDerived
  before: UsageDerived | undefined
}

/** All indicators with formula and previous value. */
export function Indicators({ derived, before }: IndicatorsProps) {
  return (
    <dl className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,230px),1fr))] gap-px overflow-hidden rounded-md border border-line">
      {usageIndicators.map(({ name, caption, unit, formula }) => (
        <div key={name} className="px-3 py-2 outline-1 outline-line">
          <dt className="text-ink-faint text-xs">{caption}</dt>
          <dd>
            <span className="font-medium text-base">{rounded(derived[name])}</span>{' '}
            <span className="text-ink-faint text-xs">{unit}</span>
            {before?.[name] !== undefined && (
              <span className="ml-2 text-ink-faint text-xs">上期 {rounded(before[name])}</span>
            )}
            <span className="block text-ink-faint text-xs">{formula}</span>
          </dd>
        </div>
      ))}
    </dl>
  )
}

const captions = new Map(usageSpecs.map(({ name, caption }) => [name, caption]))

/** Formats an issue: an error names its field, a hint is complete by itself. */
const sentenceOf = ({ field, message, level }: Issue): string => {
  const caption = captions.get(field)
  return level === 'error' && caption && !message.startsWith(caption) ? `${caption}：${message}` : message
}

interface FindingsProps {
  id: string
  line: UsageLine
  /** Moves to the cell of a field. */
  onCell: (field: string) => void
}

/** The current row: why it is read-only, its errors and warnings. */
export function UsageFindings({ id, line, onCell }: FindingsProps) {
  const { due, closedFor, issues } = line
  return (
    <div
      id={id}
      role="status"
      className="max-h-32 min-h-[68px] overflow-auto border-line border-t px-4 py-2.5 text-s leading-6"
    >
      <p className="flex flex-wrap gap-x-3">
        <span className="font-medium">{due.projectName}</span>
        <span className="text-ink-faint">
          {figure(due.ratedPower)} MW / {figure(due.ratedEnergy)} MWh
          {due.commissionDate && `　${due.commissionDate} 投运`}
        </span>
        {closedFor && (
          <span className="flex items-center gap-1 text-ink-soft">
            <Icon name="lock" size={13} />
            {closedFor}
          </span>
        )}
      </p>
      {due.item && <ReturnedNote item={due.item} />}
      <ul className="flex flex-wrap gap-x-5">
        {issues.map((issue) => (
          <li key={`${issue.field} ${issue.message}`}>
            <button
              type="button"
              disabled={!captions.has(issue.field)}
              onClick={() => onCell(issue.field)}
              className={`flex items-center gap-1.5 text-left enabled:hover:underline ${issue.level === 'error' ? 'text-danger' : 'text-warning'}`}
            >
              <Icon name="alert" size={13} />
              {sentenceOf(issue)}
            </button>
          </li>
        ))}
      </ul>
    </div>
  )
}

/** Indicators of the current row. */
export function UsageIndicators({ line: { due, derived } }: { line: UsageLine }) {
  const before = due.previous && usageDerived({ ...due.previous }, facilityOf(due))
  return (
    <section className="card" aria-labelledby="usage-indicators">
      <h2 id="usage-indicators" className="border-line border-b px-4 py-2.5 font-medium">
        派生指标
        <span className="ml-3 font-normal text-ink-faint text-s">{due.projectName}</span>
      </h2>
      <div className="px-4 py-3">
        <Indicators derived={derived} before={before} />
      </div>
    </section>
  )
}
