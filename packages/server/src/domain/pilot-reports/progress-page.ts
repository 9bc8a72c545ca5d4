import type { components, operations } from '@xinchu/contract/schema'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import { all, containing, pageOf, sortedBy } from '../../db/sql.ts'
import type { Caller } from '../caller.ts'
import type { ProgressRow } from './progress-rows.ts'
import { progressSubmissions } from './progress-view.ts'
import { reportSelection, reportSource, visibleReports } from './reports.ts'

type Query = NonNullable<operations['listProgressSubmissions']['parameters']['query']>

const SORTABLE: Readonly<Record<string, string>> = {
  id: 'id',
  year: 'year',
  quarter: 'quarter',
  updateTime: 'update_time',
  submitTime: 'submit_time',
}

function conditionsOf(query: Query, user: Caller): RawBuilder<boolean> {
  const parts = [visibleReports(user)]
  const equal = (column: string, value: string | number | undefined) => {
    if (value !== undefined) parts.push(sql<boolean>`${sql.ref(column)} = ${value}`)
  }
  equal('e.id', query.id)
  equal('e.demo_project_id', query.demoProjectId)
  equal('e.year', query.year)
  equal('e.quarter', query.quarter)
  equal('p.province_code', query.provinceCode)
  equal('p.city_code', query.cityCode)
  equal('p.county_code', query.countyCode)
  if (query.status?.length) parts.push(sql<boolean>`e.status = any(${[...query.status]}::text[])`)
  if (query.keyword) {
    const like = containing(query.keyword)
    parts.push(
      sql<boolean>`(p.project_name like ${like} or p.company_name like ${like} or p.demo_code like ${like})`,
    )
  }
  return all(parts)
}

/** A page of the reports in the caller's scope, the latest quarter first. */
export async function pageProgress(
  db: Db,
  query: Query,
  user: Caller,
): Promise<components['schemas']['ProgressPage']> {
  const where = conditionsOf(query, user)
  const sorted = sortedBy(SORTABLE, query.sort).map(
    ([column, direction]) => sql`${sql.ref(`e.${column}`)} ${sql.raw(direction)} nulls last`,
  )
  const first = sorted.length > 0 ? sorted : [sql`e.year desc`, sql`e.quarter desc`]
  const order = sql.join([...first, sql`e.id desc`])
  const counted = await sql<{ total: number }>`
    select count(*) as total from ${reportSource('PROGRESS')} where ${where}`.execute(db)
  const { rows } = await sql<ProgressRow>`
    select ${reportSelection} from ${reportSource('PROGRESS')}
    ${pageOf(where, query, { id: 'e.id', order })}`.execute(db)
  return {
    content: await progressSubmissions(db, rows, user),
    totalElements: Number(counted.rows[0]?.total ?? 0),
  }
}
