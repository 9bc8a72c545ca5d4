import type { MouseEvent, ReactNode } from 'react'
import type { PublicPath } from '../../app/public-pages.ts'

type Target = Exclude<PublicPath, '/'>

interface Options {
  /** Takes the place of this page in the history. */
  replace?: boolean
}

type Lead = (path: string, options: Options) => void

let leads: Lead | undefined

/** Says who shows the pages. */
export function leadPages(lead: Lead): void {
  leads = lead
}

/** Shows another page before the log-in; what this page holds in memory stays. */
export function goTo(path: Target, options: Options = {}): void {
  leads?.(path, options)
}

interface PageLinkProps {
  to: Target
  className: string
  children: ReactNode
}

/** A link among the pages before the log-in; without scripts it loads the page. */
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
