import type { Readable } from 'node:stream'
import { AccountStatus } from '@xinchu/contract/codes'
import { deptKinds } from '@xinchu/contract/rights'
import type { components, operations } from '@xinchu/contract/schema'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import type { Row } from '../../db/schema.ts'
import { all, containing, orderBy, type PageQuery, pageOf } from '../../db/sql.ts'
import { workbookStream } from '../../workbook/index.ts'
import type { Caller } from '../caller.ts'
import { listLine } from '../list-line.ts'
import { maskEmail, maskPhone } from '../masking.ts'
import { above, below, central, inRegion } from '../org/reach.ts'
import { reply } from '../reply.ts'
import { loadRowLabels, rowCells, rowColumns } from '../row-columns.ts'
import { accounts } from './query.ts'

type Schemas = components['schemas']
type ContactQuery = NonNullable<operations['listContacts']['parameters']['query']>

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
  relation: Schemas['ContactRelation']
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

/** Kinds whose offices above are only those of the nation. */
const FIRST = [deptKinds.province, deptKinds.group, deptKinds.groupQuery]

/** SQL expression: what account `u` is to the caller's office. */
function relationTo(user: Caller): RawBuilder<Schemas['ContactRelation']> {
  const isNationAbove = sql.lit(FIRST.some((kind) => kind === user.deptId))
  return sql`case when o.id = ${user.orgId} then 'own'
    when ${above(user)} and o.dept_id < ${user.deptId} or ${isNationAbove} and o.dept_id = ${deptKinds.nation} then 'above'
    when coalesce(${below(user)}, false) then 'below'
    when ${above(user)} then 'own' else 'central' end`
}

type Conditions = Pick<ContactQuery, 'keyword' | 'deptId' | 'regionCode' | 'relation' | 'sort'>

function matching({ keyword, deptId, regionCode, relation }: Conditions, user: Caller) {
  const parts = [sql<boolean>`u.status = ${AccountStatus.active}`, reachable(user)]
  if (keyword) {
    const pattern = containing(keyword)
    parts.push(sql<boolean>`(u.real_name like ${pattern} or o.org_name like ${pattern})`)
  }
  if (deptId !== undefined) parts.push(sql<boolean>`o.dept_id = ${deptId}`)
  if (regionCode) parts.push(inRegion(regionCode))
  if (relation) parts.push(sql<boolean>`${relationTo(user)} = ${relation}`)
  return all(parts)
}

const infoOf = (row: ContactRow) =>
  reply<Schemas['ContactInfo']>({
    id: row.id,
    realName: row.real_name,
    orgName: row.org_name,
    deptId: row.dept_id,
    deptName: row.dept_name,
    regionName: row.region_name,
    position: row.position,
    relation: row.relation,
    phone: row.is_near ? row.phone : maskPhone(row.phone),
    officePhone: row.office_phone,
    email: row.is_near ? row.email : maskEmail(row.email),
  })

async function readContacts(
  db: Db,
  query: Conditions,
  user: Caller,
  page: PageQuery,
): Promise<Schemas['ContactInfo'][]> {
  const order = orderBy(SORTABLE, query.sort, sql`is_near desc, is_own_chain desc, o.dept_id, r.code, u.id`)
  const { rows } = await sql<ContactRow>`
    select u.id, coalesce(u.real_name, u.username) as real_name, o.org_name, o.dept_id, k.label as dept_name,
      r.name as region_name, u.position, u.phone, u.office_phone, u.email, ${nearTo(user)} as is_near,
      ${relationTo(user)} as relation, coalesce(${above(user)}, false) as is_own_chain
    from ${accounts} ${pageOf(matching(query, user), page, { id: 'u.id', order })}`.execute(db)
  return rows.map(infoOf)
}

/** The caller's contacts: accounts below and above, and the central offices, whose numbers are masked. */
export async function pageContacts(
  db: Db,
  query: ContactQuery,
  user: Caller,
): Promise<Schemas['ContactPage']> {
  const content = await readContacts(db, query, user, query)
  const counted = await sql<{ total: number }>`
    select count(*) as total from ${accounts} where ${matching(query, user)}`.execute(db)
  return { content, totalElements: counted.rows[0]?.total ?? 0 }
}

const MOST = 100_000

const COLUMNS = rowColumns('ContactInfo', {
  relation: { own: '本单位', above: '上级', below: '下级', central: '国家与平台' },
})

/** Writes the caller's contacts under the conditions, masked as in the list. */
export async function exportContacts(db: Db, query: Conditions, user: Caller, now: Date): Promise<Readable> {
  const rows = await readContacts(db, query, user, { size: MOST })
  const labels = await loadRowLabels(db)
  return workbookStream({
    name: '通讯录',
    lead: [listLine('通讯录', rows.length, now)],
    columns: COLUMNS,
    rows: rows.map((row) => rowCells(COLUMNS, row, labels)),
  })
}
