import { AccountStatus } from '@xinchu/contract/codes'
import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import type { Row } from '../../db/schema.ts'
import type { Caller, CallerRole } from '../caller.ts'
import { bareToken, hashOf } from '../tokens.ts'
import { isUnreviewed } from './registration-access.ts'

interface CallerRow {
  id: number
  session_id: string
  username: string
  real_name: string | null
  flag: Row<'app_user'>['flag']
  purpose: string
  captcha_exempt: boolean
  has_second_factor: boolean
  dept_id: Row<'org'>['dept_id'] | null
  org_id: number | null
  org_name: string | null
  region_code: string | null
  province_code: string | null
  city_code: string | null
  county_code: string | null
  region_group: Row<'org'>['region_group']
  owner_group_id: number | null
  former_codes: string[]
  former_owners: number[]
  credit_code: string | null
  roles: CallerRole[] | null
  permissions: string[]
}

const some = <T>(value: T | null): T | undefined => value ?? undefined

const person = sql`u.id, u.username, u.real_name, u.flag, u.captcha_exempt,
  exists (select 1 from second_factor f where f.user_id = u.id and f.confirmed_at is not null) as has_second_factor,
  o.dept_id, o.id as org_id, o.org_name, o.region_code,
  r.province_code, r.city_code, r.county_code, coalesce(o.region_group, r.region_group) as region_group,
  o.owner_group_id, o.credit_code,
  array(select code from region where successor_code = o.region_code order by 1) as former_codes,
  array(select id from owner_dict where merged_into = o.owner_group_id order by 1) as former_owners,
  (select jsonb_agg(jsonb_strip_nulls(jsonb_build_object('id', x.id, 'name', x.name, 'level', x.level,
      'dataScope', x.data_scope, 'basedOn', x.based_on,
      'limit', case when b.data_scope <> x.data_scope then x.data_scope end)) order by x.level, x.id)
    from user_role ur join role x on x.id = ur.role_id and x.enabled left join role b on b.id = x.based_on
    where ur.user_id = u.id) as roles,
  array(select distinct g.permission from granted_role e
    join permission_grant g on g.dept_id = e.dept_id and g.role_id = e.role_id
    where e.user_id = u.id order by 1) as permissions`

const office = sql`left join org o on o.id = u.org_id and o.enabled left join region r on r.code = o.region_code`

/** Minimum seconds between two writes of a session's last use. */
const SEEN_EVERY = 60

/**
 * Resolves an access token to its caller. Returns undefined if the session has ended or is idle.
 * @param isUse whether this call counts as use of the session
 */
export async function loadCaller(
  db: Db,
  header: string | undefined,
  isUse = true,
): Promise<Caller | undefined> {
  const token = bareToken(header)
  if (!token) return undefined
  const { rows } = await sql<CallerRow & { seen_long_ago: boolean }>`
    select ${person}, s.id as session_id, s.purpose,
      s.last_seen < now() - make_interval(secs => ${SEEN_EVERY}) as seen_long_ago
    from auth_session s join app_user u on u.id = s.user_id
      and case s.purpose when 'registration' then ${isUnreviewed} else u.status = ${AccountStatus.active} end ${office}
    where s.access_hash = ${hashOf(token)} and s.access_expires > now() and s.absolute_expires > now()
      and s.last_seen > now() - make_interval(secs => s.idle_seconds)`.execute(db)
  const [row] = rows
  if (!row) return undefined
  // Reads must work on a full disk, so a failed write of the last use is ignored.
  if (isUse && row.seen_long_ago)
    await sql`update auth_session set last_seen = now() where id = ${row.session_id}`
      .execute(db)
      .catch(() => undefined)
  return callerOf(row)
}

/** Loads the user who started a background job. Returns undefined if the account may no longer act. */
export async function loadUser(db: Db, userId: number): Promise<Caller | undefined> {
  const { rows } = await sql<CallerRow>`
    select ${person}, '' as session_id, 'session' as purpose
    from app_user u ${office} where u.id = ${userId} and u.status = ${AccountStatus.active}`.execute(db)
  return rows[0] && callerOf(rows[0])
}

function callerOf(row: CallerRow): Caller {
  return {
    id: row.id,
    sessionId: row.session_id,
    username: row.username,
    realName: row.real_name ?? row.username,
    deptId: row.dept_id ?? 0,
    orgId: row.org_id ?? 0,
    orgName: row.org_name ?? '',
    regionCode: some(row.region_code),
    provinceCode: some(row.province_code),
    cityCode: some(row.city_code),
    countyCode: some(row.county_code),
    regionGroup: some(row.region_group),
    ownerGroupId: some(row.owner_group_id),
    formerCodes: row.former_codes,
    formerOwners: row.former_owners.map(Number),
    creditCode: some(row.credit_code),
    roles: row.roles ?? [],
    permissions: row.permissions,
    flag: row.flag,
    isService: row.captcha_exempt,
    hasSecondFactor: row.has_second_factor,
    purpose: row.purpose,
  }
}
