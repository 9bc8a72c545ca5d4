import { useSuspenseQuery } from '@tanstack/react-query'
import { may } from '@xinchu/contract/rights'
import { sessionQueries } from '../../app/session-queries.ts'

/** Whether the user is an administrator. Only they manage accounts and offices. */
export function useIsAdmin(): boolean {
  const { user } = useSuspenseQuery(sessionQueries.info).data
  return may(user, 'accounts.manage')
}
