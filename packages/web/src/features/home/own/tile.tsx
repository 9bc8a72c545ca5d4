import type { ReactNode } from 'react'
import { GrantedLink } from '../../../app/granted-link.tsx'
import { figure } from '../../../lib/figures.ts'

interface TileProps {
  caption: string
  /** Undefined while loading. */
  value: number | undefined
  note?: ReactNode
  /** Red: must be done. */
  isUrgent?: boolean
  to: string
  search?: Readonly<Record<string, string>>
}

/** A count with a link to its list. */
export function Tile({ caption, value, note, isUrgent = false, to, search = {} }: TileProps) {
  return (
    <GrantedLink
      to={to as never} // an address that the menu grants
      search={search as never}
      className="card grid min-h-20 min-w-0 content-center gap-1 px-4 py-2.5 hover:border-brand"
    >
      <span className="text-ink-soft text-s">{caption}</span>
      <span className="flex min-w-0 flex-wrap items-baseline gap-x-2">
        <b className={`font-medium text-xl ${isUrgent && value ? 'text-danger' : ''}`}>{figure(value)}</b>
        <span className="text-ink-soft text-xs">{note}</span>
      </span>
    </GrantedLink>
  )
}
