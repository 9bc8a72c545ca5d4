import { sql } from 'kysely'
import type { Db } from '../../../db/database.ts'
import { day } from '../../../runtime/time.ts'
import type { DuplicatePair } from '../../es-project/duplicates/find.ts'
import { type Fault, refusedFor } from '../../es-project/faults.ts'
import { type Judgement, judgeProjects } from '../../es-project/judge.ts'
import type { ProjectRow } from '../../es-project/query.ts'

/** Result of the check of a submission. */
export interface Submission {
  pairs: readonly DuplicatePair[]
  warnings: readonly Fault[]
}

const NEEDS_REASON: Fault = {
  field: 'repeatReason',
  code: 'D-002',
  message: '与已有项目疑似重复，请填写说明',
}

// Arbitrary, but unique among the platform's advisory locks.
const SUBMISSION_LOCK = 5801

/** Serializes submissions per province, so that of two similar projects the second sees the first. */
async function lockSubmissions(db: Db, rows: readonly ProjectRow[]): Promise<void> {
  const provinces = [...new Set(rows.map((row) => Number(row.province_code)))].sort((a, b) => a - b)
  await sql`select pg_advisory_xact_lock(${sql.lit(SUBMISSION_LOCK)}, province)
    from unnest(${provinces}::integer[]) province`.execute(db)
}

/**
 * Judges submissions together. The result of one is refused for incomplete projects, duplicates, and suspected duplicates
 * without a reason.
 * @param reasons those of the request, by id; without one the stored reason counts
 */
export async function judgedSubmissions(
  db: Db,
  rows: readonly ProjectRow[],
  reasons: ReadonlyMap<number, string | undefined>,
  now: Date,
): Promise<(row: ProjectRow) => Submission> {
  const hasReason = ({ id, repeat_reason }: ProjectRow) => Boolean((reasons.get(id) ?? repeat_reason)?.trim())
  if (rows.length > 0) await lockSubmissions(db, rows)
  const judged =
    rows.length > 0 ? await judgeProjects(db, rows, day(now), hasReason) : new Map<number, Judgement>()
  return (row) => {
    const judgement = judged.get(row.id)
    const unexplained = judgement?.isSuspected && !hasReason(row) ? [NEEDS_REASON] : []
    const blocking = [...(judgement?.faults ?? []), ...unexplained]
    if (blocking.length > 0) throw refusedFor(blocking)
    return { pairs: judgement?.duplicates ?? [], warnings: judgement?.warnings ?? [] }
  }
}
