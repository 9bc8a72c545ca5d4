import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type OpenDatabase, openDatabase } from '../../src/db/open.ts'
import { copyDatabase } from '../support/database.ts'
import { call, logIn, post } from '../support/http.ts'
import type { TestDatabase } from '../support/postgres.ts'
import { soundProject } from '../support/projects.ts'
import { type ServerProcess, startServer } from '../support/server-process.ts'

/** Clients of each server. */
const CLIENTS = 3
/** Projects that each server has acknowledged before one of them is killed, and the survivor afterwards. */
const BEFORE = 20
const AFTER = 20
const DEADLINE_MS = 40_000

let copy: TestDatabase
let opened: OpenDatabase
let servers: ServerProcess[] = []
const folders: string[] = []

beforeAll(async () => {
  copy = await copyDatabase()
  opened = await openDatabase({ databaseUrl: copy.url })
  servers = await Promise.all(
    [1, 2].map(() => {
      const dataDir = mkdtempSync(join(tmpdir(), 'xinchu-two-'))
      folders.push(dataDir)
      return startServer({ DATABASE_URL: copy.url, DATA_DIR: dataDir, SAMPLE_DATA: 'true' })
    }),
  )
})
afterAll(async () => {
  for (const server of servers) server.kill('SIGKILL')
  await Promise.all(servers.map(({ ended }) => ended))
  await opened?.close()
  await copy?.drop()
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
})

/** Clients that create projects at one server until it is gone or they are stopped. */
class Writers {
  /** Ids of the projects that the server acknowledged. */
  readonly acknowledged: number[] = []
  /** Answers that were neither a success nor a lost connection. */
  readonly odd: unknown[] = []
  readonly done: Promise<unknown>
  #isStopping = false

  constructor(url: string, token: string, label: string) {
    this.done = Promise.all(
      Array.from({ length: CLIENTS }, async (_, client) => {
        for (let serial = 1; !this.#isStopping; serial++) {
          const draft = soundProject(1, { projectName: `${label}之${client}第${serial}储能站` })
          const { status, body } = await post(`${url}/api/esProject`, token, draft)
          if (status === 201)
            this.acknowledged.push(Number((body as { id: number }).id)) // as the contract says
          else if (status !== 0) this.odd.push(body)
          else return
        }
      }),
    )
  }

  async until(count: number): Promise<void> {
    const deadline = Date.now() + DEADLINE_MS
    while (this.acknowledged.length < count) {
      if (Date.now() > deadline) throw new Error(`only ${this.acknowledged.length} of ${count} were created`)
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
  }

  stop(): Promise<unknown> {
    this.#isStopping = true
    return this.done
  }
}

const idsOf = async (query: ReturnType<typeof sql<{ id: number }>>) =>
  (await query.execute(opened.db)).rows.map(({ id }) => id)

async function verify(url: string, token: string, known = '') {
  const { status, body } = await call(`${url}/api/auditLog/verify${known}`, {
    headers: { Authorization: token },
  })
  return { status, ...Object(body) } as { status: number; problems: unknown[]; lastSeq: number; hash: string }
}

test('two servers keep one unbroken chain when one of them is killed in the middle', async () => {
  const [killed, survivor] = servers
  if (!killed || !survivor) throw new Error('no servers')
  const label = `双机${crypto.randomUUID().slice(0, 8)}`
  const writers = await Promise.all(
    [killed, survivor].map(
      async ({ url }, at) => new Writers(url, await logIn(url, 'enterprise_yc'), `${label}${at}`),
    ),
  )
  const [lost, other] = writers
  if (!lost || !other) throw new Error('no writers')
  const admin = await logIn(survivor.url, 'admin')
  await Promise.all(writers.map((each) => each.until(BEFORE / 2)))
  const kept = await verify(survivor.url, admin)
  expect(kept).toMatchObject({ status: 200, problems: [] })
  await Promise.all(writers.map((each) => each.until(BEFORE)))

  killed.kill('SIGKILL')
  await killed.ended
  await lost.done
  await other.until(other.acknowledged.length + AFTER)
  await other.stop()
  expect([...lost.odd, ...other.odd]).toEqual([])

  // An end that was kept before the kill is still part of the chain.
  const known = `?knownSeq=${kept.lastSeq}&knownHash=${kept.hash}`
  expect(await verify(survivor.url, admin, known)).toMatchObject({ status: 200, problems: [] })
  const stored = await idsOf(
    sql`select id from es_project where starts_with(project_name, ${label}) order by id`,
  )
  const sealed = await idsOf(sql`
    select substr(k, 9)::bigint as id from audit_seal s join audit_log a on a.id = s.entry_id, unnest(a.record_keys) k
    where a.operation_id = 'createEsProject' and starts_with(a.record_name, ${label}) order by 1`)
  // Each project has one entry, also those whose acknowledgement was lost with the server.
  expect(sealed).toEqual(stored)
  expect(stored).toEqual(expect.arrayContaining([...lost.acknowledged, ...other.acknowledged]))
})
