import { useSuspenseQuery } from '@tanstack/react-query'
import { sessionQueries } from './session-queries.ts'

/** Value for a user without roles and permissions. */
const DEFAULT = ['ROLE_SYSTEM_DEFAULT']

/**
 * Whether the user has one of these roles or permissions.
 * @throws Error when it is given no list
 */
export function useCan(roles: readonly string[]): boolean {
  if (!Array.isArray(roles)) throw new Error('need roles! Like ["admin","editor"]')
  const { data } = useSuspenseQuery(sessionQueries.info)
  const held = data.roles.length > 0 ? data.roles : DEFAULT
  return roles.some((role) => held.includes(role))
}
