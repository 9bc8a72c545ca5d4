import { REPORT_TERMS, type ReportTerm } from '@xinchu/validators'

/** Definitions of the figures of reporting on a page, folded until asked for. */
export const ReportTerms = ({ terms }: { terms: readonly ReportTerm[] }) => (
  <details className="card px-4 py-3 text-s">
    <summary className="cursor-pointer">指标说明</summary>
    <dl className="mt-2 grid gap-x-3 gap-y-1 sm:grid-cols-[max-content_minmax(0,1fr)]">
      {terms.map((each) => (
        <div key={each} className="contents">
          <dt>{REPORT_TERMS[each].term}</dt>
          <dd className="text-ink-soft">{REPORT_TERMS[each].meaning}</dd>
        </div>
      ))}
    </dl>
  </details>
)
