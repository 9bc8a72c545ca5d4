import type { MouseEvent, ReactNode } from 'react'
import type { PublicPath } from '../../app/public-pages.ts'

type Target = Exclude<PublicPath, '/'>

interface Options {
  /** Replaces the current history entry. */
  replace?: boolean
}

type Lead = (path: string, options: Options) => void

let leads: Lead | undefined

/** Sets the navigation function. */
export function leadPages(lead: Lead): void {
  leads = lead
}

/** Navigates to another public page without losing the page's memory. */
export function goTo(path: Target, options: Options = {}): void {
  leads?.(path, options)
}

interface PageLinkProps {
  to: Target
  className: string
  children: ReactNode
}

/** A link between public pages. Without scripts it loads the page. */
export function PageLink({ to, className, children }: PageLinkProps) {
  const follow = (event: MouseEvent) => {
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    goTo(to)
  }
  return (
    <a href={to} onClick={follow} className={className}>
      {children}
    </a>
  )
}
