import type { Reporting } from '@xinchu/sdk'
import { REPORT_TERMS, type ReportTerm } from '@xinchu/validators'
import { figure } from '../lib/figures.ts'

/** A caption that opens the definition of its figure. */
export const TermCaption = ({ of }: { of: ReportTerm }) => (
  <details className="relative inline-block">
    <summary className="cursor-pointer list-none underline decoration-dotted underline-offset-4">
      {REPORT_TERMS[of].term}
    </summary>
    <span className="card absolute z-10 mt-1 block w-64 max-w-[80vw] px-3 py-2 text-s shadow">
      {REPORT_TERMS[of].meaning}
    </span>
  </details>
)

const FIGURES = [
  ['reported', 'reportedProjects'],
  ['pending', 'pendingProjects'],
  ['overdue', 'overdueProjects'],
] as const

/** 应报 = 已报 + 未报 + 缺报, with what each word means. */
export const ReportingLine = ({ reporting }: { reporting: Reporting }) => (
  <p className="flex flex-wrap items-baseline gap-x-2 text-ink-soft text-s">
    <span>
      <TermCaption of="due" /> {figure(reporting.dueProjects)}
    </span>
    {FIGURES.map(([term, name], at) => (
      <span key={term}>
        {at === 0 ? '=' : '+'} <TermCaption of={term} /> {figure(reporting[name])}
      </span>
    ))}
  </p>
)
