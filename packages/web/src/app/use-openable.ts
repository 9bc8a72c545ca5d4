import { useSuspenseQuery } from '@tanstack/react-query'
import type { MenuRoute } from '@xinchu/sdk'
import { leavesOf, menuTree } from './menus.ts'
import { isGranted, screenOf } from './screens.ts'
import { sessionQueries } from './session-queries.ts'

/** Whether these menus open an address. */
export function opens(routes: readonly MenuRoute[], href: string): boolean {
  const screen = screenOf(href)
  const granted = () => leavesOf(menuTree(routes)).map(({ path }) => path)
  return screen !== undefined && isGranted(screen, granted())
}

/** Returns a check whether the user may open an address, such as the link of a message. */
export function useOpenable(): (href: string | undefined) => href is string {
  const { data: routes } = useSuspenseQuery(sessionQueries.menus)
  return (href): href is string => href !== undefined && opens(routes, href)
}
