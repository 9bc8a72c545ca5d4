import type { XinchuClient } from '@xinchu/sdk'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Rig, startRig } from './rig.ts'
import { OWNER_HEAD, type OwnerLine, ownerWorkbook } from './support/owner-sheet.ts'
import { refusal } from './support/refusal.ts'
import { sheetOf } from './support/sheet.ts'

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

const workbook = async (rows: readonly OwnerLine[], head?: OwnerLine): Promise<File> =>
  new File([await ownerWorkbook(rows, head)], '业主与集团.xlsx')

const check = async (rows: readonly OwnerLine[], head?: OwnerLine) =>
  admin.owners.importWorkbook({ file: await workbook(rows, head) })

async function load(rows: readonly OwnerLine[], head?: OwnerLine) {
  const file = await workbook(rows, head)
  const { digest } = await admin.owners.importWorkbook({ file })
  return admin.owners.importWorkbook({ file, digest })
}

const countsOf = ({ rows }: Awaited<ReturnType<typeof check>>) => {
  const count = (effect: string) => rows.filter((row) => row.effect === effect).length
  return { new: count('new'), changed: count('changed'), same: count('same'), refused: count('refused') }
}

const ownerOf = async (value: string) =>
  (await admin.owners.listUsage()).find((owner) => owner.value === value)

test.each([
  ['a missing name', ['X1', null], 'label', 'F-001', 'B', '第2行【全称】：值不能为空'],
  [
    'an unknown kind of owner',
    ['X1', '甲', null, '集体'],
    'type',
    'F-023',
    'D',
    '第2行【企业性质】：不在可选的企业性质之内',
  ],
  [
    'a wrong credit code',
    ['X1', '甲', null, null, '91640323MA0000001X'],
    'creditCode',
    'F-010',
    'E',
    '第2行【统一社会信用代码】：统一社会信用代码校验不通过',
  ],
  [
    'an unknown parent',
    ['X1', '甲', null, null, null, '无此集团'],
    'parent',
    'W-018',
    'F',
    '第2行【上级集团】：上级集团不存在',
  ],
  [
    'a state that is none',
    ['X1', '甲', null, null, null, null, null, '关'],
    'enabled',
    'F-023',
    'H',
    '第2行【状态】：只能填写启用或停用',
  ],
  [
    'a name in use',
    ['X1', '国家电力投资集团有限公司'],
    'label',
    'W-018',
    'B',
    '第2行【全称】：与代码为SPIC的业主相同',
  ],
  [
    'a parent that is the owner itself',
    ['X1', '甲', null, null, null, 'X1'],
    'parent',
    'W-018',
    'F',
    '第2行【上级集团】：上级集团不能是本集团或其下级',
  ],
] as const)('names the cell of %s', async (_, row, field, code, column, message) => {
  const checked = await check([row])
  const { rows } = checked
  expect(countsOf(checked)).toEqual({ new: 0, changed: 0, same: 0, refused: 1 })
  expect(rows[0]?.errors).toMatchObject([{ field, code, column, message }])
})

test('a row below a refused row is refused as well, and a code stands once', async () => {
  const { rows } = await check([
    ['G1', null],
    ['G2', '下级公司', null, null, null, 'G1'],
    ['G3', '丙'],
    ['G3', '丁'],
  ])
  expect(rows.map(({ errors }) => errors.map(({ message }) => message))).toEqual([
    ['第2行【全称】：值不能为空'],
    ['第3行【上级集团】：上级集团所在的行有错误'],
    [],
    ['第5行【代码】：与第4行重复'],
  ])
})

test('the check shows each change field by field and writes nothing', async () => {
  const before = await admin.owners.listUsage()
  const checked = await check([
    ['SPIC', '国家电力投资集团有限公司', '国电投', '1', null, null, '4', null],
    ['CHN', '国家能源投资集团有限责任公司', '国家能源集团', '1', null, null, null, '启用'],
    ['NEW1', '新能集团有限公司', null, '2', null, 'SPIC'],
  ])
  const { rows, applied } = checked
  expect(applied).toBe(false)
  expect(countsOf(checked)).toEqual({ new: 1, changed: 1, same: 1, refused: 0 })
  expect(rows.map(({ effect }) => effect)).toEqual(['changed', 'same', 'new'])
  expect(rows[0]?.changes).toContainEqual({ caption: '简称', before: '国家电投', after: '国电投' })
  expect(rows[2]?.changes).toContainEqual({ caption: '上级集团', after: 'SPIC' })
  expect(await admin.owners.listUsage()).toEqual(before)
})

test('writes the sound rows, children and their new parent together, each in its history', async () => {
  const result = await load([
    ['CHILD', '新能储能有限公司', null, null, null, 'GROUP'],
    ['GROUP', '新能控股有限公司', '新能控股', '2'],
    ['BAD', null],
    ['ZEG', '浙江省能源集团有限公司', '浙能', '2', null, null, null, '停用'],
  ])
  expect(result.applied).toBe(true)
  expect(countsOf(result)).toEqual({ new: 2, changed: 1, same: 0, refused: 1 })
  const group = await ownerOf('GROUP')
  expect(await ownerOf('CHILD')).toMatchObject({ parentId: group?.id, enabled: true, version: 0 })
  expect(await ownerOf('ZEG')).toMatchObject({ shortName: '浙能', enabled: false, version: 1 })
  expect(await ownerOf('BAD')).toBeUndefined()
  const { content } = await admin.auditLog.list({
    recordKind: 'OWNER',
    recordId: String((await ownerOf('ZEG'))?.id),
  })
  const { entry, records } = await admin.auditLog.getDetail(content[0]?.id ?? 0)
  expect(entry).toMatchObject({ action: '导入业主与集团', recordCount: 3, result: 200 })
  expect(records.flatMap(({ changes }) => changes)).toContainEqual(
    expect.objectContaining({ fieldLabel: '简称', oldValue: '浙能集团', newValue: '浙能' }),
  )
})

test('a column that the workbook lacks stays, and an empty cell clears its value', async () => {
  await load([['SDE', '山东能源集团有限公司', null]], ['代码', '全称', '简称'])
  const owner = await ownerOf('SDE')
  expect(owner).toMatchObject({ type: '2', enabled: true })
  expect(owner).not.toHaveProperty('shortName')
})

test('an import is refused when an owner has changed since the check', async () => {
  const file = await workbook([['SZE', '深圳能源集团股份有限公司', '深能']])
  const { digest } = await admin.owners.importWorkbook({ file })
  await sql`update owner_dict set version = version + 1 where value = 'SZE'`.execute(rig.db)
  expect(await refusal(admin.owners.importWorkbook({ file, digest }))).toEqual({
    status: 409,
    message: '名单或核对结果已变化，请重新核对',
  })
  expect(await ownerOf('SZE')).toMatchObject({ shortName: '深圳能源' })
})

test('refuses a workbook with nothing to write, and one without rows', async () => {
  const file = await workbook([['NOTHING', null]])
  const { digest } = await admin.owners.importWorkbook({ file })
  expect(await refusal(admin.owners.importWorkbook({ file, digest }))).toEqual({
    status: 422,
    message: '没有可导入的业主',
  })
  expect(await refusal(check([]))).toEqual({ status: 422, message: '名单中没有业主' })
})

test('the export holds every owner with its use and is imported again without a change', async () => {
  const { blob, fileName } = await admin.owners.downloadWorkbook()
  expect(fileName).toBe('业主与集团.xlsx')
  const { heading, rows } = await sheetOf({ blob })
  const owners = await admin.owners.listUsage()
  expect(rows).toHaveLength(owners.length)
  expect(heading).toEqual([...OWNER_HEAD, '项目数', '账号数'])
  const file = new File([blob], '业主与集团.xlsx')
  expect(countsOf(await admin.owners.importWorkbook({ file }))).toEqual({
    new: 0,
    changed: 0,
    same: owners.length,
    refused: 0,
  })
})

test('the template has no owner to import but its sample', async () => {
  const { blob, fileName } = await admin.owners.downloadWorkbook({ template: true })
  expect(fileName).toBe('业主与集团导入模板.xlsx')
  expect(await refusal(admin.owners.importWorkbook({ file: new File([blob], '模板.xlsx') }))).toEqual({
    status: 422,
    message: '名单中没有业主',
  })
})

test('the counts of an owner are those of the lists that they lead to', async () => {
  for (const { id, projectCount, orgCount } of await admin.owners.listUsage()) {
    const [projects, orgs] = await Promise.all([
      admin.projects.list({ ownerGroupId: [id], size: 1 }),
      admin.orgs.list({ ownerGroupId: id, size: 1 }),
    ])
    expect([projects.totalElements, orgs.totalElements]).toEqual([projectCount, orgCount])
  }
})

test('only administrators import and export owners', async () => {
  const file = await workbook([['X9', '乙']])
  for (const account of ['nation', 'province_nx', 'group_spic']) {
    const { owners } = await rig.as(account)
    expect(await refusal(owners.importWorkbook({ file }))).toMatchObject({ status: 403 })
    expect(await refusal(owners.downloadWorkbook())).toMatchObject({ status: 403 })
  }
})
