import type { MenuRoute } from '@xinchu/sdk'

export interface MenuItem {
  title: string
  path: string
  icon: string | undefined
  hidden: boolean
  /** Its tag cannot be closed. */
  affix: boolean
  /** Its view is dropped while another is shown. */
  noCache: boolean
  activeMenu: string | undefined
  /** A folder that is shown even around a single page. */
  alwaysShow: boolean
  /** Page to which the address of a folder leads. */
  redirect: string | undefined
  /** Whether the breadcrumb names it. */
  breadcrumb: boolean
  children: MenuItem[]
}

const isAddress = (path: string) => /^(?:https?:|mailto:|tel:)/.test(path)

/** Joins a parent's path with a child's. An absolute child path is returned unchanged. */
export function joinPath(parent: string, path: string): string {
  if (path.startsWith('/') || isAddress(path)) return path
  return `${parent.replace(/\/+$/, '')}/${path}`
}

/** Converts the server's routes to sidebar menus. A wrapper with a single page becomes that page. */
export function menuTree(routes: readonly MenuRoute[], parent = ''): MenuItem[] {
  return routes.flatMap((route) => {
    const path = joinPath(parent, route.path)
    const children = menuTree(route.children ?? [], path)
    if (!route.meta) return children
    const { hidden = false, alwaysShow = false, meta } = route
    const redirect = route.redirect === 'noredirect' ? undefined : route.redirect
    const { affix = false, noCache = false, breadcrumb = true, activeMenu } = meta
    const frame = { hidden, affix, noCache, alwaysShow, redirect, breadcrumb, activeMenu }
    return [{ title: meta.title, path, icon: meta.icon, ...frame, children }]
  })
}

/** All pages of a tree, in order. */
export const leavesOf = (items: readonly MenuItem[]): MenuItem[] =>
  items.flatMap((item) => (item.children.length > 0 ? leavesOf(item.children) : [item]))

const SUBJECT = /示范项目|规模布局统计|使用情况统计|使用统计|申报|报送/
const QUALIFIER = /[（(]?(?:省级|各省|中央企业|央企|国家|全国|平台)[）)]?/g

/** Shortens a title by the qualifiers that its menu group already states. Never empty. */
export function shortTitle(title: string): string {
  if (!SUBJECT.test(title)) return title
  return title.replace(QUALIFIER, '') || title
}
