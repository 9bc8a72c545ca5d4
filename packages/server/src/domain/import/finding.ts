import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import type { CellIssue } from './check-row.ts'

/** Rows of a batch by their numbers, both included. */
export interface Range {
  batchId: number
  from: number
  to: number
}

/** What a comparison adds to a staged row. */
export interface Finding {
  row_no: number
  state: 'WARN' | 'ERROR' | 'REPEAT'
  errors: CellIssue[]
  warnings: CellIssue[]
  repeats: { projectId: number; projectName?: string; score: number }[]
  /** The own draft whose content the row will replace. */
  project_id: number | null
}

/** Keeps findings with the rows of a range. */
export async function keep(
  db: Db,
  { batchId, from, to }: Range,
  findings: readonly Finding[],
): Promise<void> {
  if (findings.length === 0) return
  // The range lets the planner see how few rows there are.
  await sql`
    update import_row r set state = x.state, errors = r.errors || x.errors, warnings = r.warnings || x.warnings,
      repeats = x.repeats, project_id = x.project_id
    from jsonb_to_recordset(${JSON.stringify(findings)}::jsonb)
      as x(row_no int, state text, errors jsonb, warnings jsonb, repeats jsonb, project_id bigint)
    where r.batch_id = ${batchId} and r.row_no between ${from} and ${to} and r.row_no = x.row_no`.execute(db)
}
