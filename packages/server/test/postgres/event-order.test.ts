import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { budget, randomOf } from '../../../../scripts/lib/test-seed.mjs'
import { type OpenDatabase, openDatabase } from '../../src/db/open.ts'
import { inTransaction, type Transact } from '../../src/db/transaction.ts'
import { loadUser } from '../../src/domain/auth/load-caller.ts'
import type { Caller } from '../../src/domain/caller.ts'
import { projectBase } from '../../src/domain/es-project/base.ts'
import { readEvents } from '../../src/domain/event-feed/feed.ts'
import { noteEvents } from '../../src/domain/events/note.ts'
import { numberEvents } from '../../src/domain/events/order.ts'
import { copyDatabase } from '../support/database.ts'
import type { TestDatabase } from '../support/postgres.ts'

const WRITERS = 12
const CHANGES = budget(10, 40)
const RECORDS = 9

const random = randomOf('order of events')

let copy: TestDatabase
let copies: OpenDatabase[] = []
let nation: Caller
beforeAll(async () => {
  copy = await copyDatabase()
  copies = await Promise.all([1, 2].map(() => openDatabase({ databaseUrl: copy.url })))
  const [{ db }] = copies as [OpenDatabase] // just opened
  const { id } = await db
    .selectFrom('app_user')
    .select('id')
    .where('username', '=', 'nation')
    .executeTakeFirstOrThrow()
  const user = await loadUser(db, id)
  if (!user) throw new Error('no account')
  nation = user
})
afterAll(async () => {
  for (const opened of copies) await opened.close()
  await copy?.drop()
})

interface Project {
  id: number
  province_code: string
}

/** Changes a record as handlers do: under its lock, slowly, and sometimes in vain. */
async function changeSlowly({ db }: OpenDatabase, { id, province_code }: Project): Promise<void> {
  await inTransaction(db, async (trx) => {
    await sql`update es_project set version = version + 1 where province_code = ${province_code} and id = ${id}`.execute(
      trx,
    )
    await pause(random() * 5)
    await noteEvents(trx, projectBase, [{ kind: 'project.changed', id, provinceCode: province_code }], nation)
    // The number of the row is taken; the commit comes late, or never.
    await pause(random() ** 3 * 120)
    if (random() < 0.1) throw new Error('taken back')
  }).catch((error: unknown) => {
    if (!(error instanceof Error) || error.message !== 'taken back') throw error
  })
}

test('readers of two servers miss no slow transaction and see each record’s changes in order', async () => {
  const [{ db }] = copies as [OpenDatabase] // opened above
  const { rows: projects } = await sql<Project & { version: number }>`
    select id, province_code, version from es_project where submitted_once and not deleted order by id limit ${RECORDS}`.execute(
    db,
  )
  let isWriting = true
  const readers = copies.map(async (opened) => {
    const transact: Transact = (work) => inTransaction(opened.db, work)
    const seen: { id: number; position: number; version: number }[] = []
    for (let after = 0, isLast = false; !isLast; ) {
      isLast = !isWriting
      await numberEvents(opened.db, transact, new Date())
      const page = await readEvents(opened.db, { after, limit: 50 }, nation)
      for (const { recordId, position, version = -1 } of page.content)
        seen.push({ id: recordId, position, version })
      after = page.next
      if (page.more) isLast = false
      else await pause(2)
    }
    return seen
  })
  await Promise.all(
    Array.from({ length: WRITERS }, async (_, at) => {
      for (let change = 0; change < CHANGES; change += 1) {
        const project = projects[Math.floor(random() * projects.length)]
        const opened = copies[at % copies.length]
        if (project && opened) await changeSlowly(opened, project)
      }
    }),
  )
  isWriting = false
  const now = await sql<{ id: number; version: number }>`
    select id, version from es_project where id = any(${projects.map(({ id }) => id)}::bigint[])`.execute(db)
  const last = new Map(now.rows.map(({ id, version }) => [id, version]))
  for (const seen of await Promise.all(readers)) {
    expect(seen.map(({ position }) => position)).toEqual(seen.map((_, at) => at + 1))
    for (const { id, version } of projects) {
      const changes = (last.get(id) ?? 0) - version
      const versions = seen.filter((event) => event.id === id).map((event) => event.version)
      expect(versions).toEqual(Array.from({ length: changes }, (_, at) => version + 1 + at))
    }
    expect(seen.length).toBeGreaterThan((WRITERS * CHANGES) / 2)
  }
})
