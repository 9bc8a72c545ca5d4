import type { components } from '@xinchu/contract/schema'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import type { Row } from '../../db/schema.ts'
import { notFound } from '../../errors.ts'
import { codeOf } from '../caller.ts'
import { permissions } from '../permissions.ts'
import { reply } from '../reply.ts'
import { kept } from './kept.ts'
import { scopesOf } from './scopes.ts'

type Schemas = components['schemas']

/** A role with what is counted of it. */
export interface RoleRow {
  id: number
  name: string
  note: string | null
  level: number
  data_scope: Row<'role'>['data_scope']
  based_on: number | null
  base_name: string | null
  /** The scope of the role of the platform that it is based on, or its own. */
  base_scope: Row<'role'>['data_scope']
  dept_ids: Schemas['DeptKind'][]
  enabled: boolean
  own: boolean
  users: number
  menus: number
  permissions: number
  version: number
  update_by: string | null
  update_time: string | null
}

/** SQL: rows of a grant table `g` that count for role `k`: its own, and those of its kinds where it has none of its own. */
export const grantedTo: RawBuilder<boolean> = sql<boolean>`g.dept_id = k.dept_id
  and (g.role_id = k.role_id or g.role_id = 0 and not k.own)`

const columns = sql`r.id, r.name, r.note, r.level, r.data_scope, r.based_on, b.name as base_name,
  coalesce(b.data_scope, r.data_scope) as base_scope, r.enabled, r.version, r.update_by, r.update_time,
  array(select k.dept_id from role_kind k where k.role_id = r.id order by 1) as dept_ids,
  coalesce((select bool_or(k.own) from role_kind k where k.role_id = r.id), false) as own,
  (select count(*) from user_role ur where ur.role_id = r.id) as users,
  (select count(distinct g.menu_id) from role_kind k join menu_grant g on ${grantedTo}
    join menu m on m.id = g.menu_id and m.type = 1 where k.role_id = r.id) as menus,
  (select count(distinct g.permission) from role_kind k join permission_grant g on ${grantedTo}
    where k.role_id = r.id) as permissions`

/** Converts a role to the contract's shape. */
export function roleInfo(row: RoleRow): Schemas['Role'] {
  return reply({
    id: row.id,
    name: row.name,
    note: row.note,
    dataScope: row.data_scope,
    basedOn: row.based_on,
    basedOnName: row.base_name,
    deptIds: row.dept_ids,
    enabled: row.enabled,
    own: row.own,
    users: row.users,
    menus: row.menus,
    permissions: row.permissions,
    version: row.version,
    updateBy: row.update_by,
    updateTime: row.update_time,
  })
}

/** All roles, those of the platform first. */
export async function listRoles(db: Db): Promise<Schemas['Role'][]> {
  const { rows } = await sql<RoleRow>`
    select ${columns} from role r left join role b on b.id = r.based_on
    order by r.based_on is not null, r.level, r.id`.execute(db)
  return rows.map(roleInfo)
}

/** Returns one role. @throws HttpError 404 */
export async function requireRole(db: Db, id: number): Promise<RoleRow> {
  const { rows } = await sql<RoleRow>`
    select ${columns} from role r left join role b on b.id = r.based_on where r.id = ${id}`.execute(db)
  if (!rows[0]) throw notFound('角色')
  return rows[0]
}

/** Menus and permissions of a role, over all its department kinds. */
export async function grantsOf(db: Db, id: number): Promise<{ menuIds: number[]; permissions: string[] }> {
  const { rows } = await sql<{ menu_ids: number[]; permissions: string[] }>`
    select array(select distinct g.menu_id from role_kind k join menu_grant g on ${grantedTo}
        join menu m on m.id = g.menu_id and m.type = 1 where k.role_id = ${id} order by 1) as menu_ids,
      array(select distinct g.permission from role_kind k join permission_grant g on ${grantedTo}
        where k.role_id = ${id} order by 1) as permissions`.execute(db)
  return { menuIds: rows[0]?.menu_ids ?? [], permissions: rows[0]?.permissions ?? [] }
}

/** The permissions that calls of the role's department kinds can need, and those that it has. */
export function choicesFor(
  { id, based_on, dept_ids }: RoleRow,
  held: readonly string[],
): Schemas['GrantChoice'][] {
  const codes = dept_ids.map((deptId) => codeOf({ deptId, roles: [{ id: based_on ?? id }] }))
  return permissions
    .filter(
      ({ name, callers }) => held.includes(name) || codes.some((code) => code && callers.includes(code)),
    )
    .map(({ name, group, title }) => ({ permission: name, group, title }))
}

/**
 * SQL: grants `g` that a role with grants of its own would have without them, as its kind `k`: those of the role that it
 * is based on, or those of a kind that has no second role of the platform.
 */
const inherited = sql<boolean>`g.dept_id = k.dept_id and k.own and (
  exists (select 1 from role c join role_kind b on b.role_id = c.based_on and b.dept_id = k.dept_id
    where c.id = k.role_id and (g.role_id = b.role_id or g.role_id = 0 and not b.own))
  or g.role_id = 0 and not exists (select 1 from role_kind o join role p on p.id = o.role_id and p.based_on is null
    where o.dept_id = k.dept_id and o.role_id <> k.role_id)
    and exists (select 1 from role c where c.id = k.role_id and c.based_on is null))`

/** Menus and permissions that reach other roles of the same kind, but not this one, because it has grants of its own. */
async function moreFor(
  db: Db,
  id: number,
  held: { menuIds: readonly number[]; permissions: readonly string[] },
): Promise<Pick<Schemas['RoleDetail'], 'moreMenuIds' | 'morePermissions'>> {
  const { rows } = await sql<{ menu_ids: number[]; permissions: string[] }>`
    select array(select distinct g.menu_id from role_kind k join menu_grant g on ${inherited}
        join menu m on m.id = g.menu_id and m.type = 1 where k.role_id = ${id} order by 1) as menu_ids,
      array(select distinct g.permission from role_kind k join permission_grant g on ${inherited}
        where k.role_id = ${id} order by 1) as permissions`.execute(db)
  const [row] = rows
  return {
    moreMenuIds: (row?.menu_ids ?? []).filter((each) => !held.menuIds.includes(each)),
    morePermissions: (row?.permissions ?? []).filter((each) => !held.permissions.includes(each)),
  }
}

/** A role with what it has and what it can have. @throws HttpError 404 */
export async function roleDetail(db: Db, id: number): Promise<Schemas['RoleDetail']> {
  const row = await requireRole(db, id)
  const held = await grantsOf(db, id)
  const { rows: menus } = await sql<{
    id: number
    pid: number
    title: string
    type: number
    hidden: boolean
  }>`
    select id, coalesce(pid, 0) as pid, title, type, hidden from menu where type < 2 order by menu_sort, id`.execute(
    db,
  )
  return {
    role: roleInfo(row),
    ...held,
    menus: menus.map(({ type, hidden, ...menu }) => ({
      ...menu,
      isPage: type === 1,
      ...(hidden ? { hidden } : {}),
    })),
    choices: choicesFor(row, held.permissions),
    ...(await kept(db, id)),
    ...(await moreFor(db, id, held)),
    dataScopes: scopesOf(row),
  }
}
