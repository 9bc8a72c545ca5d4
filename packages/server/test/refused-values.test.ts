import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Rig, startRig } from './rig.ts'
import { call, logIn } from './support/http.ts'

let rig: Rig
const tokens: Record<string, string> = {}
beforeAll(async () => {
  rig = await startRig({ config: { captcha: false } })
  for (const username of ['nation', 'admin', 'county_yc']) tokens[username] = await logIn(rig.url, username)
})
afterAll(async () => {
  expect(rig.offContract).toEqual([])
  await rig.close()
})

const MANY_NINES = '9'.repeat(30)
const SESSION = '8923884f13dd016ba03b74af25782d79438b'

test.each<
  [what: string, username: string, method: string, path: string, body: object | undefined, field: string]
>([
  [
    'groups without their figure',
    'nation',
    'GET',
    '/api/esProject/queryCustom?cells=region:640000',
    undefined,
    'cells',
  ],
  [
    'a group of no dimension in an export',
    'nation',
    'POST',
    '/api/esProject/downloadProject',
    { filter: { figure: 'scale', cells: ['POByIP:'] } },
    'cells',
  ],
  [
    'an order by no column in an export',
    'nation',
    'POST',
    '/api/esProject/downloadProject',
    { sort: ['nosuch,asc'] },
    'sort',
  ],
  [
    'a record without its kind in the audit log',
    'admin',
    'GET',
    '/api/auditLog/download?recordId=abc',
    undefined,
    'recordKind',
  ],
  [
    'the same as CSV',
    'admin',
    'GET',
    '/api/auditLog/download?recordId=abc&format=csv',
    undefined,
    'recordKind',
  ],
  ['an undo of no number', 'county_yc', 'POST', '/api/review/undo', { undoId: 'X' }, 'undoId'],
  ['a session of no number', 'county_yc', 'POST', '/api/users/sessions/end', { ids: [SESSION] }, 'ids.0'],
  ['a role of 30 nines', 'admin', 'GET', `/api/users?roleId=${MANY_NINES}`, undefined, 'roleId'],
  [
    'a role of 30 nines in an export',
    'admin',
    'GET',
    `/api/users/export?roleId=${MANY_NINES}`,
    undefined,
    'roleId',
  ],
])('%s is refused by its name', async (_what, username, method, path, body, field) => {
  const headers = { Authorization: tokens[username] ?? '', 'Content-Type': 'application/json' }
  const reply = await call(`${rig.url}${path}`, {
    method,
    headers,
    ...(body ? { body: JSON.stringify(body) } : {}),
  })
  expect(reply).toMatchObject({ status: 400, body: { errors: [{ field }] } })
})
