import type { components } from '@xinchu/sdk/schema'
import { sql } from 'kysely'
import type { Db, Trx } from '../../db/database.ts'
import { badRequest, conflict, notFound, staleVersion } from '../../errors.ts'
import type { Caller } from '../caller.ts'
import { windowProblems } from './check.ts'

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

/** @throws HttpError 409 if another window of the same form, period and regions overlaps in time */
async function assertAlone(db: Db, draft: Draft): Promise<void> {
  if (!draft.enabled) return
  const regions = draft.regionCodes ?? []
  const { rows } = await sql<{ id: number }>`
    select id from fill_time
    where enabled and id <> ${draft.id ?? 0} and fill_type = ${draft.fillType} and year = ${draft.year}
      and coalesce(quarter, 0) = ${draft.quarter ?? 0} and coalesce(batch_no, 0) = ${draft.batchNo ?? 0}
      and start_time < ${draft.endTime}::timestamptz and end_time > ${draft.startTime}::timestamptz
      and (region_codes && ${regions}::text[] or (cardinality(region_codes) = 0 and ${regions.length === 0}))
    limit 1`.execute(db)
  if (rows.length > 0)
    throw conflict(
      'W-012',
      regions.length > 0 ? '所选地区已有同期的延期' : '该期填报时间已设置，请直接修改或按地区延期',
    )
}

async function assertCurrent(db: Db, id: number, version: number | undefined): Promise<void> {
  const known = await db.selectFrom('fill_time').select('version').where('id', '=', id).executeTakeFirst()
  if (!known) throw notFound('填报时间')
  if (known.version !== version) throw staleVersion()
}

const valuesOf = (draft: Draft, user: Caller) => ({
  fill_type: draft.fillType,
  year: draft.year,
  quarter: draft.quarter ?? null,
  batch_no: draft.batchNo ?? null,
  start_time: draft.startTime,
  end_time: draft.endTime,
  level_deadlines: JSON.stringify(draft.levelDeadlines ?? {}),
  region_codes: draft.regionCodes ?? [],
  enabled: draft.enabled,
  remark: draft.remark ?? null,
  update_by: user.username,
  update_time: sql<string>`now()`,
})

/** Creates or changes a window for the nation and returns its id. */
export async function saveWindow(trx: Trx, draft: Draft, user: Caller): Promise<number> {
  const problems = windowProblems(draft)
  const [first] = problems
  if (first) throw badRequest('W-012', first.message, problems)
  // Serializes concurrent changes of windows.
  await sql`select 1 from setting where name = 'reference' for update`.execute(trx)
  if (draft.id !== undefined) await assertCurrent(trx, draft.id, draft.version)
  await assertRegions(trx, draft.regionCodes ?? [])
  await assertAlone(trx, draft)
  if (draft.id === undefined) {
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
    .where('id', '=', draft.id)
    .execute()
  return draft.id
}
