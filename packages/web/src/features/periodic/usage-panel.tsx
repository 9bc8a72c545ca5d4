import { roundTo, type UsageDerived, usageDerived, usageIndicators } from '@xinchu/validators'
import { figure } from '../../lib/figures.ts'
import { Icon } from '../../ui/icons.tsx'
import { derivedOf, facilityOf, type Period } from './usage-model.ts'
import type { UsageLine } from './use-usage-sheet.ts'

/** As reports show indicators: two decimals. */
export const rounded = (value: number | undefined): string =>
  figure(value === undefined ? undefined : roundTo(value, 2))

interface IndicatorsProps {
  derived: UsageDerived
  before: UsageDerived | undefined
}

/** Every indicator with its formula, and what it was last time. */
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

/** What is wrong with a row, or worth a second look, in sentences. */
function Findings({ line, captions }: { line: UsageLine; captions: ReadonlyMap<string, string> }) {
  if (line.issues.length === 0) return null
  return (
    <ul className="mb-3 grid gap-1 text-s">
      {line.issues.map(({ field, message, level }) => (
        <li
          key={`${field} ${message}`}
          className={`flex items-start gap-1.5 ${level === 'error' ? 'text-danger' : 'text-warning'}`}
        >
          <Icon name="alert" className="mt-0.5 shrink-0" />
          {level === 'error' && captions.has(field) && !message.startsWith(captions.get(field) ?? '')
            ? `${captions.get(field)}：${message}`
            : message}
        </li>
      ))}
    </ul>
  )
}

interface PanelProps {
  line: UsageLine
  period: Period
  captions: ReadonlyMap<string, string>
}

/** The indicators and findings of the row that is being filled in. */
export function UsagePanel({ line, period, captions }: PanelProps) {
  const { due } = line
  const before = due.previous && usageDerived({ ...due.previous }, facilityOf(due))
  return (
    <section className="card" aria-live="polite">
      <header className="flex flex-wrap items-baseline gap-x-4 border-line border-b px-4 py-2.5">
        <h2 className="font-medium">{due.projectName}</h2>
        <span className="text-ink-faint text-s">
          {figure(due.ratedPower)} MW / {figure(due.ratedEnergy)} MWh
          {due.commissionDate && `　${due.commissionDate} 投运`}
        </span>
      </header>
      <div className="px-4 py-3">
        <Findings line={line} captions={captions} />
        <Indicators derived={derivedOf(due, line.typed, period)} before={before} />
      </div>
    </section>
  )
}
