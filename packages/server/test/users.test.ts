import { createClient, type XinchuClient } from '@xinchu/sdk'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { SAMPLE_PASSWORD } from '../src/domain/auth/sample-password.ts'
import { type Rig, startRig } from './rig.ts'
import { refusal } from './support/refusal.ts'

let rig: Rig
let admin: XinchuClient
let province: XinchuClient
beforeAll(async () => {
  rig = await startRig({ config: { captcha: false } })
  admin = await rig.as('admin')
  province = await rig.as('province_nx')
})
afterAll(async () => {
  expect(rig.offContract).toEqual([])
  await rig.close()
})

async function account(username: string): Promise<{ id: number; org_id: number; version: number }> {
  const { rows } = await sql<{ id: number; org_id: number; version: number }>`
    select id, org_id, version from app_user where username = ${username}`.execute(rig.db)
  if (!rows[0]) throw new Error(`no account ${username}`)
  return rows[0]
}

const idOf = async (username: string) => (await account(username)).id

const draftOf = async (username: string, phone: string) => ({
  username,
  realName: '张伟',
  phone,
  orgId: (await account('county_yc')).org_id,
  roleIds: [5],
})

describe('accounts are listed', () => {
  test('below the caller only, with every number masked', async () => {
    await sql`update app_user set phone = '13900139000', id_card = '640323199001011234', email = 'li@example.com'
      where username = 'county_yc'`.execute(rig.db)
    const { content, totalElements } = await province.users.list({ size: 9999 })
    expect(content).toHaveLength(totalElements)
    const names = content.map(({ username }) => username)
    expect(names).toEqual(expect.arrayContaining(['city_wz', 'county_yc', 'enterprise_yc']))
    for (const outside of ['nation', 'office_nx', 'admin', 'province_bj', 'group_spic'])
      expect(names).not.toContain(outside)
    expect(content.find(({ username }) => username === 'county_yc')).toMatchObject({
      phone: '139****9000',
      idCard: '640323********1234',
      email: 'l***@example.com',
    })
    expect(JSON.stringify(content)).not.toContain('13900139000')
  })

  test('of the whole country for the administrators, by kind, place and words', async () => {
    const { content } = await admin.users.list({ deptId: 3, sort: ['username,desc'] })
    const names = content.map(({ username }) => username)
    expect(names).toEqual([...names].sort().reverse())
    expect(names).toContain('province_bj')
    expect((await admin.users.list({ keyword: '%' })).totalElements).toBe(0)
    expect((await admin.users.list({ regionCode: '110000', keyword: 'sy' })).totalElements).toBe(2)
  })

  test('[7.auth.19] in figures by province, and by city for a province', async () => {
    const nation = await admin.users.listDistribution({ deptId: 3 })
    expect(nation.find(({ regionCode }) => regionCode === '640000')).toMatchObject({ total: 1, active: 1 })
    const own = await province.users.listDistribution()
    expect(own.find(({ regionCode, deptId }) => regionCode === '640300' && deptId === 4)).toMatchObject({
      regionName: '吴忠市',
      total: 1,
    })
    expect(await province.users.listDistribution({ provinceCode: '110000' })).toEqual([])
  })

  test('[7.auth.15] one by one to those above, with the projects of an enterprise', async () => {
    const id = await idOf('enterprise_yc')
    const { user, projects } = await province.users.getDetail(id, { withProjects: true })
    expect(user).toMatchObject({ companyName: '盐池一号储能有限公司', deptName: '项目单位' })
    expect(projects?.length).toBeGreaterThan(0)
    const outside = await refusal(province.users.getDetail(await idOf('enterprise_sy')))
    expect(outside).toEqual(await refusal(province.users.getDetail(999_999)))
    expect(outside).toEqual({ status: 404, message: '用户不存在' })
  })
})

describe('the address book', () => {
  test('[7.auth.18] has those above an enterprise in full, the centre masked, and no other enterprise', async () => {
    await sql`update app_user set phone = '13900139001' where username = 'nation'`.execute(rig.db)
    const enterprise = await rig.as('enterprise_yc')
    const { content } = await enterprise.users.listContacts({ size: 9999 })
    const ofKind = (deptId: number) => content.filter((each) => each.deptId === deptId)
    expect(ofKind(5).map(({ phone }) => phone)).toEqual(['13900139000'])
    expect(ofKind(1).map(({ phone }) => phone)).toContain('139****9001')
    expect(new Set(ofKind(100).map(({ orgName }) => orgName))).toEqual(new Set(['盐池一号储能有限公司']))
    expect(ofKind(3)).toHaveLength(1)
  })
})

describe('an account that an administrator makes', () => {
  test('logs in once with the password that was told once, and then must change it', async () => {
    const made = await admin.users.create(await draftOf('county_01', '13900139100'))
    expect(made.user).toMatchObject({ flag: 'init', status: '1', phone: '139****9100', deptId: 5 })
    const login = await admin.auth.login({ username: 'county_01', password: made.initialPassword })
    expect(login.flag).toBe('init')
    const { rows } = await sql`select password_hash from app_user where username = 'county_01'`.execute(
      rig.db,
    )
    expect(JSON.stringify(rows)).not.toContain(made.initialPassword)
  })

  test.each([
    ['name that is taken', { username: 'COUNTY_YC' }, 409, '登录账号已被使用'],
    ['number that is taken', { phone: '13900139000' }, 409, '手机号已被使用'],
    ['role of another kind', { roleIds: [1] }, 400, '角色：与所属机构的部门类别不符'],
    ['office that is not there', { orgId: 999_999 }, 400, '所属机构：机构不存在或已停用'],
    ['name in Chinese', { username: '县级账号' }, 400, '登录账号：登录账号不能包含汉字或者空格'],
  ])('with a %s is refused', async (_what, change, status, message) => {
    const draft = { ...(await draftOf('county_02', '13900139200')), ...change }
    expect(await refusal(admin.users.create(draft))).toEqual({ status, message })
  })
})

test('the kinds of department tell which roles their accounts may have, though not to strangers', async () => {
  const rolesOf = async (client: XinchuClient) =>
    (await client.departments.listBuiltIn()).find(({ id }) => id === 1004)?.roles
  expect(await rolesOf(admin)).toEqual([
    { id: 18, name: '政策管理' },
    { id: 21, name: '政策查询' },
  ])
  expect(await rolesOf(createClient({ baseUrl: rig.url }))).toBeUndefined()
})

describe('an account that is changed', () => {
  test('[7.auth.11] keeps what is given back as it was shown, and what is not given', async () => {
    const id = await idOf('county_yc')
    const changed = await admin.users.modify({ id, phone: '139****9000', position: '科长' })
    expect(changed).toMatchObject({ phone: '139****9000', position: '科长', realName: '县级审核员' })
    const { rows } = await sql`select phone from app_user where id = ${id}`.execute(rig.db)
    expect(rows).toEqual([{ phone: '13900139000' }])
  })

  test('by two at once keeps the first change', async () => {
    const { id, version } = await account('city_wz')
    await admin.users.modify({ id, version, position: '处长' })
    expect(await refusal(admin.users.modify({ id, version, position: '科长' }))).toEqual({
      status: 409,
      message: '数据已被他人修改，请刷新后重试',
    })
  })

  test('in its status or roles is logged out', async () => {
    const expert = await rig.as('expert')
    const id = await idOf('expert')
    await admin.users.modify({ id, status: '2' })
    expect(await refusal(expert.auth.getInfo())).toMatchObject({ status: 401 })
    await admin.users.modify({ id, status: '1' })
    expect((await admin.auth.login({ username: 'expert', password: SAMPLE_PASSWORD })).flag).toBe('not')
    expect(await refusal(admin.users.modify({ id, roleIds: [11] }))).toMatchObject({ status: 400 })
  })

  test('that failed to log in too often is shown as locked, and given back by the administrator', async () => {
    const id = await idOf('expert')
    const tryIn = (password: string) => admin.auth.login({ username: 'expert', password })
    for (let at = 0; at < 5; at += 1) await refusal(tryIn('Wrong@2026'))
    expect(await refusal(tryIn(SAMPLE_PASSWORD))).toMatchObject({ status: 429 })
    const { content } = await admin.users.list({ status: '3' })
    expect(content).toMatchObject([{ id, username: 'expert', status: '3' }])
    for (const reason of [undefined, ' '])
      expect(await refusal(admin.users.modify({ id, status: '1', ...(reason ? { reason } : {}) }))).toEqual({
        status: 400,
        message: '原因：值不能为空',
      })
    const change = { id, status: '1', reason: '本人来电，已核实身份' } as const
    expect(await admin.users.modify(change)).toMatchObject({ status: '1' })
    expect((await tryIn(SAMPLE_PASSWORD)).flag).toBe('not')
    const { rows } = await sql<{ reason: string; changes: unknown }>`select reason, changes from audit_log
      where operation_id = 'modifyUser' and ${`USER:${id}`} = any(record_keys) and result = 200
      order by id desc limit 1`.execute(rig.db)
    expect(rows[0]?.reason).toBe('本人来电，已核实身份')
    expect(rows[0]?.changes).toMatchObject([{ changes: [{ field: 'lockedUntil', fieldLabel: '锁定至' }] }])
  })

  test.each([
    ['status', { status: '2' as const }, 403],
    ['roles', { roleIds: [11] }, 403],
    ['office', { orgId: 1 }, 403],
    ['company name', { companyName: '别的公司' }, 403],
    ['division', { regionCode: '110113' }, 403],
    ['telephone number', { phone: '13800138999' }, 400],
  ])('by its own person does not change its %s', async (_what, change, status) => {
    const enterprise = await rig.as('enterprise_yc')
    const id = await idOf('enterprise_yc')
    expect(await refusal(enterprise.users.modify({ id, ...change }))).toMatchObject({ status })
    expect(await enterprise.users.modify({ id, legalPerson: '李明' })).toMatchObject({ legalPerson: '李明' })
  })

  test('belongs to no group that does not exist', async () => {
    const change = { id: await idOf('enterprise_yc'), ownerGroupId: 999_999 }
    expect(await refusal(admin.users.modify(change))).toEqual({
      status: 400,
      message: '所属集团：取值不存在',
    })
  })

  test('is one’s own, or not there', async () => {
    const id = await idOf('city_wz')
    expect(await refusal(province.users.modify({ id, position: '科长' }))).toEqual({
      status: 404,
      message: '用户不存在',
    })
  })

  test('is not the administrator’s own in its status', async () => {
    expect(await refusal(admin.users.modify({ id: await idOf('admin'), status: '2' }))).toMatchObject({
      status: 400,
    })
  })
})

describe('a password that is reset', () => {
  test('[7.auth.14] ends every session and must be changed at the next log-in', async () => {
    const county = await rig.as('county_sy')
    const { tempPassword } = await admin.users.resetPassword({ id: await idOf('county_sy') })
    expect(await refusal(county.auth.getInfo())).toMatchObject({ status: 401 })
    expect((await admin.auth.login({ username: 'county_sy', password: tempPassword })).flag).toBe('reset')
  })

  test.each(['nation', 'office_nx', 'province_bj', 'enterprise_sy', 'query_nx'])(
    'is not that of %s where a province asks',
    async (username) => {
      expect(await refusal(province.users.resetPassword({ id: await idOf(username) }))).toEqual({
        status: 404,
        message: '用户不存在',
      })
    },
  )

  test('is not one’s own', async () => {
    expect(await refusal(admin.users.resetPassword({ id: await idOf('admin') }))).toMatchObject({
      status: 400,
    })
  })
})

describe('an office', () => {
  const county = { orgName: '同心县发展和改革局', deptId: 5, regionCode: '640324', enabled: true } as const

  test('is founded, found by those above it and changed by version', async () => {
    const made = await admin.orgs.create({ ...county, contactPhone: '13900139300' })
    const { content } = await province.orgs.list({ keyword: '同心县发展' })
    expect(content).toMatchObject([{ id: made.id, regionName: '同心县', contactPhone: '139****9300' }])
    const change = { ...county, id: made.id, version: 0, shortName: '同心发改' }
    expect(await admin.orgs.update(change)).toMatchObject({ shortName: '同心发改', version: 1 })
    expect(await refusal(admin.orgs.update(change))).toMatchObject({ status: 409 })
    expect((await (await rig.as('province_bj')).orgs.list({ keyword: '同心县' })).totalElements).toBe(0)
  })

  test('stands below neither itself nor what is below it', async () => {
    const found = (orgName: string, parentOrgId?: number) =>
      admin.orgs.create({ ...county, orgName, ...(parentOrgId ? { parentOrgId } : {}) })
    const top = await found('甲局')
    const middle = await found('乙局', top.id)
    const bottom = await found('丙局', middle.id)
    for (const parentOrgId of [top.id, middle.id, bottom.id])
      expect(
        await refusal(admin.orgs.update({ ...county, orgName: '甲局', id: top.id, version: 0, parentOrgId })),
      ).toEqual({ status: 400, message: '上级机构：不能为本机构或其下级' })
    const moved = { ...county, orgName: '丙局', id: bottom.id, version: 0, parentOrgId: top.id }
    expect(await admin.orgs.update(moved)).toMatchObject({ parentOrgId: top.id })
  })

  test('that is closed lets none of its people go on', async () => {
    const user = await rig.as('support_nx')
    const { org_id } = await account('support_nx')
    const [org] = (await admin.orgs.list({ deptId: 1010 })).content.filter(({ id }) => id === org_id)
    if (!org?.orgName || !org.deptId || !org.regionCode) throw new Error('no office')
    const { orgName, deptId, regionCode, version = 0 } = org
    await admin.orgs.update({ id: org_id, version, orgName, deptId, regionCode, enabled: false })
    expect(await refusal(user.auth.getInfo())).toMatchObject({ status: 401 })
  })

  test.each([
    ['a county office in a province', { ...county, regionCode: '640000' }, '行政区划：请选择到县区'],
    ['an enterprise without its code', { ...county, deptId: 100 as const }, '统一社会信用代码：值不能为空'],
    ['a number that is none', { ...county, contactPhone: '123' }, '联系电话：请输入正确格式的电话号码'],
  ])('is refused as %s', async (_what, draft, message) => {
    expect(await refusal(admin.orgs.create(draft))).toEqual({ status: 400, message })
  })
})

test('the audit log tells who did what, from where, and how it ended', async () => {
  await refusal(province.orgs.create({ orgName: '甲', deptId: 5, enabled: true }))
  const { content } = await admin.auditLog.list({ keyword: 'province_nx' })
  expect(content[0]).toMatchObject({ username: 'province_nx', action: '新建机构', result: 403 })
  expect((await admin.auditLog.list({ to: '2020-01-01' })).totalElements).toBe(0)
  expect(await refusal(admin.auditLog.list({ to: '2026-02-30' }))).toEqual({
    status: 400,
    message: '日期或时间不正确',
  })
})

test('the audit log names whose account was tried and what was changed, and nothing else that was sent', async () => {
  const anybody = (username: string, password: string) => refusal(admin.auth.login({ username, password }))
  await anybody('COUNTY_YC', 'Wrong-Secret-1')
  await anybody('Typed-Secret-2', 'x')
  const id = await idOf('city_wz')
  await admin.users.modify({ id, position: '处长' })
  const { content } = await admin.auditLog.list({ size: 3, sort: ['time,desc'] })
  expect(content).toMatchObject([
    { username: 'admin', action: '修改账号资料', object: String(id), result: 200 },
    { action: '登录', result: 400 },
    { username: 'county_yc', action: '登录', result: 400 },
  ])
  expect(JSON.stringify(content)).not.toMatch(/Secret/)
})

const NOBODY = 999_999
const draft = { username: 'nobody1', realName: '甲', phone: '13900139999', orgId: NOBODY, roleIds: [5] }
const office = { orgName: '甲', deptId: 5, enabled: true } as const
// What each caller may do; every other call is refused with 403. The calls themselves come to nothing.
const calls = {
  list: (client: XinchuClient) => client.users.list(),
  distribution: (client: XinchuClient) => client.users.listDistribution(),
  detail: (client: XinchuClient) => client.users.getDetail(NOBODY),
  reset: (client: XinchuClient) => client.users.resetPassword({ id: NOBODY }),
  create: (client: XinchuClient) => client.users.create(draft),
  orgs: (client: XinchuClient) => client.orgs.list(),
  createOrg: (client: XinchuClient) => client.orgs.create(office),
  updateOrg: (client: XinchuClient) => client.orgs.update({ ...office, id: NOBODY, version: 0 }),
  audit: (client: XinchuClient) => client.auditLog.list(),
}

test.each([
  ['admin', 'list distribution detail reset create orgs createOrg updateOrg audit'],
  ['nation', 'list distribution detail orgs'],
  ['query', 'list distribution detail orgs'],
  ['province_nx', 'list distribution detail reset create orgs'],
  ['city_wz', 'detail orgs'],
  ['county_yc', 'detail orgs'],
  ['region_xb', ''],
  ['office_nx', ''],
  ['enterprise_yc', ''],
  ['group_spic', ''],
  ['platform', ''],
  ['policy_edit', ''],
  ['query_nx', ''],
])('%s may do exactly this with accounts and offices: %s', async (username, allowed) => {
  const client = await rig.as(username)
  const answers = Object.entries(calls).map(async ([name, call]) => [
    name,
    (await refusal(call(client)))?.status,
  ])
  const open = (await Promise.all(answers)).filter(([, status]) => status !== 403).map(([name]) => name)
  expect(open.join(' ')).toBe(allowed)
})
