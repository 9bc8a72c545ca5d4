import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import type { Row } from '../../db/schema.ts'
import type { Caller } from '../caller.ts'
import { findReports, type ReportRow, withIds } from './reports.ts'

/** The content of a report without its key. */
export type AnnualContent = Omit<Row<'annual_report'>['content'], 'demoProjectId' | 'year'>

export type AnnualRow = ReportRow<'ANNUAL'>

/** The stamped scan of a report. */
export const scanOf = ({ stampedFileId }: AnnualContent): number[] =>
  stampedFileId === undefined ? [] : [stampedFileId]

/** Files that prove the changed figures of a report. */
export const evidenceOf = ({ usageReasons = [] }: AnnualContent): number[] =>
  usageReasons.flatMap(({ evidenceFileIds = [] }) => evidenceFileIds)

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
      ? sql<boolean>`e.demo_project_id = ${demoProjectId ?? 0} and e.year = ${year ?? 0}`
      : withIds([id])
  return (await findReports(db, 'ANNUAL', wanted, user, lock))[0]
}
