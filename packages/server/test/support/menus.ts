import type { MenuRoute } from '@xinchu/sdk'

const join = (parent: string, path: string) => (path.startsWith('/') ? path : `${parent}/${path}`)

/** The addresses of all pages of a menu. */
export function leaves(routes: readonly MenuRoute[], parent = ''): string[] {
  return routes.flatMap((route) => {
    const path = join(parent, route.path)
    return route.children?.length ? leaves(route.children, path) : [path]
  })
}
