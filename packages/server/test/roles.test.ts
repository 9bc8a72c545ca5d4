import { deptKinds } from '@xinchu/contract/rights'
import type { XinchuClient } from '@xinchu/sdk'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Rig, startRig } from './rig.ts'
import { leaves } from './support/menus.ts'
import { refusal } from './support/refusal.ts'

const COUNTY = 5
const ADMINISTRATOR = 1
const NATION = 11
const IMPORT = '/esproject/import/index'

let rig: Rig
let admin: XinchuClient
beforeAll(async () => {
  rig = await startRig({ config: { captcha: false } })
  admin = await rig.as('admin')
})
afterAll(async () => {
  expect(rig.offContract).toEqual([])
  await rig.close()
})

const idOf = async (username: string) => {
  const account = rig.db.selectFrom('app_user').select('id').where('username', '=', username)
  return (await account.executeTakeFirstOrThrow()).id
}

const menuId = async (key: string) => {
  const menu = rig.db.selectFrom('menu').select('id').where('menu_key', '=', key)
  return (await menu.executeTakeFirstOrThrow()).id
}

let count = 0
const copyOf = (basedOn: number, name = `角色 ${++count}`) => admin.roles.create({ name, basedOn })

const give = async (username: string, roleIds: number[]) =>
  admin.users.modify({ id: await idOf(username), roleIds })

const pagesOf = async (client: XinchuClient) => leaves(await client.menus.build())

beforeEach(async () => {
  await give('county_yc', [COUNTY])
})

describe('a copy of a role', () => {
  test('has what the role has, and the same calls are open to its users', async () => {
    const before = await pagesOf(await rig.as('county_yc'))
    const { id } = await copyOf(COUNTY)
    await give('county_yc', [id])
    const client = await rig.as('county_yc')
    expect(await pagesOf(client)).toEqual(before)
    expect((await client.auth.getInfo()).user.roles).toMatchObject([{ id, basedOn: COUNTY }])
    const { totalElements } = await client.projects.list({ todo: true })
    expect(totalElements).toBeGreaterThan(0)
    expect(await admin.roles.get(id)).toMatchObject({ role: { users: 1, own: true, deptIds: [5] } })
  })

  test('of the nation reviews for the nation, and may be limited to a province', async () => {
    const { id, version } = await copyOf(NATION)
    await give('nation', [id])
    const client = await rig.as('nation')
    const all = (await client.projects.list({})).totalElements
    expect(all).toBeGreaterThan(1000)
    await sql`update org set region_code = '640000' where id = (select org_id from app_user where username = 'nation')`.execute(
      rig.db,
    )
    await admin.roles.update({ id, version, dataScope: 'province' })
    const some = await client.projects.list({ size: 100 })
    expect(some.totalElements).toBeLessThan(all)
    expect(new Set(some.content.map(({ provinceCode }) => provinceCode))).toEqual(new Set(['640000']))
    await sql`update org set region_code = null where id = (select org_id from app_user where username = 'nation')`.execute(
      rig.db,
    )
    await give('nation', [NATION])
  })

  test('that is taken a menu and a permission loses both at the next call of its users', async () => {
    const { id, version } = await copyOf(COUNTY)
    await give('county_yc', [id])
    const client = await rig.as('county_yc')
    expect(await pagesOf(client)).toContain(IMPORT)
    const { menuIds, permissions } = await admin.roles.get(id)
    const [imports] = [await menuId('PI')]
    const change = {
      id,
      version,
      menuIds: menuIds.filter((each) => each !== imports),
      permissions: permissions.filter((name) => name !== 'esProject:export'),
    }
    const plan = await admin.roles.plan(change)
    expect(plan).toEqual({
      version,
      holders: 1,
      changes: [
        { title: '批量导入', isGain: false, isMenu: true, users: 1 },
        { title: '导出数据', isGain: false, isMenu: false, users: 1 },
      ],
      content: [
        {
          id: await idOf('county_yc'),
          username: 'county_yc',
          realName: '县级审核员',
          orgName: '盐池县能源主管部门',
          gains: [],
          loses: ['批量导入', '导出数据'],
        },
      ],
      totalElements: 1,
    })
    expect(await pagesOf(client)).toContain(IMPORT)
    expect(await admin.roles.update(change)).toMatchObject({ version: version + 1 })
    expect(await pagesOf(client)).not.toContain(IMPORT)
    expect(await refusal(client.projects.download({ columns: ['projectName'] }))).toEqual({
      status: 403,
      message: '您的角色没有“导出数据”的权限',
    })
    expect(await refusal(admin.roles.update(change))).toEqual({
      status: 409,
      message: '数据已被他人修改，请刷新后重试',
    })
  })

  test('keeps its own grants when its base gets a menu, says so, and can add it', async () => {
    const { id } = await copyOf(COUNTY)
    await give('county_yc', [id])
    expect(await admin.roles.get(id)).toMatchObject({ moreMenuIds: [], morePermissions: [] })
    const added = await menuId('VD')
    // As a migration grants a new page to a kind of department.
    await rig.db
      .insertInto('menu_grant')
      .values({ dept_id: 5, role_id: 0, menu_id: added, sort: 500 })
      .execute()
    const { role, menuIds, moreMenuIds } = await admin.roles.get(id)
    expect([menuIds.includes(added), moreMenuIds]).toEqual([false, [added]])
    expect(await pagesOf(await rig.as('county_yc'))).not.toContain('/provincial/demonstration/index')
    const change = { id, version: role.version, menuIds: [...menuIds, added] }
    expect((await admin.roles.plan(change)).changes).toMatchObject([{ title: '省级示范项目', isGain: true }])
    await admin.roles.update(change)
    expect(await admin.roles.get(id)).toMatchObject({ moreMenuIds: [] })
    expect(await pagesOf(await rig.as('county_yc'))).toContain('/provincial/demonstration/index')
    await rig.db.deleteFrom('menu_grant').where('menu_id', '=', added).where('dept_id', '=', 5).execute()
  })

  test('gives nothing while it is disabled', async () => {
    const { id, version } = await copyOf(COUNTY)
    await give('county_yc', [id])
    const client = await rig.as('county_yc')
    const plan = await admin.roles.plan({ id, version, enabled: false })
    expect(plan.changes.length).toBeGreaterThan(10)
    await admin.roles.update({ id, version, enabled: false })
    expect(await pagesOf(client)).toEqual([])
    expect((await client.auth.getInfo()).roles).toEqual([])
    expect(await refusal(give('county_wz', [id]).catch(() => give('county_sy', [id])))).toMatchObject({
      status: 400,
      message: '角色：与所属机构的部门类别不符',
    })
  })

  test('are listed with how many people, menus and permissions each has', async () => {
    const { id } = await copyOf(5)
    const listed = (await admin.roles.list()).find((role) => role.id === id)
    const { menuIds, permissions } = await admin.roles.get(id)
    expect(listed).toMatchObject({ users: 0, menus: menuIds.length, permissions: permissions.length })
  })

  test('can be deleted when nobody has it', async () => {
    const { id, name } = await copyOf(COUNTY)
    await give('county_yc', [id])
    expect(await refusal(admin.roles.delete([id]))).toEqual({
      status: 409,
      message: `“${name}”仍有 1 名用户，不能删除`,
    })
    const { content } = await admin.roles.listUsers(id)
    expect(content.map(({ username }) => username)).toEqual(['county_yc'])
    await give('county_yc', [COUNTY])
    await admin.roles.delete([id])
    expect(await refusal(admin.roles.get(id))).toMatchObject({ status: 404 })
  })
})

describe('a role of the platform', () => {
  test('changed in one menu keeps all others, for each of its department kinds', async () => {
    const query = 10
    const own = await Promise.all(['query_nx', 'query_wz', 'query_group'].map((name) => rig.as(name)))
    const before = await Promise.all(own.map(pagesOf))
    const { role, menuIds } = await admin.roles.get(query)
    const contacts = await menuId('CT')
    await admin.roles.update({
      id: query,
      version: role.version,
      menuIds: menuIds.filter((each) => each !== contacts),
    })
    const without = before.map((pages) => pages.filter((page) => page !== '/contact/index'))
    expect(await Promise.all(own.map(pagesOf))).toEqual(without)
    await admin.roles.update({ id: query, version: role.version + 1, menuIds })
    expect(await Promise.all(own.map(pagesOf))).toEqual(before)
  })

  test('tells of each menu and permission of a user who gives it, and of a menu who sees it', async () => {
    const { menus, permissions } = await admin.roles.getUserGrants(await idOf('county_yc'))
    const kind = { roleId: 0, deptId: 5, name: '县级能源主管部门' }
    expect(menus[0]).toMatchObject({ title: '县级任务管理', from: [kind] })
    expect(permissions).toContainEqual({
      permission: 'esProject:audit',
      group: '项目',
      title: '审核项目',
      from: [kind],
    })
    const seen = await admin.roles.getMenuGrants(await menuId('PM'))
    expect(seen.from).toContainEqual({ roleId: 18, deptId: 1004, name: '政策管理', users: 1 })
    expect(new Set(seen.from.map(({ deptId }) => deptId))).toEqual(new Set([deptKinds.nation, 1004]))
  })
})

describe('refused is', () => {
  test('taking the management of the platform from oneself, by any way', async () => {
    const { id } = await admin.roles.create({ name: '副管理员', basedOn: ADMINISTRATOR })
    await sql`update user_role set role_id = ${id} where user_id = ${await idOf('admin')}`.execute(rig.db)
    const client = await rig.as('admin')
    const { role, menuIds, permissions } = await client.roles.get(id)
    const others = permissions.filter((name) => name !== 'admin')
    const refused = { status: 409, message: '平台至少须有一名系统管理员' }
    const change = { id, version: role.version }
    expect(await refusal(client.roles.plan({ ...change, permissions: others }))).toEqual(refused)
    expect(await refusal(client.roles.update({ ...change, enabled: false }))).toEqual(refused)
    const roles = await menuId('RO')
    const kept = menuIds.filter((each) => each !== roles)
    expect(await refusal(client.roles.update({ ...change, menuIds: kept }))).toEqual(refused)
    const second = await admin.users.create({
      username: 'admin_two',
      realName: '管理员二',
      phone: '13900139077',
      orgId: (await client.auth.getInfo()).user.orgId ?? 0,
      roleIds: [ADMINISTRATOR],
    })
    expect(await refusal(client.roles.update({ ...change, permissions: others }))).toEqual({
      status: 409,
      message: '不能取消本人的平台管理权限和“角色管理”菜单',
    })
    await client.users.modify({ id: second.user.id, status: '0' })
    await sql`update user_role set role_id = ${ADMINISTRATOR} where user_id = ${await idOf('admin')}`.execute(
      rig.db,
    )
  })

  test('what the platform needs: landing pages, pages of administrators, roles of the platform', async () => {
    const { role, menuIds, permissions, keptMenuIds } = await admin.roles.get(COUNTY)
    expect(keptMenuIds).toEqual([await menuId('TKX')])
    const change = { id: COUNTY, version: role.version }
    const without = menuIds.filter((id) => !keptMenuIds.includes(id))
    expect(await refusal(admin.roles.update({ ...change, menuIds: without }))).toEqual({
      status: 409,
      message: '该角色须保留菜单“县级任务管理”',
    })
    expect(await refusal(admin.roles.update({ ...change, enabled: false }))).toMatchObject({ status: 409 })
    expect(await refusal(admin.roles.delete([COUNTY]))).toEqual({
      status: 409,
      message: '“县级”是内置角色，不能删除',
    })
    expect(
      await refusal(admin.roles.update({ ...change, permissions: [...permissions, 'demo:score'] })),
    ).toEqual({ status: 400, message: '该部门类别不能使用权限“demo:score”' })
    const own = await admin.roles.get(ADMINISTRATOR)
    const rest = own.permissions.filter((name) => name !== 'admin')
    const asked = { id: ADMINISTRATOR, version: own.role.version, permissions: rest }
    expect(await refusal(admin.roles.update(asked))).toMatchObject({ status: 409 })
  })

  test('a name that is taken, and a kind that the role does not have', async () => {
    expect(await refusal(admin.roles.create({ name: '县级', basedOn: COUNTY }))).toEqual({
      status: 409,
      message: '角色名称已存在',
    })
    expect(await refusal(admin.roles.create({ name: '错', basedOn: COUNTY, deptId: 3 }))).toMatchObject({
      status: 400,
    })
  })
})
