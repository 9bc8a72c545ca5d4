import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import { type Caller, may } from '../caller.ts'
import type { FileRow } from '../files/info.ts'
import { visibleReports } from './reports.ts'

type File = Pick<FileRow, 'id' | 'biz_type'>

/** JSON path of the ids of files in the content of a report. */
const PATHS = {
  progress: '$.photoIds[*]',
  scan: '$.stampedFileId',
  reasons: '$.usageReasons[*].evidenceFileIds[*]',
  values: '$[*].evidenceFileIds[*]',
} as const

const holds = (content: RawBuilder<unknown>, path: string, id: number): RawBuilder<boolean> =>
  sql<boolean>`jsonb_path_exists(${content}, ${`${path} ? (@ == $id)`}::jsonpath, ${JSON.stringify({ id })}::jsonb)`

interface Readable {
  progress: RawBuilder<boolean>
  annual: RawBuilder<boolean>
  values: RawBuilder<boolean>
}

const ANY: Readable = { progress: sql`true`, annual: sql`true`, values: sql`true` }

function readableBy(user: Caller): Readable {
  // Offices of a place see its projects, and none of their reports.
  const reports = may(user, 'demoReports.readFiles') ? visibleReports(user) : sql<boolean>`false`
  return {
    progress: reports,
    annual: reports,
    // Depends on the stage of the project: see `isEvidence`.
    values: sql`false`,
  }
}

/** SQL queries for the reports that may hold a file of this use. */
function sourcesOf({ id, biz_type }: File, readable: Readable): RawBuilder<unknown>[] {
  const content = sql`e.content`
  const progress = sql`select 1 from demo_progress e join demo_project p on p.id = e.demo_project_id
    where ${holds(content, PATHS.progress, id)} and ${readable.progress}`
  const annual = (
    path: string,
  ) => sql`select 1 from annual_report e join demo_project p on p.id = e.demo_project_id
    where ${holds(content, path, id)} and ${readable.annual}`
  const values = sql`select 1 from index_value e join demo_project p on p.id = e.demo_project_id
    where ${holds(sql`e."values"`, PATHS.values, id)} and ${readable.values}`
  switch (biz_type) {
    case 'PROGRESS_PHOTO':
      return [progress]
    case 'ANNUAL_STAMPED':
      return [annual(PATHS.scan)]
    case 'INDEX_EVIDENCE':
      return [annual(PATHS.reasons), values]
    default:
      return []
  }
}

/**
 * Whether a report of a demonstration project holds a file.
 * @param user counts only the reports that this caller may read
 */
export async function isHeldByReport(db: Db, file: File, user?: Caller): Promise<boolean> {
  const sources = sourcesOf(file, user ? readableBy(user) : ANY)
  if (sources.length === 0) return false
  const { rows } = await sql<{ held: boolean }>`
    select exists (${sql.join(sources, sql` union all `)}) as held`.execute(db)
  return rows[0]?.held ?? false
}
