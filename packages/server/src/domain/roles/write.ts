import type { components } from '@xinchu/contract/schema'
import { sql } from 'kysely'
import type { Trx } from '../../db/database.ts'
import { badRequest, conflict, notFound, staleVersion } from '../../errors.ts'
import type { Caller } from '../caller.ts'
import { changeMenus, changePermissions, copyGrants } from './change-grants.ts'
import { assertAdministered, kept } from './kept.ts'
import { choicesFor, grantsOf, type RoleRow, requireRole, roleInfo } from './query.ts'
import { scopesOf } from './scopes.ts'

type Schemas = components['schemas']
type Change = Schemas['RoleChange']

const nameOf = (name: string): string => {
  const trimmed = name.trim()
  if (trimmed === '') throw badRequest('G-002', '角色名称：值不能为空', 'name')
  return trimmed
}

/** Creates a role with the menus and permissions that another has in one department kind. @throws HttpError 400, 404, 409 */
export async function createRole(
  trx: Trx,
  { name, basedOn, deptId, note }: Schemas['RoleDraft'],
  user: Caller,
): Promise<Schemas['Role']> {
  const source = await requireRole(trx, basedOn)
  const kind = deptId ?? source.dept_ids[0]
  if (kind === undefined || !source.dept_ids.includes(kind))
    throw badRequest('G-002', '所复制的角色不属于该部门类别', 'deptId')
  const { id } = await trx
    .insertInto('role')
    .values({
      name: nameOf(name),
      level: source.level,
      data_scope: source.data_scope,
      based_on: source.based_on ?? source.id,
      note: note ?? null,
      update_by: user.username,
      update_time: sql`now()`,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await trx.insertInto('role_kind').values({ role_id: id, dept_id: kind, own: true }).execute()
  await copyGrants(trx, { from: source.id, to: id, deptId: kind })
  return roleInfo(await requireRole(trx, id))
}

function assertOfPlatform(change: Change, role: RoleRow): void {
  if (change.dataScope !== undefined && !scopesOf(role).includes(change.dataScope)) {
    if (role.based_on === null) throw conflict('G-003', '内置角色不能改变数据范围')
    throw badRequest('G-006', '数据范围只能在所依据角色的范围之内', 'dataScope')
  }
  if (change.enabled === false && role.based_on === null) throw conflict('G-003', '内置角色不能停用')
}

/** @throws HttpError 400 or 409 if the role cannot have these, or must keep others */
async function assertGrants(trx: Trx, { menuIds, permissions }: Change, role: RoleRow): Promise<void> {
  const { keptMenuIds, keptPermissions } = await kept(trx, role.id)
  const lost = menuIds ? keptMenuIds.filter((id) => !menuIds.includes(id)) : []
  if (lost.length > 0) {
    const titles = await trx
      .selectFrom('menu')
      .select('title')
      .where('id', 'in', lost)
      .orderBy('id')
      .execute()
    const words = titles.map(({ title }) => `“${title}”`).join('、')
    throw conflict('G-004', `该角色须保留菜单${words}`)
  }
  if (permissions && keptPermissions.some((name) => !permissions.includes(name)))
    throw conflict('G-004', '系统管理员须保留平台管理权限')
  if (menuIds) {
    const { rows } = await sql<{ id: number }>`
      select id from menu where id = any(${menuIds}::bigint[]) and type = 1`.execute(trx)
    if (rows.length < new Set(menuIds).size) throw badRequest('G-006', '菜单不存在，或不是页面', 'menuIds')
  }
  if (permissions) {
    const held = await grantsOf(trx, role.id)
    const offered = choicesFor(role, held.permissions).map(({ permission }) => permission)
    const strange = permissions.find((name) => !offered.includes(name) && !held.permissions.includes(name))
    if (strange !== undefined) throw badRequest('G-006', `该部门类别不能使用权限“${strange}”`, 'permissions')
  }
}

/** Changes a role from its users' next call on. @throws HttpError 400, 404, 409 */
export async function updateRole(trx: Trx, change: Change, user: Caller): Promise<Schemas['Role']> {
  const role = await requireRole(trx, change.id)
  assertOfPlatform(change, role)
  await assertGrants(trx, change, role)
  const changed = await trx
    .updateTable('role')
    .set({
      ...(change.name === undefined ? {} : { name: nameOf(change.name) }),
      ...(change.note === undefined ? {} : { note: change.note }),
      ...(change.dataScope === undefined ? {} : { data_scope: change.dataScope }),
      ...(change.enabled === undefined ? {} : { enabled: change.enabled }),
      version: sql`version + 1`,
      update_by: user.username,
      update_time: sql`now()`,
    })
    .where('id', '=', change.id)
    .where('version', '=', change.version)
    .returning('id')
    .executeTakeFirst()
  if (!changed) throw staleVersion()
  const held = await grantsOf(trx, change.id)
  if (change.menuIds) await changeMenus(trx, change.id, { held: held.menuIds, asked: change.menuIds })
  if (change.permissions)
    await changePermissions(trx, change.id, { held: held.permissions, asked: change.permissions })
  await assertAdministered(trx, user)
  return roleInfo(await requireRole(trx, change.id))
}

/** Deletes copies of roles that nobody has. @throws HttpError 404 or 409, and then deletes none */
export async function deleteRoles(trx: Trx, ids: readonly number[]): Promise<void> {
  const { rows } = await sql<{ id: number; name: string; based_on: number | null; users: number }>`
    select r.id, r.name, r.based_on, (select count(*) from user_role ur where ur.role_id = r.id) as users
    from role r where r.id = any(${[...ids]}::bigint[]) order by r.id for update of r`.execute(trx)
  if (rows.length < new Set(ids).size) throw notFound('角色')
  for (const { name, based_on, users } of rows) {
    if (based_on === null) throw conflict('G-003', `“${name}”是内置角色，不能删除`)
    if (users > 0) throw conflict('G-003', `“${name}”仍有 ${users} 名用户，不能删除`)
  }
  const found = rows.map(({ id }) => id)
  await trx.deleteFrom('menu_grant').where('role_id', 'in', found).execute()
  await trx.deleteFrom('permission_grant').where('role_id', 'in', found).execute()
  await trx.deleteFrom('role').where('id', 'in', found).execute()
}
