import type { XinchuClient } from '@xinchu/sdk'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Rig, startRig } from './rig.ts'
import { call, logIn } from './support/http.ts'

const NATION_QUERY = 2
const PAGES = '/planningmonitoring/project'

let rig: Rig
let admin: XinchuClient
let token: string
beforeAll(async () => {
  rig = await startRig({ config: { captcha: false } })
  admin = await rig.as('admin')
  const { id, version } = await admin.roles.create({ name: '国家查询（不得导出）', basedOn: NATION_QUERY })
  const { permissions, menuIds } = await admin.roles.get(id)
  const kept = permissions.filter((each) => each !== 'esProject:export')
  await admin.roles.update({ id, version, menuIds, permissions: kept })
  const user = rig.db.selectFrom('app_user').select('id').where('username', '=', 'query')
  await admin.users.modify({ id: (await user.executeTakeFirstOrThrow()).id, roleIds: [id] })
  token = await logIn(rig.url, 'query')
})
afterAll(async () => {
  expect(rig.offContract).toEqual([])
  await rig.close()
})

test.each([
  ['POST', '/api/esProject/downloadProject'],
  ['POST', '/api/esProject/recordProjectListExport'],
  ['GET', '/api/statistics/openData?year=2024&quarter=4&name=projects'],
  ['GET', '/api/provincialDemonstrationProject/download'],
  ['GET', '/api/users/contactInfo/export'],
  ...['warehouse.csv', 'scalelayout.json', 'usage.parquet', 'map.csv', 'completeness.csv'].map((name) => [
    'GET',
    `${PAGES}/${name}`,
  ]),
])('who lost the right to export is refused by %s %s', async (method, path) => {
  const headers = { Authorization: token, 'Content-Type': 'application/json' }
  const reply = await call(`${rig.url}${path}`, {
    method,
    headers,
    ...(method === 'POST' ? { body: '{}' } : {}),
  })
  expect(reply).toMatchObject({
    status: 403,
    body: { code: 'G-001', message: '您的角色没有“导出数据”的权限' },
  })
})

test('the export of a page is in the audit log, with its conditions', async () => {
  const nation = await logIn(rig.url, 'nation')
  const reply = await fetch(`${rig.url}${PAGES}/warehouse.csv?techType=01`, {
    headers: { Authorization: nation },
  })
  expect(reply.status).toBe(200)
  await reply.text()
  const { rows } = await sql<{ username: string; record_name: string; reason: string }>`
    select username, record_name, reason from audit_log where action = '导出页面数据'`.execute(rig.db)
  expect(rows).toEqual([
    {
      username: 'nation',
      record_name: expect.stringMatching(/^入库项目台账-.*\.csv$/),
      reason: expect.stringContaining('techType=01'),
    },
  ])
})
