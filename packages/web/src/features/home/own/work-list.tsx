import type { ReactNode } from 'react'
import { Failed, Loading } from '../../../ui/states.tsx'

export interface OwnRow {
  id: string
  name: ReactNode
  /** The task, below the name. */
  note?: ReactNode
  /** State and deadline. */
  facts?: ReactNode
  action: ReactNode
}

interface WorkListProps {
  title: string
  count?: number | undefined
  /** Next to the title. */
  aside?: ReactNode
  /** Undefined while loading. */
  rows: readonly OwnRow[] | undefined
  error: Error | null
  onRetry: () => void
}

/** One kind of an enterprise's tasks, one button per row. Renders nothing without rows. */
export function WorkList({ title, count, aside, rows, error, onRetry }: WorkListProps) {
  if (rows?.length === 0) return null
  return (
    <section className="card min-w-0" aria-label={title}>
      <header className="flex flex-wrap items-center gap-x-3 border-line border-b px-4 py-2.5">
        <h2 className="font-medium">{title}</h2>
        {count !== undefined && (
          <span className="rounded bg-sunken px-1.5 text-ink-soft text-xs leading-5">{count}</span>
        )}
        {aside && <span className="ml-auto text-s">{aside}</span>}
      </header>
      {error && !rows && <Failed error={error} onRetry={onRetry} />}
      {!rows && !error && <Loading rows={2} />}
      <ul className="divide-y divide-line">
        {rows?.map(({ id, name, note, facts, action }) => (
          <li
            key={id}
            className="grid grid-cols-[minmax(0,1fr)_150px_auto] items-center gap-x-4 gap-y-1 px-4 py-2.5 text-s max-sm:grid-cols-[minmax(0,1fr)_auto]"
          >
            <div className="min-w-0">
              <p className="break-words">{name}</p>
              {note && <p className="line-clamp-2 text-ink-soft text-xs leading-5">{note}</p>}
            </div>
            <div className="text-xs leading-5 max-sm:col-start-1">{facts}</div>
            <div className="max-sm:row-span-2 max-sm:row-start-1 max-sm:col-start-2">{action}</div>
          </li>
        ))}
      </ul>
    </section>
  )
}
