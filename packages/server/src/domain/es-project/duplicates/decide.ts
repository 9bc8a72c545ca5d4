import { RepeatFlag } from '@xinchu/contract/codes'
import type { components } from '@xinchu/contract/schema'
import { type RawBuilder, sql } from 'kysely'
import type { Trx } from '../../../db/database.ts'
import { badRequest, conflict, forbidden, missing, notFound } from '../../../errors.ts'
import { type Caller, codeOf, isAmong } from '../../caller.ts'
import { visibleProjects } from '../../scope.ts'
import { renewFlags } from './store.ts'

type RepeatRequest = components['schemas']['RepeatRequest']

/** Whether this office may decide on a pair of these provinces. */
export const mayDecide = (user: Caller, provinces: readonly string[]): boolean =>
  codeOf(user) === 'NAT' ||
  (codeOf(user) === 'PRV' && provinces.every((province) => province === user.provinceCode))

/** SQL condition: one of the pair (`project_duplicate d`) is in the caller's scope. */
export const isOfReach = (user: Caller): RawBuilder<boolean> =>
  sql<boolean>`exists (select 1 from es_project p where p.id in (d.newer_id, d.older_id) and ${visibleProjects(user)})
    and not exists (select 1 from es_project e where e.id in (d.newer_id, d.older_id) and e.deleted)`

interface LockedPair {
  id: number
  newer_id: number
  older_id: number
  newer_province: string
  older_province: string
}

async function lockPairs(trx: Trx, ids: readonly number[], user: Caller): Promise<LockedPair[]> {
  const { rows } = await sql<LockedPair>`
    select d.id, d.newer_id, d.older_id, n.province_code as newer_province, o.province_code as older_province
    from project_duplicate d join es_project n on n.id = d.newer_id join es_project o on o.id = d.older_id
    where d.id = any(${[...ids]}::bigint[]) and ${isOfReach(user)}
    order by d.id for update of d`.execute(trx)
  return rows
}

const refused = (field: string, message: string) => badRequest('D-006', message, field)

/** @throws HttpError 400 */
function assertComplete({ decision, opinion, keptId, pairIds = [] }: RepeatRequest): void {
  if (!decision) throw missing('decision', '判定')
  if (!opinion?.trim()) throw missing('opinion', '判定意见')
  if (keptId === undefined) return
  if (decision !== RepeatFlag.duplicate) throw refused('keptId', '确认不重复时两个项目均保留')
  if (new Set(pairIds).size > 1) throw refused('keptId', '逐对判定时才能指定保留的项目')
}

/** @throws HttpError 403 if this office may not decide on one of them, 400 if the kept project is not in the pair */
function assertMayDecide(user: Caller, pairs: readonly LockedPair[], keptId: number | undefined): void {
  if (!pairs.every((pair) => mayDecide(user, [pair.newer_province, pair.older_province])))
    throw forbidden('W-010', '涉及其他省份的重复项目由国家能源主管部门判定')
  const isOfPair = ({ newer_id, older_id }: LockedPair) => keptId === newer_id || keptId === older_id
  if (keptId !== undefined && !pairs.every(isOfPair)) throw refused('keptId', '保留的项目不在这对项目中')
}

/**
 * Decides pairs, all or none, and records each decision in their history. Of two duplicates the older is kept unless the
 * request names the one to keep.
 * @throws HttpError 400 without decision or opinion, 403 outside the office's province, 404, 409 if already decided so
 */
export async function decidePairs(trx: Trx, request: RepeatRequest, user: Caller): Promise<number[]> {
  if (!isAmong(user, ['NAT', 'PRV'])) throw forbidden('W-010', '只有省级和国家能源主管部门可以判定')
  assertComplete(request)
  const { pairIds = [], decision, opinion, keptId } = request
  const ids = [...new Set(pairIds)]
  const pairs = await lockPairs(trx, ids, user)
  if (pairs.length < ids.length) throw notFound('疑似重复项目')
  assertMayDecide(user, pairs, keptId)
  const yielding = sql`case when newer_id = ${keptId ?? null}::bigint then older_id else newer_id end`
  const decided = await sql<{ id: number }>`
    update project_duplicate set decision = ${decision}, yielding_id = ${yielding}, decided_by = ${user.realName},
      decided_at = now(), opinion = ${opinion}
    where id = any(${ids}::bigint[]) and (decision <> ${decision} or yielding_id <> ${yielding})
    returning id`.execute(trx)
  if (decided.rows.length < ids.length) throw conflict('D-007', '已作出相同的判定')
  await sql`insert into project_duplicate_decision (pair_id, decision, yielding_id, decided_by, org_id, opinion, fingerprint)
    select id, decision, yielding_id, decided_by, ${user.orgId}, opinion, fingerprint from project_duplicate
    where id = any(${ids}::bigint[])`.execute(trx)
  await renewFlags(
    trx,
    pairs.flatMap(({ newer_id, older_id }) => [newer_id, older_id]),
  )
  return ids
}
