import { createContext, useContext } from 'react'

interface LeftColumns {
  /** Number of columns that the table has no room for. */
  count: number
  /** Opens the choice of columns. */
  adjust: () => void
}

export const LeftColumnsContext = createContext<LeftColumns | undefined>(undefined)

/** Says in the foot of a table how many of its columns have no room. */
export function LeftOut() {
  const left = useContext(LeftColumnsContext)
  if (!left || left.count === 0) return null
  return (
    <span className="max-sm:hidden" data-print="none">
      另有 {left.count} 列未显示{' '}
      <button type="button" onClick={left.adjust} className="text-brand-ink hover:underline">
        调整
      </button>
    </span>
  )
}
