import type { FillTime } from '@xinchu/sdk'
import type { ReactNode } from 'react'
import { GrantedLink } from '../../app/granted-link.tsx'
import { waitedText } from '../../lib/due.ts'
import { Failed, Loading } from '../../ui/states.tsx'
import { DeadlineOf } from './deadline.tsx'
import { Nothing } from './nothing.tsx'

export const DESK = '/esproject/desk/index'

export interface WorkRow {
  id: string | number
  name: ReactNode
  /** Description, such as its size. */
  note?: ReactNode
  /** Waiting since, yyyy-MM-dd HH:mm:ss. */
  since?: string | undefined
}

interface WorkCardProps {
  title: string
  /** Page where the work is done, filtered to what waits. */
  to: string
  search?: Readonly<Record<string, string>>
  /** Number of waiting items, as text on the link. */
  all: string
  /** Kind of records that the reviewer's desk shows from the longest-waiting one on. */
  desk?: 'project'
  /** Fill window of this kind of work. */
  fillType?: FillTime['fillType']
  /** Content above the rows. */
  summary?: ReactNode
  /** Longest-waiting items; undefined while loading. */
  rows: readonly WorkRow[] | undefined
  empty: string
  error: Error | null
  onRetry: () => void
}

/** One kind of work: deadline, amount, longest-waiting items and a link to all of it. */
export function WorkCard({
  title,
  to,
  search,
  all,
  desk,
  fillType,
  summary,
  rows,
  empty,
  error,
  onRetry,
}: WorkCardProps) {
  return (
    <section className="card min-w-0 px-4 py-3" aria-label={title}>
      <header className="mb-1 flex flex-wrap items-center gap-x-3 gap-y-1">
        <h2 className="font-medium">{title}</h2>
        <span className="mr-auto">{fillType && <DeadlineOf fillType={fillType} />}</span>
        {desk && rows && rows.length > 0 && (
          <GrantedLink
            to="/esproject/desk/index"
            search={{ kind: desk }}
            aria-label={`${title}，从最久的开始办`}
            className="text-brand-ink text-s hover:underline"
          >
            从最久的开始办
          </GrantedLink>
        )}
        <GrantedLink
          to={to as never} // an address that the menu grants
          search={(search ?? {}) as never}
          className="text-brand-ink text-s hover:underline"
        >
          {all}
        </GrantedLink>
      </header>
      {summary}
      {error && !rows && <Failed error={error} onRetry={onRetry} />}
      {!rows && !error && <Loading rows={3} />}
      {rows?.length === 0 && <Nothing>{empty}</Nothing>}
      <ul>
        {rows?.map(({ id, name, note, since }) => (
          <li
            key={id}
            className="flex flex-wrap items-center gap-x-3 gap-y-0.5 border-line border-t py-2 text-s first:border-t-0"
          >
            <span className="min-w-0 flex-1 basis-56 truncate">{name}</span>
            {note && (
              <span className="flex items-center gap-2 whitespace-nowrap text-ink-faint text-xs">{note}</span>
            )}
            {since && (
              <span className="whitespace-nowrap text-ink-faint text-xs" title={`自 ${since.slice(0, 16)}`}>
                已等待 {waitedText(since)}
              </span>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}

interface DeskLinkProps {
  kind: 'project' | 'usage' | 'yearcalc'
  id: number
  name: string | undefined
}

/** Opens a record at the reviewer's desk. */
export const DeskLink = ({ kind, id, name = String(id) }: DeskLinkProps) => (
  <GrantedLink
    to={DESK}
    search={{ kind, id: String(id) }}
    className="font-medium text-brand-ink hover:underline"
  >
    {name}
  </GrantedLink>
)
