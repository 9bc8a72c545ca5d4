import { RepeatFlag } from '@xinchu/contract/codes'
import { repeatScores } from '@xinchu/validators'
import { sql } from 'kysely'
import type { Db, Trx } from '../../../db/database.ts'
import { projectContent } from '../../es-project/content.ts'
import { type ProjectRow, selection } from '../../es-project/query.ts'
import type { Stored } from '../../flow/kind.ts'
import { type SnapshotSource, storedRecords } from '../../ledger/ledger.ts'

/** The latest stored contents of projects, by id. */
export async function storedContents(db: Db, ids: readonly number[]): Promise<Map<number, Stored>> {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<ProjectRow & SnapshotSource>`${storedRecords(selection, ids)}`.execute(db)
  return new Map(
    rows.map((row) => [
      row.id,
      {
        content: projectContent(row),
        period: `${row.snapshot_year}年第${row.snapshot_quarter}季度`,
      },
    ]),
  )
}

const isSuspicion = sql`d.decision = ${RepeatFlag.suspected} and d.score >= ${sql.lit(repeatScores.suspected)}`

/** SQL condition: row `t` of the queue is a project in an undecided pair. */
export const repeats = sql<boolean>`(t.entity = 'PROJECT' and exists (select 1 from project_duplicate d
  where (d.newer_id = t.id or d.older_id = t.id) and ${isSuspicion}))`

/** The best score of undecided pairs, by project. */
export async function bestScores(db: Db, ids: readonly number[]): Promise<Map<number, number>> {
  const { rows } = await sql<{ id: number; score: number }>`
    select x.id, max(d.score) as score from unnest(${[...ids]}::bigint[]) x(id)
    join project_duplicate d on d.newer_id = x.id or d.older_id = x.id
    where ${isSuspicion} group by x.id`.execute(db)
  return new Map(rows.map(({ id, score }) => [id, score]))
}

/** Times at which projects were signed in, by id. */
export async function signedTimes(db: Db, ids: readonly number[]): Promise<Map<number, string>> {
  const { rows } = await sql<{ id: number; time: string }>`
    select p.id, max(h.time) as time from es_project p
    join flow_history h on h.biz_type = 'PROJECT' and h.biz_id = p.id and h.action = 'READ'
    where p.id = any(${[...ids]}::bigint[]) and p.read_flag group by p.id`.execute(db)
  return new Map(rows.map(({ id, time }) => [id, time]))
}

/** Last reasons for passing projects of a pair, by project. */
export async function lastReasons(trx: Trx, ids: readonly number[]): Promise<Map<number, number>> {
  const { rows } = await sql<{ project_id: number; reason: number }>`
    select project_id, max(id) as reason from project_duplicate_reason
    where project_id = any(${[...ids]}::bigint[]) group by 1`.execute(trx)
  return new Map(rows.map(({ project_id, reason }) => [project_id, reason]))
}

/** Deletes the reasons that a step stored. */
export async function removeReasons(
  trx: Trx,
  records: readonly { id: number; reason: number }[],
): Promise<void> {
  const before = records.map(({ id, reason }) => ({ id, reason }))
  await sql`
    delete from project_duplicate_reason d
    using jsonb_to_recordset(${JSON.stringify(before)}::text::jsonb) as x(id bigint, reason bigint)
    where d.project_id = x.id and d.id > x.reason`.execute(trx)
}
