import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterEach, describe, expect, test } from 'vitest'
import { ExternalPool } from '../../src/db/external/pool.ts'
import { call } from '../support/http.ts'
import { type Pooler, startPooler } from '../support/pooler.ts'
import { createDatabase, type TestDatabase } from '../support/postgres.ts'
import { type ServerProcess, StartFailure, startServer } from '../support/server-process.ts'

const SERVER = process.env['TEST_DATABASE_URL'] ?? ''

const made: (() => unknown)[] = []
afterEach(async () => {
  for (const undo of made.splice(0).reverse()) await undo()
})

function folder(): string {
  const path = mkdtempSync(join(tmpdir(), 'xinchu-start-'))
  made.push(() => rmSync(path, { recursive: true, force: true }))
  return path
}

async function database(template?: string): Promise<TestDatabase> {
  const own = await createDatabase(SERVER, template)
  made.push(() => own.drop())
  return own
}

const filled = () => database(process.env['TEST_TEMPLATE'])

async function ask(url: string, text: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query(text)
  await client.end()
  return rows
}

async function start(env: Readonly<Record<string, string>>): Promise<ServerProcess> {
  const server = await startServer({ DATA_DIR: folder(), ...env })
  made.push(async () => {
    server.kill('SIGTERM')
    await server.ended
  })
  return server
}

/** What a server says that does not start. */
async function refusal(env: Readonly<Record<string, string>>): Promise<string> {
  const failure = await start(env).catch((error: unknown) => error)
  if (failure instanceof StartFailure) return failure.message
  throw new Error('the server started')
}

async function pooler(url: string): Promise<Pooler> {
  const own = await startPooler(url)
  made.push(() => own.close())
  return own
}

const ready = async (url: string) => {
  const { status, body } = await call(`${url}/api/health/ready`)
  return { status, text: JSON.stringify(body) }
}

describe('a session in another time zone', () => {
  test('is refused at the start with the statement that mends it, and by readiness when it comes later', async () => {
    const { url, name } = await filled()
    await ask(url, `alter database ${name} set timezone = 'UTC'`)
    const DATABASE_URL = (await pooler(url)).url
    const words = await refusal({ DATABASE_URL })
    const mend = /数据库会话时区为 UTC。请执行：(.+)/.exec(words)?.[1] ?? ''
    expect(mend).toMatch(/^alter role \S+ in database xinchu_\w+ set timezone = 'Asia\/Shanghai'$/)
    await ask(url, mend)
    const server = await start({ DATABASE_URL })
    expect(await ready(server.url)).toMatchObject({ status: 200 })
    await ask(url, mend.replace('Asia/Shanghai', 'UTC'))
    await ask(
      url,
      `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}' and pid <> pg_backend_pid()`,
    )
    await expect
      .poll(async () => (await ready(server.url)).text, { timeout: 20_000 })
      .toContain('数据库会话时区为 UTC。请执行：alter role')
    expect((await ready(server.url)).status).toBe(503)
  })

  test('does not come from options in the address, which are joined with the server’s own', async () => {
    const { url } = await filled()
    const own = new URL(url)
    own.searchParams.set('options', '-c statement_timeout=61000 -c timezone=UTC')
    const pool = new ExternalPool(own.href)
    made.push(() => pool.end())
    const client = await pool.connect()
    const settings = await client.query(
      `select current_setting('timezone') as zone, current_setting('statement_timeout') as time, current_setting('jit') as jit`,
      [],
    )
    client.release()
    expect(settings.rows).toEqual([{ zone: 'Asia/Shanghai', time: '61s', jit: 'off' }])
  })
})

test('a data folder that does not exist is made, and the server is ready', async () => {
  const { url } = await filled()
  const server = await start({ DATABASE_URL: url, DATA_DIR: join(folder(), 'new/data') })
  expect(await ready(server.url)).toMatchObject({ status: 200 })
})

describe('a first start', () => {
  test('that finds its port taken makes no administrator, and the next one shows the password', async () => {
    const { url } = await database()
    const taken = createServer()
    await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve))
    made.push(() => taken.close())
    const address = taken.address()
    const PORT = String(typeof address === 'object' ? address?.port : 0)
    expect(await refusal({ DATABASE_URL: url, PORT })).toContain('监听的端口已被占用')
    expect(await ask(url, 'select username from app_user')).toEqual([])
    const server = await start({ DATABASE_URL: url })
    await expect.poll(server.output).toMatch(/管理员账号 admin，初始密码 \S+/)
  })

  test('of two copies at once ends well for both, and one of them shows the password', async () => {
    const { url } = await database()
    const both = await Promise.all([start({ DATABASE_URL: url }), start({ DATABASE_URL: url })])
    for (const server of both) expect(await ready(server.url)).toMatchObject({ status: 200 })
    const shown = () => both.filter((server) => server.output().includes('初始密码')).length
    await expect.poll(shown).toBe(1)
    expect(both.some((server) => server.output().includes('另一台正在建库，等待……'))).toBe(true)
  })
})

test('a schema that this version does not know is refused', async () => {
  const { url } = await filled()
  await ask(url, `insert into schema_migration (name) values ('9999-later.sql')`)
  expect(await refusal({ DATABASE_URL: url })).toContain(
    '数据库结构由更新的版本建立（9999-later.sql），请升级本程序',
  )
})

test('a demonstration is served to other machines only if asked for by name', async () => {
  const { url } = await filled()
  expect(await refusal({ DATABASE_URL: url, HOST: '0.0.0.0' })).toContain('要对外演示请设 SAMPLE_DATA=on')
  const server = await start({ DATABASE_URL: url, HOST: '0.0.0.0', SAMPLE_DATA: 'on' })
  expect(await ready(server.url)).toMatchObject({ status: 200 })
})

test('the server alone says by which program a demonstration is served to other machines', async () => {
  const { url } = await filled()
  const settings = { DATABASE_URL: url, DATA_DIR: folder(), HOST: '0.0.0.0' }
  expect(await startServer(settings, undefined, 'bare-server').catch(String)).toContain(
    '要对外演示请设 SAMPLE_DATA=on，并改用 node packages/sample/dist/main.js 启动',
  )
})

test('the server alone names the package that sample data need', async () => {
  const { url } = await database()
  const settings = { DATABASE_URL: url, DATA_DIR: folder() }
  for (const name of ['SAMPLE_DATA', 'DEMO_DATA']) {
    const failure = await startServer({ ...settings, [name]: 'on' }, undefined, 'bare-server').catch(String)
    expect(failure).toContain('需要演示数据包 @xinchu/sample')
  }
  const server = await startServer(settings, undefined, 'bare-server')
  made.push(() => server.kill('SIGKILL'))
  expect(await ready(server.url)).toMatchObject({ status: 200 })
})

test('a wrong description of the gateway for text messages is refused with its place', async () => {
  const { url } = await filled()
  const path = join(folder(), 'gateway.json')
  const settings = { DATABASE_URL: url, SMS_GATEWAY: path }
  expect(await refusal(settings)).toContain('设置 SMS_GATEWAY 所指的文件不存在')
  writeFileSync(
    path,
    '{"url":"https://sms.example/send","headers":{"A":"{{nobody}}"},"accepted":{"status":[200]}}',
  )
  expect(await refusal(settings)).toContain(`短信网关描述有误（${path}）：headers.A：没有名为“nobody”的值`)
})

test('the earlier name of the setting is still read, and named', async () => {
  const { url } = await filled()
  const server = await start({ DATABASE_URL: url, HOST: '0.0.0.0', DEMO_DATA: 'on' })
  expect(server.output()).toContain('环境变量 DEMO_DATA 已更名为 SAMPLE_DATA')
})

test('an empty DATABASE_URL is refused', async () => {
  expect(await refusal({ DATABASE_URL: '' })).toContain('DATABASE_URL 为空；使用内嵌数据库请删除该变量')
})
