import { useSuspenseQuery } from '@tanstack/react-query'
import type { MenuRoute } from '@xinchu/sdk'
import { leavesOf, menuTree } from './menus.ts'
import { isGranted, screenOf } from './screens.ts'
import { sessionQueries } from './session-queries.ts'

/** The addresses of menus. A query selects them, so that a list of links makes no tree at each rendering. */
export const pagesOf = (routes: readonly MenuRoute[]): string[] =>
  leavesOf(menuTree(routes)).map(({ path }) => path)

/** Whether these pages of menus open an address. */
export function opens(pages: readonly string[], href: string): boolean {
  const screen = screenOf(href)
  return screen !== undefined && isGranted(screen, pages)
}

/** Returns a check whether the user may open an address, such as the link of a message. */
export function useOpenable(): (href: string | undefined) => href is string {
  const { data: pages } = useSuspenseQuery({ ...sessionQueries.menus, select: pagesOf })
  return (href): href is string => href !== undefined && opens(pages, href)
}
