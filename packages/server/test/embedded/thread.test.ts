import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type Db, type DbPool, kyselyOver } from '../../src/db/database.ts'
import { EmbeddedPool } from '../../src/db/embedded/pool.ts'
import { DatabaseUnavailableError } from '../../src/db/failure.ts'
import { embeddedTemplate as template } from '../support/database.ts'

let folder: string
let pool: EmbeddedPool
let db: DbPool
let thread: Worker | undefined
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'xinchu-thread-'))
  pool = await EmbeddedPool.open({ dataDir: join(folder, 'pgdata'), template })
  db = kyselyOver(pool)
  const sent = vi.spyOn(Worker.prototype, 'postMessage')
  await pool.exec('create table kept (name text primary key)')
  thread = sent.mock.contexts[0] as Worker | undefined // whose method it is
  sent.mockRestore()
})
afterEach(async () => {
  await db.destroy()
  rmSync(folder, { recursive: true, force: true })
})

const add = (to: Db, name: string) => sql`insert into kept values (${name})`.execute(to)
const names = async () =>
  (await sql<{ name: string }>`select name from kept order by name`.execute(db)).rows.map(({ name }) => name)

test('a database whose thread has ended is opened again with all that was committed', async () => {
  await add(db, 'committed')
  const waiting = sql`select count(*) from generate_series(1, 1000000000)`.execute(db)
  const queued = add(db, 'queued')
  await new Promise((resolve) => setTimeout(resolve, 100))
  await thread?.terminate()
  await expect(waiting).rejects.toBeInstanceOf(DatabaseUnavailableError)
  await queued
  expect(await names()).toEqual(['committed', 'queued'])
})

test('the rest of a transaction does not run in the database that was opened again', async () => {
  const work = db.transaction().execute(async (trx) => {
    await add(trx, 'first half')
    await thread?.terminate()
    await add(trx, 'second half')
  })
  await expect(work).rejects.toBeInstanceOf(DatabaseUnavailableError)
  expect(await names()).toEqual([])
})
