import { sql } from 'kysely'
import type { Trx } from '../../db/database.ts'
import { release } from '../files/keep.ts'
import type { Bin } from './bin.ts'

/** Tables of records that hold files of any use by their ids. */
const HOLDERS = ['es_project', 'submitted_project', 'section_info', 'message_push', 'year_calc'] as const

/**
 * Ids of the files that go with drafts. A file that was uploaded for another use stays: a report, an account or another
 * demonstration project may have it.
 */
export async function filesOf(trx: Trx, bin: Bin, ids: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select f.id from file_info f where f.id in (${bin.files(ids)}) and (${bin.uses})
      and (f.biz_id is null or f.biz_id = any(${[...ids]}::bigint[]))`.execute(trx)
  return rows.map(({ id }) => id)
}

/** Removes the files of drafts, whose rows have gone, unless others hold them. Their bytes are collected after the commit. */
export async function removeFiles(trx: Trx, bin: Bin, files: readonly number[], now: Date): Promise<void> {
  if (files.length === 0) return
  const given = sql`${[...files]}::bigint[]`
  // A record that takes one of them at this moment is waited for, and then seen below.
  await sql`select from file_info where id = any(${given}) order by id for update`.execute(trx)
  const holders = HOLDERS.map(
    (table) =>
      sql<number>`select unnest(attachment_ids) from ${sql.table(table)} where attachment_ids && ${given}`,
  )
  if (bin.held) holders.push(bin.held)
  const removed = await sql<{ storage_key: string }>`
    delete from file_info where id = any(${given})
      and not exists (select from (${sql.join(holders, sql` union all `)}) as h(id) where h.id = file_info.id)
    returning storage_key`.execute(trx)
  await release(
    trx,
    removed.rows.map(({ storage_key }) => storage_key),
    now,
  )
}
