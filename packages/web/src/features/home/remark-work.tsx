import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReviewRemarkCount } from '@xinchu/sdk'
import { RemarkStatus } from '@xinchu/sdk/codes'
import { reviewQueries } from '../../app/review.ts'
import { waitedText } from '../../lib/due.ts'

const SHOWN = 5

const sumOf = (rows: readonly ReviewRemarkCount[]) => rows.reduce((sum, { count }) => sum + count, 0)

const byAge = (rows: readonly ReviewRemarkCount[]) =>
  [...rows].sort((a, b) => a.oldestAt.localeCompare(b.oldestAt))

interface PartProps {
  title: string
  /** What stands behind each office. */
  verb: string
  rows: readonly ReviewRemarkCount[]
}

function Part({ title, verb, rows }: PartProps) {
  if (rows.length === 0) return null
  return (
    <section className="card min-w-0 px-4 py-3" aria-label={title}>
      <h2 className="mb-1 flex items-center gap-2 font-medium">
        {title}
        <span className="rounded bg-sunken px-1.5 font-normal text-ink-soft text-xs leading-5">
          {sumOf(rows)}
        </span>
      </h2>
      <ul>
        {byAge(rows)
          .slice(0, SHOWN)
          .map(({ orgId, orgName, entity, count, records, oldestAt }) => (
            <li
              key={`${orgId} ${entity}`}
              className="flex flex-wrap items-center gap-x-3 border-line border-t py-2 text-s first:border-t-0"
            >
              <span className="min-w-0 flex-1 basis-40 truncate">{orgName}</span>
              <span className="whitespace-nowrap text-ink-soft text-xs">
                {records} 件，意见 {count} 处，{verb} {waitedText(oldestAt)}
              </span>
            </li>
          ))}
      </ul>
    </section>
  )
}

/** Remarks by office: answered ones that wait for a second look, and open ones that wait for the enterprise. */
export function RemarkWork() {
  const { data = [] } = useQuery(reviewQueries.counts())
  const of = (status: RemarkStatus) => data.filter((row) => row.status === status)
  return (
    <>
      <Part title="已答复，待复核" verb="最早" rows={of(RemarkStatus.answered)} />
      <Part title="已退回，等企业改正" verb="最早" rows={of(RemarkStatus.open)} />
    </>
  )
}

/** Opens the desk at the longest waiting record. */
export function OldestFirst() {
  return (
    <Link to="/esproject/desk/index" className="ml-auto text-brand-ink text-s hover:underline">
      从最久的开始办
    </Link>
  )
}
