/** A server that is told to end serves until its callers have turned to other copies. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { copyDatabase } from '../support/database.ts'
import { call, logIn, post } from '../support/http.ts'
import type { TestDatabase } from '../support/postgres.ts'
import { soundProject } from '../support/projects.ts'
import { type ServerProcess, startServer } from '../support/server-process.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'xinchu-drain-'))
let database: TestDatabase
let server: ServerProcess

beforeAll(async () => {
  database = await copyDatabase()
})
afterEach(async () => {
  server?.kill('SIGKILL')
  await server?.ended
})
afterAll(async () => {
  await database?.drop()
  rmSync(dataDir, { recursive: true, force: true })
})

async function start(env: Record<string, string> = {}): Promise<void> {
  server = await startServer({ DATABASE_URL: database.url, DATA_DIR: dataDir, DRAIN_SECONDS: '60', ...env })
}

const ready = () => call(`${server.url}/api/health/ready`)
const served = () => call(`${server.url}/api/platform`)
const isReady = async () => (await ready()).status

/** A connection to the database that holds the table of projects until its end. */
async function holdProjects(): Promise<pg.Client> {
  const lock = new pg.Client({ connectionString: database.url })
  await lock.connect()
  await lock.query('begin; lock table es_project in exclusive mode')
  return lock
}

const waiting = async (client: pg.Client) =>
  (await client.query(`select count(*)::int as n from pg_locks where not granted`)).rows[0].n

describe.each(['SIGTERM', 'SIGHUP'] as const)('after %s', (signal) => {
  test('readiness is refused at once, calls are served on new connections, and a later signal ends it', async () => {
    await start()
    expect((await fetch(`${server.url}/api/platform`)).headers.get('Connection')).toBe('keep-alive')
    server.kill(signal)
    await expect.poll(isReady).toBe(503)
    expect(await ready()).toMatchObject({
      body: { message: '正在停止', errors: [{ field: 'server', message: '正在停止' }] },
      retryAfter: '2',
    })
    for (let n = 0; n < 5; n += 1) expect((await served()).status).toBe(200)
    expect((await fetch(`${server.url}/api/platform`)).headers.get('Connection')).toBe('close')
    expect((await call(`${server.url}/api/health`)).status).toBe(200)
    await expect
      .poll(() => {
        server.kill(signal)
        return server.isAlive()
      })
      .toBe(false)
    expect(await server.ended).toBe(0)
    // Balancers ask each second, which would be most of the log.
    expect(server.output()).toContain('"operation":"getPlatform"')
    expect(server.output()).not.toMatch(/"operation":"(getHealth|getReadiness)"/)
  })
})

test('signals that come together, as process managers send them to each process of a group, are one', async () => {
  await start()
  for (const signal of ['SIGTERM', 'SIGHUP', 'SIGTERM'] as const) server.kill(signal)
  await expect.poll(isReady).toBe(503)
  expect((await served()).status).toBe(200)
  server.kill('SIGINT')
  expect(await server.ended).toBe(0)
})

test('after its seconds the server ends by itself, and no call has failed before', async () => {
  await start({ DRAIN_SECONDS: '1' })
  const statuses: number[] = []
  server.kill('SIGTERM')
  await expect.poll(isReady).toBe(503)
  // A balancer sends nothing more from here on; others try until nobody listens.
  for (let status = (await served()).status; status !== 0; status = (await served()).status)
    statuses.push(status)
  expect(new Set(statuses)).toEqual(new Set([200]))
  expect(await server.ended).toBe(0)
})

test('a call that is under way at the end is answered', async () => {
  await start({ DRAIN_SECONDS: '0' })
  const token = await logIn(server.url, 'enterprise_yc')
  const lock = await holdProjects()
  const slow = post(
    `${server.url}/api/esProject`,
    token,
    soundProject(3, { projectName: '停机时提交的储能站' }),
  )
  await expect.poll(() => waiting(lock)).toBeGreaterThan(0)
  server.kill('SIGTERM')
  await expect.poll(async () => (await served()).status).toBe(0)
  expect(server.isAlive()).toBe(true)
  await lock.query('rollback')
  await lock.end()
  expect((await slow).status).toBe(201)
  expect(await server.ended).toBe(0)
  expect(server.output()).toContain('"operation":"createEsProject"')
})

test('a call that does not end is given up after END_SECONDS, and the exit code says so', async () => {
  await start({ DRAIN_SECONDS: '0', END_SECONDS: '5' })
  const token = await logIn(server.url, 'enterprise_yc')
  const lock = await holdProjects()
  const cut = post(`${server.url}/api/esProject`, token, soundProject(4, { projectName: '办不完的储能站' }))
  await expect.poll(() => waiting(lock)).toBeGreaterThan(0)
  server.kill('SIGTERM')
  expect(await server.ended).toBe(1)
  expect((await cut).status).toBe(0)
  expect(server.output()).toContain('the server did not close within 5 seconds')
  await lock.end()
})
