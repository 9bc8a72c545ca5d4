import { AccountStatus } from '@xinchu/sdk/codes'
import type { components, operations } from '@xinchu/sdk/schema'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import type { Row } from '../../db/schema.ts'
import { all, containing, orderBy } from '../../db/sql.ts'
import type { Caller } from '../caller.ts'
import { maskEmail, maskPhone } from '../masking.ts'
import { reply } from '../reply.ts'
import { accounts } from './query.ts'
import { above, below, central, inRegion } from './reach.ts'

type Schemas = components['schemas']
type ContactQuery = NonNullable<operations['listContacts']['parameters']['query']>
type DistributionQuery = NonNullable<operations['listUserDistribution']['parameters']['query']>

interface ContactRow {
  id: number
  real_name: string
  org_name: string | null
  dept_id: Row<'org'>['dept_id'] | null
  dept_name: string | null
  region_name: string | null
  position: string | null
  phone: string | null
  office_phone: string | null
  email: string | null
  is_near: boolean
}

const SORTABLE = {
  id: 'u.id',
  realName: 'u.real_name',
  orgName: 'o.org_name',
  deptId: 'o.dept_id',
  regionName: 'r.code',
}

const nearTo = (user: Caller) => sql<boolean>`coalesce((${below(user)}) or ${above(user)}, false)`

/** SQL condition: account `u` is among the caller's contacts. */
export const reachable = (user: Caller): RawBuilder<boolean> => sql<boolean>`(${nearTo(user)} or ${central})`

/** The caller's contacts: accounts below and above, and the central offices, whose numbers are masked. */
export async function pageContacts(
  db: Db,
  query: ContactQuery,
  user: Caller,
): Promise<Schemas['ContactPage']> {
  const { page = 0, size = 10, keyword, deptId, regionCode } = query
  const near = nearTo(user)
  const parts = [sql<boolean>`u.status = ${AccountStatus.active}`, reachable(user)]
  if (keyword) {
    const pattern = containing(keyword)
    parts.push(sql<boolean>`(u.real_name like ${pattern} or o.org_name like ${pattern})`)
  }
  if (deptId !== undefined) parts.push(sql<boolean>`o.dept_id = ${deptId}`)
  if (regionCode) parts.push(inRegion(regionCode))
  const { rows } = await sql<ContactRow>`
    select u.id, coalesce(u.real_name, u.username) as real_name, o.org_name, o.dept_id, k.label as dept_name,
      r.name as region_name, u.position, u.phone, u.office_phone, u.email, ${near} as is_near,
      coalesce(${above(user)}, false) as is_own_chain
    from ${accounts} where ${all(parts)}
    order by ${orderBy(SORTABLE, query.sort, sql`is_near desc, is_own_chain desc, o.dept_id, r.code, u.id`)} limit ${size} offset ${page * size}`.execute(
    db,
  )
  const counted = await sql<{ total: number }>`
    select count(*) as total from ${accounts} where ${all(parts)}`.execute(db)
  const content = rows.map((row) =>
    reply<Schemas['ContactInfo']>({
      id: row.id,
      realName: row.real_name,
      orgName: row.org_name,
      deptId: row.dept_id,
      deptName: row.dept_name,
      regionName: row.region_name,
      position: row.position,
      phone: row.is_near ? row.phone : maskPhone(row.phone),
      officePhone: row.office_phone,
      email: row.is_near ? row.email : maskEmail(row.email),
    }),
  )
  return { content, totalElements: counted.rows[0]?.total ?? 0 }
}

interface DistributionRow {
  region_code: string
  region_name: string
  dept_id: Row<'org'>['dept_id']
  total: number
  active: number
}

/** Counts accounts by division and kind: per province, or per place in a division. */
export async function distribution(
  db: Db,
  query: DistributionQuery,
  user: Caller,
): Promise<Schemas['UserDistribution'][]> {
  const { cityCode, countyCode, deptId } = query
  const provinceCode = query.provinceCode ?? user.provinceCode
  const place = countyCode ?? cityCode ?? provinceCode
  const columns = cityCode || countyCode ? ['county_code', 'city_code'] : provinceCode ? ['city_code'] : []
  const key = sql`coalesce(${sql.join([...columns.map((name) => sql.ref(`r.${name}`)), sql`r.province_code`, sql`'100000'`])})`
  const parts = [
    sql<boolean>`(${below(user)})`,
    sql<boolean>`u.status <> ${AccountStatus.cancelled}`,
    sql<boolean>`o.id is not null`,
  ]
  if (deptId !== undefined) parts.push(sql<boolean>`o.dept_id = ${deptId}`)
  if (place) parts.push(inRegion(place))
  const { rows } = await sql<DistributionRow>`
    select t.*, coalesce(g.name, '全国') as region_name from (
      select ${key} as region_code, o.dept_id, count(*) as total, count(*) filter (where u.status = ${AccountStatus.active}) as active
      from ${accounts} where ${all(parts)} group by 1, 2) t
    left join region g on g.code = t.region_code order by t.region_code, t.dept_id`.execute(db)
  return rows.map((row) => ({
    regionCode: row.region_code,
    regionName: row.region_name,
    deptId: row.dept_id,
    total: row.total,
    active: row.active,
  }))
}
