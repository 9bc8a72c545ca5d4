import { useQuery } from '@tanstack/react-query'
import { createLink } from '@tanstack/react-router'
import type { AnchorHTMLAttributes, Ref } from 'react'
import { sessionQueries } from './session-queries.ts'
import { opens } from './use-openable.ts'

interface Props extends AnchorHTMLAttributes<HTMLAnchorElement> {
  ref?: Ref<HTMLAnchorElement>
}

/** The landing page decides by itself what the user sees there. */
const HOME = '/'

function useGrant(href: string | undefined): boolean {
  const { data: routes = [] } = useQuery(sessionQueries.menus)
  return href !== undefined && (href === HOME || opens(routes, href))
}

/** Classes that say that a text can be pressed. */
const PRESSED = /^(?:hover:|text-brand-ink$|after:|underline$)/

const asText = (className = ''): string =>
  className
    .split(' ')
    .filter((each) => !PRESSED.test(each))
    .join(' ')

/** A link to a page of the portal; its text alone if the menus of the user do not open that page. */
export const GrantedLink = createLink(function LinkOrText({ ref, ...props }: Props) {
  if (useGrant(props.href)) return <a ref={ref} {...props} />
  return (
    <span className={asText(props.className)} title={props.title} style={props.style}>
      {props.children}
    </span>
  )
})

/** A link that looks like a button; nothing if the menus of the user do not open its page. */
export const GrantedAction = createLink(function LinkOrNothing({ ref, ...props }: Props) {
  return useGrant(props.href) ? <a ref={ref} {...props} /> : null
})
