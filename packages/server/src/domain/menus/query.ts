import type { components, operations } from '@xinchu/contract/schema'
import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import type { Row } from '../../db/schema.ts'
import { all, containing, orderBy, pageOf } from '../../db/sql.ts'
import { notFound } from '../../errors.ts'
import { reply } from '../reply.ts'

type MenuNode = components['schemas']['MenuNode']
type MenuQuery = NonNullable<operations['queryMenus']['parameters']['query']>
type MenuRow = Row<'menu'> & { sub_count: number; role_ids: number[] }

const nodes = sql`m.*, (select count(*) from menu c where c.pid = m.id) as sub_count,
  array(select distinct g.role_id from menu_grant g where g.menu_id = m.id and g.role_id <> 0 order by 1) as role_ids`

const SORTABLE = { id: 'm.id', title: 'm.title', menuSort: 'm.menu_sort', createTime: 'm.create_time' }

function nodeOf(row: MenuRow): MenuNode {
  return reply({
    id: row.id,
    pid: row.pid ?? 0,
    type: row.type,
    title: row.title,
    label: row.title,
    path: row.path,
    component: row.component,
    componentName: row.component_name,
    icon: row.icon,
    permission: row.permission,
    menuSort: row.menu_sort,
    hidden: row.hidden,
    cache: row.cache,
    iFrame: row.i_frame,
    affix: row.affix,
    breadcrumb: row.breadcrumb,
    activeMenu: row.active_menu,
    alwaysShow: row.always_show,
    redirect: row.redirect,
    roleIds: row.role_ids,
    subCount: row.sub_count,
    hasChildren: row.sub_count > 0,
    leaf: row.sub_count === 0,
    version: row.version,
    createTime: row.create_time,
  })
}

/** Finds menus by title, component or permission, by parent, or by creation time; the roots without a filter. */
export async function pageMenus(db: Db, query: MenuQuery): Promise<components['schemas']['MenuPage']> {
  const { blurry, pid, createTime } = query
  const parts = []
  if (blurry) {
    const pattern = containing(blurry)
    parts.push(
      sql<boolean>`(m.title like ${pattern} or m.component like ${pattern} or m.permission like ${pattern})`,
    )
  }
  if (createTime?.[0]) parts.push(sql<boolean>`m.create_time >= ${createTime[0]}::timestamptz`)
  if (createTime?.[1]) parts.push(sql<boolean>`m.create_time <= ${createTime[1]}::timestamptz`)
  if (pid !== undefined || parts.length === 0) parts.push(sql<boolean>`coalesce(m.pid, 0) = ${pid ?? 0}`)
  const order = orderBy(SORTABLE, query.sort, sql`m.menu_sort, m.id`)
  const { rows } = await sql<MenuRow>`
    select ${nodes} from menu m ${pageOf(all(parts), query, { id: 'm.id', order })}`.execute(db)
  const counted = await sql<{
    total: number
  }>`select count(*) as total from menu m where ${all(parts)}`.execute(db)
  return { content: rows.map(nodeOf), totalElements: counted.rows[0]?.total ?? 0 }
}

/** Returns one level of menus. Parent 0 means the roots. */
export async function childrenOf(db: Db, pid: number): Promise<MenuNode[]> {
  const { rows } = await sql<MenuRow>`
    select ${nodes} from menu m where coalesce(m.pid, 0) = ${pid} order by m.menu_sort, m.id`.execute(db)
  return rows.map(nodeOf)
}

/** Returns a menu with its descendants. @throws HttpError 404 */
export async function descendantIds(db: Db, id: number): Promise<number[]> {
  const ids = await withDescendants(db, [id])
  if (ids.length === 0) throw notFound('菜单')
  return ids
}

/** Returns the existing ones of these menus with their descendants. */
export async function withDescendants(db: Db, ids: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    with recursive below as (
      select id from menu where id = any(${[...ids]}::bigint[])
      union select m.id from menu m join below b on m.pid = b.id)
    select id from below order by id`.execute(db)
  return rows.map(({ id }) => id)
}

/** Returns one menu. @throws HttpError 404 */
export async function requireMenu(db: Db, id: number): Promise<MenuNode> {
  const { rows } = await sql<MenuRow>`select ${nodes} from menu m where m.id = ${id}`.execute(db)
  const [row] = rows
  if (!row) throw notFound('菜单')
  return nodeOf(row)
}

/**
 * Returns the possible parents of these menus: their own level and all levels above, as a tree without them, so that none
 * can become its own descendant.
 */
export async function superiorTree(db: Db, ids: readonly number[]): Promise<MenuNode[]> {
  const { rows } = await sql<MenuRow>`select ${nodes} from menu m order by m.menu_sort, m.id`.execute(db)
  const byId = new Map(rows.map((row) => [row.id, row]))
  const levels = new Set<number | null>([null])
  for (const id of ids)
    for (let row = byId.get(id); row && row.pid !== null; row = byId.get(row.pid)) levels.add(row.pid)
  const isShown = (row: MenuRow) => levels.has(row.pid) && !ids.includes(row.id)
  const treeOf = (pid: number | null): MenuNode[] =>
    rows
      .filter((row) => row.pid === pid && isShown(row))
      .map((row) => {
        const taken = rows.filter((child) => child.pid === row.id && ids.includes(child.id)).length
        const children = levels.has(row.id) ? treeOf(row.id) : []
        return {
          ...nodeOf({ ...row, sub_count: row.sub_count - taken }),
          ...(children.length > 0 ? { children } : {}),
        }
      })
  return treeOf(null)
}
