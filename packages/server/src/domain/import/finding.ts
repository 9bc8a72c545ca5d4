import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import type { CellIssue } from './check-row.ts'

/** Range of a batch's row numbers, inclusive. */
export interface Range {
  batchId: number
  from: number
  to: number
}

/** Result of comparing a staged row. */
export interface Finding {
  row_no: number
  state: 'WARN' | 'ERROR' | 'REPEAT'
  errors: CellIssue[]
  warnings: CellIssue[]
  repeats: { projectId: number; projectName?: string; score: number }[]
  /** Own draft that the row will replace. */
  project_id: number | null
  /** Version of that draft, which the commit must still find. */
  version: number | null
}

/** Stores findings with the rows of a range. */
export async function keep(
  db: Db,
  { batchId, from, to }: Range,
  findings: readonly Finding[],
): Promise<void> {
  if (findings.length === 0) return
  // The range tells the planner how few rows there are.
  await sql`
    update import_row r set state = x.state, errors = r.errors || x.errors, warnings = r.warnings || x.warnings,
      repeats = x.repeats, project_id = x.project_id,
      project = case when x.version is null then r.project else r.project || jsonb_build_object('version', x.version) end
    from jsonb_to_recordset(${JSON.stringify(findings)}::jsonb)
      as x(row_no int, state text, errors jsonb, warnings jsonb, repeats jsonb, project_id bigint, version int)
    where r.batch_id = ${batchId} and r.row_no between ${from} and ${to} and r.row_no = x.row_no`.execute(db)
}
