import { deptKinds } from '@xinchu/contract/rights'
import type { components } from '@xinchu/contract/schema'
import { sql } from 'kysely'
import type { Db, Trx } from '../../db/database.ts'
import { taken } from '../../db/unique.ts'
import { badRequest, conflict, notFound, staleVersion } from '../../errors.ts'
import { requireMenu, withDescendants } from './query.ts'

type Schemas = components['schemas']
type Draft = Schemas['MenuDraft']

const BUTTON = 2
// Without these pages nobody could restore deleted menus and grants.
const KEPT: readonly string[] = ['SM', 'RO']

const refuse = (field: string, message: string) => badRequest('W-020', message, [{ field, message }])

function assertShape({ path = '', iFrame }: Draft): void {
  if (iFrame && !/^https?:\/\/[^\s]+$/.test(path)) throw refuse('path', '外链必须以http://或者https://开头')
  if (!iFrame && /^\/|\/\/|[\s?#\\]|^[a-z]+:/i.test(path))
    throw refuse('path', '路径不能以/开头，且不能包含空格等特殊字符')
}

/** @throws HttpError 400 or 409 if the position is not allowed or a name is in use */
async function assertPlace(db: Db, draft: Draft, id = 0): Promise<void> {
  assertShape(draft)
  if (draft.type !== 0 && draft.type !== undefined && draft.redirect)
    throw refuse('redirect', '只有目录可以设置重定向')
  const pid = draft.pid ?? 0
  if (id !== 0 && pid === id) throw refuse('pid', '上级不能为自己')
  const names = [draft.title ?? '', draft.componentName ?? '']
  const { rows } = await sql<{ id: number; type: number; title: string; component_name: string | null }>`
    select id, type, title, component_name from menu
    where id = ${pid} or (id <> ${id} and (title = ${names[0]} or component_name = nullif(${names[1]}, '')))`.execute(
    db,
  )
  const parent = rows.find((row) => row.id === pid)
  if (pid !== 0 && !parent) throw refuse('pid', '上级菜单不存在')
  if (parent?.type === BUTTON) throw refuse('pid', '按钮下不能再建菜单')
  if (id !== 0 && pid !== 0 && (await withDescendants(db, [id])).includes(pid))
    throw refuse('pid', '上级不能为自己的下级')
  const others = rows.filter((row) => row.id !== id)
  if (others.some((row) => row.title === draft.title)) throw taken('menu_title')
  if (draft.componentName && others.some((row) => row.component_name === draft.componentName))
    throw taken('menu_component_name')
}

const columnsOf = (draft: Draft) => ({
  pid: draft.pid || null,
  type: draft.type ?? 0,
  title: draft.title ?? '',
  path: draft.path ?? '',
  component: draft.component ?? null,
  component_name: draft.componentName ?? null,
  icon: draft.icon ?? null,
  permission: draft.permission ?? null,
  menu_sort: draft.menuSort ?? 999,
  hidden: draft.hidden ?? false,
  cache: draft.cache ?? true,
  i_frame: draft.iFrame ?? false,
  affix: draft.affix ?? false,
  breadcrumb: draft.breadcrumb ?? true,
  active_menu: draft.activeMenu ?? null,
  always_show: draft.alwaysShow ?? false,
  redirect: draft.redirect ?? null,
})

/** Two changes at a time could make a cycle that neither sees. */
const lockMenus = (trx: Trx) => sql`lock table menu in share row exclusive mode`.execute(trx)

/** Menus with their addresses, without the first stroke. */
const routes = sql`
  with recursive route as (
    select id, type, i_frame, title, case when type = 1 then path || '/index' else path end as path
    from menu where pid is null
    union all select m.id, m.type, m.i_frame, m.title, r.path || '/' || m.path
    from menu m join route r on m.pid = r.id)`

/** Folders with a redirect to no page, by title. */
async function strayFolders(trx: Trx): Promise<ReadonlyMap<string, string>> {
  const { rows } = await sql<{ title: string; redirect: string }>`${routes}
    select m.title, m.redirect from menu m
    where m.type = 0 and m.redirect <> '' and not exists (
      select 1 from route r where r.type = 1 and not r.i_frame and '/' || r.path = m.redirect)
    order by m.id`.execute(trx)
  return new Map(rows.map(({ title, redirect }) => [title, redirect]))
}

/**
 * Holds that the redirect of a written menu leads to a page, and those of others as before.
 * @param own title of the menu that is written, if any
 * @throws HttpError 400 for its own redirect, 409 for that of another
 */
async function assertRedirects<T>(trx: Trx, own: string | undefined, write: () => Promise<T>): Promise<T> {
  const before = await strayFolders(trx)
  const written = await write()
  for (const [title, redirect] of await strayFolders(trx)) {
    if (title === own) throw refuse('redirect', '重定向应为某一页面的地址，如/contact/index')
    if (!before.has(title)) throw conflict('W-020', `“${title}”重定向到${redirect}，请先修改其重定向`)
  }
  return written
}

/** @throws HttpError 409 if two pages have the same address */
async function assertRoutes(trx: Trx): Promise<void> {
  const { rows } = await sql<{ titles: string[] }>`${routes}
    select array_agg(title order by id) as titles from route
    where type = 1 and not i_frame group by path having count(*) > 1`.execute(trx)
  const [same] = rows
  if (same) {
    const message = `页面地址重复：${same.titles.map((title) => `“${title}”`).join('与')}`
    throw conflict('W-020', message, [{ field: 'path', message }])
  }
}

/** Holds that the pages by which menus and roles are managed are there, at their addresses. @throws HttpError 409 */
async function assertKept(trx: Trx, write: () => Promise<unknown>): Promise<void> {
  const kept = () =>
    trx
      .selectFrom('menu as m')
      .leftJoin('menu as p', 'p.id', 'm.pid')
      .select(['m.title', 'm.type', 'm.path', 'm.component', 'p.path as group', 'p.pid'])
      .where('m.menu_key', 'in', KEPT)
      .orderBy('m.id')
      .execute()
  const before = await kept()
  await write()
  const after = (await kept()).map(({ title: _title, ...place }) => JSON.stringify(place))
  for (const { title, ...place } of before)
    if (!after.includes(JSON.stringify(place)))
      throw conflict('W-020', `${title}不能删除，也不能改变类型和地址`)
}

/** Creates a menu, which administrators see at once. */
export async function createMenu(trx: Trx, draft: Draft): Promise<Schemas['MenuNode']> {
  await lockMenus(trx)
  await assertPlace(trx, draft)
  const insert = () =>
    trx.insertInto('menu').values(columnsOf(draft)).returning('id').executeTakeFirstOrThrow()
  const { id } = await assertRedirects(trx, draft.title, insert)
  await sql`insert into menu_grant (dept_id, role_id, menu_id, sort)
    select ${deptKinds.administration}::integer, role_id, ${id}::bigint, ${draft.menuSort ?? 999}::integer
    from (select 0 as role_id union select role_id from role_kind where dept_id = ${deptKinds.administration} and own) k`.execute(
    trx,
  )
  await assertRoutes(trx)
  return requireMenu(trx, id)
}

/** Replaces a menu. @throws HttpError 404, or 409 if it was changed concurrently */
export async function updateMenu(trx: Trx, draft: Schemas['MenuUpdate']): Promise<Schemas['MenuNode']> {
  await lockMenus(trx)
  await requireMenu(trx, draft.id)
  await assertPlace(trx, draft, draft.id)
  const write = async () => {
    const changed = await trx
      .updateTable('menu')
      .set({ ...columnsOf(draft), version: sql`version + 1` })
      .where('id', '=', draft.id)
      .where('version', '=', draft.version)
      .returning('id')
      .executeTakeFirst()
    if (!changed) throw staleVersion()
  }
  await assertKept(trx, () => assertRedirects(trx, draft.title, write))
  await assertRoutes(trx)
  return requireMenu(trx, draft.id)
}

/** Deletes menus with their descendants and grants. @throws HttpError 404 if one is missing */
export async function deleteMenus(trx: Trx, ids: readonly number[]): Promise<void> {
  await lockMenus(trx)
  const whole = await withDescendants(trx, ids)
  if (ids.some((id) => !whole.includes(id))) throw notFound('菜单')
  const write = async () => {
    await sql`delete from menu_grant where menu_id = any(${whole}::bigint[])`.execute(trx)
    await sql`delete from menu where id = any(${whole}::bigint[])`.execute(trx)
  }
  await assertKept(trx, () => assertRedirects(trx, undefined, write))
}
