import { useSuspenseQuery } from '@tanstack/react-query'
import { sessionQueries } from '../../app/session-queries.ts'

const ADMINISTRATION = 900

/** Whether the user belongs to the administration, which alone makes and changes accounts and offices. */
export function useIsAdmin(): boolean {
  const { user } = useSuspenseQuery(sessionQueries.info).data
  return Number(user.deptId) === ADMINISTRATION
}
