import type { components } from '@xinchu/sdk/schema'
import { sql } from 'kysely'
import type { Db } from '../../../db/open.ts'
import { badRequest, conflict, forbidden, notFound } from '../../../errors.ts'
import { type Caller, codeOf } from '../../caller.ts'
import type { ProjectRow } from '../query.ts'
import { type DuplicatePair, pairFingerprint } from './find.ts'
import { SUSPECTED } from './score.ts'

type RepeatRequest = components['schemas']['RepeatRequest']

/** Sets the flag of these projects by the pairs in which they are the newer record. */
async function renewFlags(db: Db, ids: readonly number[]): Promise<void> {
  await sql`
    update es_project p set repeat_flag = x.flag, repeat_group_id = x.first
    from (
      select e.id, case
          when bool_or(d.decision = '2') then '2'
          when bool_or(d.decision = '1' and d.score >= ${sql.lit(SUSPECTED)}) then '1'
          when bool_or(d.decision = '3') then '3' else '0' end as flag,
        min(d.older_id) filter (where d.decision = '2' or (d.decision = '1' and d.score >= ${sql.lit(SUSPECTED)})) as first
      from es_project e left join project_duplicate d on d.newer_id = e.id
      where e.id = any(${[...ids]}::bigint[]) group by e.id) x
    where p.id = x.id`.execute(db)
}

/**
 * Keeps what was found of a project at its submission in the place of what was found before; decisions stay unless
 * what they rest on has changed.
 */
export async function storePairs(db: Db, row: ProjectRow, pairs: readonly DuplicatePair[]): Promise<void> {
  const found = pairs.map((pair) => {
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
  })
  const others = pairs.map(({ projectId }) => projectId)
  await sql`delete from project_duplicate d where (d.newer_id = ${row.id} or d.older_id = ${row.id}) and d.decision = '1'
    and not exists (select 1 from project_duplicate_decision x where x.pair_id = d.id)
    and not (d.newer_id + d.older_id - ${row.id} = any(${others}::bigint[]))`.execute(db)
  await sql`
    insert into project_duplicate (newer_id, older_id, score, signals, name_similarity, distance_m, fingerprint)
    select newer_id, older_id, score, signals, name_similarity, distance_m, fingerprint
    from jsonb_to_recordset(${JSON.stringify(found)}::jsonb) as x(newer_id bigint, older_id bigint, score numeric,
      signals jsonb, name_similarity numeric, distance_m integer, fingerprint text)
    on conflict (newer_id, older_id) do update set score = excluded.score, signals = excluded.signals,
      name_similarity = excluded.name_similarity, distance_m = excluded.distance_m, fingerprint = excluded.fingerprint,
      decision = case when project_duplicate.fingerprint = excluded.fingerprint then project_duplicate.decision else '1' end,
      found_at = now()`.execute(db)
  await renewFlags(db, [row.id, ...others])
}

interface OpenPair {
  id: number
  newer_id: number
  newer_province: string
  older_province: string
  fingerprint: string
}

async function lockPairs(db: Db, ids: readonly number[]): Promise<OpenPair[]> {
  const { rows } = await sql<OpenPair>`
    select d.id, d.newer_id, d.fingerprint, n.province_code as newer_province, o.province_code as older_province
    from project_duplicate d join es_project n on n.id = d.newer_id join es_project o on o.id = d.older_id
    where d.id = any(${[...ids]}::bigint[]) and not n.deleted and not o.deleted
    order by d.id for update of d`.execute(db)
  return rows
}

/** @throws HttpError 403 when the pairs are not this office's to decide */
function assertMayDecide(user: Caller, pairs: readonly OpenPair[]): void {
  const code = codeOf(user)
  if (code === 'NAT') return
  if (code !== 'PRV') throw forbidden('只有省级和国家能源主管部门可以判定')
  const isOwn = (pair: OpenPair) =>
    pair.newer_province === user.provinceCode && pair.older_province === user.provinceCode
  if (!pairs.every(isOwn)) throw forbidden('涉及其他省份的重复对由国家能源主管部门判定')
}

/**
 * Decides pairs, all of them or none, and keeps each decision in their history.
 * @throws HttpError 400 without decision or opinion, 403 outside the office's province, 404, 409 when decided that way
 */
export async function decidePairs(db: Db, request: RepeatRequest, user: Caller): Promise<number[]> {
  const { pairIds = [], decision, opinion } = request
  if (!decision) throw badRequest('判定：值不能为空', [{ field: 'decision', message: '值不能为空' }])
  if (!opinion?.trim())
    throw badRequest('判定意见：值不能为空', [{ field: 'opinion', message: '值不能为空' }])
  const ids = [...new Set(pairIds)]
  await db.transaction().execute(async (trx) => {
    const pairs = await lockPairs(trx, ids)
    assertMayDecide(user, pairs)
    if (pairs.length < ids.length) throw notFound('重复对')
    const decided = await sql<{ id: number }>`
      update project_duplicate set decision = ${decision}, decided_by = ${user.realName}, decided_at = now(), opinion = ${opinion}
      where id = any(${ids}::bigint[]) and decision <> ${decision} returning id`.execute(trx)
    if (decided.rows.length < ids.length) throw conflict('已作出相同的判定')
    await sql`insert into project_duplicate_decision (pair_id, decision, decided_by, org_id, opinion, fingerprint)
      select id, decision, decided_by, ${user.orgId}, opinion, fingerprint from project_duplicate
      where id = any(${ids}::bigint[])`.execute(trx)
    await renewFlags(
      trx,
      pairs.map(({ newer_id }) => newer_id),
    )
  })
  return ids
}
