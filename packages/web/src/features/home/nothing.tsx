import type { ReactNode } from 'react'

/** Text of an empty card: one line, so that cards with rows are more visible. */
export function Nothing({ children }: { children: ReactNode }) {
  return <p className="py-2 text-ink-faint text-s">{children}</p>
}
