import type { components, operations } from '@xinchu/contract/schema'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import { all, containing, pageOf, sortedBy } from '../../db/sql.ts'
import type { Caller } from '../caller.ts'
import { type ProvincialPilotRow, selection } from './pilot-rows.ts'
import { provincialDemos } from './pilot-view.ts'
import { visibleProvincialPilots } from './scope.ts'

export type ProvincialPilotQuery = NonNullable<operations['queryProvincialDemos']['parameters']['query']>

const SORTABLE: Readonly<Record<string, string>> = {
  id: 'id',
  year: 'year',
  projectName: 'project_name',
  ratedPower: 'rated_power',
  ratedEnergy: 'rated_energy',
  updateTime: 'update_time',
}

/** SQL conditions on provincial_demo (`p`): the query's filters and the caller's scope. */
export function conditionsOf(query: ProvincialPilotQuery, user: Caller): RawBuilder<boolean> {
  const parts = [visibleProvincialPilots(user)]
  const { id, year, provinceCode, techType, status, keyword } = query
  if (id !== undefined) parts.push(sql<boolean>`p.id = ${id}`)
  if (year !== undefined) parts.push(sql<boolean>`p.year = ${year}`)
  if (provinceCode !== undefined) parts.push(sql<boolean>`p.province_code = ${provinceCode}`)
  if (techType?.length) parts.push(sql<boolean>`p.tech_type = any(${[...techType]}::text[])`)
  if (status?.length) parts.push(sql<boolean>`p.status = any(${[...status]}::text[])`)
  if (keyword) {
    const like = containing(keyword)
    parts.push(sql<boolean>`(p.project_name like ${like} or p.content->>'companyName' like ${like})`)
  }
  return all(parts)
}

/** A page of the provincial projects in the caller's scope, the latest first. */
export async function pageProvincialPilots(
  db: Db,
  query: ProvincialPilotQuery,
  user: Caller,
): Promise<components['schemas']['ProvincialDemoPage']> {
  const where = conditionsOf(query, user)
  const sorted = sortedBy(SORTABLE, query.sort).map(
    ([column, direction]) => sql`${sql.ref(`p.${column}`)} ${sql.raw(direction)} nulls last`,
  )
  const order = sql.join([...(sorted.length > 0 ? sorted : [sql`p.year desc`]), sql`p.id desc`])
  const counted = await sql<{ total: number }>`
    select count(*) as total from provincial_demo p where ${where}`.execute(db)
  const { rows } = await sql<ProvincialPilotRow>`
    select ${selection} from provincial_demo p ${pageOf(where, query, { id: 'p.id', order })}`.execute(db)
  return {
    content: await provincialDemos(db, rows, user),
    totalElements: Number(counted.rows[0]?.total ?? 0),
  }
}
