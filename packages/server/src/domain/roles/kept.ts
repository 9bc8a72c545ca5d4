import { AccountStatus } from '@xinchu/contract/codes'
import { deptKinds } from '@xinchu/contract/rights'
import { sql } from 'kysely'
import type { Db, Trx } from '../../db/database.ts'
import { conflict } from '../../errors.ts'
import type { Caller } from '../caller.ts'

/** The role of the platform that administers it, and what it cannot do without. */
const MANAGING_ROLE = 1
const PAGES: readonly string[] = ['SU', 'SM', 'RO']
const PERMISSION = 'admin'
const ROLES_PAGE = 'RO'

export interface Kept {
  keptMenuIds: number[]
  keptPermissions: string[]
}

/** Menus and permissions that a role must keep: the landing page of each of its kinds, and those of administrators. */
export async function kept(db: Db, roleId: number): Promise<Kept> {
  const { rows } = await sql<{ id: number }>`
    select distinct g.menu_id as id from role_kind k join menu_grant g on g.dept_id = k.dept_id and g.affix
      and g.role_id = case when k.own or exists (select 1 from menu_grant x
        where x.dept_id = k.dept_id and x.role_id = k.role_id and x.affix) then k.role_id else 0 end
    where k.role_id = ${roleId}
    union select id from menu where ${roleId} = ${MANAGING_ROLE} and menu_key = any(${PAGES})
    order by 1`.execute(db)
  return {
    keptMenuIds: rows.map(({ id }) => id),
    keptPermissions: roleId === MANAGING_ROLE ? [PERMISSION] : [],
  }
}

/**
 * Holds that the caller still administers the platform, and so that somebody does. Changes that could take this away call
 * it last; the lock lets two of them see each other.
 * @throws HttpError 409
 */
export async function assertAdministered(trx: Trx, user: Caller): Promise<void> {
  await sql`select 1 from role where id = ${MANAGING_ROLE} for update`.execute(trx)
  const { rows: people } = await sql<{ id: number }>`
    select u.id from org o join app_user u on u.org_id = o.id and u.status = ${AccountStatus.active}
    where o.dept_id = ${deptKinds.administration} and o.enabled`.execute(trx)
  // Named users, because grants of all users would be computed otherwise.
  const { rows } = await sql<{ id: number }>`
    select e.user_id as id from granted_role e where e.user_id = any(${people.map(({ id }) => id)}::bigint[])
    group by e.user_id
    having bool_or(exists (select 1 from permission_grant g
        where g.dept_id = e.dept_id and g.role_id = e.role_id and g.permission = ${PERMISSION}))
      and bool_or(exists (select 1 from menu_grant g join menu m on m.id = g.menu_id and m.menu_key = ${ROLES_PAGE}
        where g.dept_id = e.dept_id and g.role_id = e.role_id))`.execute(trx)
  if (rows.length === 0) throw conflict('G-005', '平台至少须有一名系统管理员')
  if (!rows.some(({ id }) => id === user.id))
    throw conflict('G-005', '不能取消本人的平台管理权限和“角色管理”菜单')
}
