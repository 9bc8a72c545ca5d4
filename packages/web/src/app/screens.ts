/** The server-granted pages that this build has, by the addresses of the menu. */
const SCREENS: ReadonlySet<string> = new Set([
  '/esproject/declare/index',
  '/esproject/audit/index',
  '/esproject/query/index',
  '/esproject/detail/:id',
])

export const isScreen = (path: string): boolean => SCREENS.has(path)
