import type { XinchuClient } from '@xinchu/sdk'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Rig, startRig } from './rig.ts'
import { refusal } from './support/refusal.ts'

let rig: Rig
let admin: XinchuClient
beforeAll(async () => {
  rig = await startRig()
  admin = await rig.as('admin')
})
afterAll(async () => {
  expect(rig.offContract).toEqual([])
  await rig.close()
})

const folderId = async (title: string) =>
  (await admin.menus.listChildren({ pid: 0 })).find((menu) => menu.title === title)?.id ?? 0

test('the pages of a role stand in its own order, not in that of its department kind', async () => {
  const routes = await (await rig.as('nation')).menus.build()
  const paths = routes.map(({ path }) => path)
  expect(paths.indexOf('/contact')).toBeGreaterThan(paths.indexOf('/message'))
  expect(paths.at(-1)).toBe('/rules')
})

describe('a menu', () => {
  test('[7.menus.1, 7.menus.2, 7.menus.5, 7.menus.6] that is made stands in its group at once, for the administrators', async () => {
    const pid = await folderId('系统管理')
    const made = await admin.menus.create({ pid, type: 1, title: '帮助', path: 'help/index', menuSort: 1 })
    expect(made).toMatchObject({ pid, label: '帮助', leaf: true, version: 0 })
    const system = (await admin.menus.build()).find(({ path }) => path === '/system')
    expect(system?.children?.map(({ path }) => path)).toContain('help/index')
    const found = await admin.menus.list({ blurry: '帮' })
    expect(found.content.map(({ id }) => id)).toEqual([made.id])
  })

  test('[3.menu.1] reaches its users with pid, redirect, alwaysShow and breadcrumb as they are stored', async () => {
    const folder = await admin.menus.create({
      ...{ title: '运维', path: 'operation', type: 0, redirect: '/contact/index', breadcrumb: false },
    })
    const page = { type: 1, pid: folder.id, title: '运维说明', path: 'notes/index', hidden: true } as const
    await admin.menus.create({ ...page, icon: 'book', affix: true, activeMenu: '/contact/index' })
    const routeOf = async () => (await admin.menus.build()).find(({ path }) => path === '/operation')
    const route = await routeOf()
    expect(route).toMatchObject({ id: folder.id, redirect: '/contact/index', meta: { breadcrumb: false } })
    expect(route).not.toHaveProperty('alwaysShow')
    expect(route?.children?.[0]).toMatchObject({
      ...{ pid: folder.id, path: 'notes/index', hidden: true },
      meta: { title: '运维说明', icon: 'book', affix: true, activeMenu: '/contact/index' },
    })
    const { id, version = 0 } = folder
    await admin.menus.update({ id, version, title: '运维', path: 'operation', type: 0, alwaysShow: true })
    expect(await routeOf()).toMatchObject({ alwaysShow: true, redirect: 'noredirect' })
    await admin.menus.delete([id])
  })

  test('to whose pages a folder leads keeps them at their addresses', async () => {
    const folder = await admin.menus.create({ title: '运维', path: 'ops', type: 0 })
    const page = { type: 1, pid: folder.id, title: '运维说明', path: 'notes/index' } as const
    const { id, version = 0 } = await admin.menus.create(page)
    const own = { id: folder.id, title: '运维', type: 0 } as const
    await admin.menus.update({ ...own, version: 0, path: 'ops', redirect: '/ops/notes/index' })
    const told = { status: 409, message: '“运维”重定向到/ops/notes/index，请先修改其重定向' }
    expect(await refusal(admin.menus.update({ ...page, id, version, path: 'other/index' }))).toEqual(told)
    expect(await refusal(admin.menus.delete([id]))).toEqual(told)
    // A folder that gets another address takes its redirect along.
    const moved = { ...own, version: 1, path: 'run' }
    expect(await refusal(admin.menus.update({ ...moved, redirect: '/ops/notes/index' }))).toEqual({
      status: 400,
      message: '重定向应为某一页面的地址，如/contact/index',
    })
    await admin.menus.update({ ...moved, redirect: '/run/notes/index' })
    await admin.menus.delete([folder.id])
  })

  test('[7.menus.7] that was changed meanwhile is not overwritten', async () => {
    const made = await admin.menus.create({ title: '两人同改', path: 'both' })
    const change = { id: made.id, path: 'both', version: made.version ?? 0 }
    expect(await admin.menus.update({ ...change, title: '先改' })).toMatchObject({ version: 1 })
    expect(await refusal(admin.menus.update({ ...change, title: '后改' }))).toEqual({
      status: 409,
      message: '数据已被他人修改，请刷新后重试',
    })
    const { version: _unseen, ...blind } = { ...change, title: '再改' }
    expect(await refusal(admin.menus.update(blind as typeof change & { title: string }))).toEqual({
      status: 400,
      message: '版本号：值不能为空',
    })
  })

  test.each([
    ['title that is taken', { title: '系统管理', path: 'x' }, 409, '菜单标题已存在'],
    [
      'outer link without http',
      { title: '甲', path: 'ftp://a', iFrame: true },
      400,
      '外链必须以http://或者https://开头',
    ],
    [
      'script for an address',
      { title: '乙', path: 'javascript:x' },
      400,
      '路径不能以/开头，且不能包含空格等特殊字符',
    ],
    ['parent that is not there', { title: '丙', path: 'c', pid: 999_999 }, 400, '上级菜单不存在'],
    [
      'redirect to no page',
      { title: '戊', path: 'e', redirect: '/no/such' },
      400,
      '重定向应为某一页面的地址，如/contact/index',
    ],
    [
      'redirect of a page',
      { title: '己', path: 'f', type: 1 as const, redirect: '/contact/index' },
      400,
      '只有目录可以设置重定向',
    ],
  ])('with a %s is refused', async (_what, draft, status, message) => {
    expect(await refusal(admin.menus.create(draft))).toEqual({ status, message })
  })

  test('[7.menus.3, 7.menus.4, 7.menus.8] cannot be put below itself', async () => {
    const { id } = await admin.menus.create({ title: '上层', path: 'upper' })
    const lower = await admin.menus.create({ title: '下层', path: 'lower', pid: id })
    const move = (pid: number) => admin.menus.update({ id, version: 0, title: '上层', path: 'upper', pid })
    expect(await refusal(move(id))).toEqual({ status: 400, message: '上级不能为自己' })
    expect(await refusal(move(lower.id))).toEqual({ status: 400, message: '上级不能为自己的下级' })
    expect(await admin.menus.listDescendantIds({ id })).toEqual([id, lower.id])
    const offered = await admin.menus.listSuperior([lower.id])
    expect(offered.find((menu) => menu.id === id)).toMatchObject({ subCount: 0 })
    await admin.menus.delete([id])
    expect(await refusal(admin.menus.listDescendantIds({ id: lower.id }))).toMatchObject({ status: 404 })
  })

  test('with the address of another page is refused', async () => {
    const pid = await folderId('系统管理')
    const same = { pid, type: 1, title: '另一个菜单管理', path: 'menu/index' } as const
    const message = '页面地址重复：“菜单管理”与“另一个菜单管理”'
    expect(await refusal(admin.menus.create(same))).toEqual({ status: 409, message })
    const { id } = await admin.menus.create({ ...same, path: 'other/index' })
    const move = admin.menus.update({ ...same, id, version: 0, pid: 0, path: 'contact' })
    expect(await refusal(move)).toMatchObject({ status: 409 })
    await admin.menus.delete([id])
  })

  test('for roles keeps its address', async () => {
    const pid = await folderId('系统管理')
    const roles = (await admin.menus.listChildren({ pid })).find(({ title }) => title === '角色管理')
    const { id = 0, version = 0 } = roles ?? {}
    const moved = { id, version, pid, type: 1, title: '角色管理', path: 'roles/index' } as const
    expect(await refusal(admin.menus.update(moved))).toEqual({
      status: 409,
      message: '角色管理不能删除，也不能改变类型和地址',
    })
  })

  test('by which menus are managed stays', async () => {
    const pid = await folderId('系统管理')
    expect(await refusal(admin.menus.delete([pid]))).toEqual({
      status: 409,
      message: '菜单管理不能删除，也不能改变类型和地址',
    })
  })
})

describe.each(['nation', 'province_nx', 'enterprise_yc', 'policy_query', 'query'])('%s', (username) => {
  test('manages neither menus nor dictionaries, and does not read the audit log', async () => {
    const { menus, dicts, auditLog } = await rig.as(username)
    const calls = [
      menus.list(),
      menus.listChildren({ pid: 0 }),
      menus.listDescendantIds({ id: 1 }),
      menus.listSuperior([]),
      menus.create({ title: '丁', path: 'd' }),
      menus.update({ id: 1, version: 0, title: '丁', path: 'd' }),
      menus.delete([1]),
      dicts.create({ dict: { name: 'policy_type' }, value: '10', label: '其他' }),
      dicts.update({ id: 1, version: 0, dict: { name: 'policy_type' }, value: '1', label: '其他' }),
      dicts.delete(1),
      auditLog.list(),
      auditLog.download(),
    ].map(refusal)
    for (const call of calls) expect(await call).toMatchObject({ status: 403 })
  })
})
