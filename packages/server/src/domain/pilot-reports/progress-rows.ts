import { ReportStatus } from '@xinchu/contract/codes'
import type { components } from '@xinchu/contract/schema'
import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import type { Row } from '../../db/schema.ts'
import type { ReportRow } from './reports.ts'

type Schemas = components['schemas']

/** The content of a report without its key. */
export type ProgressContent = Omit<Schemas['ProgressFields'], 'demoProjectId' | 'year' | 'quarter'>

export type ProgressRow = ReportRow<'PROGRESS'>

export interface ProgressKey {
  demoProjectId: number
  year: number
  quarter: number
}

/** The last submitted report before a quarter. */
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
