/** `check` reads every setting and connects to everything that they name, changes nothing and listens nowhere. */
import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { clockFinding } from '../../src/commands/check/database.ts'
import { type Finding, linesOf } from '../../src/commands/check/finding.ts'
import { runCheck } from '../../src/commands/check/run.ts'
import { migrationNames } from '../../src/db/migrate.ts'
import { TEMPLATES } from '../../src/domain/sms/message.ts'
import { packageRoot } from '../../src/runtime/package-root.ts'
import { createDatabase, type TestDatabase } from '../support/postgres.ts'
import { startStore } from '../support/s3.ts'

const SERVER = process.env['TEST_DATABASE_URL'] ?? ''
const folder = mkdtempSync(join(tmpdir(), 'xinchu-check-'))
let empty: TestDatabase
let filled: TestDatabase

beforeAll(async () => {
  empty = await createDatabase(SERVER)
  filled = await createDatabase(SERVER, process.env['TEST_TEMPLATE'])
})
afterAll(async () => {
  await empty?.drop()
  await filled?.drop()
  rmSync(folder, { recursive: true, force: true })
})

/** Settings of a platform for the public on a database. */
const PUBLIC = {
  PUBLIC_URL: 'https://xinchu.example',
  CASE_NUMBER: '京ICP备12345678号',
  PUBLIC_SECURITY_NUMBER: '京公网安备12345678901234号',
  MAP_CAPTION: '审图号：GS（2026）0001号',
  DATA_DIR: folder,
}

async function check(env: Record<string, string>): Promise<{ isFine: boolean; findings: Finding[] }> {
  const told: string[] = []
  const isFine = await runCheck(env, { isJson: true, say: (text) => told.push(text) })
  return { isFine, findings: JSON.parse(told.join('')) }
}

/** State and words of a part, or undefined if it was not looked at. */
const partOf = async (env: Record<string, string>, part: string) => {
  const found = (await check(env)).findings.find((each) => each.part === part)
  return found && [found.state, found.text]
}

async function ask(database: TestDatabase, text: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: database.url })
  await client.connect()
  const { rows } = await client.query(text)
  await client.end()
  return rows
}

describe('the settings', () => {
  test('are read first: with mistakes nothing else is looked at', async () => {
    const { isFine, findings } = await check({
      PORT: 'x',
      DATABASE_URL: 'postgres://127.0.0.1:1/x',
      CAPTCHA: 'no way',
    })
    expect(isFine).toBe(false)
    expect(findings).toEqual([
      { part: '设置', state: 'FAIL', text: '设置 PORT 应为 0 至 65535 的整数，当前为 x' },
      { part: '设置', state: 'FAIL', text: '设置 CAPTCHA 应为 on 或 off，当前为 no way' },
    ])
  })

  test.each([
    [{}, 'FAIL', 'PUBLIC_URL 为本机地址 http://127.0.0.1:8080，签发的 PDF 上印的地址公众打不开'],
    [{ PUBLIC_URL: 'http://xinchu.example' }, 'FAIL', 'PUBLIC_URL 应为 https 地址：http://xinchu.example'],
    [{ PUBLIC_URL: 'https://xinchu.example/a/' }, 'FAIL', 'PUBLIC_URL 不应带路径：https://xinchu.example/a'],
    [{ PUBLIC_URL: 'https://xinchu.example/' }, 'OK', 'https://xinchu.example'],
  ])('of a platform for the public have its address: %o', async (env, state, text) => {
    expect(await partOf({ DATABASE_URL: empty.url, DATA_DIR: folder, ...env }, '公众地址')).toEqual([
      state,
      text,
    ])
  })

  test('of a trial on this machine may leave out what the public needs', async () => {
    const { isFine, findings } = await check({ DATA_DIR: folder })
    expect(isFine).toBe(true)
    expect(findings.filter(({ state }) => state === 'WARN').map(({ part }) => part)).toEqual([
      '公众地址',
      '备案号',
      '数据库',
      '底图',
      '短信',
    ])
  })
})

describe('the database', () => {
  test('is left as it is, also an empty one', async () => {
    const { findings } = await check({ ...PUBLIC, DATABASE_URL: empty.url })
    expect(findings.slice(3, 8)).toEqual([
      {
        part: '数据库',
        state: 'OK',
        text: expect.stringMatching(/^PostgreSQL \d.*，时区 Asia\/Shanghai，往返 \d+\.\d ms$/),
      },
      { part: '表结构', state: 'OK', text: '空库，启动时建立' },
      { part: '权限', state: 'OK', text: '可以建表' },
      { part: '连接数', state: 'OK', text: expect.stringMatching(/^余 \d+ 个，每台服务器至多用 10 个$/) },
      { part: '时钟', state: 'OK', text: expect.stringMatching(/^与数据库相差 \d\.\d 秒$/) },
    ])
    expect(
      await ask(empty, `select count(*)::int as tables from pg_tables where schemaname = 'public'`),
    ).toEqual([{ tables: 0 }])
  })

  test('with sample data is told, and must not be served to other machines', async () => {
    const env = { ...PUBLIC, DATABASE_URL: filled.url }
    expect(await partOf(env, '演示数据')).toEqual(['WARN', '此库为演示数据，账号与密码公开'])
    expect((await partOf({ ...env, HOST: '0.0.0.0' }, '演示数据'))?.[0]).toBe('FAIL')
  })

  test('may lack changes of this version, but must not be of a later one', async () => {
    const env = { ...PUBLIC, DATABASE_URL: filled.url }
    expect(await partOf(env, '表结构')).toEqual(['OK', '已是最新'])
    await ask(filled, `delete from schema_migration where name = '${migrationNames.at(-1)}'`)
    expect(await partOf(env, '表结构')).toEqual(['WARN', '待执行 1 项，下次启动时执行'])
    await ask(filled, `insert into schema_migration (name) values ('9999-later.sql')`)
    expect(await partOf(env, '表结构')).toEqual(['FAIL', '由更新的版本建立（9999-later.sql），请升级本程序'])
  })

  test.each([
    ['away', 'postgres://xinchu@127.0.0.1:1/x', /^无法连接数据库，请检查 DATABASE_URL/],
    ['missing', `${SERVER.replace(/[^/]*$/, '')}no_such_database`, /^数据库不存在/],
  ])('that is %s fails with words for the operator', async (_why, url, words) => {
    const { isFine, findings } = await check({ ...PUBLIC, DATABASE_URL: url })
    expect([isFine, findings.find(({ part }) => part === '数据库')]).toEqual([
      false,
      { part: '数据库', state: 'FAIL', text: expect.stringMatching(words) },
    ])
  })

  test('has the key of this machine, and the check makes none', async () => {
    const env = { ...PUBLIC, DATABASE_URL: filled.url }
    await ask(filled, `delete from setting where name = 'second_factor_key'`)
    expect(await partOf(env, '密钥')).toEqual(['OK', '启用两步验证、推送或短信时产生'])
    await ask(filled, `insert into setting (name, value) values ('second_factor_key', 'another')`)
    expect((await partOf(env, '密钥'))?.[1]).toMatch(/^平台已有密钥，本机没有/)
    expect((await partOf({ ...env, SECOND_FACTOR_KEY: 'k'.repeat(32) }, '密钥'))?.[1]).toMatch(
      /^与平台的不一致/,
    )
    expect(existsSync(join(folder, 'second-factor.key'))).toBe(false)
  })

  test.each([
    [4_900, '与数据库相差 4.9 秒'],
    [41_000, '比数据库快 41 秒；请校时'],
    [-41_400, '比数据库慢 41 秒；请校时'],
  ])('may differ from the clock of this machine by seconds: %i ms', (ahead, text) => {
    expect(clockFinding(ahead).text).toBe(text)
  })
})

describe('the store of files', () => {
  test('in the data folder is written, read and cleared', async () => {
    expect(await partOf({ DATA_DIR: folder }, '文件存储')).toEqual([
      'OK',
      `${join(folder, 'uploads')} 可写、可读、可删`,
    ])
    expect(readdirSync(join(folder, 'uploads/check'))).toEqual([])
    expect(readdirSync(folder)).toEqual(['uploads'])
  })

  test('of other machines is tried, and fails in words when it is away', async () => {
    const s3 = await startStore()
    const { endpoint, bucket, region, accessKeyId, secretAccessKey } = s3.settings
    const env = {
      ...{ DATA_DIR: folder, S3_ENDPOINT: endpoint, S3_BUCKET: bucket, S3_REGION: region },
      ...{ S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey },
    }
    try {
      expect((await partOf(env, '文件存储'))?.[0]).toBe('OK')
      expect(await s3.keys()).toEqual([])
      await s3.away()
      expect(await partOf(env, '文件存储')).toEqual(['FAIL', expect.stringContaining('文件存储暂不可用')])
    } finally {
      await s3.close()
    }
  })

  test('need not be there before the first start', async () => {
    const missing = join(folder, 'not/yet')
    expect(await partOf({ DATA_DIR: missing }, '文件存储')).toEqual([
      'OK',
      `${join(missing, 'uploads')} 启动时建立`,
    ])
    expect(existsSync(missing)).toBe(false)
  })
})

describe('the gateway for text messages', () => {
  let gateway: Server
  let received = 0
  let port = 0
  beforeAll(async () => {
    gateway = createServer((socket) => {
      socket.on('data', (bytes) => {
        received += bytes.length
      })
    })
    await new Promise<void>((resolve) => gateway.listen(0, '127.0.0.1', resolve))
    port = Object(gateway.address()).port
  })
  afterAll(() => gateway.close())

  /** Path of a description whose gateway listens at a port. */
  const described = (at: number, more: object = {}) => {
    const path = join(folder, `sms-${at}.json`)
    const templates = Object.fromEntries(TEMPLATES.map((name) => [name, 'T1']))
    const url = `http://127.0.0.1:${at}/send?to={{phone|url}}`
    writeFileSync(
      path,
      JSON.stringify({
        signature: '新储',
        templates,
        method: 'POST',
        url,
        accepted: { status: [200] },
        ...more,
      }),
    )
    return path
  }

  test('is connected to, without a message', async () => {
    const found = await partOf({ DATA_DIR: folder, SMS_GATEWAY: described(port) }, '短信')
    expect([found, received]).toEqual([['OK', `可以连接 127.0.0.1:${port}`], 0])
  })

  test('that does not listen fails', async () => {
    expect(await partOf({ DATA_DIR: folder, SMS_GATEWAY: described(1) }, '短信')).toEqual([
      'FAIL',
      expect.stringContaining('ECONNREFUSED'),
    ])
  })

  test('with a description that has a mistake fails with its place', async () => {
    const path = described(port, { url: 'http://127.0.0.1/{{nobody}}' })
    expect(await partOf({ DATA_DIR: folder, SMS_GATEWAY: path }, '短信')).toEqual([
      'FAIL',
      expect.stringContaining('nobody'),
    ])
  })
})

test('the terminal gets a line for each part and the numbers at the end; the exit code says whether one failed', () => {
  const run = (env: Record<string, string>) => {
    const { status, stdout } = spawnSync(
      process.execPath,
      [join(packageRoot, 'dist/test/bare-server.js'), 'check'],
      {
        env: { PATH: process.env['PATH'], ...env },
        encoding: 'utf8',
      },
    )
    return { status, lines: stdout.trim().split('\n') }
  }
  const fine = run({ DATA_DIR: folder })
  expect([fine.status, fine.lines[0], fine.lines.at(-1)]).toEqual([
    0,
    '✓ 设置　各项有效',
    expect.stringMatching(/^\d+ 项，\d 项须注意$/),
  ])
  const failed = run({ DATA_DIR: folder, DATABSE_URL: 'postgres://x' })
  expect([failed.status, failed.lines]).toEqual([
    1,
    ['✗ 设置　没有设置 DATABSE_URL；是否指 DATABASE_URL？', '1 项，1 项不通过'],
  ])
  expect(linesOf([{ part: '磁盘', state: 'OK', text: '足够' }]).at(-1)).toBe('1 项')
})
