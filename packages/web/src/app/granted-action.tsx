import { createLink } from '@tanstack/react-router'
import { type LinkProps, useGrant } from './granted-link.tsx'

/** A link that looks like a button; nothing if the menus of the user do not open its page. */
export const GrantedAction = createLink(function LinkOrNothing({ ref, ...props }: LinkProps) {
  return useGrant(props.href) ? <a ref={ref} {...props} /> : null
})
