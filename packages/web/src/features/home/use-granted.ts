import { useQuery } from '@tanstack/react-query'
import { leavesOf, type MenuItem, menuTree } from '../../app/menus.ts'
import { isScreen } from '../../app/screens.ts'
import { sessionQueries } from '../../app/session-queries.ts'

/** Pages of this build that the user may open. */
export function useGranted(): readonly MenuItem[] {
  const { data: routes = [] } = useQuery(sessionQueries.menus)
  return leavesOf(menuTree(routes)).filter(({ path }) => isScreen(path))
}
