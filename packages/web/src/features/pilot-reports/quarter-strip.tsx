import { ReportStatus } from '@xinchu/contract/codes'
import { useEffect, useRef } from 'react'
import { isOf, type Quarter, quarterName, textOf } from './progress-model.ts'
import type { Progress } from './progress-queries.ts'

interface QuarterStripProps {
  quarters: readonly Quarter[]
  reports: readonly Progress[]
  period: Quarter
  onPeriod: (text: string) => void
}

/** States of a report that waits for its author. */
const WITH_AUTHOR: readonly string[] = [ReportStatus.draft, ReportStatus.returned]

/** The quarters since the announcement. Submitted ones are green. */
export function QuarterStrip({ quarters, reports, period, onPeriod }: QuarterStripProps) {
  const strip = useRef<HTMLFieldSetElement>(null)
  const shown = textOf(period)
  useEffect(() => {
    const pressed = strip.current?.querySelector(`[data-period="${shown}"]`)
    pressed?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [shown])
  return (
    <fieldset
      ref={strip}
      className="relative flex min-w-0 max-w-full overflow-x-auto rounded-md border border-line bg-surface text-xs"
    >
      <legend className="sr-only">填报期</legend>
      {quarters.map((each) => {
        const report = reports.find(isOf(each))
        const isIn = report !== undefined && !WITH_AUTHOR.includes(report.status)
        const words = `${quarterName(each)}，${report?.statusLabel ?? '未填报'}`
        return (
          <button
            key={textOf(each)}
            type="button"
            title={words}
            data-period={textOf(each)}
            aria-pressed={textOf(each) === shown}
            onClick={() => onPeriod(textOf(each))}
            className={`min-h-8 shrink-0 border-line border-r px-2.5 tabular-nums last:border-r-0 hover:bg-hover aria-pressed:bg-brand aria-pressed:text-white ${isIn ? 'bg-success-soft text-success' : 'text-ink-soft'}`}
          >
            {each.quarter === 1 || each === quarters[0] ? String(each.year).slice(2) : ''}Q{each.quarter}
            <span className="sr-only"> {words}</span>
          </button>
        )
      })}
    </fieldset>
  )
}
