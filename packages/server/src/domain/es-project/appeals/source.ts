import { callerCodes, deptKinds } from '@xinchu/contract/rights'
import { type RawBuilder, sql } from 'kysely'
import { type Caller, isAmong } from '../../caller.ts'
import { hasReader } from '../../messages/addressed.ts'

/** SQL value: the numbers of the author's project `p` and of the other one `o`, as they are compared. */
export const numbersNow: RawBuilder<string> = sql<string>`
  jsonb_build_array(p.record_key, p.national_key, o.record_key, o.national_key)::text`

/** SQL condition: neither number of appeal `a` has changed, and both projects exist. */
export const isCurrent: RawBuilder<boolean> = sql<boolean>`
  (a.numbers = ${numbersNow} and not p.deleted and not o.deleted)`

/** SQL value: state of appeal `a`. One whose numbers have changed is closed, also before it is stored so. */
export const stateNow: RawBuilder<string> = sql<string>`
  case when a.state = 'OPEN' and not ${isCurrent} then 'CLOSED' else a.state end`

/** SQL source: appeals `a` with the author's project `p` and the other one `o`. */
export const appeals: RawBuilder<unknown> = sql`repeat_appeal a
  join es_project p on p.id = a.project_id join es_project o on o.id = a.other_id`

// The nation's authority is of one kind with its regional offices, which its role tells apart.
const isOfNation = sql<boolean>`(l.dept = ${sql.lit(deptKinds.nation)} and exists (
  select from app_user w join user_role x on x.user_id = w.id
  where w.org_id = g.id and x.role_id = any(${[...(callerCodes.NAT.role ?? [])]}::integer[])))`

/**
 * SQL source: the office `d` that decides appeal `a`: the lowest whose area has both projects, that has an active account
 * and that has filled in neither of the two.
 */
export const decider: RawBuilder<unknown> = sql`lateral (
  select l.level, array_agg(g.id) as offices, min(g.org_name) as name
  from (values
      (1, ${sql.lit(deptKinds.county)}, case when p.county_code = o.county_code then p.county_code end),
      (2, ${sql.lit(deptKinds.city)}, case when p.city_code = o.city_code then p.city_code end),
      (3, ${sql.lit(deptKinds.province)}, case when p.province_code = o.province_code then p.province_code end),
      (4, ${sql.lit(deptKinds.nation)}, null)) as l(level, dept, place)
    join org g on g.dept_id = l.dept and g.enabled and (g.region_code = l.place or ${isOfNation})
  where ${hasReader(sql`g.id`)}
    and g.id <> a.org_id and g.id is distinct from o.org_id
  group by l.level order by l.level limit 1) d`

/** SQL condition: the caller's office is the decider `d`. */
export const isDecidedBy = ({ orgId }: Caller): RawBuilder<boolean> =>
  sql<boolean>`(${orgId} = any(d.offices))`

/** SQL list: those of the projects about which the caller's office decides or has decided, and which it so reads. */
export const readByDecider = (user: Caller, ids: readonly number[]): RawBuilder<unknown> => sql`(
  select unnest(array[a.project_id, a.other_id]) from ${appeals} cross join ${decider}
  where (a.project_id = any(${[...ids]}::bigint[]) or a.other_id = any(${[...ids]}::bigint[]))
    and a.state in ('OPEN', 'DISTINCT', 'SAME') and ${isCurrent} and ${isDecidedBy(user)})`

/** SQL condition that spares the search of deciders: the caller's office may decide about project `p`. */
export const mayBeDecider = (user: Caller): RawBuilder<boolean> =>
  isAmong(user, ['PRV', 'CTY', 'CNT'])
    ? sql<boolean>`p.province_code = ${user.provinceCode ?? ''}`
    : sql<boolean>`${isAmong(user, ['NAT'])}::boolean`

/** SQL query: both projects, author's office and start of the wait of each appeal that the caller's office has to decide. */
export const appealsFor = (user: Caller): RawBuilder<unknown> => sql`
  select p.project_name || ' 与 ' || o.project_name as title, g.org_name as office, a.create_time as since
  from ${appeals} left join org g on g.id = a.org_id cross join ${decider}
  where a.state = 'OPEN' and ${mayBeDecider(user)} and ${isCurrent} and ${isDecidedBy(user)}`
