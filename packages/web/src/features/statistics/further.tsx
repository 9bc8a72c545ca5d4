import type { ReactNode } from 'react'

/** A part of a page that a phone shows on demand. */
export const Further = ({ isOpen, children }: { isOpen: boolean; children: ReactNode }) => (
  <div className={isOpen ? 'contents' : 'max-sm:hidden sm:contents'}>{children}</div>
)
