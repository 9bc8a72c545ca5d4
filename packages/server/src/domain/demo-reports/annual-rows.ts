import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import type { Row } from '../../db/schema.ts'
import type { Caller } from '../caller.ts'
import { visibleDemos } from '../demo-project/scope.ts'

/** The content of a report without its key. */
export type AnnualContent = Omit<Row<'annual_report'>['content'], 'demoProjectId' | 'year'>

export type AnnualRow = Row<'annual_report'>

/** The stamped scan of a report. */
export const scanOf = ({ stampedFileId }: AnnualContent): number[] =>
  stampedFileId === undefined ? [] : [stampedFileId]

/** Files that prove the changed figures of a report. */
export const evidenceOf = ({ usageReasons = [] }: AnnualContent): number[] =>
  usageReasons.flatMap(({ evidenceFileIds = [] }) => evidenceFileIds)

/** SQL condition: reports of projects in the caller's scope; before their first submission only for their author. */
export const visibleAnnual = (user: Caller): RawBuilder<boolean> =>
  sql<boolean>`${visibleDemos(user)} and (r.submit_time is not null or p.org_id = ${user.orgId})`

interface Wanted {
  id?: number | undefined
  demoProjectId?: number | undefined
  year?: number | undefined
}

/** The visible report with this id, or of this project and year. */
export async function findAnnual(
  db: Db,
  { id, demoProjectId, year }: Wanted,
  user: Caller,
  lock = false,
): Promise<AnnualRow | undefined> {
  const wanted =
    id === undefined
      ? sql`r.demo_project_id = ${demoProjectId ?? 0} and r.year = ${year ?? 0}`
      : sql`r.id = ${id}`
  const { rows } = await sql<AnnualRow>`
    select r.* from annual_report r join demo_project p on p.id = r.demo_project_id
    where ${wanted} and ${visibleAnnual(user)} ${lock ? sql`for update of r` : sql``}`.execute(db)
  return rows[0]
}
