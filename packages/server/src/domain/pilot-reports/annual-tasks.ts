import type { components, operations } from '@xinchu/contract/schema'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import { all, containing, sortedBy } from '../../db/sql.ts'
import type { Caller } from '../caller.ts'
import { type ReportTaskRow, reportTasks } from './report-tasks.ts'

type Schemas = components['schemas']
type Query = NonNullable<operations['getAnnualTasks']['parameters']['query']>

const SORTABLE: Readonly<Record<string, string>> = {
  title: 'project_name',
  year: 'year',
  status: 'status',
  waitingSince: 'since',
  doneTime: 'done_at',
}

/** The order of a list; unless asked otherwise the latest year first, and in it what has waited longest. */
function orderOf(sort: readonly string[] | undefined): RawBuilder<unknown> {
  const given = sortedBy(SORTABLE, sort).map(
    ([column, direction]) => sql`${sql.ref(`t.${column}`)} ${sql.raw(direction)} nulls last`,
  )
  const usual = [sql`t.year desc`, sql`t.since nulls first`]
  return sql.join([...(given.length > 0 ? given : usual), sql`t.project_id`, sql`t.year`])
}

/** Annual reports that wait for the caller, or that the caller's office has finished. */
export async function annualTasks(
  db: Db,
  query: Query,
  user: Caller,
  now: Date,
): Promise<Schemas['DemoTaskPage']> {
  const { page = 0, size = 10 } = query
  const { from, isWanted, taskOf } = await reportTasks(db, 'ANNUAL', query, user, now)
  const parts = [isWanted]
  if (query.status?.length) parts.push(sql<boolean>`t.status = any(${[...query.status]}::text[])`)
  if (query.keyword) {
    const like = containing(query.keyword)
    parts.push(sql<boolean>`(t.project_name like ${like} or t.company_name like ${like})`)
  }
  const where = all(parts)
  const counted = await sql<{ total: number }>`select count(*) as total from ${from} where ${where}`.execute(
    db,
  )
  const { rows } = await sql<ReportTaskRow>`
    select * from ${from} where ${where}
    order by ${orderOf(query.sort)} limit ${size} offset ${page * size}`.execute(db)
  return { content: rows.map(taskOf), totalElements: Number(counted.rows[0]?.total ?? 0) }
}
