import type { Readable } from 'node:stream'
import { AccountStatus } from '@xinchu/contract/codes'
import type { components, operations } from '@xinchu/contract/schema'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import type { Row } from '../../db/schema.ts'
import { all } from '../../db/sql.ts'
import { type SheetColumn, textColumn, workbookStream } from '../../workbook/index.ts'
import type { Caller } from '../caller.ts'
import { labelIn } from '../dict/label.ts'
import { listLine } from '../list-line.ts'
import { hasNoAccounts } from '../org/query.ts'
import { below, inRegion, NATION } from '../org/reach.ts'
import { loadRowLabels, rowCells, rowColumns } from '../row-columns.ts'
import { accountStatus } from './query.ts'

type Distribution = components['schemas']['UserDistribution']
type Query = NonNullable<operations['listUserDistribution']['parameters']['query']>

const FIGURES = ['total', 'active', 'locked', 'neverLoggedIn', 'offices', 'officesWithoutAccounts'] as const

/** SQL conditions on offices `o` (division `r`): the query's and the caller's scope. */
function officesOf({ provinceCode, cityCode, countyCode, deptId }: Query, user: Caller) {
  const place = countyCode ?? cityCode ?? provinceCode ?? user.provinceCode
  const parts: RawBuilder<boolean>[] = [sql<boolean>`(${below(user)})`]
  if (deptId !== undefined) parts.push(sql<boolean>`o.dept_id = ${deptId}`)
  if (place) parts.push(inRegion(place))
  return all(parts)
}

/** The division that counts an office: its province, or its place below the one that is asked for. */
function divisionOf({ provinceCode, cityCode, countyCode }: Query, user: Caller) {
  if (cityCode ?? countyCode) return sql`coalesce(r.county_code, r.city_code, r.province_code)`
  // Counties directly below the province have no city.
  if (provinceCode ?? user.provinceCode) return sql`coalesce(r.city_code, r.county_code, r.province_code)`
  return sql`coalesce(r.province_code, ${NATION})`
}

/** Counts accounts and offices by division and kind: per province, or per place in a division. */
export async function distribution(db: Db, query: Query, user: Caller): Promise<Distribution[]> {
  const { rows } = await sql<Distribution>`
    select t.*, coalesce(g.name, '全国') as "regionName" from (
      select ${divisionOf(query, user)} as "regionCode", o.dept_id as "deptId",
        coalesce(sum(a.total), 0)::bigint as total, coalesce(sum(a.active), 0)::bigint as active,
        coalesce(sum(a.locked), 0)::bigint as locked, coalesce(sum(a.never), 0)::bigint as "neverLoggedIn",
        count(*) as offices, count(*) filter (where o.enabled and coalesce(a.total, 0) = 0) as "officesWithoutAccounts"
      from org o left join region r on r.code = o.region_code left join (
        select u.org_id, count(*) as total,
          count(*) filter (where ${accountStatus} = ${AccountStatus.active}) as active,
          count(*) filter (where ${accountStatus} = ${AccountStatus.locked}) as locked,
          count(*) filter (where u.last_login_time is null) as never
        from app_user u where u.status <> ${AccountStatus.cancelled} group by u.org_id) a on a.org_id = o.id
      where ${officesOf(query, user)} group by 1, 2) t
    left join region g on g.code = t."regionCode" order by t."regionCode", t."deptId"`.execute(db)
  return rows
}

const COUNTED = rowColumns('UserDistribution')
const MISSING: readonly SheetColumn[] = [
  textColumn('机构名称', 36),
  textColumn('部门类别', 22),
  textColumn('行政区划', 22),
]

/** Writes the counts with a sum, and the offices without accounts on a sheet of their own. */
export async function exportDistribution(db: Db, query: Query, user: Caller, now: Date): Promise<Readable> {
  const counted = await distribution(db, query, user)
  const labels = await loadRowLabels(db)
  const sums = FIGURES.map((name) => counted.reduce((sum, row) => sum + row[name], 0))
  const { rows: missing } = await sql<{
    name: string
    dept_id: Row<'org'>['dept_id']
    region: string | null
  }>`select o.org_name as name, o.dept_id, r.name as region from org o left join region r on r.code = o.region_code
    where ${officesOf(query, user)} and ${hasNoAccounts} order by r.code, o.dept_id, o.id`.execute(db)
  const kindOf = (deptId: number) => labelIn('dept_kind', String(deptId))
  return workbookStream(
    {
      name: '账号分布',
      lead: [listLine('账号分布', counted.length, now)],
      columns: COUNTED,
      rows: [...counted.map((row) => rowCells(COUNTED, row, labels)), ['合计', null, ...sums]],
    },
    {
      name: '没有账号的机构',
      lead: [listLine('没有账号的机构', missing.length, now)],
      columns: MISSING,
      rows: missing.map(({ name, dept_id, region }) => [name, kindOf(dept_id), region]),
    },
  )
}
