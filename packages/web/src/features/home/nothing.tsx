import type { ReactNode } from 'react'

/** What a card says that has no rows: one line, so that those with rows stand out. */
export function Nothing({ children }: { children: ReactNode }) {
  return <p className="py-2 text-ink-faint text-s">{children}</p>
}
