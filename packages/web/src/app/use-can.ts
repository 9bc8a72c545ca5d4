import { useSuspenseQuery } from '@tanstack/react-query'
import { sessionQueries } from './session-queries.ts'

/**
 * Whether the user has one of these roles or permissions.
 * @throws Error when it is given no list
 */
export function useCan(roles: readonly string[]): boolean {
  if (!Array.isArray(roles)) throw new Error('need roles! Like ["admin","editor"]')
  const { data } = useSuspenseQuery(sessionQueries.info)
  return roles.some((role) => data.roles.includes(role))
}
