import type { ReactNode } from 'react'
import { buttonClass } from '../ui/button.tsx'
import { GrantedAction } from './granted-action.tsx'

/** The way out of an empty list: a button to a page, if the user may open it. */
export const StartLink = ({ to, children }: { to: string; children: ReactNode }) => (
  <GrantedAction to={to} className={buttonClass('plain')}>
    {children}
  </GrantedAction>
)
