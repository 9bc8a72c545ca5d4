import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { fillFolder } from '../support/database.ts'
import { call, logIn } from '../support/http.ts'
import { type ServerProcess, startServer } from '../support/server-process.ts'

const PHONE = '13800138123'
const CODE = '482915'
const dataDir = mkdtempSync(join(tmpdir(), 'xinchu-log-'))
let server: ServerProcess
beforeAll(async () => {
  await fillFolder(dataDir)
  server = await startServer({ DATA_DIR: dataDir, SMS_CODE: CODE })
})
afterAll(async () => {
  server?.kill('SIGTERM')
  await server?.ended
  rmSync(dataDir, { recursive: true, force: true })
})

/** The log's entries; what was said to the terminal at the start is none. */
const entries = (): Record<string, unknown>[] =>
  server
    .output()
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line))

test('each call is one line that names the caller and nothing of the query', async () => {
  const token = await logIn(server.url, 'enterprise_yc')
  await call(`${server.url}/api/esProject/queryCustom?size=5`, { headers: { Authorization: token } })
  await call(`${server.url}/api/esProject/queryCustom`)
  const lists = () => entries().filter(({ path }) => path === '/api/esProject/queryCustom')
  await expect.poll(lists).toHaveLength(2)
  const listed = lists()
  expect(listed[0]).toMatchObject({
    level: 30,
    method: 'GET',
    status: 200,
    username: 'enterprise_yc',
    userId: expect.any(Number),
    address: '127.0.0.1',
    ms: expect.any(Number),
    reqId: expect.any(String),
  })
  expect(listed[1]).toMatchObject({ status: 401 })
  expect(listed[1]).not.toHaveProperty('username')
})

test('a short message of the demonstration leaves neither its code nor the whole number in the log', async () => {
  expect((await call(`${server.url}/api/users/sendMsg?phone=${PHONE}`)).status).toBe(200)
  const sent = () => entries().find(({ phone }) => phone !== undefined)
  await expect.poll(sent).toMatchObject({ level: 30, phone: '138****8123' })
  const text = entries()
    .map((entry) => JSON.stringify(entry))
    .join()
  expect(text).not.toContain(CODE)
  expect(text).not.toContain(PHONE)
  expect(server.output()).toContain(`演示短信验证码：${CODE}`)
})
