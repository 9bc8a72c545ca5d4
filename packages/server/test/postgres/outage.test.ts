import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type PostgresServer, startPostgres } from '../../../../scripts/lib/postgres.mjs'
import { CreateAndList } from '../support/create-and-list.ts'
import { call, logIn } from '../support/http.ts'
import { type ServerProcess, startServer } from '../support/server-process.ts'

const RECOVERY_MS = 5_000
const CLIENTS = 6

let postgres: PostgresServer
let server: ServerProcess
let token: string
const dataDir = mkdtempSync(join(tmpdir(), 'xinchu-outage-'))

beforeAll(async () => {
  const started = await startPostgres({ settings: { max_connections: 20 } })
  if (!started) throw new Error('PostgreSQL is not installed')
  postgres = started
  server = await startServer({ DATABASE_URL: postgres.url, DATA_DIR: dataDir, SAMPLE_DATA: 'true' })
  token = await logIn(server.url, 'enterprise_yc')
})
afterAll(async () => {
  server?.kill('SIGTERM')
  await server?.ended
  await postgres?.stop()
  rmSync(dataDir, { recursive: true, force: true })
})

async function ask(text: string, values: unknown[] = []): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: postgres.url })
  await client.connect()
  const { rows } = await client.query(text, values)
  await client.end()
  return rows
}

/** Connections of an administrator until no other can be made; gives them all back. */
async function takeAllConnections(): Promise<() => Promise<void>> {
  await ask(`select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid()`)
  const taken: pg.Client[] = []
  for (;;) {
    const client = new pg.Client({ connectionString: postgres.url })
    client.on('error', () => undefined)
    try {
      await client.connect()
    } catch {
      break
    }
    taken.push(client)
  }
  return async () => {
    await Promise.all(taken.map((client) => client.end()))
  }
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** Each disturbs the database, and resolves when it would answer again. */
const OUTAGES: readonly (readonly [what: string, disturb: () => Promise<void>])[] = [
  [
    'a fast restart',
    async () => {
      await postgres.halt('fast')
      await pause(500)
      await postgres.resume()
    },
  ],
  [
    'an immediate stop',
    async () => {
      await postgres.halt('immediate')
      await postgres.resume()
    },
  ],
  [
    'the loss of all connections, twice',
    async () => {
      const all = 'select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid()'
      await ask(all)
      await pause(200)
      await ask(all)
    },
  ],
  [
    'a database that is out of connections',
    async () => {
      const giveBack = await takeAllConnections()
      await pause(500)
      await giveBack()
    },
  ],
]

describe('under load the server survives', () => {
  test.each(OUTAGES)('%s', async (_what, disturb) => {
    const load = new CreateAndList(server.url, token, CLIENTS)
    await load.untilServed()
    await disturb()
    const back = performance.now()
    await load.untilServed()
    const recovery = performance.now() - back
    await load.stop()

    expect(server.isAlive(), server.output()).toBe(true)
    expect(recovery).toBeLessThan(RECOVERY_MS)
    const failed = load.answers.filter(({ status }) => status !== 200 && status !== 201)
    for (const { status, retryAfter, body } of failed) {
      expect(status, JSON.stringify(body)).toBe(503)
      expect(Number(retryAfter)).toBeGreaterThan(0)
      expect(body).toMatchObject({ status: 503, message: expect.any(String), timestamp: expect.any(String) })
    }
    expect(failed.length, 'calls that met the outage').toBeGreaterThan(0)
    const stored = await ask(
      'select project_name as name from es_project where starts_with(project_name, $1)',
      [load.label],
    )
    expect(stored.map(({ name }) => name).sort()).toEqual([...load.acknowledged].sort())
    expect(load.acknowledged).toHaveLength(load.sent.length)
  })
})

test('while the database is stopped, calls get 503 at once and the unread stream stays open', async () => {
  const abort = new AbortController()
  const stream = await fetch(`${server.url}/api/messagePush/stream`, {
    headers: { Authorization: token },
    signal: abort.signal,
  })
  expect(stream.status).toBe(200)
  await postgres.halt('fast')
  const start = performance.now()
  const answers = await Promise.all([
    call(`${server.url}/api/esProject/queryCustom`, { headers: { Authorization: token } }),
    call(`${server.url}/auth/login`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ username: 'enterprise_yc', password: 'x' }),
    }),
    call(`${server.url}/api/health/ready`),
  ])
  expect(performance.now() - start).toBeLessThan(2_000)
  expect(answers.map(({ status }) => status)).toEqual([503, 503, 200])
  // All copies are without it: one that a balancer leaves out serves nobody better.
  expect(answers[2].body).toMatchObject({ status: 'degraded', database: 'unavailable' })
  expect(await call(`${server.url}/api/health`)).toMatchObject({ status: 200 })
  await postgres.resume()
  const reader = stream.body?.getReader()
  expect((await reader?.read())?.done).toBe(false)
  expect(await call(`${server.url}/api/health/ready`)).toMatchObject({ body: { database: 'ok' } })
  abort.abort()
})

test('none of this counted as a fatal error', () => {
  expect(server.output()).not.toContain('"level":60')
})
