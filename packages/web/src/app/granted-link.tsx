import { useQuery } from '@tanstack/react-query'
import { createLink } from '@tanstack/react-router'
import type { AnchorHTMLAttributes, Ref } from 'react'
import { sessionQueries } from './session-queries.ts'
import { opens, pagesOf } from './use-openable.ts'

export interface LinkProps extends AnchorHTMLAttributes<HTMLAnchorElement> {
  ref?: Ref<HTMLAnchorElement>
}

/** The landing page decides by itself what the user sees there. */
const HOME = '/'

/** Whether the menus of the user open an address. They are not asked for the landing page, which public pages link too. */
export function useGrant(href: string | undefined): boolean {
  const { data: pages = [] } = useQuery({ ...sessionQueries.menus, enabled: href !== HOME, select: pagesOf })
  return href !== undefined && (href === HOME || opens(pages, href))
}

/** Classes that say that a text can be pressed. */
const PRESSED = /\s*(?<!\S)(?:hover:|after:|(?:text-brand-ink|underline)(?!\S))\S*/g

/** A link to a page of the portal; its text alone if the menus of the user do not open that page. */
export const GrantedLink = createLink(function LinkOrText({ ref, ...props }: LinkProps) {
  if (useGrant(props.href)) return <a ref={ref} {...props} />
  return (
    <span className={props.className?.replace(PRESSED, '')} title={props.title} style={props.style}>
      {props.children}
    </span>
  )
})
