import { createClient, type XinchuClient } from '@xinchu/sdk'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { SAMPLE_PASSWORD } from '../../src/domain/auth/sample-password.ts'
import { type Rig, startRig } from '../rig.ts'
import { accounts, isOpenTo } from '../support/callers.ts'
import { refusal } from '../support/refusal.ts'

type Form = Parameters<XinchuClient['users']['changeInBulk']>[0]

let rig: Rig
let admin: XinchuClient
let province: XinchuClient
const ids = new Map<string, number>()
const orgs = new Map<string, number>()
beforeAll(async () => {
  rig = await startRig({ config: { captcha: false } })
  admin = await rig.sameAs('admin')
  province = await rig.sameAs('province_nx')
  const { rows } = await sql<{ id: number; username: string; org_id: number }>`
    select id, username, org_id from app_user`.execute(rig.db)
  for (const { id, username, org_id } of rows) {
    ids.set(username, id)
    orgs.set(username, org_id)
  }
})
afterAll(async () => {
  expect(rig.offContract).toEqual([])
  await rig.close()
})

const idOf = (username: string) => ids.get(username) ?? 0
const plan = (client: XinchuClient, form: Form) => client.users.changeInBulk(form)

async function carryOut(client: XinchuClient, form: Form) {
  const { digest } = await plan(client, form)
  return client.users.changeInBulk({ ...form, digest, reason: '人员调整' })
}

const statusOf = async (username: string) => {
  const { rows } = await sql<{
    status: string
  }>`select status from app_user where username = ${username}`.execute(rig.db)
  return rows[0]?.status
}

interface Entry {
  record_keys: string[]
  reason: string
  changes: { name: string; changes: { fieldLabel: string; oldValue?: string; newValue?: string }[] }[]
}

/** Entries of the audit log about bulk changes. */
const entriesOf = async (action: string) =>
  (
    await sql<Entry>`select record_keys, reason, changes from audit_log
      where action = ${action} and operation_id = 'changeUsersInBulk' and result = 200
      order by id`.execute(rig.db)
  ).rows

const isAlive = (client: XinchuClient) =>
  client.auth.getInfo().then(
    () => true,
    () => false,
  )

const logIn = (username: string, password = SAMPLE_PASSWORD) =>
  createClient({ baseUrl: rig.url, retry: { times: 0 } }).auth.login({ username, password })

describe('a plan', () => {
  test('says what will happen and changes nothing', async () => {
    const form: Form = { action: 'disable', ids: [idOf('query_wz'), idOf('query_yc')] }
    const { allowed, refused, applied, items } = await plan(admin, form)
    expect({ allowed, refused, applied }).toEqual({ allowed: 2, refused: 0, applied: false })
    expect(items[0]).toMatchObject({
      username: 'query_wz',
      effect: '停用，立即退出，启用前不能登录',
      notes: ['原机构将没有可用的账号'],
    })
    expect(await statusOf('query_wz')).toBe('1')
    expect(await entriesOf('停用账号')).toEqual([])
    expect(await entriesOf('停用账号（仅核对）')).toMatchObject([{ changes: null }])
  })

  test.each([
    ['oneself', 'disable', 'admin', 'A-017', '不能办理本人的账号'],
    ['an account that is active already', 'enable', 'query_nx', 'A-024', '只能启用已停用的账号'],
    ['an account that is not locked', 'unlock', 'query_nx', 'A-024', '账号未锁定'],
  ] as const)('leaves out %s', async (_, action, username, code, message) => {
    const { items, allowed } = await plan(admin, { action, ids: [idOf(username)] })
    expect(items).toMatchObject([{ username, code, message, effect: '' }])
    expect(allowed).toBe(0)
  })

  test('leaves out the last administrator, whoever asks', async () => {
    await sql`insert into app_user (username, username_key, password_hash, org_id, status)
      select 'admin_2', 'admin_2', password_hash, org_id, '1' from app_user where username = 'admin'`.execute(
      rig.db,
    )
    await sql`insert into user_role (user_id, role_id) select id, 1 from app_user where username = 'admin_2'`.execute(
      rig.db,
    )
    const second = await rig.as('admin_2')
    expect(await plan(second, { action: 'disable', ids: [idOf('admin')] })).toMatchObject({ allowed: 1 })
    await sql`update org set enabled = enabled`.execute(rig.db)
    const { rows } = await sql<{ id: number }>`select id from app_user where username = 'admin_2'`.execute(
      rig.db,
    )
    const form: Form = { action: 'disable', ids: [rows[0]?.id ?? 0] }
    const digest = (await plan(admin, form)).digest
    // Both disable each other at the same time: one of them stays.
    const other = (await plan(second, { action: 'disable', ids: [idOf('admin')] })).digest
    const replies = await Promise.all([
      refusal(admin.users.changeInBulk({ ...form, digest, reason: '离职' })),
      refusal(
        second.users.changeInBulk({ action: 'disable', ids: [idOf('admin')], digest: other, reason: '离职' }),
      ),
    ])
    expect(replies.filter((reply) => reply === undefined)).toHaveLength(1)
    await sql`update app_user set status = '1' where username = 'admin'`.execute(rig.db)
    await sql`update app_user set status = '2' where username = 'admin_2'`.execute(rig.db)
    admin = await rig.as('admin')
  })

  test('covers all accounts that meet the conditions', async () => {
    const { items } = await plan(admin, { action: 'disable', where: { deptId: 1006 } })
    expect(items.map(({ username }) => username)).toEqual(['lab_edit', 'lab_query'])
  })

  test('names an open review task', async () => {
    const { items } = await plan(admin, { action: 'disable', where: { deptId: 1002 } })
    const { rows } = await sql<{ count: number }>`select count(distinct expert_id) as count from expert_assign
      where status in ('0', '1')`.execute(rig.db)
    expect(items.filter(({ notes }) => notes.some((note) => note.includes('评审任务')))).toHaveLength(
      rows[0]?.count ?? 0,
    )
  })
})

describe('a change', () => {
  test('needs a reason and the plan that was seen', async () => {
    const form: Form = { action: 'disable', ids: [idOf('query_wz')] }
    const { digest } = await plan(admin, form)
    expect(await refusal(admin.users.changeInBulk({ ...form, digest, reason: ' ' }))).toEqual({
      status: 400,
      message: '原因：值不能为空',
    })
    expect(await refusal(admin.users.changeInBulk({ ...form, digest: 'other', reason: '离职' }))).toEqual({
      status: 409,
      message: '账号或方案已变化，请重新核对',
    })
    expect(await statusOf('query_wz')).toBe('1')
  })

  test('disables at once, with an entry per person, and enables again', async () => {
    const open = await rig.as('query_yc')
    const form = [idOf('query_wz'), idOf('query_yc')]
    expect(await carryOut(admin, { action: 'disable', ids: form })).toMatchObject({
      applied: true,
      allowed: 2,
    })
    expect(await isAlive(open)).toBe(false)
    expect(await refusal(logIn('query_yc'))).toMatchObject({ status: 400 })
    const [entry, ...more] = (await entriesOf('停用账号')).filter(({ reason }) => reason === '人员调整')
    expect(more).toEqual([])
    expect(entry?.record_keys.toSorted()).toEqual(form.map((id) => `USER:${id}`).toSorted())
    expect(entry?.changes.map(({ changes }) => changes)).toEqual(
      form.map(() => [
        expect.objectContaining({ fieldLabel: '账号状态', oldValue: '正常', newValue: '停用' }),
      ]),
    )
    await carryOut(admin, { action: 'enable', ids: form })
    expect((await logIn('query_yc')).flag).toBe('not')
  })

  test('moves accounts to an office that their roles suit', async () => {
    const orgId = orgs.get('county_sy') ?? 0
    expect(await plan(admin, { action: 'move', ids: [idOf('city_wz')], orgId })).toMatchObject({
      items: [{ code: 'A-018', message: '现有角色与调入机构的部门类别不符' }],
    })
    const open = await rig.as('county_yc')
    await carryOut(admin, { action: 'move', ids: [idOf('county_yc')], orgId })
    expect(await isAlive(open)).toBe(false)
    const { user } = await admin.users.getDetail(idOf('county_yc'))
    expect(user.orgId).toBe(orgId)
    await carryOut(admin, { action: 'move', ids: [idOf('county_yc')], orgId: orgs.get('county_yc') ?? 0 })
  })

  test('resets passwords to one-time ones', async () => {
    const { passwords = [] } = await carryOut(province, {
      action: 'reset',
      ids: [idOf('city_wz'), idOf('enterprise_yc')],
    })
    expect(passwords.map(({ username }) => username).sort()).toEqual(['city_wz', 'enterprise_yc'])
    for (const { username, password } of passwords)
      expect((await logIn(username, password)).flag).toBe('reset')
    await sql`update app_user set flag = 'not', password_expires = null,
      password_hash = (select password_hash from app_user where username = 'nation')
      where username in ('city_wz', 'enterprise_yc')`.execute(rig.db)
  })

  test('by conditions is recorded with the values of each account, 200 to an entry', async () => {
    const orgId = orgs.get('county_sy') ?? 0
    await sql`insert into app_user (username, username_key, password_hash, org_id, status)
      select 'many_' || n, 'many_' || n, 'x', ${orgId}, '1' from generate_series(1, 250) n`.execute(rig.db)
    const { allowed } = await carryOut(admin, { action: 'disable', where: { keyword: 'many_' } })
    expect(allowed).toBe(250)
    const entries = (await entriesOf('停用账号')).filter(({ changes }) =>
      changes?.some(({ name }) => name.startsWith('many_')),
    )
    expect(entries.map(({ record_keys }) => record_keys.length)).toEqual([200, 50])
    const changes = entries.flatMap((entry) => entry.changes)
    expect(new Set(changes.map(({ name }) => name)).size).toBe(250)
    expect(changes.every((each) => each.changes.some(({ newValue }) => newValue === '停用'))).toBe(true)
    for (const entry of entries) expect(JSON.stringify(entry).length).toBeLessThan(60_000)
    await sql`delete from app_user where username like 'many\\_%'`.execute(rig.db)
  })

  test('is refused if an account changes after the plan', async () => {
    const form: Form = { action: 'enable', ids: [idOf('query_wz')] }
    await carryOut(admin, { action: 'disable', ids: [idOf('query_wz')] })
    const { digest } = await plan(admin, form)
    await carryOut(admin, form)
    expect(await refusal(admin.users.changeInBulk({ ...form, digest, reason: '返岗' }))).toEqual({
      status: 409,
      message: '账号或方案已变化，请重新核对',
    })
  })

  test('opens a lock', async () => {
    await sql`update app_user set failures = 5, locked_until = now() + interval '10 minutes' where username = 'query_nx'`.execute(
      rig.db,
    )
    const { content } = await admin.users.list({ status: '3' })
    expect(content).toMatchObject([{ username: 'query_nx', status: '3' }])
    expect(content[0]?.lockedUntil).toMatch(/^\d{4}-/)
    await carryOut(admin, { action: 'unlock', ids: [idOf('query_nx')] })
    expect((await logIn('query_nx')).flag).toBe('not')
  })
})

describe('what a province may not do', () => {
  test.each(['disable', 'enable', 'move'] as const)('%s', async (action) => {
    const form: Form = { action, ids: [idOf('county_yc')], orgId: orgs.get('county_yc') ?? 0 }
    expect(await refusal(plan(province, form))).toMatchObject({ status: 403 })
  })

  test.each(['province_bj', 'county_sy', 'nation', 'admin', 'group_spic', 'platform'])(
    'reach %s',
    async (username) => {
      for (const action of ['reset', 'unlock'] as const) {
        const form: Form = { action, ids: [idOf('county_yc'), idOf(username)] }
        expect(await refusal(plan(province, form))).toEqual({ status: 404, message: '用户不存在' })
      }
    },
  )

  test.each(['query_nx', 'support_nx'])('reset %s, which it sees', async (username) => {
    const { items } = await plan(province, { action: 'reset', ids: [idOf(username)] })
    expect(items).toMatchObject([{ code: 'A-017', message: '不在您可办理的范围内' }])
  })

  test('create accounts for other offices one by one', async () => {
    for (const username of ['province_nx', 'county_sy', 'enterprise_yc', 'query_nx', 'admin']) {
      const orgId = orgs.get(username) ?? 0
      const draft = { username: 'more_01', realName: '张伟', phone: '13922220001', orgId, roleIds: [5] }
      expect(await refusal(province.users.create(draft)), username).toMatchObject({ status: 400 })
    }
    const draft = {
      username: 'more_02',
      realName: '张伟',
      phone: '13922220002',
      orgId: orgs.get('county_yc') ?? 0,
    }
    expect(await refusal(province.users.create({ ...draft, roleIds: [3] }))).toMatchObject({ status: 400 })
    expect((await province.users.create({ ...draft, roleIds: [5], captchaExempt: true })).user.username).toBe(
      'more_02',
    )
    const { rows } = await sql<{ captcha_exempt: boolean }>`select captcha_exempt from app_user
      where username = 'more_02'`.execute(rig.db)
    expect(rows).toEqual([{ captcha_exempt: false }])
  })

  test('export whole phone numbers', async () => {
    expect(await refusal(province.users.exportList({ full: true }))).toMatchObject({ status: 403 })
    expect((await province.users.exportList({ regionCode: '640323' })).blob.size).toBeGreaterThan(1000)
  })
})

test.each(accounts)('$username may do in bulk only what the contract opens', async (account) => {
  const { users } = await rig.as(account.username)
  const form: Form = { action: 'unlock', ids: [idOf('query_nx')] }
  for (const [operationId, call] of [
    ['changeUsersInBulk', () => users.changeInBulk(form)],
    ['downloadUserTemplate', () => users.downloadTemplate()],
    [
      'createUser',
      () => users.create({ username: 'any_01', realName: '张伟', phone: '1', orgId: 1, roleIds: [1] }),
    ],
  ] as const) {
    const status = (await refusal(call()))?.status
    expect(status === 403, operationId).toBe(!isOpenTo(account, operationId))
  }
})
