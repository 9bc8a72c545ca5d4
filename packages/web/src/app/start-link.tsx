import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { buttonClass } from '../ui/button.tsx'
import { useOpenable } from './use-openable.ts'

/** The way out of an empty list: a button to a page, if the user may open it. */
export function StartLink({ to, children }: { to: string; children: ReactNode }) {
  const isOpenable = useOpenable()
  if (!isOpenable(to)) return null
  return (
    <Link to={to} className={buttonClass('plain')}>
      {children}
    </Link>
  )
}
