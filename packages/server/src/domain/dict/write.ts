import type { components } from '@xinchu/contract/schema'
import { sql } from 'kysely'
import type { Db, Trx } from '../../db/database.ts'
import { taken } from '../../db/unique.ts'
import { badRequest, conflict, notFound, staleVersion } from '../../errors.ts'
import { type EntryRow, entryOf } from './entry.ts'
import { isReferenced } from './references.ts'

type Schemas = components['schemas']

const FIXED = '该字典由系统固定，只能修改名称与排序'
const IN_USE = '该取值已被引用'

async function requireEntry(db: Db, id: number): Promise<EntryRow & { closed: boolean }> {
  const { rows } = await sql<EntryRow & { closed: boolean }>`
    select e.*, d.name as dict_name, d.closed from dict_entry e join dict d on d.id = e.dict_id where e.id = ${id}`.execute(
    db,
  )
  const [row] = rows
  if (!row) throw notFound('字典项')
  return row
}

async function requireDict(db: Db, head: Schemas['DictHead'] | undefined) {
  const dict = await db
    .selectFrom('dict')
    .selectAll()
    .where((where) =>
      head?.id === undefined ? where('name', '=', head?.name ?? '') : where('id', '=', head.id),
    )
    .executeTakeFirst()
  if (!dict) throw badRequest('W-018', '所属字典：字典不存在', [{ field: 'dict', message: '字典不存在' }])
  return dict
}

async function assertFree(db: Db, dictId: number, value: string, id = 0): Promise<void> {
  const other = await db
    .selectFrom('dict_entry')
    .select('id')
    .where('dict_id', '=', dictId)
    .where('value', '=', value)
    .where('id', '!=', id)
    .executeTakeFirst()
  if (other) throw taken('dict_entry_dict_id_value_key')
}

/** Adds a value to an editable dictionary. @throws HttpError 400, 409 */
export async function createEntry(trx: Trx, draft: Schemas['DictEntryDraft']): Promise<Schemas['DictEntry']> {
  const dict = await requireDict(trx, draft.dict)
  if (dict.closed) throw conflict('W-018', '该字典由系统固定，不能增加取值')
  const value = draft.value ?? ''
  await assertFree(trx, dict.id, value)
  const { id } = await trx
    .insertInto('dict_entry')
    .values({
      dict_id: dict.id,
      value,
      label: draft.label ?? '',
      parent: draft.parent ?? null,
      dict_sort: draft.dictSort ?? 999,
      enabled: draft.enabled ?? true,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return entryOf(await requireEntry(trx, id))
}

/** Changes an entry. A value in use cannot be changed. @throws HttpError 400, 404, 409 */
export async function updateEntry(
  trx: Trx,
  draft: Schemas['DictEntryUpdate'],
): Promise<Schemas['DictEntry']> {
  const entry = await requireEntry(trx, draft.id)
  const dict = await requireDict(trx, draft.dict)
  const value = draft.value ?? entry.value
  if (dict.id !== entry.dict_id) throw badRequest('W-018', '所属字典不能更改', 'dict')
  const isSame = value === entry.value && (draft.enabled ?? entry.enabled) === entry.enabled
  if (entry.closed && !isSame) throw conflict('W-018', FIXED)
  if (value !== entry.value) {
    await assertFree(trx, entry.dict_id, value, entry.id)
    if (await isReferenced(trx, entry.dict_name, entry.value)) throw conflict('W-018', `${IN_USE}，不能修改`)
  }
  const changed = await trx
    .updateTable('dict_entry')
    .set({
      value,
      label: draft.label ?? entry.label,
      parent: draft.parent ?? entry.parent,
      dict_sort: draft.dictSort ?? entry.dict_sort,
      enabled: draft.enabled ?? entry.enabled,
      version: sql`version + 1`,
    })
    .where('id', '=', entry.id)
    .where('version', '=', draft.version)
    .returning('id')
    .executeTakeFirst()
  if (!changed) throw staleVersion()
  if (draft.position !== undefined) await moveEntry(trx, entry, draft.position)
  return entryOf(await requireEntry(trx, entry.id))
}

/** Moves an entry within its dictionary and numbers all entries from 1. */
async function moveEntry(trx: Trx, { id, dict_id }: EntryRow, position: number): Promise<void> {
  // Serializes concurrent moves.
  await sql`select 1 from dict where id = ${dict_id} for update`.execute(trx)
  const rows = await trx
    .selectFrom('dict_entry')
    .select('id')
    .where('dict_id', '=', dict_id)
    .where('id', '!=', id)
    .orderBy('dict_sort')
    .orderBy('id')
    .execute()
  const ids = rows.map((row) => row.id)
  ids.splice(position - 1, 0, id)
  await sql`
    update dict_entry e set dict_sort = s.place
    from unnest(${ids}::bigint[]) with ordinality as s(id, place)
    where e.id = s.id and e.dict_sort <> s.place`.execute(trx)
}

/** Deletes an unused value. @throws HttpError 404, 409 */
export async function deleteEntry(trx: Trx, id: number): Promise<void> {
  const entry = await requireEntry(trx, id)
  if (entry.closed) throw conflict('W-018', '该字典由系统固定，不能删除取值')
  if (await isReferenced(trx, entry.dict_name, entry.value))
    throw conflict('W-018', `${IN_USE}，不能删除，可改为停用`)
  await trx.deleteFrom('dict_entry').where('id', '=', id).execute()
}
