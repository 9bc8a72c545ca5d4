import { sql } from 'kysely'
import type { Trx } from '../../db/database.ts'
import { conflict, type HttpError, notFound } from '../../errors.ts'
import type { Caller } from '../caller.ts'
import { noteEvents } from '../events/note.ts'
import { type Bin, restorable } from './bin.ts'

interface Draft {
  id: number
  province_code: string
  state: string
}

/** Why drafts are not in the bin. One that the caller must not know of decides before one that was not deleted. */
async function refusalOf(trx: Trx, bin: Bin, missing: readonly number[], user: Caller): Promise<HttpError> {
  const { rows } = await sql<{ project_name: string }>`
    select p.project_name from ${sql.table(bin.table)} p
    where p.id = any(${[...missing]}::bigint[]) and ${bin.visible(user)} order by p.id`.execute(trx)
  const [kept] = rows
  return kept && rows.length === missing.length
    ? conflict('W-005', `“${kept.project_name}”没有被删除，不需要恢复`)
    : notFound(bin.name)
}

/** @throws HttpError 409 if one of these would have the name of another record */
async function assertNamesFree(trx: Trx, { table, names }: Bin, ids: readonly number[]): Promise<void> {
  if (!names) return
  const { rows } = await sql<{ id: number; project_name: string; group: string }>`
    select p.id, p.project_name, ${names.group} as "group" from ${sql.table(table)} p
    where (not p.deleted or p.id = any(${[...ids]}::bigint[]))
      and ${names.group} in (select ${names.group} from ${sql.table(table)} p where p.id = any(${[...ids]}::bigint[]))
    order by p.deleted, p.id`.execute(trx)
  const seen = new Set<string>()
  const restored = new Set(ids)
  for (const { id, project_name, group } of rows) {
    const key = `${group} ${names.key(project_name)}`
    if (restored.has(id) && seen.has(key)) throw names.taken(project_name)
    seen.add(key)
  }
}

/**
 * Restores deleted drafts as they were, all or none.
 * @throws HttpError 404 if one is of another office or gone, 409 if one was not deleted or its name is taken
 */
export async function restoreDrafts(
  trx: Trx,
  bin: Bin,
  ids: readonly number[],
  { user, now }: { user: Caller; now: Date },
): Promise<void> {
  const wanted = [...new Set(ids)]
  await bin.lock?.(trx, wanted, user)
  // Whoever restores the same draft waits here, and then finds none.
  const { rows } = await sql<Draft>`
    select p.id, p.province_code, ${bin.state} as state from ${restorable(bin, now)}
    where p.id = any(${wanted}::bigint[]) and ${bin.within(user)} order by p.id for update`.execute(trx)
  const found = new Set(rows.map(({ id }) => id))
  const missing = wanted.filter((id) => !found.has(id))
  if (missing.length > 0) throw await refusalOf(trx, bin, missing, user)
  await assertNamesFree(trx, bin, wanted)
  await sql`update ${sql.table(bin.table)} set deleted = false where id = any(${wanted}::bigint[])`.execute(
    trx,
  )
  await sql`delete from deleted_draft
    where entity = ${bin.told.code} and record_id = any(${wanted}::bigint[])`.execute(trx)
  const notes = rows.map(({ id, province_code: provinceCode, state: to }) => ({
    kind: bin.restored,
    ...{ id, provinceCode, to },
  }))
  await noteEvents(trx, bin.told, notes, user)
}
