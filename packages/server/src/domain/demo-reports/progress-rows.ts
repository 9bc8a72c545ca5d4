import { ReportStatus } from '@xinchu/sdk/codes'
import type { components } from '@xinchu/sdk/schema'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import type { Row } from '../../db/schema.ts'
import type { Caller } from '../caller.ts'
import { visibleDemos } from '../demo-project/scope.ts'

type Schemas = components['schemas']

/** The content of a report without its key. */
export type ProgressContent = Omit<Schemas['ProgressFields'], 'demoProjectId' | 'year' | 'quarter'>

/** A report `r` with what it takes from its project `p`. */
export type ProgressRow = Row<'demo_progress'> & {
  org_id: number
  recommend_org_id: number | null
  demo_code: string
  project_name: string
  company_name: string | null
  province_name: string | null
}

export interface ProgressKey {
  demoProjectId: number
  year: number
  quarter: number
}

/** Reports `r` with their projects `p`. */
export const progressSource = sql`demo_progress r join demo_project p on p.id = r.demo_project_id`

export const progressSelection = sql`r.*, p.org_id, p.recommend_org_id, p.demo_code, p.project_name, p.company_name,
  (select n.name from region n where n.code = p.province_code) as province_name`

/** SQL condition: reports of projects in the caller's scope; before their first submission only for their author. */
export const visibleProgress = (user: Caller): RawBuilder<boolean> =>
  sql<boolean>`${visibleDemos(user)} and (r.submit_time is not null or p.org_id = ${user.orgId})`

/** Returns the visible reports with these ids, locked on demand. */
export async function findProgress(
  db: Db,
  ids: readonly number[],
  user: Caller,
  lock = false,
): Promise<ProgressRow[]> {
  const { rows } = await sql<ProgressRow>`
    select ${progressSelection} from ${progressSource}
    where r.id = any(${[...ids]}::bigint[]) and ${visibleProgress(user)}
    order by r.id ${lock ? sql`for update of r` : sql``}`.execute(db)
  return rows
}

/** The visible report of a project and quarter, locked. */
export async function progressAt(
  db: Db,
  { demoProjectId, year, quarter }: ProgressKey,
  user: Caller,
): Promise<ProgressRow | undefined> {
  const { rows } = await sql<ProgressRow>`
    select ${progressSelection} from ${progressSource}
    where r.demo_project_id = ${demoProjectId} and r.year = ${year} and r.quarter = ${quarter}
      and ${visibleProgress(user)} for update of r`.execute(db)
  return rows[0]
}

/** The last report before a quarter that its author has handed in. */
export async function progressBefore(
  db: Db,
  { demoProjectId, year, quarter }: ProgressKey,
): Promise<Row<'demo_progress'> | undefined> {
  const { rows } = await sql<Row<'demo_progress'>>`
    select * from demo_progress where demo_project_id = ${demoProjectId}
      and year * 4 + quarter < ${year * 4 + quarter}
      and status not in (${ReportStatus.draft}, ${ReportStatus.returned})
    order by year desc, quarter desc limit 1`.execute(db)
  return rows[0]
}
