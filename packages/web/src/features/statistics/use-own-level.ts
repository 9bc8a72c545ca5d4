import { useQuery } from '@tanstack/react-query'
import { sessionQueries } from '../../app/session-queries.ts'
import type { AreaLevel } from './use-area.ts'

/** Widest scope of the user's statistics, on pages that all offices share. */
export function useOwnLevel(): AreaLevel {
  const user = useQuery(sessionQueries.info).data?.user
  if (user?.provinceCode) return 'province'
  return user?.regionGroup ? 'region' : 'nation'
}
