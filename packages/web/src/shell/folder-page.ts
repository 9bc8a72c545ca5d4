import type { QueryClient } from '@tanstack/react-query'
import { type MenuItem, menuTree } from '../app/menus.ts'
import { isScreen } from '../app/screens.ts'
import { sessionQueries } from '../app/session-queries.ts'

const folders = (items: readonly MenuItem[]): MenuItem[] =>
  items.flatMap((item) => (item.children.length > 0 ? [item, ...folders(item.children)] : []))

/** Page to which the address of a granted folder leads; undefined for any other address. */
export async function folderPage(client: QueryClient, path: string): Promise<string | undefined> {
  const tree = menuTree(await client.ensureQueryData(sessionQueries.menus))
  const { redirect } = folders(tree).find((folder) => folder.path === path) ?? {}
  return redirect && isScreen(redirect) ? redirect : undefined
}
