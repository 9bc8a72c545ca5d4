import type { ReactNode } from 'react'

interface OpenButtonProps {
  onOpen: () => void
  /** De-emphasized, because it was seen before. */
  isSeen?: boolean
  children: ReactNode
}

/** Name of a row as a button that opens it. */
export function OpenButton({ onOpen, isSeen = false, children }: OpenButtonProps) {
  return (
    <button
      type="button"
      data-print="text"
      onClick={onOpen}
      className={`min-h-6 max-w-full truncate text-left hover:underline ${isSeen ? 'text-ink-soft' : 'font-medium text-brand-ink'}`}
    >
      {children}
    </button>
  )
}
