import type { components } from '@xinchu/contract/schema'
import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'

type MenuRoute = components['schemas']['MenuRoute']

interface MenuRow {
  id: number
  pid: number | null
  type: number
  title: string
  path: string
  component: string | null
  component_name: string | null
  icon: string | null
  hidden: boolean
  cache: boolean
  i_frame: boolean
  affix: boolean
  breadcrumb: boolean
  active_menu: string | null
  always_show: boolean
  redirect: string | null
}

/** A folder without a page of its own. */
const NO_REDIRECT = 'noredirect'

function metaOf(row: MenuRow): NonNullable<MenuRoute['meta']> {
  return {
    title: row.title,
    ...(row.icon ? { icon: row.icon } : {}),
    ...(row.cache ? {} : { noCache: true }),
    ...(row.affix ? { affix: true } : {}),
    ...(row.breadcrumb ? {} : { breadcrumb: false }),
    ...(row.active_menu ? { activeMenu: row.active_menu } : {}),
  }
}

function routeOf(row: MenuRow, rows: readonly MenuRow[]): MenuRoute | undefined {
  const isRoot = row.pid === null
  const path = isRoot && !row.i_frame ? `/${row.path}` : row.path
  const children = rows.filter(({ pid }) => pid === row.id).map((child) => routeOf(child, rows))
  const shown = children.filter((child) => child !== undefined)
  const common = {
    id: row.id,
    ...(row.pid === null ? {} : { pid: row.pid }),
    ...(row.hidden ? { hidden: true } : {}),
  }
  if (row.type === 0) {
    // A group without granted pages is hidden.
    if (shown.length === 0) return undefined
    return {
      ...common,
      path,
      component: row.component ?? (isRoot ? 'Layout' : 'ParentView'),
      ...(row.always_show ? { alwaysShow: true } : {}),
      redirect: row.redirect || NO_REDIRECT,
      meta: metaOf(row),
      children: shown,
    }
  }
  const leaf = { name: row.component_name ?? row.title, component: row.component ?? '', meta: metaOf(row) }
  // A top-level page is wrapped, so that every page is inside the layout.
  if (isRoot && !row.i_frame)
    return { ...common, path, component: 'Layout', children: [{ ...leaf, path: 'index' }] }
  return { ...common, path, ...leaf }
}

/** The menus that a user is granted, as the portal builds its sidebar from them. */
export async function menuRoutes(db: Db, userId: number): Promise<MenuRoute[]> {
  const { rows } = await sql<MenuRow>`
    with granted as (
      select g.menu_id, coalesce(min(g.sort) filter (where g.role_id <> 0), min(g.sort)) as sort,
        min(g.title) as title, bool_or(g.affix) as affix
      from granted_role e join menu_grant g on g.dept_id = e.dept_id and g.role_id = e.role_id
      where e.user_id = ${userId}
      group by g.menu_id)
    select m.id, m.pid, m.type, coalesce(g.title, m.title) as title, m.path, m.component, m.component_name, m.icon,
      m.hidden, m.cache, m.i_frame, coalesce(g.affix, false) or m.affix as affix, m.breadcrumb, m.active_menu,
      m.always_show, m.redirect
    from menu m left join granted g on g.menu_id = m.id
    where m.type <> 2 and (m.type = 0 or g.menu_id is not null)
    order by coalesce(g.sort, m.menu_sort), m.menu_sort, m.id`.execute(db)
  // A role's own order takes precedence over that of its department kind. Groups are sorted by their first page.
  const rank = (row: MenuRow) => {
    const own = rows.findIndex(({ id, pid, type }) => type === 1 && (id === row.id || pid === row.id))
    return own < 0 ? rows.length : own
  }
  const roots = rows.filter(({ pid }) => pid === null).sort((a, b) => rank(a) - rank(b))
  return roots.map((row) => routeOf(row, rows)).filter((route) => route !== undefined)
}
