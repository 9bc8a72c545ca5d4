import type { ReactNode } from 'react'

interface OpenButtonProps {
  onOpen: () => void
  /** It was seen before and stands back. */
  isSeen?: boolean
  children: ReactNode
}

/** The name of a row, which opens what the row is about. */
export function OpenButton({ onOpen, isSeen = false, children }: OpenButtonProps) {
  return (
    <button
      type="button"
      onClick={onOpen}
      className={`max-w-full truncate text-left hover:underline ${isSeen ? 'text-ink-soft' : 'font-medium text-brand-ink'}`}
    >
      {children}
    </button>
  )
}
