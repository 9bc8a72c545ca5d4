import type { components, operations } from '@xinchu/contract/schema'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import { pageOf, sortedBy } from '../../db/sql.ts'
import type { Caller } from '../caller.ts'
import { type UsageRow, usageSelection, usageSource, visibleUsage } from './usage-rows.ts'
import { usageItems } from './usage-view.ts'
import { visibleYearCalc, type YearCalcRecord, yearCalcSelection, yearCalcSource } from './year-calc-rows.ts'
import { yearCalcItems } from './year-calc-view.ts'

type Query = NonNullable<operations['queryGeneralItems']['parameters']['query']>
type ItemPage = components['schemas']['GeneralItemPage']

// Sortable columns of both kinds.
const SORTABLE: Readonly<Record<string, string>> = {
  id: 'id',
  year: 'year',
  status: 'status',
  createTime: 'create_time',
  updateTime: 'update_time',
}

function orderOf(alias: string, sort: readonly string[] | undefined): RawBuilder<unknown> {
  const parts = sortedBy(SORTABLE, sort).map(
    ([column, direction]) => sql`${sql.ref(`${alias}.${column}`)} ${sql.raw(direction)}`,
  )
  // The id makes the order stable across pages.
  return sql.join([...parts, sql`${sql.ref(`${alias}.id`)} desc`])
}

/** Conditions common to both kinds. `p` is the project or the calculation, which have the place columns. */
function conditions(alias: string, query: Query, visible: RawBuilder<boolean>): RawBuilder<boolean> {
  const parts = [visible]
  const equal = (column: string, value: string | number | undefined) => {
    if (value !== undefined) parts.push(sql<boolean>`${sql.ref(column)} = ${value}`)
  }
  equal(`${alias}.id`, query.id)
  equal(`${alias}.year`, query.year)
  equal('p.province_code', query.provinceCode)
  equal('p.city_code', query.cityCode)
  equal('p.county_code', query.countyCode)
  if (query.status?.length)
    parts.push(sql<boolean>`${sql.ref(`${alias}.status`)} = any(${[...query.status]}::text[])`)
  if (query.itemType === 'USAGE') {
    equal('u.quarter', query.quarter)
    equal('u.project_id', query.projectId)
  } else equal('p.scope_id', query.scopeId)
  return sql.join(parts, sql` and `)
}

async function page<Row>(
  db: Db,
  query: Query,
  alias: string,
  [selection, source, visible]: readonly [RawBuilder<unknown>, RawBuilder<unknown>, RawBuilder<boolean>],
): Promise<{ rows: Row[]; total: number }> {
  const where = conditions(alias, query, visible)
  const { rows } = await sql<Row>`
    select ${selection} from ${source}
    ${pageOf(where, query, { id: `${alias}.id`, order: orderOf(alias, query.sort) })}`.execute(db)
  const counted = await sql<{ total: number }>`
    select count(*) as total from ${source} where ${where}`.execute(db)
  return { rows, total: counted.rows[0]?.total ?? 0 }
}

/** Returns periodic forms of one kind in the caller's scope. */
export async function queryGeneralItems(db: Db, query: Query, user: Caller): Promise<ItemPage> {
  if (query.itemType === 'USAGE') {
    const parts = [usageSelection, usageSource, visibleUsage(user)] as const
    const { rows, total } = await page<UsageRow>(db, query, 'u', parts)
    return { content: await usageItems(db, rows, user), totalElements: total }
  }
  const parts = [yearCalcSelection, yearCalcSource, visibleYearCalc(user)] as const
  const { rows, total } = await page<YearCalcRecord>(db, query, 'p', parts)
  return { content: await yearCalcItems(db, rows, user), totalElements: total }
}
