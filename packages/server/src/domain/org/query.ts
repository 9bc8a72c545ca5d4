import { AccountStatus } from '@xinchu/contract/codes'
import type { components, operations } from '@xinchu/contract/schema'
import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import type { Row } from '../../db/schema.ts'
import { all, containing, orderBy, pageOf } from '../../db/sql.ts'
import { notFound } from '../../errors.ts'
import { type Caller, may } from '../caller.ts'
import { maskEmail, maskPhone } from '../masking.ts'
import { reply } from '../reply.ts'
import { below, inRegion, ofLevel } from './reach.ts'

type Schemas = components['schemas']
type OrgQuery = NonNullable<operations['listOrgs']['parameters']['query']>
export type OrgRow = Row<'org'> & { region_name: string | null; owner_group_name: string | null }

const SORTABLE = {
  id: 'o.id',
  orgName: 'o.org_name',
  deptId: 'o.dept_id',
  regionCode: 'o.region_code',
  createTime: 'o.create_time',
}
const offices = sql`org o left join region r on r.code = o.region_code
  left join owner_dict g on g.id = o.owner_group_id`
const columns = sql`o.*, r.name as region_name, g.label as owner_group_name`

/** SQL condition: office `o` is in use, but nobody can log in for it. */
export const hasNoAccounts = sql<boolean>`(o.enabled and not exists (
  select from app_user x where x.org_id = o.id and x.status <> ${AccountStatus.cancelled}))`

/** Converts an office to the contract's shape. Contacts are unmasked only for administrators. */
export function orgInfo(row: OrgRow, user: Caller): Schemas['Org'] {
  const isFull = may(user, 'offices.readContacts')
  return reply({
    id: row.id,
    orgName: row.org_name,
    shortName: row.short_name,
    deptId: row.dept_id,
    parentOrgId: row.parent_org_id,
    regionCode: row.region_code,
    regionName: row.region_name,
    ownerGroupName: row.owner_group_name,
    regionGroup: row.region_group,
    creditCode: row.credit_code,
    reviewLevels: row.review_levels,
    contactName: row.contact_name,
    contactPhone: isFull ? row.contact_phone : maskPhone(row.contact_phone),
    contactEmail: isFull ? row.contact_email : maskEmail(row.contact_email),
    enabled: row.enabled,
    createBy: row.create_by,
    createTime: row.create_time,
    updateBy: row.update_by,
    updateTime: row.update_time,
    version: row.version,
  })
}

/** Returns the offices below a caller. */
export async function pageOrgs(db: Db, query: OrgQuery, user: Caller): Promise<Schemas['OrgPage']> {
  const { keyword, deptId, regionCode, ownLevel, ownerGroupId } = query
  const parts = [sql<boolean>`(${below(user)})`]
  if (keyword) {
    const pattern = containing(keyword)
    parts.push(
      sql<boolean>`(o.org_name like ${pattern} or o.short_name like ${pattern} or o.credit_code ilike ${pattern})`,
    )
  }
  if (deptId !== undefined) parts.push(sql<boolean>`o.dept_id = ${deptId}`)
  if (regionCode) parts.push(ownLevel ? ofLevel(regionCode) : inRegion(regionCode))
  if (ownerGroupId !== undefined) parts.push(sql<boolean>`o.owner_group_id = ${ownerGroupId}`)
  if (query.withoutAccounts) parts.push(hasNoAccounts)
  const order = orderBy(SORTABLE, query.sort, sql`o.id`)
  const { rows } = await sql<OrgRow>`
    select ${columns} from ${offices} ${pageOf(all(parts), query, { id: 'o.id', order })}`.execute(db)
  const counted = await sql<{ total: number }>`
    select count(*) as total from ${offices} where ${all(parts)}`.execute(db)
  return { content: rows.map((row) => orgInfo(row, user)), totalElements: counted.rows[0]?.total ?? 0 }
}

/** Returns one office. @throws HttpError 404 */
export async function requireOrg(db: Db, id: number): Promise<OrgRow> {
  const { rows } = await sql<OrgRow>`
    select ${columns} from ${offices} where o.id = ${id}`.execute(db)
  const [row] = rows
  if (!row) throw notFound('机构')
  return row
}
