import type { ReactNode } from 'react'
import type { View } from './view.ts'
import { ViewTools } from './view-tools.tsx'

interface ViewBarProps {
  view: View
  onChange: (view: View) => void
  /** Stands at the left, such as the pages of a document. */
  children?: ReactNode
}

/** Controls below a shown file. */
export function ViewBar({ view, onChange, children }: ViewBarProps) {
  return (
    <div className="flex min-h-9 flex-wrap items-center gap-x-2 border-line border-t bg-surface px-2 py-0.5">
      {children}
      <div className="ml-auto">
        <ViewTools view={view} onChange={onChange} />
      </div>
    </div>
  )
}
