import { DemoStatus } from '@xinchu/contract/codes'
import { deptKinds } from '@xinchu/contract/rights'
import type { components } from '@xinchu/contract/schema'
import { sql } from 'kysely'
import type { Db, Trx } from '../../db/database.ts'
import { notFound } from '../../errors.ts'
import { type Caller, codeOf } from '../caller.ts'
import { reply } from '../reply.ts'
import { DRAFTING } from './flow-table.ts'
import type { PilotRecord } from './query.ts'

/** Places of a recommender in a batch, and the number of places taken. */
export interface QuotaState {
  quota: number
  used: number
}

/** SQL condition: a project (`p`) takes a place: it was recommended and was not returned for correction. */
export const takesPlace = sql<boolean>`not p.deleted
  and p.status <> all(${[...DRAFTING, DemoStatus.atRecommender]}::text[])`

/** The places of a batch's recommender, locked so that two recommendations cannot take the same one. */
export async function quotaFor(
  db: Db,
  {
    batch_year,
    batch_no,
    recommend_org_id,
  }: Pick<PilotRecord, 'batch_year' | 'batch_no' | 'recommend_org_id'>,
): Promise<QuotaState | undefined> {
  const { rows } = await sql<{ quota: number }>`
    select quota from demo_quota where batch_year = ${batch_year} and batch_no = ${batch_no}
      and org_id = ${recommend_org_id} for update`.execute(db)
  const [found] = rows
  if (!found) return undefined
  const { rows: counted } = await sql<{ used: number }>`
    select count(*)::integer as used from demo_project p where p.batch_year = ${batch_year} and p.batch_no = ${batch_no}
      and p.recommend_org_id = ${recommend_org_id} and ${takesPlace}`.execute(db)
  return { quota: found.quota, used: counted[0]?.used ?? 0 }
}

/** Refusal to recommend more projects of a batch than there are places, with the figures. */
export async function quotaRefusal(
  db: Db,
  rows: readonly PilotRecord[],
): Promise<Map<number, { code: 'M-013'; message: string }>> {
  const refusals = new Map<number, { code: 'M-013'; message: string }>()
  const batches = new Map(rows.map((row) => [`${row.batch_year}/${row.batch_no}`, row]))
  for (const [key, first] of batches) {
    const own = rows.filter((row) => `${row.batch_year}/${row.batch_no}` === key)
    const state = await quotaFor(db, first)
    const over = state ? state.used + own.length - state.quota : 0
    if (!state || over <= 0) continue
    const message = `超出名额 ${over} 项（名额 ${state.quota} 项，已推荐 ${state.used} 项，本次 ${own.length} 项），请取消勾选`
    for (const { id } of own) refusals.set(id, { code: 'M-013', message })
  }
  return refusals
}

type Schemas = components['schemas']
interface Batch {
  batchYear: number
  batchNo: number
}

/** Places of the recommenders of a batch: the caller's own, or all that have places or projects. */
export async function listQuotas(
  db: Db,
  { batchYear, batchNo }: Batch,
  user: Caller,
): Promise<Schemas['RecommendQuota'][]> {
  const isOwn = codeOf(user) === 'PRV' || codeOf(user) === 'CEN'
  const { rows } = await sql<{
    id: number
    org_name: string
    quota: number | null
    used: number
    update_by: string | null
    update_time: string | null
  }>`
    select o.id, o.org_name, q.quota, q.update_by, q.update_time,
      (select count(*)::integer from demo_project p where p.batch_year = ${batchYear} and p.batch_no = ${batchNo}
        and p.recommend_org_id = o.id and ${takesPlace}) as used
    from org o
    left join demo_quota q on q.org_id = o.id and q.batch_year = ${batchYear} and q.batch_no = ${batchNo}
    where o.dept_id in (${deptKinds.province}, ${deptKinds.group}) and o.enabled
      and ${isOwn ? sql`o.id = ${user.orgId}` : sql`true`}
    order by o.dept_id, o.region_code, o.id`.execute(db)
  return rows.map((row) =>
    reply<Schemas['RecommendQuota']>({
      batchYear,
      batchNo,
      orgId: row.id,
      orgName: row.org_name,
      quota: row.quota,
      used: row.used,
      updateBy: row.update_by,
      updateTime: row.update_time,
    }),
  )
}

/** Sets the places of recommenders; without a number there is no limit. */
export async function setQuotas(
  trx: Trx,
  { batchYear, batchNo, items }: Schemas['RecommendQuotaDraft'],
  user: Caller,
): Promise<void> {
  const { rows: known } = await sql<{ id: number }>`
    select id from org where dept_id in (${deptKinds.province}, ${deptKinds.group}) and enabled
      and id = any(${items.map(({ orgId }) => orgId)}::bigint[])`.execute(trx)
  const ids = new Set(known.map(({ id }) => id))
  if (items.some(({ orgId }) => !ids.has(orgId))) throw notFound('推荐单位')
  const none = items.filter(({ quota }) => quota === undefined).map(({ orgId }) => orgId)
  await sql`delete from demo_quota where batch_year = ${batchYear} and batch_no = ${batchNo}
    and org_id = any(${none}::bigint[])`.execute(trx)
  const set = items.flatMap(({ orgId, quota }) => (quota === undefined ? [] : [{ org_id: orgId, quota }]))
  await sql`
    insert into demo_quota (batch_year, batch_no, org_id, quota, update_by)
    select ${batchYear}::integer, ${batchNo}::integer, x.org_id, x.quota, ${user.username}::text
    from jsonb_to_recordset(${JSON.stringify(set)}::text::jsonb) as x(org_id bigint, quota integer)
    on conflict (batch_year, batch_no, org_id) do update set quota = excluded.quota, update_by = excluded.update_by,
      update_time = now()`.execute(trx)
}
