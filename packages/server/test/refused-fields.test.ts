import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { handlers } from '../src/api/index.ts'
import { operations } from '../src/operations.ts'
import { type Rig, startRig } from './rig.ts'
import { logIn } from './support/http.ts'
import { callerOf, tokenOf } from './support/log-in.ts'

let rig: Rig
const tokens = new Map<string, string>()
beforeAll(async () => {
  rig = await startRig({ config: { captcha: false } })
})
afterAll(async () => {
  expect(rig.offContract).toEqual([])
  await rig.close()
})

async function tokenFor(username: string): Promise<string> {
  const token = tokens.get(username) ?? (await tokenOf(rig.url, username))
  tokens.set(username, token)
  return token
}

type Call = readonly [username: string, method: string, path: string, body?: unknown]

async function send([username, method, path, body]: Call, headers: Record<string, string> = {}) {
  const reply = await fetch(rig.url + path, {
    method,
    headers: {
      Authorization: await tokenFor(username),
      ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  })
  const { message, errors = [] } = await reply.json()
  return { status: reply.status, message, fields: errors.map((each: { field: string }) => each.field) }
}

/** The path of an operation with an id that no record has. */
const pathOf = (path: string) => path.replace(/\{\w+\}/g, '9007199254740991')

const withBody = operations.filter(({ id, body }) => id in handlers && body?.json && body.required)

test.each(withBody.map((operation) => [operation.id, operation] as const))(
  '%s without a body names a field',
  async (_id, operation) => {
    const { status, fields } = await send([callerOf(operation), operation.method, pathOf(operation.path)])
    expect(status).toBe(400)
    expect(fields.length).toBeGreaterThan(0)
    expect(fields).not.toContain('')
  },
)

test('[7.dict.6] entries without the name of a dictionary are refused in the words of the specification', async () => {
  expect(await send(['nation', 'GET', '/api/dictDetail/map'])).toMatchObject({
    status: 400,
    message: 'need Dict names',
  })
})

describe('a refusal names its fields', () => {
  test.each<[string, Call, string, string[]]>([
    ['a dictionary without a name', ['nation', 'GET', '/api/dictDetail'], 'need Dict names', ['dictName']],
    [
      'dictionaries without names',
      ['nation', 'GET', '/api/dictDetail/map?dictName=,'],
      'need Dict names',
      ['dictName'],
    ],
    [
      'a dictionary name that no dictionary can have',
      ['nation', 'GET', `/api/dictDetail/map?dictName=tech_type,${'a'.repeat(61)}`],
      '字典名：长度不能超过60个字',
      ['dictName'],
    ],
    [
      'county sums without a city or province',
      ['nation', 'GET', '/api/esProject/cityAllCounty'],
      '请给出市级或省级行政区划代码',
      ['cityCode', 'provinceCode'],
    ],
    [
      'a duplicate check of nothing',
      ['enterprise_yc', 'POST', '/api/esProject/projectRepeat', {}],
      '请给出待查项目，或待判定的重复对',
      ['project'],
    ],
    ['deletion without ids', ['enterprise_yc', 'DELETE', '/api/esProject'], '主键列表：值不能为空', ['ids']],
    [
      'broken JSON',
      ['enterprise_yc', 'POST', '/api/esProject', '{"projectName":'],
      '请求内容不是有效的 JSON',
      ['body'],
    ],
    ['a body of nothing', ['enterprise_yc', 'POST', '/api/esProject', ''], '请求缺少内容', ['body']],
  ])('%s', async (_what, call, message, fields) => {
    expect(await send(call)).toEqual({ status: 400, message, fields })
  })

  test('an account that does not govern itself', async () => {
    const { id, version } = await rig.db
      .selectFrom('app_user')
      .select(['id', 'version'])
      .where('username', '=', 'admin')
      .executeTakeFirstOrThrow()
    const call: Call = ['admin', 'PUT', '/api/users/modify', { id, version, status: '2' }]
    expect(await send(call)).toMatchObject({ fields: ['status'] })
  })

  test('a dictionary entry that is moved to another dictionary', async () => {
    const admin = await rig.sameAs('admin')
    const { content } = await admin.dicts.list({ dictName: 'owner_type' })
    const { id, version, label, value } = content[0] ?? {}
    const body = { id, version, label, value, dict: { name: 'tech_type' } }
    expect(await send(['admin', 'PUT', '/api/dictDetail', body])).toEqual({
      status: 400,
      message: '所属字典不能更改',
      fields: ['dict'],
    })
  })

  test('an idempotency key that is used for another body', async () => {
    const headers = { 'Idempotency-Key': 'refused-fields-1' }
    const named = (projectName: string): Call => [
      'enterprise_yc',
      'POST',
      '/api/esProject',
      { projectName, provinceCode: '640000', cityCode: '640300', countyCode: '640323' },
    ]
    expect(await send(named('甲'), headers)).toMatchObject({ status: 201 })
    expect(await send(named('乙'), headers)).toMatchObject({ status: 422, fields: ['Idempotency-Key'] })
  })
})

describe('log-in', () => {
  const logInAs = async (username: string, password: string) => {
    const reply = await fetch(`${rig.url}/auth/login`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ username, password }),
    })
    const { message, errors } = await reply.json()
    return { status: reply.status, message, errors }
  }

  test.each(['nobody', 'nation'])(
    'does not say whether the name or the password of %s is wrong',
    async (username) => {
      expect(await logInAs(username, 'Wrong@2026')).toEqual({
        status: 400,
        message: '用户名或密码不正确',
        errors: undefined,
      })
    },
  )

  test('names the account that is not in use to who knows its password', async () => {
    await rig.db.updateTable('app_user').set({ status: '2' }).where('username', '=', 'policy_edit').execute()
    await expect(logIn(rig.url, 'policy_edit')).rejects.toThrow('"field":"username"')
  })
})
