import { RepeatFlag } from '@xinchu/contract/codes'
import { repeatScores } from '@xinchu/validators'
import { sql } from 'kysely'
import type { Trx } from '../../../db/database.ts'
import type { ProjectRow } from '../query.ts'
import { type DuplicatePair, pairFingerprint } from './find.ts'

/** Updates the duplicate flag of these projects from their pairs. */
export async function renewFlags(trx: Trx, ids: readonly number[]): Promise<void> {
  const counts = sql`(d.decision = ${RepeatFlag.duplicate} or (d.decision = ${RepeatFlag.suspected} and d.score >= ${sql.lit(repeatScores.suspected)}))`
  await sql`
    update es_project p set repeat_flag = x.flag, repeat_group_id = x.first
    from (
      select e.id, case when bool_or(d.decision = ${RepeatFlag.duplicate}) then ${RepeatFlag.duplicate}
          when bool_or(${counts}) then ${RepeatFlag.suspected}
          when bool_or(d.decision = ${RepeatFlag.distinct}) then ${RepeatFlag.distinct}
          else ${RepeatFlag.none} end as flag,
        min(d.newer_id + d.older_id - e.id) filter (where ${counts}) as first
      from es_project e left join project_duplicate d on d.yielding_id = e.id
      where e.id = any(${[...ids]}::bigint[]) group by e.id) x
    where p.id = x.id and (p.repeat_flag, p.repeat_group_id) is distinct from (x.flag, x.first)`.execute(trx)
}

/** Deletes pairs that are no longer found. Pairs decided as no duplicate are kept. */
async function forgetOthers(trx: Trx, ids: readonly number[], found: readonly object[]): Promise<void> {
  const gone = sql`(d.newer_id = any(${[...ids]}::bigint[]) or d.older_id = any(${[...ids]}::bigint[]))
    and not exists (select 1 from jsonb_to_recordset(${JSON.stringify(found)}::jsonb)
      as x(newer_id bigint, older_id bigint) where x.newer_id = d.newer_id and x.older_id = d.older_id)`
  await sql`delete from project_duplicate d where ${gone} and d.decision = ${RepeatFlag.suspected}
    and not exists (select 1 from project_duplicate_decision x where x.pair_id = d.id)`.execute(trx)
  // Their decision is based on data that has changed since.
  await sql`update project_duplicate d set score = 0, decision = ${RepeatFlag.suspected}, yielding_id = newer_id, decided_by = null,
      decided_at = null, opinion = null
    where ${gone} and d.decision <> ${RepeatFlag.distinct}`.execute(trx)
}

/** The pairs found for one project. */
export interface Found {
  row: ProjectRow
  pairs: readonly DuplicatePair[]
}

/** Pairs of these projects in stored form, each pair once. */
function pairRows(found: readonly Found[]): object[] {
  const rows = found.flatMap(({ row, pairs }) =>
    pairs.map((pair) => {
      const [newer, older] = row.id > pair.projectId ? [row, pair.project] : [pair.project, row]
      return {
        newer_id: newer.id,
        older_id: older.id,
        score: pair.score,
        signals: pair.signals,
        name_similarity: pair.nameSimilarity,
        distance_m: pair.distanceM ?? null,
        fingerprint: pairFingerprint(newer, older),
      }
    }),
  )
  return [...new Map(rows.map((row) => [`${row.newer_id}:${row.older_id}`, row])).values()]
}

/**
 * Replaces the stored pairs of submitted projects. Decisions stay unless the compared data has changed. Uses a constant
 * number of statements.
 */
export async function storePairs(trx: Trx, found: readonly Found[]): Promise<void> {
  const ids = found.map(({ row }) => row.id)
  const rows = pairRows(found)
  await forgetOthers(trx, ids, rows)
  const isAsDecided = sql`project_duplicate.fingerprint = excluded.fingerprint`
  const kept = (column: string, otherwise: string) =>
    sql`${sql.ref(column)} = case when ${isAsDecided} then ${sql.ref(`project_duplicate.${column}`)} else ${sql.raw(otherwise)} end`
  await sql`
    insert into project_duplicate (newer_id, older_id, yielding_id, score, signals, name_similarity, distance_m, fingerprint)
    select newer_id, older_id, newer_id, score, signals, name_similarity, distance_m, fingerprint
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as x(newer_id bigint, older_id bigint, score numeric,
      signals jsonb, name_similarity numeric, distance_m integer, fingerprint text)
    on conflict (newer_id, older_id) do update set score = excluded.score, signals = excluded.signals,
      name_similarity = excluded.name_similarity, distance_m = excluded.distance_m, fingerprint = excluded.fingerprint,
      ${kept('decision', `'${RepeatFlag.suspected}'`)}, ${kept('yielding_id', 'excluded.newer_id')}, ${kept('decided_by', 'null')},
      ${kept('decided_at', 'null')}, ${kept('opinion', 'null')}`.execute(trx)
  const others = found.flatMap(({ pairs }) => pairs.map(({ projectId }) => projectId))
  await renewFlags(trx, [...new Set([...ids, ...others])])
}
