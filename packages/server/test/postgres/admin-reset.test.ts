import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { packageRoot } from '../../src/runtime/package-root.ts'
import { call, logIn } from '../support/http.ts'
import { createDatabase, type TestDatabase } from '../support/postgres.ts'
import { type ServerProcess, startServer } from '../support/server-process.ts'

const folder = mkdtempSync(join(tmpdir(), 'xinchu-admin-'))
let database: TestDatabase
let server: ServerProcess
beforeAll(async () => {
  database = await createDatabase(process.env['TEST_DATABASE_URL'] ?? '', process.env['TEST_TEMPLATE'])
  server = await startServer({ DATABASE_URL: database.url, DATA_DIR: folder })
})
afterAll(async () => {
  server?.kill('SIGTERM')
  await server?.ended
  await database?.drop()
  rmSync(folder, { recursive: true, force: true })
})

/** Runs a command of the machine's operator, without a terminal. */
async function run(...args: string[]): Promise<{ code: number; output: string }> {
  const env = { ...process.env, DATABASE_URL: database.url, DATA_DIR: folder }
  const child = spawn(process.execPath, [join(packageRoot, 'dist/test/server.js'), ...args], { env })
  let output = ''
  child.stdout.on('data', (chunk: Buffer) => {
    output += chunk.toString()
  })
  const [code] = await once(child, 'close')
  return { code: Number(code), output }
}

async function ask(text: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: database.url })
  await client.connect()
  const { rows } = await client.query(text)
  await client.end()
  return rows
}

test('an administrator gets a new password on the machine, without factor, lock and sessions, and it is audited', async () => {
  const token = await logIn(server.url, 'admin')
  await ask(`update app_user set locked_until = now() + interval '1 hour' where username = 'admin'`)
  const out = join(folder, 'password')
  expect(await run('admin', 'reset', '--out', out)).toEqual({
    code: 0,
    output: expect.stringMatching(
      new RegExp(`^admin 的新密码已写入 ${out}，首次登录须修改，有效至 \\d{4}-\\d{2}-\\d{2} [\\d:]{8}\\n$`),
    ),
  })
  expect(statSync(out).mode & 0o777).toBe(0o600)
  const me = await call(`${server.url}/auth/info`, { headers: { Authorization: token } })
  expect(me.status).toBe(401)
  const login = await call(`${server.url}/auth/login`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ username: 'admin', password: readFileSync(out, 'utf8').trim() }),
  })
  expect(login).toMatchObject({ status: 200, body: { flag: 'reset' } })
  expect(
    await ask(`select username, real_name, action, record_name from audit_log where username = 'system'`),
  ).toEqual([expect.objectContaining({ real_name: '本机运维', action: '重设管理员密码、解除两步验证' })])
})

test('nobody else is reset, no password goes into a log, and a wrong command changes nothing', async () => {
  const before = await ask('select id, password_hash from app_user order by id')
  expect(await run('admin', 'reset', '--username', 'enterprise_yc', '--out', join(folder, 'other'))).toEqual({
    code: 3,
    output: 'enterprise_yc 不是系统管理员\n',
  })
  // A file that holds no password is not left behind, so that the command can be repeated.
  expect(existsSync(join(folder, 'other'))).toBe(false)
  expect(await run('admin', 'reset')).toMatchObject({ code: 2, output: expect.stringContaining('--out') })
  expect(await run('admin', 'remove')).toMatchObject({ code: 2, output: expect.stringContaining('用法') })
  expect(await run('admin', 'reset', '--out', join(folder, 'password'))).toMatchObject({ code: 1 })
  expect(await ask('select id, password_hash from app_user order by id')).toEqual(before)
})
