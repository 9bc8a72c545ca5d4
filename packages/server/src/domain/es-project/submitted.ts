import { type RawBuilder, sql } from 'kysely'
import type { Trx } from '../../db/database.ts'

const isOf = (ids: readonly number[]) => sql<boolean>`p.id = any(${[...ids]}::bigint[])`

/** Stores records as the last copies of themselves. Keeps at most one copy of each. */
async function copy(trx: Trx, which: RawBuilder<boolean>, isCounted: boolean): Promise<void> {
  await sql`
    delete from submitted_project s using es_project p
    where s.province_code = p.province_code and s.id = p.id and ${which}`.execute(trx)
  await sql`
    insert into submitted_project
    select r.* from es_project p
      cross join lateral jsonb_populate_record(p, jsonb_build_object('is_counted', ${isCounted}::boolean)) r
    where ${which}`.execute(trx)
}

/** Lets copies count where their records do not. */
const followRecords = (trx: Trx, ids: readonly number[]): Promise<unknown> =>
  sql`
    update submitted_project s set is_counted = not p.is_counted from es_project p
    where ${isOf(ids)} and s.province_code = p.province_code and s.id = p.id`.execute(trx)

/** Keeps records as they were submitted, before their authors change them. Drafts that were never submitted do not count. */
export async function keepSubmitted(trx: Trx, ids: readonly number[]): Promise<void> {
  const which = sql<boolean>`${isOf(ids)} and p.submitted_once and p.is_counted`
  await copy(trx, which, true)
  await sql`update es_project p set is_counted = false where ${which}`.execute(trx)
}

/** Before authors submit records: they count from now on. The version that has counted is kept. */
export async function countSubmitted(trx: Trx, ids: readonly number[]): Promise<void> {
  await copy(trx, sql<boolean>`${isOf(ids)} and p.submitted_once and p.is_counted`, false)
  await sql`update es_project p set is_counted = true where ${isOf(ids)} and not p.is_counted`.execute(trx)
  await followRecords(trx, ids)
}

/** Authors take their submissions back: the versions before them count, or nothing if there were none. */
export async function takeBackSubmitted(trx: Trx, ids: readonly number[]): Promise<void> {
  await sql`update es_project p set is_counted = false where ${isOf(ids)}`.execute(trx)
  await followRecords(trx, ids)
}

/** After a step was undone, which has put back whether the records count. */
export const undoSubmitted = followRecords
