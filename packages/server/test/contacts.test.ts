import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Rig, startRig } from './rig.ts'
import { refusal } from './support/refusal.ts'
import { sheetOf } from './support/sheet.ts'

let rig: Rig
beforeAll(async () => {
  rig = await startRig()
})
afterAll(async () => {
  expect(rig.offContract).toEqual([])
  await rig.close()
})

test.each([
  ['enterprise_yc', ['宁夏回族自治区能源主管部门', '吴忠市能源主管部门', '盐池县能源主管部门']],
  ['county_yc', ['宁夏回族自治区能源主管部门', '吴忠市能源主管部门']],
  ['city_wz', ['宁夏回族自治区能源主管部门']],
  ['province_nx', ['国家能源主管部门', '西北区域监管局', '宁夏监管办']],
  ['nation', []],
])('%s finds its offices above: %o', async (account, offices) => {
  const { users } = await rig.as(account)
  const { content } = await users.listContacts({ relation: 'above', size: 9999 })
  expect(new Set(content.map(({ orgName }) => orgName))).toEqual(new Set(offices))
  expect(content.every(({ relation }) => relation === 'above')).toBe(true)
})

test('every contact has one relation, and the relations part the list', async () => {
  for (const account of ['county_yc', 'province_nx', 'nation', 'platform', 'query_nx']) {
    const { users } = await rig.as(account)
    const all = (await users.listContacts({ size: 1 })).totalElements
    const parts = (['own', 'above', 'below', 'central'] as const).map(
      async (relation) => (await users.listContacts({ relation, size: 1 })).totalElements,
    )
    expect((await Promise.all(parts)).reduce((sum, part) => sum + part)).toBe(all)
  }
})

test('the accounts of the demonstration have telephones, posts and addresses', async () => {
  const { users } = await rig.as('county_yc')
  const { content } = await users.listContacts({ relation: 'above', size: 9999 })
  for (const contact of content)
    expect(contact).toMatchObject({
      phone: expect.stringMatching(/^1\d{10}$/),
      officePhone: expect.any(String),
      position: expect.any(String),
      email: expect.stringContaining('@'),
    })
})

test('the export holds what the list shows, masked alike, and each export is in the audit log', async () => {
  const { users } = await rig.as('enterprise_yc')
  const { content } = await users.listContacts({ size: 9999 })
  const { blob, fileName } = await users.exportContacts()
  expect(fileName).toBe('通讯录.xlsx')
  const { column } = await sheetOf({ blob })
  const WORDS = { own: '本单位', above: '上级', below: '下级', central: '国家与平台' }
  expect(column('姓名')).toEqual(content.map(({ realName }) => realName))
  expect(column('手机号')).toEqual(content.map(({ phone }) => phone ?? null))
  expect(column('电子邮箱')).toEqual(content.map(({ email }) => email ?? null))
  expect(column('与本单位的关系')).toEqual(content.map(({ relation }) => WORDS[relation]))
  expect(content.some(({ phone }) => phone?.includes('*'))).toBe(true)
  const { rows: logged } = await sql<{ action: string; reason: string }>`
    select action, reason from audit_log where operation_id = 'exportContacts' and username = 'enterprise_yc'`.execute(
    rig.db,
  )
  expect(logged).toMatchObject([{ action: '导出通讯录', reason: expect.stringContaining('手机号') }])
})

test('the export keeps the conditions of the list', async () => {
  const { users } = await rig.as('province_nx')
  const query = { relation: 'below', deptId: 4 } as const
  const { totalElements } = await users.listContacts(query)
  const { blob } = await users.exportContacts(query)
  expect((await sheetOf({ blob })).rows).toHaveLength(totalElements)
  expect(totalElements).toBeGreaterThan(0)
})

test('an unknown relation is refused', async () => {
  const { users } = await rig.as('county_yc')
  expect(await refusal(users.listContacts({ relation: 'friend' as never }))).toMatchObject({ status: 400 })
})
