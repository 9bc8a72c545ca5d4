import type { ReactNode } from 'react'
import { FigureTable } from '../figure-table.tsx'
import { CardFiles } from '../files/card-files.tsx'
import { type ShownTable, useShown } from '../shown.ts'

interface TableCardProps {
  table: ShownTable
  /** What the table says, in one sentence. */
  lead: string
  /** In place of the plain table. */
  drawn?: ReactNode
  /** Below the table. */
  children?: ReactNode
}

/** A table of the page with its files. */
export function TableCard({ table, lead, drawn, children }: TableCardProps) {
  const host = useShown<HTMLElement>({ kind: 'table', table })
  return (
    <section ref={host} className="card min-w-0 px-4 py-3">
      <header className="flex items-center justify-between gap-2">
        <h2 className="font-medium">{table.title}</h2>
        <CardFiles card={table} />
      </header>
      <p className="mb-2 text-ink-faint text-xs">{lead}</p>
      {drawn ?? <FigureTable {...table} />}
      {children}
    </section>
  )
}
