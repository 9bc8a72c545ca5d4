import { AssignStatus, DemoStatus } from '@xinchu/contract/codes'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import { notFound } from '../../errors.ts'
import type { Caller } from '../caller.ts'
import { type BatchColumns, batchFlags } from './batch-state.ts'
import type { PilotRow } from './columns.ts'
import { visiblePilots } from './scope.ts'

/** A demonstration project with the names of what it refers to, and what is open of its batch. */
export type PilotRecord = PilotRow &
  BatchColumns & {
    is_assigned: boolean
    /** Moment at which the nation announced the batch. */
    announced_at: string | null
    province_name: string | null
    city_name: string | null
    county_name: string | null
    recommend_org_name: string | null
    owner_group_name: string | null
    tech_type_label: string | null
    app_sub_scenario_label: string | null
  }

const labelOf = (dict: string, column: string) =>
  sql`(select e.label from dict_entry e join dict d on d.id = e.dict_id where d.name = ${dict} and e.value = ${sql.ref(column)})`

/** States of the primary review. */
const PRIMARY: readonly DemoStatus[] = [
  DemoStatus.inPrimaryReview,
  DemoStatus.primaryPassed,
  DemoStatus.primaryFailed,
]

/** An expert's assignment counts at the stage that the project has reached. */
const isAssigned = (
  user: Caller,
) => sql<boolean>`exists (select 1 from expert_assign a where a.project_id = p.id
  and a.expert_id = ${user.id} and a.status <> ${AssignStatus.recused}
  and a.stage = case when p.status = any(${PRIMARY}::text[]) then 'PRIMARY' else 'EXCELLENT' end)`

/** The columns of a `PilotRecord`, of demo_project as `p`. */
export function selection(user: Caller, now: Date): RawBuilder<unknown> {
  const flags = batchFlags(now)
  return sql`p.*, ${flags.is_primary_open} as is_primary_open, ${flags.is_excellence_open} as is_excellence_open,
    ${flags.is_published} as is_published, ${flags.is_announced} as is_announced, ${isAssigned(user)} as is_assigned,
    (select b.announced_at from demo_publicity b where b.batch_year = p.batch_year and b.batch_no = p.batch_no)
      as announced_at,
    (select r.name from region r where r.code = p.province_code) as province_name,
    (select r.name from region r where r.code = p.city_code) as city_name,
    (select r.name from region r where r.code = p.county_code) as county_name,
    (select o.org_name from org o where o.id = p.recommend_org_id) as recommend_org_name,
    (select o.label from owner_dict o where o.id = p.owner_group_id) as owner_group_name,
    ${labelOf('tech_type', 'p.tech_type')} as tech_type_label,
    ${labelOf('app_sub_scenario', 'p.app_sub_scenario')} as app_sub_scenario_label`
}

/** Returns the projects with these ids that the caller may see, locked on demand. */
export async function findPilots(
  db: Db,
  ids: readonly number[],
  user: Caller,
  { now, lock = false }: { now: Date; lock?: boolean },
): Promise<PilotRecord[]> {
  const { rows } = await sql<PilotRecord>`
    select ${selection(user, now)} from demo_project p
    where p.id = any(${[...ids]}::bigint[]) and ${visiblePilots(user)} order by p.id ${lock ? sql`for update of p` : sql``}`.execute(
    db,
  )
  return rows
}

/** Returns the visible project of this id. @throws HttpError 404 */
export async function requirePilot(
  db: Db,
  id: number,
  user: Caller,
  options: { now: Date; lock?: boolean },
): Promise<PilotRecord> {
  const [row] = await findPilots(db, [id], user, options)
  if (!row) throw notFound('示范项目')
  return row
}
