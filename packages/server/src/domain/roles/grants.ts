import type { components } from '@xinchu/contract/schema'
import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import { notFound } from '../../errors.ts'
import { descendantIds } from '../menus/query.ts'
import { permissions } from '../permissions.ts'
import { reply } from '../reply.ts'

type Schemas = components['schemas']
type Source = Schemas['GrantSource']

/** SQL: the name of a giver, a role or a department kind. */
const giver = sql<string>`coalesce(r.name, (select e.label from dict_entry e join dict d on d.id = e.dict_id
  where d.name = 'dept_kind' and e.value = g.dept_id::text), '')`

const sources = sql`jsonb_agg(jsonb_build_object('roleId', g.role_id, 'deptId', g.dept_id, 'name', ${giver})
  order by g.role_id desc)`

const byName = new Map(permissions.map((permission) => [permission.name, permission]))

/** Menus and permissions of a user, each with the roles and the department kind that give it. @throws HttpError 404 */
export async function userGrants(db: Db, id: number): Promise<Schemas['UserGrants']> {
  const user = await db.selectFrom('app_user').select('id').where('id', '=', id).executeTakeFirst()
  if (!user) throw notFound('用户')
  const { rows: menus } = await sql<{ id: number; title: string; group: string | null; from: Source[] }>`
    select m.id, coalesce(min(g.title), m.title) as title, p.title as "group", ${sources} as "from"
    from granted_role e join menu_grant g on g.dept_id = e.dept_id and g.role_id = e.role_id
      join menu m on m.id = g.menu_id and m.type = 1 left join menu p on p.id = m.pid left join role r on r.id = g.role_id
    where e.user_id = ${id} group by m.id, p.id order by min(g.sort), m.menu_sort, m.id`.execute(db)
  const { rows: permitted } = await sql<{ permission: string; from: Source[] }>`
    select g.permission, ${sources} as "from"
    from granted_role e join permission_grant g on g.dept_id = e.dept_id and g.role_id = e.role_id
      left join role r on r.id = g.role_id
    where e.user_id = ${id} group by g.permission order by 1`.execute(db)
  return {
    menus: menus.map((menu) => reply(menu)),
    permissions: permitted.map(({ permission, from }) => ({
      permission,
      group: byName.get(permission)?.group ?? '',
      title: byName.get(permission)?.title ?? permission,
      from,
    })),
  }
}

/** The roles and department kinds that see a page, or a page of a folder, with their users. @throws HttpError 404 */
export async function menuGrants(db: Db, id: number): Promise<Schemas['MenuGrants']> {
  const ids = await descendantIds(db, id)
  const { rows: from } = await sql<Required<Source>>`
    select g.dept_id as "deptId", g.role_id as "roleId", ${giver} as name, (select count(*) from granted_role e
      where e.dept_id = g.dept_id and e.role_id = g.role_id) as users
    from (select distinct dept_id, role_id from menu_grant where menu_id = any(${ids}::bigint[])) g
      left join role r on r.id = g.role_id
    order by g.dept_id, g.role_id`.execute(db)
  const { rows } = await sql<{ users: number }>`
    select count(distinct e.user_id) as users from granted_role e
      join menu_grant g on g.dept_id = e.dept_id and g.role_id = e.role_id
    where g.menu_id = any(${ids}::bigint[])`.execute(db)
  return { users: rows[0]?.users ?? 0, from }
}
