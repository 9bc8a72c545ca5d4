import type { components } from '@xinchu/contract/schema'
import { sql } from 'kysely'
import type { Db, Trx } from '../../db/database.ts'
import { type PageQuery, pageOf } from '../../db/sql.ts'
import type { Caller } from '../caller.ts'
import { permissions } from '../permissions.ts'
import { reply } from '../reply.ts'
import { requireRole } from './query.ts'
import { updateRole } from './write.ts'

type Schemas = components['schemas']
type Plan = Schemas['RolePlan']

/** Users of a role with the same department kind and the same other roles. They have the same grants. */
interface Alike {
  /** Department kind, whether the office is enabled, other roles. */
  kind: string
  /** The first of them. */
  first: number
  users: number
}

/** SQL: users of a role `w` with what makes them alike. Few have other roles, which are therefore read in one pass. */
const alike = (roleId: number) => sql`(
  select u.id, u.username, u.real_name, o.org_name, concat_ws('/', o.dept_id, o.enabled, s.others::text) as kind
  from user_role x join app_user u on u.id = x.user_id left join org o on o.id = u.org_id
    left join (select ur.user_id, array_agg(ur.role_id order by ur.role_id) as others from user_role ur
      where ur.role_id <> ${roleId}
        and exists (select 1 from user_role y where y.user_id = ur.user_id and y.role_id = ${roleId})
      group by ur.user_id) s on s.user_id = u.id
  where x.role_id = ${roleId}) w`

/** Titles by key of what each of these users has: `m` for a menu, `p` for a permission. */
type Held = ReadonlyMap<number, ReadonlyMap<string, string>>

const titles = new Map(permissions.map(({ name, title }) => [name, title]))

async function heldBy(db: Db, users: readonly number[]): Promise<Held> {
  const { rows } = await sql<{ user_id: number; key: string; title: string }>`
    select e.user_id, 'm' || m.id as key, coalesce(min(g.title), m.title) as title
    from granted_role e join menu_grant g on g.dept_id = e.dept_id and g.role_id = e.role_id
      join menu m on m.id = g.menu_id and m.type = 1
    where e.user_id = any(${[...users]}::bigint[]) group by e.user_id, m.id
    union all
    select distinct e.user_id, 'p' || g.permission, g.permission
    from granted_role e join permission_grant g on g.dept_id = e.dept_id and g.role_id = e.role_id
    where e.user_id = any(${[...users]}::bigint[])
    order by 1, 2`.execute(db)
  const held = new Map<number, Map<string, string>>(users.map((id) => [id, new Map()]))
  for (const { user_id, key, title } of rows)
    held.get(user_id)?.set(key, key.startsWith('p') ? (titles.get(title) ?? title) : title)
  return held
}

interface Difference {
  key: string
  title: string
  isGain: boolean
}

function differences(before: Held, after: Held, user: number): Difference[] {
  const [had = new Map<string, string>(), has = new Map<string, string>()] = [
    before.get(user),
    after.get(user),
  ]
  const missing = (from: ReadonlyMap<string, string>, to: ReadonlyMap<string, string>, isGain: boolean) =>
    [...to].filter(([key]) => !from.has(key)).map(([key, title]) => ({ key, title, isGain }))
  return [...missing(has, had, false), ...missing(had, has, true)]
}

/** Sums the differences of all users, losses first. */
function changesOf(groups: readonly Alike[], by: ReadonlyMap<number, Difference[]>): Plan['changes'] {
  const sums = new Map<string, Plan['changes'][number]>()
  for (const { first, users } of groups)
    for (const { key, title, isGain } of by.get(first) ?? []) {
      const sum = sums.get(`${isGain}${key}`)
      sums.set(`${isGain}${key}`, {
        title,
        isGain,
        isMenu: key.startsWith('m'),
        users: (sum?.users ?? 0) + users,
      })
    }
  return [...sums.values()].sort((a, b) => Number(a.isGain) - Number(b.isGain))
}

interface PersonRow {
  id: number
  username: string
  real_name: string | null
  org_name: string | null
  kind: string
}

/**
 * Tells who gains and loses what by a change of a role. The change is made and taken back, so the plan is what saving does,
 * refusals included.
 * @throws HttpError 400, 404, 409
 */
export async function planRoleChange(
  trx: Trx,
  change: Schemas['RoleChange'],
  user: Caller,
  query: PageQuery,
): Promise<Plan> {
  const { version, users: holders } = await requireRole(trx, change.id)
  const { rows: groups } = await sql<Alike>`
    select w.kind, min(w.id) as first, count(*) as users from ${alike(change.id)}
    group by w.kind order by first`.execute(trx)
  const firsts = groups.map(({ first }) => first)
  const before = await heldBy(trx, firsts)
  await sql`savepoint plan`.execute(trx)
  await updateRole(trx, change, user)
  const after = await heldBy(trx, firsts)
  await sql`rollback to savepoint plan`.execute(trx)
  const by = new Map(firsts.map((first) => [first, differences(before, after, first)]))
  const affected = groups.filter(({ first }) => by.get(first)?.length)
  const isAffected = sql<boolean>`w.kind = any(${affected.map(({ kind }) => kind)}::text[])`
  const { rows: people } = await sql<PersonRow>`
    select w.* from ${alike(change.id)} ${pageOf(isAffected, query, { id: 'w.id', order: sql`w.id` })}`.execute(
    trx,
  )
  const firstOf = new Map(affected.map(({ kind, first }) => [kind, first]))
  const titlesOf = (kind: string, isGain: boolean) =>
    (by.get(firstOf.get(kind) ?? 0) ?? []).filter((each) => each.isGain === isGain).map(({ title }) => title)
  return {
    version,
    holders,
    changes: changesOf(affected, by),
    content: people.map(({ id, username, real_name, org_name, kind }) =>
      reply({
        id,
        username,
        realName: real_name,
        orgName: org_name,
        gains: titlesOf(kind, true),
        loses: titlesOf(kind, false),
      }),
    ),
    totalElements: affected.reduce((sum, { users }) => sum + users, 0),
  }
}
