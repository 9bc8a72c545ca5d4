import { findingOf } from './files/finding.ts'
import type { ShownTable } from './shown.ts'

/** Shows the chart's finding under its title. */
export function CardFinding({ table }: { table: ShownTable | undefined }) {
  const finding = table ? findingOf(table) : ''
  return (
    <p title={finding} className="line-clamp-2 sm:line-clamp-1 print:hidden">
      {finding}
    </p>
  )
}
