import { DemoStatus } from '@xinchu/contract/codes'
import type { components, operations } from '@xinchu/contract/schema'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import { all, containing, pageOf, sortedBy } from '../../db/sql.ts'
import { type Caller, codeOf } from '../caller.ts'
import { type PilotRecord, selection } from './query.ts'
import { shownRepeats } from './repeats.ts'
import { pilotRow } from './row.ts'
import { visiblePilots } from './scope.ts'
import { concealed, shownStatusColumn } from './sight.ts'

type Schemas = components['schemas']
type ListQuery = NonNullable<operations['listDemoProjects']['parameters']['query']>
type SubmittedQuery = NonNullable<operations['getSubmittedDemoProjects']['parameters']['query']>
export type PilotQuery = ListQuery & SubmittedQuery

/** Longest list that is answered whole. */
const MOST = 9_999

const SORTABLE: Readonly<Record<string, string>> = {
  id: 'id',
  createTime: 'create_time',
  updateTime: 'update_time',
  projectName: 'project_name',
  ratedPower: 'rated_power',
  ratedEnergy: 'rated_energy',
  waitingSince: 'waiting_since',
}

/** SQL values by which a list can be sorted besides the columns of the project, by key. */
export type FurtherOrder = Readonly<Record<string, RawBuilder<unknown>>>

/** The order of a list. Of concealed projects the time of the last step counts as unknown, for all of them alike. */
function orderOf(
  sort: readonly string[] | undefined,
  user: Caller,
  now: Date,
  further: FurtherOrder,
): RawBuilder<unknown> {
  const keys = Object.fromEntries(Object.keys(further).map((key) => [key, key]))
  const parts = sortedBy({ ...SORTABLE, ...keys }, sort).map(([column, direction]) => {
    const value = further[column] ?? sql.ref(`p.${column}`)
    const shown =
      column === 'waiting_since' ? sql`case when ${concealed(user, now)} then null else ${value} end` : value
    return sql`${shown} ${sql.raw(direction)} nulls last`
  })
  return sql.join([...parts, sql`p.id desc`])
}

/** SQL conditions on demo_project (`p`): the query's filters and the caller's scope. States are those shown to him. */
export function pilotConditions(query: PilotQuery, user: Caller, now: Date): RawBuilder<boolean> {
  const parts = [visiblePilots(user)]
  const equal = (column: string, value: string | number | undefined) => {
    if (value !== undefined) parts.push(sql<boolean>`${sql.ref(column)} = ${value}`)
  }
  if (query.keyword) {
    const like = containing(query.keyword)
    parts.push(
      sql<boolean>`(p.project_name like ${like} or p.company_name like ${like} or p.demo_code like ${like})`,
    )
  }
  if (query.recommender)
    parts.push(sql<boolean>`exists (select 1 from org o where o.id = p.recommend_org_id
      and o.org_name like ${containing(query.recommender)})`)
  equal('p.batch_year', query.batchYear)
  equal('p.batch_no', query.batchNo)
  equal('p.province_code', query.provinceCode)
  equal('p.city_code', query.cityCode)
  equal('p.county_code', query.countyCode)
  equal('p.recommend_type', query.recommendType)
  if (query.techType?.length) parts.push(sql<boolean>`p.tech_type = any(${[...query.techType]}::text[])`)
  if (query.status?.length)
    parts.push(sql<boolean>`${shownStatusColumn(user, now)} = any(${[...query.status]}::text[])`)
  return all(parts)
}

/** SQL condition: projects submitted to the caller: to the recommender, or from there to the nation. */
export function handedIn(user: Caller): RawBuilder<boolean> {
  const isRecommender = codeOf(user) === 'PRV' || codeOf(user) === 'CEN'
  return isRecommender
    ? sql<boolean>`p.status not in (${DemoStatus.draft}, ${DemoStatus.returnedByRecommender})`
    : sql<boolean>`p.status not in (${DemoStatus.draft}, ${DemoStatus.atRecommender}, ${DemoStatus.returnedByRecommender})`
}

/** A page of the projects in the caller's scope that meet one more condition. */
export async function pageWhere(
  db: Db,
  query: PilotQuery,
  user: Caller,
  now: Date,
  condition: RawBuilder<boolean>,
  further: FurtherOrder = {},
): Promise<{ rows: PilotRecord[]; total: number }> {
  const where = all([pilotConditions(query, user, now), condition])
  const counted = await sql<{ total: number }>`
    select count(*)::integer as total from demo_project p where ${where}`.execute(db)
  const { rows } = await sql<PilotRecord>`
    select ${selection(user, now)} from demo_project p
    ${pageOf(where, query, { id: 'p.id', order: orderOf(query.sort, user, now, further) })}`.execute(db)
  return { rows, total: counted.rows[0]?.total ?? 0 }
}

/** Returns a page of the projects in the caller's scope. */
export async function pagePilots(
  db: Db,
  query: PilotQuery,
  user: Caller,
  { now, isHandedIn = false }: { now: Date; isHandedIn?: boolean },
): Promise<Schemas['DemoProjectPage']> {
  const condition = isHandedIn ? handedIn(user) : sql<boolean>`true`
  const { rows, total } = await pageWhere(db, query, user, now, condition)
  const repeats = isHandedIn ? await shownRepeats(db, rows, user) : new Map()
  return {
    content: rows.map((row) => ({ ...pilotRow(row, user), ...repeats.get(row.id) })),
    totalElements: total,
  }
}

/** Returns all projects in the caller's scope. */
export async function allPilots(
  db: Db,
  query: PilotQuery,
  user: Caller,
  now: Date,
): Promise<Schemas['DemoProjectRow'][]> {
  return (await pagePilots(db, { ...query, page: 0, size: MOST }, user, { now })).content
}

/** Returns names and ids of the projects in the caller's scope. */
export async function pilotNames(
  db: Db,
  query: PilotQuery,
  user: Caller,
  now: Date,
): Promise<Schemas['DemoName'][]> {
  const { rows } = await sql<{ id: number; project_name: string }>`
    select p.id, p.project_name from demo_project p where ${pilotConditions(query, user, now)}
    order by p.batch_year desc, p.batch_no desc, p.id desc limit ${MOST}`.execute(db)
  return rows.map(({ id, project_name }) => ({ id, projectName: project_name }))
}
