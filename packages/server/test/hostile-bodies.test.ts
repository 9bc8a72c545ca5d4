import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Rig, startRig } from './rig.ts'
import { RawConnection } from './support/raw-request.ts'

const MEGABYTE = 1024 * 1024

let rig: Rig
let enterprise: string
beforeAll(async () => {
  rig = await startRig({ config: { captcha: false } })
  enterprise = await tokenOf('enterprise_yc')
})
afterAll(async () => {
  expect(rig.offContract).toEqual([])
  await rig.close()
})

async function tokenOf(username: string): Promise<string> {
  const reply = await post('/auth/login', JSON.stringify({ username, password: 'Xinchu@2026' }))
  return reply.body.token
}

async function post(path: string, body: string, headers: Record<string, string> = {}, method = 'POST') {
  const reply = await fetch(rig.url + path, {
    method,
    headers: { 'Content-Type': 'application/json', ...headers },
    body,
  })
  return { status: reply.status, body: await reply.json() }
}

const asEnterprise = (path: string, body: string) => post(path, body, { Authorization: enterprise })

describe('a call that is refused whatever its body holds', () => {
  test.each([
    ['without a session', 'POST /api/esProject', 'application/json', undefined, 401],
    ['without the right', 'POST /api/menus', 'application/json', 'enterprise', 403],
    ['with an upload but no session', 'POST /api/files', 'multipart/form-data; boundary=x', undefined, 401],
    [
      'with a form where none is taken',
      'POST /api/esProject',
      'multipart/form-data; boundary=x',
      'enterprise',
      415,
    ],
    ['with another type of content', 'POST /api/esProject', 'application/xml', 'enterprise', 415],
    ['with too long a body before the log-in', 'POST /auth/login', 'application/json', undefined, 413],
    ['with too long a body', 'POST /api/esProject', 'application/json', 'enterprise', 413],
    ['with too long an import', 'POST /api/esProject/importProject', 'application/json', 'enterprise', 413],
  ])('%s is answered before its body is sent', async (_what, line, type, who, status) => {
    const connection = new RawConnection(rig.url)
    await connection.head(line, {
      'Content-Type': type,
      'Content-Length': String(100 * MEGABYTE),
      ...(who ? { Authorization: enterprise } : {}),
    })
    const answer = await connection.answer()
    expect(answer).toMatchObject({
      status,
      body: { status, message: expect.stringMatching(/\p{Script=Han}/u) },
    })
    const isStored = existsSync(join(rig.dataDir, 'uploads'))
    expect(isStored ? readdirSync(join(rig.dataDir, 'uploads')) : []).toEqual([])
    connection.end()
  })

  test('has little of its body read after the answer', async () => {
    const connection = new RawConnection(rig.url)
    await connection.head('POST /api/esProject', {
      'Content-Type': 'application/json',
      'Content-Length': String(100 * MEGABYTE),
    })
    expect((await connection.answer())?.status).toBe(401)
    while (await connection.send(' '.repeat(64 * 1024)))
      expect(connection.sentBytes).toBeLessThan(20 * MEGABYTE)
    expect(connection.socket.bytesWritten).toBeLessThan(20 * MEGABYTE)
    await connection.closed()
  })

  test('leaves the connection usable when its body was short', async () => {
    const connection = new RawConnection(rig.url)
    const body = ' '.repeat(100_000)
    await connection.head('POST /api/esProject', {
      'Content-Type': 'application/json',
      'Content-Length': String(body.length),
    })
    expect((await connection.answer())?.status).toBe(401)
    await connection.send(body)
    await connection.head('GET /api/nothing', {})
    expect((await connection.answer())?.status).toBe(404)
    connection.end()
  })

  test('is refused while its body arrives where no length is given', async () => {
    const connection = new RawConnection(rig.url)
    await connection.head('POST /auth/login', {
      'Content-Type': 'application/json',
      'Transfer-Encoding': 'chunked',
    })
    const part = ' '.repeat(16 * 1024)
    for (let sent = 0; sent < 5; sent++) await connection.send(`${part.length.toString(16)}\r\n${part}\r\n`)
    expect((await connection.answer())?.status).toBe(413)
    connection.end()
  })
})

describe('a body that is too deep, wide or long', () => {
  const nested = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`
  const keys = (count: number) =>
    JSON.stringify(Object.fromEntries(Array.from({ length: count }, (_, at) => [`k${at}`, 1])))
  const texts = (count: number) => JSON.stringify(Array.from({ length: count }, (_, at) => `值${at}`))

  test.each([
    [
      'nested 33 levels deep',
      '/auth/login',
      `{"username":${nested(32)}}`,
      `username${'.0'.repeat(31)}`,
      '嵌套过深，至多32层',
    ],
    ['nested 30,000 levels deep', '/auth/login', `{"username":${nested(30_000)}}`, 'body', '嵌套过深'],
    ['of 5,000 unknown keys', '/auth/login', keys(5_000), 'body', '每个列表或对象至多'],
    ['of 80,000 unknown keys', '/api/esProject', keys(80_000), 'body', '每个列表或对象至多'],
    [
      'with 900 types of function',
      '/api/esProject',
      `{"functionTypes":${texts(900)}}`,
      'functionTypes',
      '项',
    ],
    [
      'with a prototype',
      '/api/esProject',
      '{"projectName":"甲","__proto__":{"id":1}}',
      '__proto__',
      '不支持的字段',
    ],
    [
      'with too many rows',
      '/api/esProject/importProject',
      `{"clientKey":"12345678","rows":[${'{},'.repeat(2_000)}{}]}`,
      'rows',
      '至多2000项',
    ],
    [
      'with too many columns in a row',
      '/api/esProject/importProject',
      `{"clientKey":"12345678","rows":[${keys(61)}]}`,
      'rows.0',
      '至多60个字段',
    ],
  ])('%s is refused by its place', async (_what, path, body, field, message) => {
    const reply = await asEnterprise(path, body)
    expect(reply.status).toBe(400)
    expect(reply.body.errors).toEqual([
      expect.objectContaining({ field, message: expect.stringContaining(message) }),
    ])
  })

  test('of no UTF-8 is refused', async () => {
    const reply = await fetch(`${rig.url}/auth/login`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: Buffer.from([0x22, 0xff, 0x22]),
    })
    expect([reply.status, (await reply.json()).message]).toEqual([400, '请求内容不是有效的 UTF-8 文本'])
  })

  test('a refusal names at most 20 fields', async () => {
    const draft = Object.fromEntries(Array.from({ length: 90 }, (_, at) => [`unknown${at}`, 1]))
    const reply = await asEnterprise('/api/esProject', JSON.stringify(draft))
    expect([reply.status, reply.body.errors.length]).toEqual([400, 20])
  })

  test('an import takes more than other calls', async () => {
    const rows = Array.from({ length: 60 }, () => ({
      projectName: '甲'.repeat(2_000),
      address: '乙'.repeat(2_000),
      remark: '丙'.repeat(2_000),
    }))
    const body = JSON.stringify({ clientKey: 'large-import-1', rows, last: false })
    expect(Buffer.byteLength(body)).toBeGreaterThan(MEGABYTE)
    expect((await asEnterprise('/api/esProject/importProject', body)).status).toBe(202)
  })
})

test.each([
  ['of 7 characters', '1234567'],
  ['of 5,000 characters', 'a'.repeat(5_000)],
  ['with a space', '1234 5678'],
])('an idempotency key %s is refused by its header', async (_what, key) => {
  const reply = await post('/api/esProject', '{}', { Authorization: enterprise, 'Idempotency-Key': key })
  expect([reply.status, reply.body.errors[0].field]).toEqual([400, 'Idempotency-Key'])
})
