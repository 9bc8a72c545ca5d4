import { createClient, type XinchuClient } from '@xinchu/sdk'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Rig, startRig } from '../rig.ts'
import { refusal } from '../support/refusal.ts'
import { type RosterRow, rosterWorkbook } from '../support/roster-workbook.ts'

const COUNTY = '盐池县能源主管部门'

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

const workbook = async (rows: readonly RosterRow[], head?: RosterRow): Promise<File> =>
  new File([await rosterWorkbook(rows, head)], '名单.xlsx')

const person = (username: string, phone: string, orgName = COUNTY): RosterRow => [
  orgName,
  null,
  null,
  username,
  '张伟',
  phone,
]

const check = async (client: XinchuClient, rows: readonly RosterRow[]) =>
  client.users.importWorkbook({ file: await workbook(rows) })

const create = async (
  client: XinchuClient,
  rows: readonly RosterRow[],
  mode: 'partial' | 'atomic' = 'partial',
) => {
  const file = await workbook(rows)
  const { digest } = await client.users.importWorkbook({ file, mode })
  return client.users.importWorkbook({ file, mode, digest })
}

const count = async () => {
  const { rows } = await sql<{ count: number }>`select count(*) as count from app_user`.execute(rig.db)
  return rows[0]?.count
}

const anonymous = () => createClient({ baseUrl: rig.url, retry: { times: 0 } })

describe('a workbook of people', () => {
  test.each([
    [
      'an account in use',
      person('county_yc', '13911110001'),
      'username',
      'A-016',
      '第2行【登录账号】：登录账号已被使用',
      'D',
    ],
    [
      'an unknown office',
      person('new_02', '13911110002', '不存在的机构'),
      'orgName',
      'A-018',
      '第2行【所属机构】：机构不存在、已停用，或不在您可创建账号的范围内',
      'A',
    ],
    [
      'a role of another kind',
      [COUNTY, null, '省级能源主管部门', 'new_03', '张伟', '13911110003'],
      'roleName',
      'A-018',
      '第2行【角色】：与所属机构的部门类别不符',
      'C',
    ],
    [
      'a wrong phone number',
      person('new_04', '1391'),
      'phone',
      'F-003',
      '第2行【手机号】：请输入正确格式的电话号码',
      'F',
    ],
    [
      'an empty name',
      [COUNTY, null, null, 'new_05', null, '13911110005'],
      'realName',
      'F-001',
      '第2行【姓名】：值不能为空',
      'E',
    ],
    [
      'an account that is too short',
      person('abc', '13911110006'),
      'username',
      'F-021',
      '第2行【登录账号】：长度不能少于4个字',
      'D',
    ],
  ] as const)('names the cell of %s', async (_, row, field, code, message, column) => {
    const { rows, okRows, errorRows } = await check(admin, [row])
    expect({ okRows, errorRows }).toEqual({ okRows: 0, errorRows: 1 })
    expect(rows[0]?.errors).toMatchObject([{ field, code, message, column }])
  })

  test('names a phone number in use', async () => {
    await sql`update app_user set phone = '13900139000' where username = 'county_yc'`.execute(rig.db)
    const { rows } = await check(admin, [person('new_07', '13900139000')])
    expect(rows[0]?.errors).toMatchObject([{ field: 'phone', code: 'A-016' }])
  })

  test('names duplicates within the file', async () => {
    const { rows } = await check(admin, [person('same_01', '13911110011'), person('SAME_01', '13911110011')])
    expect(rows[0]?.errors).toEqual([])
    expect(rows[1]?.errors.map(({ message }) => message)).toEqual([
      '第3行【登录账号】：与第2行重复',
      '第3行【手机号】：与第2行重复',
    ])
  })

  test('creates nothing when it is checked', async () => {
    const before = await count()
    await check(admin, [person('new_08', '13911110008')])
    expect(await count()).toBe(before)
  })

  test('creates the good rows with one-time passwords, each in the audit log', async () => {
    const rows = [person('good_01', '13911110021'), person('good_02', '1'), person('good_03', '13911110023')]
    const { created = [], validUntil, errorRows } = await create(admin, rows)
    expect(errorRows).toBe(1)
    expect(created.map(({ username }) => username)).toEqual(['good_01', 'good_03'])
    expect(validUntil).toMatch(/^\d{4}-/)
    const login = await anonymous().auth.login({ username: 'good_01', password: created[0]?.password ?? '' })
    expect(login.flag).toBe('init')
    const { rows: notes } = await sql<{ record_keys: string[] }>`
      select record_keys from audit_log where action = '批量创建账号'
      order by id desc limit 1`.execute(rig.db)
    expect(notes[0]?.record_keys).toEqual(created.map(({ id }) => `USER:${id}`))
  })

  test('creates all or nothing on request', async () => {
    const before = await count()
    const rows = [person('all_01', '13911110031'), person('all_02', '1')]
    expect(await refusal(create(admin, rows, 'atomic'))).toEqual({
      status: 422,
      message: '有1行存在错误，未创建任何账号',
    })
    expect(await count()).toBe(before)
  })

  test('is refused if the outcome is no longer what was checked', async () => {
    const file = await workbook([person('late_01', '13911110041'), person('late_02', '13911110042')])
    const { digest } = await admin.users.importWorkbook({ file })
    await create(admin, [person('late_01', '13911110043')])
    expect(await refusal(admin.users.importWorkbook({ file, digest }))).toEqual({
      status: 409,
      message: '名单或校验结果已变化，请重新核对',
    })
  })

  test('is refused without its columns, without people and with more than 500', async () => {
    const noPhone = await workbook([], ['所属机构', '角色', '登录账号', '姓名'])
    expect(await refusal(admin.users.importWorkbook({ file: noPhone }))).toMatchObject({ status: 422 })
    expect(await refusal(check(admin, []))).toEqual({ status: 422, message: '名单中没有人员' })
    const many = Array.from({ length: 501 }, (_, at) =>
      person(`many_${at}`, `139${String(at).padStart(8, '0')}`),
    )
    expect(await refusal(check(admin, many))).toEqual({
      status: 422,
      message: '每次至多创建500个账号，请拆分',
    })
  })

  test('comes back with a column of errors that can be uploaded again', async () => {
    const file = await workbook([person('note_01', '1'), person('note_02', '13911110052')])
    const { blob: data } = await admin.users.downloadImportErrors({ file })
    const again = await admin.users.importWorkbook({ file: new File([data], '再次.xlsx') })
    expect(again).toMatchObject({ totalRows: 2, okRows: 1, errorRows: 1 })
  })

  test('the template can be uploaded as it is, and names nobody', async () => {
    const { blob: data } = await province.users.downloadTemplate()
    const file = new File([data], '模板.xlsx')
    expect(await refusal(province.users.importWorkbook({ file }))).toEqual({
      status: 422,
      message: '名单中没有人员',
    })
  })
})

describe('a province', () => {
  test.each([
    ['宁夏回族自治区能源主管部门', '省级能源主管部门'],
    ['顺义区能源主管部门', '县级能源主管部门'],
    ['盐池一号储能有限公司', '企业'],
    ['平台管理中心', '系统管理员'],
    ['宁夏省级查询单位', '省级查询'],
  ])('cannot create accounts for %s', async (orgName) => {
    const { okRows, rows } = await check(province, [person('out_01', '13911110061', orgName)])
    expect(okRows).toBe(0)
    expect(rows[0]?.errors).toMatchObject([{ field: 'orgName', code: 'A-018' }])
  })

  test('creates accounts for its cities and counties', async () => {
    const rows = [person('in_01', '13911110071'), person('in_02', '13911110072', '吴忠市能源主管部门')]
    expect((await create(province, rows)).created).toHaveLength(2)
  })
})

describe('a one-time password', () => {
  test('is printed for its account only, and never stored or logged readable', async () => {
    const { created = [] } = await create(admin, [person('slip_01', '13911110081')])
    const items = created.map(({ id, password }) => ({ id, password }))
    const { blob: data } = await admin.users.downloadPasswordSlips({ items })
    const pdf = Buffer.from(await data.arrayBuffer()).toString('latin1')
    expect(pdf).toContain(`(${created[0]?.password}) Tj`)
    expect(pdf).toContain('(slip_01) Tj')
    expect((await admin.users.downloadPasswordSheet({ items })).blob.size).toBeGreaterThan(1000)
    const { rows } = await sql<{
      found: boolean
    }>`select exists (select from audit_log a where a::text like ${`%${created[0]?.password}%`})
      or exists (select from app_user u where u::text like ${`%${created[0]?.password}%`}) as found`.execute(
      rig.db,
    )
    expect(rows[0]?.found).toBe(false)
  })

  test('has no slip for others, and none after it was changed', async () => {
    const { rows } = await sql<{ id: number; username: string }>`select id, username from app_user`.execute(
      rig.db,
    )
    const itemsOf = (name: string) => [
      { id: rows.find(({ username }) => username === name)?.id ?? 0, password: 'x' },
    ]
    expect(await refusal(province.users.downloadPasswordSlips({ items: itemsOf('late_01') }))).toBeUndefined()
    await create(admin, [person('sy_01', '13911110091', '顺义区能源主管部门')])
    const later = await sql<{ id: number }>`select id from app_user where username = 'sy_01'`.execute(rig.db)
    const foreign = [{ id: later.rows[0]?.id ?? 0, password: 'x' }]
    expect(await refusal(province.users.downloadPasswordSlips({ items: foreign }))).toMatchObject({
      status: 404,
    })
    expect(await refusal(admin.users.downloadPasswordSlips({ items: itemsOf('county_yc') }))).toMatchObject({
      status: 404,
    })
  })

  test('expires', async () => {
    const { created = [] } = await create(admin, [person('old_01', '13911110101')])
    await sql`update app_user set password_expires = now() - interval '1 minute' where username = 'old_01'`.execute(
      rig.db,
    )
    const login = anonymous().auth.login({ username: 'old_01', password: created[0]?.password ?? '' })
    expect(await refusal(login)).toEqual({ status: 400, message: '初始密码已过期，请联系管理员重置' })
    const { tempPassword, validUntil } = await admin.users.resetPassword({ id: created[0]?.id ?? 0 })
    expect(validUntil).toMatch(/^\d{4}-/)
    expect((await anonymous().auth.login({ username: 'old_01', password: tempPassword })).flag).toBe('reset')
  })
})
