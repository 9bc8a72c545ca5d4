import { dictionaries } from '@xinchu/contract/dictionaries'
import { sql } from 'kysely'
import type { DbPool, Trx } from '../db/database.ts'
import type { NewRow } from '../db/schema.ts'
import { inTransaction } from '../db/transaction.ts'
import { grants, type MenuKey, type MenuSeed, menuGroups, menus, titlesFor } from './menus.ts'
import { owners } from './owners.ts'
import { regionSeeds } from './regions.ts'
import { permissions, roleKinds, roles } from './roles.ts'

const CHUNK = 500

async function inChunks<T>(rows: readonly T[], insert: (part: T[]) => Promise<unknown>): Promise<void> {
  for (let start = 0; start < rows.length; start += CHUNK) await insert(rows.slice(start, start + CHUNK))
}

async function seedDictionaries(trx: Trx): Promise<void> {
  for (const [name, { title, closed, values }] of Object.entries(dictionaries)) {
    const { id } = await trx
      .insertInto('dict')
      .values({ name, title, closed })
      .returning('id')
      .executeTakeFirstOrThrow()
    const entries = values.map(({ value, label, parent }, index) => ({
      dict_id: id,
      value,
      label,
      parent: parent ?? null,
      dict_sort: index + 1,
    }))
    await trx.insertInto('dict_entry').values(entries).execute()
  }
}

/** Menu row of a page: inside its group by the rest of its path, or top-level by its first segment. */
function placeOf({ path }: MenuSeed, groupIds: ReadonlyMap<string, number>) {
  const [first = '', ...rest] = path.slice(1).split('/')
  const pid = groupIds.get(first)
  return pid === undefined ? { pid: null, path: first } : { pid, path: rest.join('/') }
}

async function seedMenus(trx: Trx): Promise<void> {
  const groupIds = new Map<string, number>()
  for (const [index, [path, title, icon]] of menuGroups.entries()) {
    const group: NewRow<'menu'> = {
      pid: null,
      menu_key: path,
      type: 0,
      title,
      path,
      icon,
      menu_sort: index + 1,
      always_show: true,
    }
    const { id } = await trx.insertInto('menu').values(group).returning('id').executeTakeFirstOrThrow()
    groupIds.set(path, id)
  }
  const ids = new Map<string, number>()
  for (const [index, [key, menu]] of Object.entries<MenuSeed>(menus).entries()) {
    const { id } = await trx
      .insertInto('menu')
      .values({
        ...placeOf(menu, groupIds),
        menu_key: key,
        type: 1,
        title: menu.title,
        component: menu.path.slice(1),
        component_name: key,
        icon: menu.icon,
        menu_sort: 100 + index,
        hidden: menu.hidden ?? false,
        cache: !menu.noCache,
        active_menu: menu.activeMenu ?? null,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    ids.set(key, id)
  }
  const rows = grants.flatMap(({ deptId, roleId, menus: keys }) =>
    keys.split(' ').map((key, index) => ({
      dept_id: deptId,
      role_id: roleId,
      menu_id: ids.get(key satisfies string as MenuKey) ?? 0, // an unknown key breaks the foreign key, which is what it should
      sort: index,
      title: titlesFor[`${deptId}/${key}`] ?? null,
      affix: index === 0,
    })),
  )
  await trx.insertInto('menu_grant').values(rows).execute()
}

/** Fills an empty database with divisions, dictionaries, owners, roles, menus and permissions. */
export async function seedReference(db: DbPool): Promise<void> {
  const done = await db
    .selectFrom('setting')
    .select('value')
    .where('name', '=', 'reference')
    .executeTakeFirst()
  if (done) return
  await inTransaction(db, async (trx) => {
    await inChunks(regionSeeds(), (part) => trx.insertInto('region').values(part).execute())
    await seedDictionaries(trx)
    await trx
      .insertInto('owner_dict')
      .values(
        owners.map(([value, label, short_name, type], index) => ({
          value,
          label,
          short_name,
          type,
          sort: index + 1,
        })),
      )
      .execute()
    await trx
      .insertInto('role')
      .values(roles.map(([id, name, level, data_scope]) => ({ id, name, level, data_scope })))
      .execute()
    await trx
      .insertInto('role_kind')
      .values(roleKinds.flatMap(([dept_id, ids]) => ids.map((role_id) => ({ dept_id, role_id }))))
      .execute()
    await seedMenus(trx)
    await trx
      .insertInto('permission_grant')
      .values(
        permissions.flatMap(([dept_id, role_id, list]) =>
          list.map((permission) => ({ dept_id, role_id, permission })),
        ),
      )
      .execute()
    await trx.insertInto('setting').values({ name: 'reference', value: 'true' }).execute()
    await sql`analyze`.execute(trx)
  })
}
