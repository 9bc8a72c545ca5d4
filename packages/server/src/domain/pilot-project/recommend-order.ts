import { DemoStatus } from '@xinchu/contract/codes'
import { sql } from 'kysely'
import type { Trx } from '../../db/database.ts'
import { badRequest, conflict, notFound } from '../../errors.ts'
import type { Caller } from '../caller.ts'
import { findPilots, type PilotRecord } from './query.ts'
import { notNow } from './refusals-by-state.ts'
import { partyOf } from './states.ts'

/** Ids of the projects of a batch that a recommender has recommended and that the nation has not decided about. */
async function recommendedIds(
  trx: Trx,
  { batch_year, batch_no, recommend_org_id }: PilotRecord,
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select p.id from demo_project p where not p.deleted and p.batch_year = ${batch_year} and p.batch_no = ${batch_no}
      and p.recommend_org_id = ${recommend_org_id} and p.status = ${DemoStatus.recommended}`.execute(trx)
  return rows.map(({ id }) => id)
}

/**
 * Sets the order of all projects that the caller's office has recommended in a batch.
 * @throws HttpError 400 for a list that is not all of them, 404, 409 once the nation has signed one of them in
 */
export async function setRecommendOrder(
  trx: Trx,
  ids: readonly number[],
  user: Caller,
  now: Date,
): Promise<PilotRecord[]> {
  const rows = await findPilots(trx, ids, user, { now, lock: true })
  const [first] = rows
  if (!first || rows.length < new Set(ids).size) throw notFound('示范项目')
  const stuck = rows.find(
    (row) => partyOf(user, row) !== 'recommender' || row.status !== DemoStatus.recommended,
  )
  if (stuck) throw await notNow(trx, stuck, user)
  const signed = rows.find(({ read_flag }) => read_flag)
  if (signed) throw conflict('M-014', `国家已签收“${signed.project_name}”，不能再调整推荐次序`)
  const all = await recommendedIds(trx, first)
  if (all.length !== ids.length || !all.every((id) => ids.includes(id)))
    throw badRequest('F-022', '推荐次序：须列出本批次已推荐的全部项目', 'ids')
  await sql`
    update demo_project p set recommend_order = x.place
    from unnest(${[...ids]}::bigint[]) with ordinality as x(id, place) where p.id = x.id`.execute(trx)
  const changed = new Map((await findPilots(trx, ids, user, { now })).map((row) => [row.id, row]))
  return ids.flatMap((id) => changed.get(id) ?? [])
}
