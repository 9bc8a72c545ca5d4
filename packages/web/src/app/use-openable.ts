import { useSuspenseQuery } from '@tanstack/react-query'
import { leavesOf, menuTree } from './menus.ts'
import { isGranted, screenOf } from './screens.ts'
import { sessionQueries } from './session-queries.ts'

/** Returns a check whether the user may open an address, such as the link of a message. */
export function useOpenable(): (href: string | undefined) => href is string {
  const { data: routes } = useSuspenseQuery(sessionQueries.menus)
  const granted = leavesOf(menuTree(routes)).map(({ path }) => path)
  return (href): href is string => {
    const screen = href === undefined ? undefined : screenOf(href)
    return screen !== undefined && isGranted(screen, granted)
  }
}
