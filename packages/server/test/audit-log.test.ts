import type { XinchuClient } from '@xinchu/sdk'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Rig, startRig } from './rig.ts'
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

const exported = async (query: Parameters<typeof admin.auditLog.download>[0]) =>
  sheetOf(await admin.auditLog.download(query))

test('an export holds what the list finds, the latest first, and is itself recorded', async () => {
  await refusal((await rig.as('province_nx')).orgs.create({ orgName: '甲', deptId: 5, enabled: true }))
  const query = { keyword: 'province_nx' }
  const { content, totalElements } = await admin.auditLog.list({ ...query, size: 9999 })
  const file = await admin.auditLog.download(query)
  const { rows, column } = await sheetOf(file)
  expect(file.fileName).toMatch(/^审计日志-\d{8}\.xlsx$/)
  expect(rows).toHaveLength(totalElements)
  expect(column('请求编号')).toEqual(content.map(({ requestId }) => requestId))
  expect([column('操作')[0], column('结果')[0], column('状态码')[0]]).toEqual([
    '新建机构',
    '拒绝：您没有权限办理此事项（W-001）',
    403,
  ])
  expect((await admin.auditLog.list({ size: 1 })).content).toMatchObject([
    { username: 'admin', action: '导出审计日志', result: 200 },
  ])
  expect((await exported({ ...query, to: '2020-01-01' })).rows).toEqual([])
})

test('an export pages through more rows than it reads at once, each once', async () => {
  const action = '批量登记'
  const row = { action, operation_id: 'x', username: 'admin', result: 200 }
  await rig.db
    .insertInto('audit_log')
    .values(Array.from({ length: 2_345 }, (_, at) => ({ ...row, object: String(at) })))
    .execute()
  const { rows, column } = await exported({ action })
  expect(rows).toHaveLength(2_345)
  expect(new Set(column('对象主键')).size).toBe(2_345)
})

test.each(['=1+1', '+86', '-1', '@甲'])(
  'text that programs might take for a formula, %s, is text',
  async (text) => {
    await rig.db.insertInto('audit_log').values({ action: '登录', username: text, result: 400 }).execute()
    const { column } = await exported({ person: text })
    expect(column('登录账号')).toEqual([`'${text}`])
  },
)

test.each(['nation', 'province_nx', 'enterprise_yc'])('%s exports nothing of it', async (username) => {
  const { auditLog } = await rig.as(username)
  expect(await refusal(auditLog.download())).toMatchObject({ status: 403 })
})
