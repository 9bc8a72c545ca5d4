import { AccountStatus } from '@xinchu/contract/codes'
import { deptKinds } from '@xinchu/contract/rights'
import type { components, operations } from '@xinchu/contract/schema'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import type { Row } from '../../db/schema.ts'
import { all, containing, orderBy, type PageQuery, pageOf } from '../../db/sql.ts'
import { notFound } from '../../errors.ts'
import type { Caller } from '../caller.ts'
import { findProjects } from '../es-project/query.ts'
import { listRow } from '../es-project/row.ts'
import { maskEmail, maskIdCard, maskPhone } from '../masking.ts'
import { below, inRegion, ofLevel } from '../org/reach.ts'
import { reply } from '../reply.ts'
import { visibleProjects } from '../scope.ts'

type Schemas = components['schemas']
type UserQuery = NonNullable<operations['listUsers']['parameters']['query']>
type UserConditions = Schemas['UserConditions']
type DetailQuery = NonNullable<operations['getNeaUser']['parameters']['query']>

/** An account with its office, for display. */
export interface UserRow {
  id: number
  username: string
  real_name: string | null
  phone: string | null
  id_card: string | null
  email: string | null
  office_phone: string | null
  position: string | null
  flag: Row<'app_user'>['flag']
  status: Row<'app_user'>['status']
  review_note: string | null
  org_id: number | null
  org_name: string | null
  dept_id: Row<'org'>['dept_id'] | null
  dept_name: string | null
  credit_code: string | null
  legal_person: string | null
  registered_address: string | null
  owner_type: string | null
  owner_group_id: number | null
  region_code: string | null
  region_name: string | null
  roles: Schemas['RoleBrief'][] | null
  last_login_time: string | null
  last_login_ip: string | null
  locked_until: string | null
  password_expires: string | null
  submit_time: string | null
  license_file_id: number | null
  specialties: string[] | null
  title: string | null
  work_unit: string | null
  create_by: string | null
  create_time: string
  update_by: string | null
  update_time: string
  version: number
}

/** Status of account `u`: an account that failed log-ins have locked is locked. */
export const accountStatus = sql<string>`case when u.status = ${sql.lit(AccountStatus.active)} and u.locked_until > now()
  then ${sql.lit(AccountStatus.locked)} else u.status end`

const columns = sql`u.id, u.username, u.real_name, u.phone, u.id_card, u.email, u.office_phone, u.position, u.flag,
  ${accountStatus} as status, u.review_note,
  u.org_id, o.org_name, o.dept_id, k.label as dept_name, o.credit_code, o.legal_person, o.registered_address, o.owner_type,
  o.owner_group_id, o.region_code, r.name as region_name, u.last_login_time, u.last_login_ip,
  case when u.locked_until > now() then u.locked_until end as locked_until, u.password_expires, u.license_file_id,
  case when u.status = ${sql.lit(AccountStatus.pending)} then u.submit_time end as submit_time,
  p.specialties, p.title, p.work_unit, u.create_by, u.create_time, u.update_by, u.update_time, u.version,
  (select jsonb_agg(jsonb_build_object('id', x.id, 'name', x.name, 'level', x.level, 'dataScope', x.data_scope)
      order by x.level, x.id)
    from user_role ur join role x on x.id = ur.role_id where ur.user_id = u.id) as roles`

/** Accounts `u` with office `o`, its division `r` and its kind's name `k`; experts with their profile `p`. */
export const accounts: RawBuilder<unknown> = sql`app_user u left join org o on o.id = u.org_id
  left join region r on r.code = o.region_code
  left join (select e.value, e.label from dict_entry e join dict d on d.id = e.dict_id where d.name = 'dept_kind') k
    on k.value = o.dept_id::text
  left join expert_profile p on p.user_id = u.id`

const SORTABLE = {
  id: 'u.id',
  username: 'u.username',
  realName: 'u.real_name',
  orgName: 'o.org_name',
  status: 'u.status',
  createTime: 'u.create_time',
  submitTime: 'u.submit_time',
  lastLoginTime: 'u.last_login_time',
}

/** Masks an account's phone, e-mail and identity number. */
export function userInfo(row: UserRow): Schemas['User'] {
  const isEnterprise = row.dept_id === deptKinds.enterprise
  return reply({
    id: row.id,
    username: row.username,
    realName: row.real_name,
    phone: maskPhone(row.phone),
    idCard: maskIdCard(row.id_card),
    email: maskEmail(row.email),
    officePhone: row.office_phone,
    position: row.position,
    flag: row.flag,
    status: row.status,
    reviewNote: row.review_note,
    orgId: row.org_id,
    orgName: row.org_name,
    deptId: row.dept_id,
    deptName: row.dept_name,
    ...(isEnterprise ? { companyName: row.org_name } : {}),
    creditCode: row.credit_code,
    legalPerson: row.legal_person,
    registeredAddress: row.registered_address,
    enterpriseType: row.owner_type,
    ownerGroupId: row.owner_group_id,
    regionCode: row.region_code,
    regionName: row.region_name,
    roles: row.roles ?? [],
    lastLoginTime: row.last_login_time,
    lastLoginIp: row.last_login_ip,
    lockedUntil: row.locked_until,
    passwordValidUntil: row.password_expires,
    submitTime: row.submit_time,
    specialty: row.specialties,
    professionalTitle: row.title,
    workUnit: row.work_unit,
    createBy: row.create_by,
    createTime: row.create_time,
    updateBy: row.update_by,
    updateTime: row.update_time,
    version: row.version,
  })
}

/** Returns one account under a condition. @throws HttpError 404, also if it is out of scope */
export async function requireUser(
  db: Db,
  id: number,
  reach: RawBuilder<boolean> = sql<boolean>`true`,
): Promise<UserRow> {
  const { rows } = await sql<UserRow>`
    select ${columns} from ${accounts} where u.id = ${id} and (${reach})`.execute(db)
  const [row] = rows
  if (!row) throw notFound('用户')
  return row
}

/** SQL conditions of the list of users: the conditions of the query and the caller's scope. */
export function matching(query: UserConditions, user: Caller): RawBuilder<boolean>[] {
  const { keyword, deptId, regionCode, orgId, roleId, idleDays, among, ownLevel } = query
  const parts = [sql<boolean>`(${below(user)})`]
  if (keyword) {
    const pattern = containing(keyword)
    parts.push(
      sql<boolean>`(u.username ilike ${pattern} or u.real_name like ${pattern} or o.org_name like ${pattern})`,
    )
  }
  if (deptId !== undefined) parts.push(sql<boolean>`o.dept_id = ${deptId}`)
  if (regionCode) parts.push(ownLevel ? ofLevel(regionCode) : inRegion(regionCode))
  if (among) parts.push(sql<boolean>`u.status <> ${AccountStatus.cancelled}`)
  if (among === 'neverLoggedIn') parts.push(sql<boolean>`u.last_login_time is null`)
  if (query.status) parts.push(sql<boolean>`${accountStatus} = ${query.status}`)
  if (orgId !== undefined) parts.push(sql<boolean>`u.org_id = ${orgId}`)
  if (roleId !== undefined)
    parts.push(
      sql<boolean>`exists (select from user_role x where x.user_id = u.id and x.role_id = ${roleId})`,
    )
  if (idleDays !== undefined)
    parts.push(
      sql<boolean>`coalesce(u.last_login_time < now() - make_interval(days => ${idleDays}::integer), true)`,
    )
  return parts
}

/** Returns the accounts below a caller. */
export const pageUsers = (db: Db, query: UserQuery, user: Caller): Promise<Schemas['UserPage']> =>
  pageAccounts(db, matching(query, user), query)

/** Returns all accounts that meet all conditions, at most `limit`. */
export async function listAccounts(
  db: Db,
  parts: readonly RawBuilder<boolean>[],
  { sort, limit }: { sort?: UserQuery['sort']; limit: number },
): Promise<UserRow[]> {
  const { rows } = await sql<UserRow>`
    select ${columns} from ${accounts} where ${all(parts)}
    order by ${orderBy(SORTABLE, sort, sql`u.id`)} limit ${limit}`.execute(db)
  return rows
}

/** Returns a page of the accounts that meet all conditions. */
export async function pageAccounts(
  db: Db,
  parts: readonly RawBuilder<boolean>[],
  query: PageQuery & Pick<UserQuery, 'sort'>,
): Promise<Schemas['UserPage']> {
  const order = orderBy(SORTABLE, query.sort, sql`u.id`)
  const { rows } = await sql<UserRow>`
    select ${columns} from ${accounts} ${pageOf(all(parts), query, { id: 'u.id', order })}`.execute(db)
  const counted = await sql<{ total: number }>`
    select count(*) as total from ${accounts} where ${all(parts)}`.execute(db)
  return { content: rows.map(userInfo), totalElements: counted.rows[0]?.total ?? 0 }
}

/** Returns an account below the caller and, on request, the visible projects of its enterprise. */
export async function userDetail(
  db: Db,
  id: number,
  query: DetailQuery,
  user: Caller,
): Promise<Schemas['UserDetail']> {
  const row = await requireUser(db, id, below(user))
  if (!query.withProjects) return { user: userInfo(row) }
  const { year, quarter } = query
  const from = year && `${year}-${String(((quarter ?? 1) - 1) * 3 + 1).padStart(2, '0')}-01`
  const months = quarter ? 3 : 12
  const { rows } = await sql<{ id: number }>`
    select p.id from es_project p where p.org_id = ${row.org_id} and ${visibleProjects(user)}
      and (${from ?? null}::date is null
        or p.create_time < ${from ?? null}::date + make_interval(months => ${months}))
    order by p.id limit 9999`.execute(db)
  const projects = await findProjects(
    db,
    rows.map((each) => each.id),
    user,
  )
  return { user: userInfo(row), projects: projects.map((each) => listRow(each, user)) }
}
