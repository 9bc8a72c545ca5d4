import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Claims } from '../../src/contract/idempotency.ts'
import { type OpenDatabase, openDatabase } from '../../src/db/open.ts'
import { copyDatabase } from '../support/database.ts'
import { logIn, post } from '../support/http.ts'
import type { TestDatabase } from '../support/postgres.ts'
import { soundProject } from '../support/projects.ts'
import { startServer } from '../support/server-process.ts'

let database: TestDatabase
const dataDir = mkdtempSync(join(tmpdir(), 'xinchu-lease-'))
beforeAll(async () => {
  database = await copyDatabase()
})
afterAll(async () => {
  await database?.drop()
  rmSync(dataDir, { recursive: true, force: true })
})

const start = () => startServer({ DATABASE_URL: database.url, DATA_DIR: dataDir, SAMPLE_DATA: 'true' })

test('a create whose server was killed succeeds with the same key once the lease has run out', async () => {
  const first = await start()
  const token = await logIn(first.url, 'enterprise_yc')
  const lock = new pg.Client({ connectionString: database.url })
  await lock.connect()
  await lock.query('begin; lock table es_project in exclusive mode')
  const draft = soundProject(7, { projectName: '停机前提交的储能站' })
  const key = { 'Idempotency-Key': 'key-of-a-killed-server' }
  const cut = post(`${first.url}/api/esProject`, token, draft, key)
  const claims = async () =>
    (await lock.query('select status, lease_until > now() as held from idempotency_key')).rows
  while ((await claims()).length === 0) await new Promise((resolve) => setTimeout(resolve, 20))
  first.kill('SIGKILL')
  await first.ended
  expect((await cut).status).toBe(0)
  await lock.query('rollback')

  const second = await start()
  const create = () => post(`${second.url}/api/esProject`, token, draft, key)
  // Another server's claim holds until its lease runs out: 15 seconds, here cut short.
  expect(await create()).toMatchObject({ status: 409, retryAfter: '5', body: { code: 'W-039' } })
  expect(await claims()).toEqual([{ status: null, held: true }])
  await lock.query(`update idempotency_key set lease_until = now() - interval '1 second'`)
  const made = await create()
  expect(made.status).toBe(201)
  expect((await create()).body).toEqual(made.body)
  const { rows } = await lock.query('select id from es_project where project_name = $1', [draft.projectName])
  expect(rows).toHaveLength(1)
  await lock.end()
  second.kill('SIGTERM')
  expect(await second.ended).toBe(0)
})

test('a claim that ran out is not kept by the call that lost it', async () => {
  const opened: OpenDatabase = await openDatabase({ databaseUrl: database.url })
  const call = { userId: 1, operationId: 'createEsProject', key: 'key-of-two-servers', digest: 'a' }
  const [slow, other] = [new Claims(opened.db), new Claims(opened.db)]
  const lost = await slow.take(call)
  await expect(other.take(call)).rejects.toMatchObject({ status: 409 })
  await opened.db.updateTable('idempotency_key').set({ lease_until: '2026-01-01 00:00:00' }).execute()
  const won = await other.take(call)
  if ('first' in lost || 'first' in won) throw new Error('there was no first answer')
  await expect(lost.keep(opened.db, { status: 201, reply: {} })).rejects.toMatchObject({ status: 503 })
  await won.keep(opened.db, { status: 201, reply: { id: 1 } })
  // A late release does not remove the answer.
  await lost.release()
  expect(await slow.take(call)).toEqual({ first: { status: 201, reply: { id: 1 } } })
  await opened.close()
})
