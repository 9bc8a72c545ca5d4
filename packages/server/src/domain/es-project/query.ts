import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import type { Row } from '../../db/schema.ts'
import type { Caller } from '../caller.ts'
import { reviewLevels } from '../review-levels.ts'
import { visibleProjects } from '../scope.ts'

/** A project with the names of its places, owner group and dictionary values. */
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

/** Returns the projects with these ids that the caller may see, locked on demand. */
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
