import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { components } from '@xinchu/contract/schema'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { budget, randomOf, TEST_SEED } from '../../../../scripts/lib/test-seed.mjs'
import { type OpenDatabase, openDatabase } from '../../src/db/open.ts'
import { inTransaction, type Transact } from '../../src/db/transaction.ts'
import { loadUser } from '../../src/domain/auth/load-caller.ts'
import type { Caller } from '../../src/domain/caller.ts'
import { projectBase } from '../../src/domain/es-project/base.ts'
import { noteEvents } from '../../src/domain/events/note.ts'
import { lastPosition, numberEvents } from '../../src/domain/events/order.ts'
import { createWebhook } from '../../src/domain/webhooks/endpoints.ts'
import { packageRoot } from '../../src/runtime/package-root.ts'
import { copyDatabase } from '../support/database.ts'
import type { TestDatabase } from '../support/postgres.ts'

const KILLS = budget(20, 100)
const MOST_PAUSE_MS = 250
const RECORDS = 8

let copy: TestDatabase
let opened: OpenDatabase
let nation: Caller
const dataDir = mkdtempSync(join(tmpdir(), 'xinchu-kills-'))
const received = join(dataDir, 'received.ndjson')

beforeAll(async () => {
  copy = await copyDatabase()
  opened = await openDatabase({ databaseUrl: copy.url })
  const { id } = await opened.db
    .selectFrom('app_user')
    .select('id')
    .where('username', '=', 'nation')
    .executeTakeFirstOrThrow()
  const user = await loadUser(opened.db, id)
  if (!user) throw new Error('no account')
  nation = user
})
afterAll(async () => {
  await opened?.close()
  await copy?.drop()
  rmSync(dataDir, { recursive: true, force: true })
})

/** A process that is started again whenever it is killed. */
class Mortal {
  readonly #start: () => ChildProcess
  #child: ChildProcess
  kills = 0

  constructor(name: string, args: readonly string[], env: Record<string, string> = {}) {
    this.#start = () =>
      spawn(process.execPath, [join(packageRoot, `dist/test/${name}.js`), ...args], {
        env: { ...process.env, ...env },
        stdio: ['ignore', 'pipe', 'inherit'],
      })
    this.#child = this.#start()
  }

  get #isAlive() {
    return this.#child.exitCode === null && this.#child.signalCode === null
  }

  ready(): Promise<unknown> {
    return this.#child.stdout ? once(this.#child.stdout, 'data') : Promise.resolve()
  }

  async kill(isLast = false): Promise<void> {
    if (this.#isAlive) {
      const ended = once(this.#child, 'exit')
      this.#child.kill('SIGKILL')
      await ended
    }
    if (isLast) return
    this.kills += 1
    this.#child = this.#start()
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number } // listens on TCP
  server.close()
  return port
}

interface Got {
  id: string
  events: components['schemas']['RecordEvent'][]
}
const receivedSoFar = (): Got[] => {
  try {
    const lines = readFileSync(received, 'utf8').split('\n').filter(Boolean)
    return lines.map((line) => JSON.parse(line) as Got) // as event-receiver.ts writes it
  } catch {
    return []
  }
}

test(`${KILLS} kills of senders and of the receiver leave no gap, and the order of each record (seed ${TEST_SEED})`, async () => {
  const random = randomOf('event kills')
  const config = { dataDir, secondFactorKey: undefined }
  const port = await freePort()
  const url = `http://127.0.0.1:${port}/`
  const transact: Transact = (work) => inTransaction(opened.db, work)
  await numberEvents(opened.db, transact, new Date())
  const start = await lastPosition(opened.db)
  const { secret } = await transact((trx) => createWebhook(trx, { url }, nation, config))
  const env = {
    DATABASE_URL: copy.url,
    DATA_DIR: dataDir,
    WEBHOOK_LOOPBACK: 'true',
    WEBHOOK_RETRY_SECONDS: Array.from({ length: 400 }, () => '0.05').join(','),
  }
  const receiver = new Mortal('event-receiver', [received, secret, String(port)])
  const mortals = [receiver, new Mortal('event-sender', [], env), new Mortal('event-sender', [], env)]
  await Promise.all(mortals.map((mortal) => mortal.ready()))
  const { rows: projects } = await sql<{ id: number; province_code: string }>`
    select id, province_code from es_project where submitted_once and not deleted order by id limit ${RECORDS}`.execute(
    opened.db,
  )
  let isWriting = true
  const writing = (async () => {
    for (let at = 0; isWriting; at += 1) {
      const { id, province_code } = projects[at % projects.length] ?? { id: 0, province_code: '' }
      await transact(async (trx) => {
        await sql`update es_project set version = version + 1 where province_code = ${province_code} and id = ${id}`.execute(
          trx,
        )
        await noteEvents(
          trx,
          projectBase,
          [{ kind: 'project.changed', id, provinceCode: province_code }],
          nation,
        )
      })
      await pause(Math.random() * 15)
    }
  })()
  for (let kill = 0; kill < KILLS; kill += 1) {
    await pause(random() * MOST_PAUSE_MS)
    await mortals[Math.floor(random() * mortals.length)]?.kill()
  }
  isWriting = false
  await writing
  await numberEvents(opened.db, transact, new Date())
  const { rows: expected } = await sql<{ position: number; record_id: number; version: number }>`
    select position, record_id, version from record_event where position > ${start} order by position`.execute(
    opened.db,
  )
  const last = expected.at(-1)?.position ?? 0
  const isDone = () => receivedSoFar().some(({ events }) => events.at(-1)?.position === last)
  for (const deadline = Date.now() + 20_000; !isDone() && Date.now() < deadline; ) await pause(100)
  for (const mortal of mortals) await mortal.kill(true)

  const messages = receivedSoFar()
  const seen = new Map<number, string>()
  let end = start
  for (const { id, events } of messages) {
    const [first] = events
    // What came again is the same message; what is new follows what was there.
    if (first && first.position <= end)
      expect(events.map(({ position }) => seen.get(position))).toEqual(events.map(() => id))
    for (const { position } of events) {
      if (position <= end) continue
      expect(position).toBe(end + 1)
      end = position
      seen.set(position, id)
    }
  }
  const inOrder = [
    ...new Map(
      messages.flatMap(({ events }) => events.map((each) => [each.position, each] as const)),
    ).values(),
  ]
  expect(
    inOrder.map(({ position, recordId, version }) => ({ position, record_id: recordId, version })),
  ).toEqual(expected)
  for (const { id } of projects) {
    const versions = inOrder.filter(({ recordId }) => recordId === id).map(({ version = 0 }) => version)
    expect(versions).toEqual(versions.map((_, at) => (versions[0] ?? 0) + at))
  }
  expect(expected.length).toBeGreaterThan(KILLS)
  expect(mortals.reduce((sum, { kills }) => sum + kills, 0)).toBe(KILLS)
})
