import { ReportStatus } from '@xinchu/contract/codes'
import type { components } from '@xinchu/contract/schema'
import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import type { ProjectRow } from '../es-project/query.ts'
import { missingMessage, missingQuarters } from './earlier.ts'
import { notDue } from './usage-check.ts'
import { keyText } from './usage-rows.ts'

type Reason = components['schemas']['JudgeReason']

/** Reasons why a quarter's reports cannot go to the nation: they, or earlier ones, are missing. */
export async function quarterReasons(
  db: Db,
  rows: readonly ProjectRow[],
  { year, quarter }: { year: number; quarter: number },
  now: Date,
): Promise<Reason[]> {
  const ids = rows.map(({ id }) => id)
  const reported = await sql<{ project_id: number }>`
    select project_id from usage_report where project_id = any(${ids}::bigint[]) and year = ${year}
      and quarter = ${quarter} and status <> ${ReportStatus.draft}`.execute(db)
  const there = new Set(reported.rows.map(({ project_id }) => project_id))
  const keys = ids.map((projectId) => ({ projectId, year, quarter }))
  const missing = await missingQuarters(db, keys, now)
  return rows.flatMap((row): Reason[] => {
    const { id, project_name } = row
    const reason = notDue({ ...row, project_id: id }, { year, quarter })
    if (reason) return [{ id, code: 'U-011', message: reason }]
    const earlier = missing.get(keyText({ projectId: id, year, quarter }))
    return [
      ...(there.has(id) ? [] : [{ id, code: 'U-015', message: `“${project_name}”尚未报送本季度使用情况` }]),
      ...(earlier ? [{ id, code: 'U-014', message: missingMessage(project_name, earlier) }] : []),
    ]
  })
}
