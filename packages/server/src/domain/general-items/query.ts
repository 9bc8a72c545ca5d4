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
type GeneralItem = components['schemas']['GeneralItem']
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

/** How the forms of a kind are listed: their rows `as`, beside `p`, the project or the calculation with the place columns. */
interface Listed {
  as: string
  selection: RawBuilder<unknown>
  from: RawBuilder<unknown>
  visible(user: Caller): RawBuilder<boolean>
  /** Columns of what only this kind is filtered by. */
  own: Readonly<Partial<Record<'quarter' | 'projectId' | 'scopeId', string>>>
}

function conditions(query: Query, { as, visible, own }: Listed, user: Caller): RawBuilder<boolean> {
  const parts = [visible(user)]
  const equal = (column: string | undefined, value: string | number | undefined) => {
    if (column !== undefined && value !== undefined) parts.push(sql<boolean>`${sql.ref(column)} = ${value}`)
  }
  equal(`${as}.id`, query.id)
  equal(`${as}.year`, query.year)
  equal('p.province_code', query.provinceCode)
  equal('p.city_code', query.cityCode)
  equal('p.county_code', query.countyCode)
  if (query.status?.length)
    parts.push(sql<boolean>`${sql.ref(`${as}.status`)} = any(${[...query.status]}::text[])`)
  equal(own.quarter, query.quarter)
  equal(own.projectId, query.projectId)
  equal(own.scopeId, query.scopeId)
  return sql.join(parts, sql` and `)
}

const listed =
  <Row>(of: Listed, itemsOf: (db: Db, rows: readonly Row[], user: Caller) => Promise<GeneralItem[]>) =>
  async (db: Db, query: Query, user: Caller): Promise<ItemPage> => {
    const where = conditions(query, of, user)
    const { rows } = await sql<Row>`
      select ${of.selection} from ${of.from}
      ${pageOf(where, query, { id: `${of.as}.id`, order: orderOf(of.as, query.sort) })}`.execute(db)
    const counted = await sql<{ total: number }>`
      select count(*) as total from ${of.from} where ${where}`.execute(db)
    return { content: await itemsOf(db, rows, user), totalElements: counted.rows[0]?.total ?? 0 }
  }

const LISTS = {
  USAGE: listed<UsageRow>(
    {
      as: 'u',
      selection: usageSelection,
      from: usageSource,
      visible: visibleUsage,
      own: { quarter: 'u.quarter', projectId: 'u.project_id' },
    },
    usageItems,
  ),
  YEARCALC: listed<YearCalcRecord>(
    {
      as: 'p',
      selection: yearCalcSelection,
      from: yearCalcSource,
      visible: visibleYearCalc,
      own: { scopeId: 'p.scope_id' },
    },
    yearCalcItems,
  ),
} as const satisfies Record<Query['itemType'], unknown>

/** Returns periodic forms of one kind in the caller's scope. */
export const queryGeneralItems = (db: Db, query: Query, user: Caller): Promise<ItemPage> =>
  LISTS[query.itemType](db, query, user)
