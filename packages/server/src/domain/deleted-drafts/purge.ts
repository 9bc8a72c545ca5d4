import { sql } from 'kysely'
import type { Trx } from '../../db/database.ts'
import type { Transact } from '../../db/transaction.ts'
import { release } from '../files/keep.ts'
import { type Bin, endOf } from './bin.ts'

const AT_ONCE = 200

/** Tables of other records that hold files by their ids. */
const HOLDERS = ['section_info', 'message_push', 'year_calc'] as const

/** Removes the files of these drafts that nothing else holds. Their bytes are collected after the commit. */
async function removeFiles(trx: Trx, bin: Bin, ids: readonly number[], now: Date): Promise<void> {
  const { rows } = await sql<{ id: number }>`select distinct x.id from (${bin.files(ids)}) as x(id)`.execute(
    trx,
  )
  const files = rows.map(({ id }) => id)
  if (files.length === 0) return
  const elsewhere = HOLDERS.map(
    (table) => sql`union all select unnest(attachment_ids) from ${sql.table(table)}
      where attachment_ids && ${files}::bigint[]`,
  )
  const removed = await sql<{ storage_key: string }>`
    with held as (${bin.held(files, ids)} ${sql.join(elsewhere, sql` `)})
    delete from file_info where id = any(${files}::bigint[]) and id not in (select id from held as h(id) where id is not null)
    returning storage_key`.execute(trx)
  await release(
    trx,
    removed.rows.map(({ storage_key }) => storage_key),
    now,
  )
}

/** Removes some of the drafts whose time is over. @returns their number */
async function purgeSome(trx: Trx, bin: Bin, now: Date): Promise<number> {
  const entity = bin.told.code
  const { rows } = await sql<{ id: number }>`
    delete from deleted_draft where entity = ${entity} and record_id = any(array(
      select record_id from deleted_draft where entity = ${entity} and deleted_at <= ${endOf(now)}
      order by deleted_at limit ${AT_ONCE} for update skip locked))
    returning record_id as id`.execute(trx)
  const ids = rows.map(({ id }) => id)
  if (ids.length === 0) return 0
  await removeFiles(trx, bin, ids, now)
  const kept = [
    ...bin.parts,
    ...(['review_remark', 'review_submission'] as const).map((each) => [each, 'entity_id'] as const),
  ]
  for (const [table, column] of kept)
    await sql`delete from ${sql.table(table)} where ${sql.ref(column)} = any(${ids}::bigint[])
      ${column === 'entity_id' ? sql`and entity = ${entity}` : sql``}`.execute(trx)
  await sql`delete from ${sql.table(bin.table)} where id = any(${ids}::bigint[]) and deleted`.execute(trx)
  return ids.length
}

/** Removes deleted drafts that can be restored no more, with their files. Copies of the server may call this at the same time. */
export async function purgeDrafts(
  bins: readonly Bin[],
  transact: Transact,
  { now, signal }: { now: Date; signal?: AbortSignal },
): Promise<void> {
  for (const bin of bins)
    for (;;) {
      signal?.throwIfAborted()
      if ((await transact((trx) => purgeSome(trx, bin, now))) < AT_ONCE) break
    }
}
