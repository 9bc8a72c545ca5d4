import type { components } from '@xinchu/contract/schema'
import { sql } from 'kysely'
import type { Db, Trx } from '../../db/database.ts'
import type { Row } from '../../db/schema.ts'
import { conflict, notFound } from '../../errors.ts'
import type { Caller } from '../caller.ts'

type Schemas = components['schemas']
type SavedQuery = Schemas['SavedQuery']
type Owner = Pick<Caller, 'id'>

const MOST = 50

const info = (row: Row<'saved_query'>): SavedQuery => ({
  id: row.id,
  listName: row.list_name,
  name: row.name,
  conditions: row.conditions,
  updateTime: row.update_time,
})

/** Returns a user's saved queries of one list or all, newest first. */
export async function listSavedQueries(
  db: Db,
  listName: SavedQuery['listName'] | undefined,
  user: Owner,
): Promise<Schemas['SavedQuery'][]> {
  const rows = await db
    .selectFrom('saved_query')
    .selectAll()
    .where('user_id', '=', user.id)
    .where(({ and }) => and(listName === undefined ? {} : { list_name: listName }))
    .orderBy('id', 'desc')
    .execute()
  return rows.map(info)
}

/**
 * Saves conditions under a name, replacing earlier ones: last write wins.
 * @throws HttpError 409 if there are fifty already
 */
export async function saveQuery(
  trx: Trx,
  draft: Schemas['SavedQueryDraft'],
  user: Owner,
): Promise<Schemas['SavedQuery']> {
  const { listName, conditions } = draft
  const name = draft.name.trim()
  // Serialized per user, so that two calls cannot exceed the limit together.
  await trx.selectFrom('app_user').select('id').where('id', '=', user.id).forUpdate().execute()
  const others = await trx
    .selectFrom('saved_query')
    .select(sql<number>`count(*)`.as('count'))
    .where('user_id', '=', user.id)
    .where((is) => is.not(is.and([is('list_name', '=', listName), is('name', '=', name)])))
    .executeTakeFirstOrThrow()
  if (others.count >= MOST) throw conflict('W-021', `常用查询至多 ${MOST} 个，请先删除不用的`)
  const content = JSON.stringify(conditions)
  const row = await trx
    .insertInto('saved_query')
    .values({ user_id: user.id, list_name: listName, name, conditions: content })
    .onConflict((on) =>
      on
        .columns(['user_id', 'list_name', 'name'])
        .doUpdateSet({ conditions: content, update_time: sql`now()` }),
    )
    .returningAll()
    .executeTakeFirstOrThrow()
  return info(row)
}

/** Renames saved conditions. @throws HttpError 404; 409 if the name is in use in that list */
export async function renameQuery(
  trx: Trx,
  { id, name: given }: Schemas['SavedQueryRename'],
  user: Owner,
): Promise<Schemas['SavedQuery']> {
  const name = given.trim()
  const own = trx.selectFrom('saved_query').where('user_id', '=', user.id)
  const row = await own.selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
  if (!row) throw notFound('常用查询')
  const taken = own.select('id').where('list_name', '=', row.list_name).where('name', '=', name)
  if (await taken.where('id', '<>', id).executeTakeFirst()) throw conflict('W-021', `“${name}”已存在`)
  const next = await trx
    .updateTable('saved_query')
    .set({ name, update_time: sql`now()` })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
  return info(next)
}

/** @throws HttpError 404 if one does not belong to the user */
export async function deleteQueries(trx: Trx, ids: readonly number[], user: Owner): Promise<void> {
  const gone = await trx
    .deleteFrom('saved_query')
    .where('user_id', '=', user.id)
    .where('id', 'in', [...ids])
    .returning('id')
    .execute()
  if (gone.length < new Set(ids).size) throw notFound('常用查询')
}
