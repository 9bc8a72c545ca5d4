import { sql } from 'kysely'
import type { Trx } from '../../db/database.ts'
import { grantedTo } from './query.ts'

/** Copies the grants of a role in a department kind to another role. */
export async function copyGrants(
  trx: Trx,
  { from, to, deptId }: { from: number; to: number; deptId: number },
): Promise<void> {
  await sql`insert into menu_grant (dept_id, role_id, menu_id, sort, title, affix)
    select k.dept_id, ${to}::integer, g.menu_id, min(g.sort), min(g.title), bool_or(g.affix)
    from role_kind k join menu_grant g on ${grantedTo} where k.role_id = ${from} and k.dept_id = ${deptId}
    group by k.dept_id, g.menu_id
    on conflict (dept_id, role_id, menu_id) do update set sort = excluded.sort, title = excluded.title,
      affix = excluded.affix`.execute(trx)
  await sql`insert into permission_grant (dept_id, role_id, permission)
    select distinct k.dept_id, ${to}::integer, g.permission
    from role_kind k join permission_grant g on ${grantedTo} where k.role_id = ${from} and k.dept_id = ${deptId}
    on conflict do nothing`.execute(trx)
}

/** Copies the grants that a role has by its department kinds to the role itself. */
async function makeOwn(trx: Trx, roleId: number): Promise<void> {
  const shared = await trx
    .selectFrom('role_kind')
    .select('dept_id')
    .where('role_id', '=', roleId)
    .where('own', '=', false)
    .execute()
  for (const { dept_id } of shared) await copyGrants(trx, { from: roleId, to: roleId, deptId: dept_id })
  await trx.updateTable('role_kind').set({ own: true }).where('role_id', '=', roleId).execute()
}

interface Asked<T> {
  held: readonly T[]
  asked: readonly T[]
}

/** Grants to remove and to add. Grants that only some kinds of a role hold stay with those kinds. */
function movesOf<T>({ held, asked }: Asked<T>): { taken: T[]; given: T[] } | undefined {
  const taken = held.filter((each) => !asked.includes(each))
  const given = [...new Set(asked)].filter((each) => !held.includes(each))
  return taken.length + given.length > 0 ? { taken, given } : undefined
}

/** Replaces the pages of a role. A new page gets the position that its kind has for it, or the last one. */
export async function changeMenus(trx: Trx, roleId: number, change: Asked<number>): Promise<void> {
  const moves = movesOf(change)
  if (!moves) return
  await makeOwn(trx, roleId)
  await sql`delete from menu_grant
    where role_id = ${roleId} and menu_id = any(${moves.taken}::bigint[])`.execute(trx)
  await sql`insert into menu_grant (dept_id, role_id, menu_id, sort, title)
    select k.dept_id, k.role_id, m.id, coalesce(d.sort, 1000 + m.menu_sort), d.title
    from role_kind k join menu m on m.id = any(${moves.given}::bigint[])
      left join menu_grant d on d.dept_id = k.dept_id and d.role_id = 0 and d.menu_id = m.id
    where k.role_id = ${roleId}
    on conflict do nothing`.execute(trx)
}

/** Replaces the permissions of a role. */
export async function changePermissions(trx: Trx, roleId: number, change: Asked<string>): Promise<void> {
  const moves = movesOf(change)
  if (!moves) return
  await makeOwn(trx, roleId)
  await sql`delete from permission_grant
    where role_id = ${roleId} and permission = any(${moves.taken}::text[])`.execute(trx)
  await sql`insert into permission_grant (dept_id, role_id, permission)
    select k.dept_id, k.role_id, p.name from role_kind k, unnest(${moves.given}::text[]) as p (name)
    where k.role_id = ${roleId}
    on conflict do nothing`.execute(trx)
}
