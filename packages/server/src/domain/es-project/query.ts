import type { operations } from '@xinchu/sdk/schema'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import type { Row } from '../../db/schema.ts'
import { containing, sortedBy } from '../../db/sql.ts'
import type { Caller } from '../caller.ts'
import { reviewLevels } from '../review-levels.ts'
import { visibleProjects } from '../scope.ts'
import { waitingFor } from './waiting.ts'

export type ProjectQuery = NonNullable<operations['queryEsProjects']['parameters']['query']>

/** A project with the names of its references. */
export type ProjectRow = Row<'es_project'> & {
  province_name: string | null
  city_name: string | null
  county_name: string | null
  owner_group_name: string | null
  tech_type_label: string | null
  app_sub_scenario_label: string | null
  review_levels: string[] | null
  changed_since_stored: boolean
}

const labelOf = (dict: string, column: string) =>
  sql`(select e.label from dict_entry e join dict d on d.id = e.dict_id where d.name = ${dict} and e.value = ${sql.ref(column)})`

/** The columns of a `ProjectRow`, of es_project as `p`. */
export const selection = sql`p.*,
  ${reviewLevels} as review_levels,
  coalesce(p.waiting_since > p.warehouse_time, false) as changed_since_stored,
  (select r.name from region r where r.code = p.province_code) as province_name,
  (select r.name from region r where r.code = p.city_code) as city_name,
  (select r.name from region r where r.code = p.county_code) as county_name,
  (select o.label from owner_dict o where o.id = p.owner_group_id) as owner_group_name,
  ${labelOf('tech_type', 'p.tech_type')} as tech_type_label,
  ${labelOf('app_sub_scenario', 'p.app_sub_scenario')} as app_sub_scenario_label`

// Sortable columns.
const SORTABLE: Readonly<Record<string, string>> = {
  id: 'p.id',
  createTime: 'p.create_time',
  updateTime: 'p.update_time',
  projectName: 'p.project_name',
  ratedPower: 'p.rated_power',
  ratedEnergy: 'p.rated_energy',
  commissionDate: 'p.commission_date',
  waitingSince: 'p.waiting_since',
}

/** Order of projects (`p`), stable across pages. */
export function orderOf(sort: readonly string[] | undefined): RawBuilder<unknown> {
  const parts = sortedBy(SORTABLE, sort).map(
    ([column, direction]) => sql`${sql.ref(column)} ${sql.raw(direction)} nulls last`,
  )
  // The id makes the order stable across pages.
  return sql.join([...parts, sql`p.id desc`])
}

/** Id and sort columns of projects (`p`). */
export const columnsOfOrder = (sort: readonly string[] | undefined): RawBuilder<unknown> =>
  sql.join(
    [...new Set(['p.province_code', 'p.id', ...sortedBy(SORTABLE, sort).map(([column]) => column)])].map(
      (column) => sql.ref(column),
    ),
  )

/** SQL conditions on `es_project p`: the query's filters and the caller's scope, for working records or a snapshot. */
export function conditions(query: ProjectQuery, user: Caller): RawBuilder<boolean> {
  const parts = [visibleProjects(user)]
  const equal = (column: string, value: string | number | undefined) => {
    if (value !== undefined) parts.push(sql<boolean>`${sql.ref(column)} = ${value}`)
  }
  const among = (column: string, values: readonly string[] | undefined) => {
    if (values?.length) parts.push(sql<boolean>`${sql.ref(column)} = any(${[...values]}::text[])`)
  }
  if (query.keyword) {
    const like = containing(query.keyword)
    parts.push(
      sql<boolean>`(p.project_name like ${like} or p.company_name like ${like} or p.project_code like ${like})`,
    )
  }
  equal('p.id', query.id)
  equal('p.province_code', query.provinceCode)
  equal('p.city_code', query.cityCode)
  equal('p.county_code', query.countyCode)
  equal('p.owner_group_id', query.ownerGroupId)
  equal('p.repeat_flag', query.repeatFlag)
  among('p.tech_type', query.techType)
  among('p.app_sub_scenario', query.appSubScenario)
  among('p.build_status', query.buildStatus)
  among('p.declare_status', query.declareStatus)
  among('p.country_status', query.countryStatus)
  if (query.powerMin !== undefined) parts.push(sql<boolean>`p.rated_power >= ${query.powerMin}`)
  if (query.powerMax !== undefined) parts.push(sql<boolean>`p.rated_power <= ${query.powerMax}`)
  if (query.energyMin !== undefined) parts.push(sql<boolean>`p.rated_energy >= ${query.energyMin}`)
  if (query.energyMax !== undefined) parts.push(sql<boolean>`p.rated_energy <= ${query.energyMax}`)
  if (query.commissionFrom) parts.push(sql<boolean>`p.commission_date >= ${query.commissionFrom}`)
  if (query.commissionTo) parts.push(sql<boolean>`p.commission_date <= ${query.commissionTo}`)
  if (query.todo) parts.push(waitingFor(user))
  if (query.own) parts.push(sql<boolean>`p.org_id = ${user.orgId}`)
  return sql.join(parts, sql` and `)
}

/** Returns the visible projects of these ids. Others are treated as missing. */
export async function findProjects(
  db: Db,
  ids: readonly number[],
  user: Caller,
  lock = false,
): Promise<ProjectRow[]> {
  const { rows } = await sql<ProjectRow>`
    select ${selection} from es_project p
    where p.id = any(${[...ids]}::bigint[]) and ${visibleProjects(user)} ${lock ? sql`for update of p` : sql``}`.execute(
    db,
  )
  return rows
}
