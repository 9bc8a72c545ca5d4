import type { components } from '@xinchu/contract/schema'
import { sql } from 'kysely'
import type { Db, Trx } from '../../db/database.ts'
import { badRequest, conflict, notFound, staleVersion } from '../../errors.ts'
import type { Caller } from '../caller.ts'
import { windowProblems } from './check.ts'
import { tellExtension } from './extension.ts'

type Draft = components['schemas']['FillTimeDraft']

async function assertRegions(db: Db, codes: readonly string[]): Promise<void> {
  if (codes.length === 0) return
  const known = await db
    .selectFrom('region')
    .select('code')
    .where('code', 'in', [...codes])
    .execute()
  if (known.length < new Set(codes).size)
    throw badRequest('F-014', '适用地区：行政区划不存在', [
      { field: 'regionCodes', message: '行政区划不存在' },
    ])
}

async function assertOffices(db: Db, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return
  const known = await db
    .selectFrom('org')
    .select('id')
    .where('id', 'in', [...ids])
    .execute()
  if (known.length < new Set(ids).size) throw badRequest('W-012', '延期机构：机构不存在', 'orgIds')
}

/** @throws HttpError 409 if another window of the same form, period and regions overlaps in time */
async function assertAlone(db: Db, draft: Draft): Promise<void> {
  if (!draft.enabled) return
  const { regionCodes: regions = [], orgIds: offices = [] } = draft
  const isForAll = regions.length + offices.length === 0
  const { rows } = await sql<{ id: number }>`
    select id from fill_time
    where enabled and id <> ${draft.id ?? 0} and fill_type = ${draft.fillType} and year = ${draft.year}
      and coalesce(quarter, 0) = ${draft.quarter ?? 0} and coalesce(batch_no, 0) = ${draft.batchNo ?? 0}
      and start_time < ${draft.endTime}::timestamptz and end_time > ${draft.startTime}::timestamptz
      and (region_codes && ${regions}::text[] or org_ids && ${offices}::bigint[]
        or (cardinality(region_codes) + cardinality(org_ids) = 0 and ${isForAll}))
    limit 1`.execute(db)
  if (rows.length > 0)
    throw conflict(
      'W-012',
      isForAll ? '该期填报时间已设置，请直接修改或按地区延期' : '所选地区或机构已有同期的延期',
    )
}

async function requireCurrent(db: Db, id: number, version: number | undefined) {
  const known = await db.selectFrom('fill_time').selectAll().where('id', '=', id).executeTakeFirst()
  if (!known) throw notFound('填报时间')
  if (known.version !== version) throw staleVersion()
  return known
}

/** Columns of a window. */
export const valuesOf = (draft: Draft, user: Caller) => ({
  fill_type: draft.fillType,
  year: draft.year,
  quarter: draft.quarter ?? null,
  batch_no: draft.batchNo ?? null,
  start_time: draft.startTime,
  end_time: draft.endTime,
  level_deadlines: JSON.stringify(draft.levelDeadlines ?? {}),
  region_codes: draft.regionCodes ?? [],
  org_ids: draft.orgIds ?? [],
  reason: draft.reason?.trim() ?? null,
  enabled: draft.enabled,
  remark: draft.remark ?? null,
  update_by: user.username,
  update_time: sql<string>`now()`,
})

/** Serializes concurrent changes of windows. */
export async function lockWindows(trx: Trx): Promise<void> {
  await sql`select 1 from setting where name = 'reference' for update`.execute(trx)
}

/** Creates or changes a window for the nation and returns its id. Those concerned by an extension get a message. */
export async function saveWindow(trx: Trx, draft: Draft, user: Caller, now: Date): Promise<number> {
  const problems = windowProblems(draft)
  const [first] = problems
  if (first) throw badRequest('W-012', first.message, problems)
  await lockWindows(trx)
  const { id } = draft
  const stored = id === undefined ? undefined : await requireCurrent(trx, id, draft.version)
  await assertRegions(trx, draft.regionCodes ?? [])
  await assertOffices(trx, draft.orgIds ?? [])
  await assertAlone(trx, draft)
  const isNews = !stored || stored.end_time !== draft.endTime || !stored.enabled
  if (isNews) await tellExtension(trx, draft, user, now)
  if (!stored) {
    const made = await trx
      .insertInto('fill_time')
      .values({ ...valuesOf(draft, user), create_by: user.username })
      .returning('id')
      .executeTakeFirstOrThrow()
    return made.id
  }
  await trx
    .updateTable('fill_time')
    .set({ ...valuesOf(draft, user), version: sql`version + 1` })
    .where('id', '=', stored.id)
    .execute()
  return stored.id
}
