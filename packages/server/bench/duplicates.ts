// Measures the duplicate search among many projects: one check from the portal, a chunk of an import, and the cost of the
// search indexes on inserts.
//   npx tsx packages/server/bench/duplicates.ts [projects]        on the embedded database, in memory
//   DATABASE_URL=postgres://… npx tsx packages/server/bench/duplicates.ts [projects]     on PostgreSQL (an empty database, or that of an earlier run)
import { createClient, type ProjectDraft, type XinchuClient } from '@xinchu/sdk'
import { sql } from 'kysely'
import { randomFrom } from '../../sample/src/random.ts'
import { createApp } from '../src/app.ts'
import type { Db, DbPool } from '../src/db/database.ts'
import { SAMPLE_PASSWORD } from '../src/domain/auth/sample-password.ts'
import { findDuplicates } from '../src/domain/es-project/duplicates/find.ts'
import type { Subject } from '../src/domain/es-project/duplicates/subject.ts'
import { benchConfig, FIRST_ID, openFilled } from './support/database.ts'
import { insertProjects, manyLike } from './support/many-projects.ts'
import { milliseconds, say, sayTimes } from './support/measure.ts'

const PROJECTS = Number(process.argv[2] ?? 250_000)
const GOAL_MS = 300
const CHECKS = 300
const CHUNK = 1_000
const INSERTED = 10_000
const INDEXES = ['es_project_name_keys', 'es_project_place']

const camel = (name: string) => name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase())
const SENT = new Set(
  'projectName provinceCode cityCode countyCode longitude latitude creditCode ownerGroupId recordNo buildStatus techType appSubScenario ratedPower ratedEnergy gridVoltage substationName'.split(
    ' ',
  ),
)

const draftOf = (row: Record<string, unknown>) =>
  Object.fromEntries(
    Object.entries(row).flatMap(([name, value]) =>
      SENT.has(camel(name)) && value !== null ? [[camel(name), value]] : [],
    ),
  ) as unknown as ProjectDraft // as a form would send it

async function measureChecks(client: XinchuClient): Promise<void> {
  const kinds: [string, () => Record<string, unknown>][] = [
    ['check of a new project', () => manyLike(0, fresh)],
    ['check of a known project', () => manyLike(0, randomFrom(Math.floor(fresh() * PROJECTS)))],
  ]
  for (const [what, make] of kinds) {
    const times: number[] = []
    let found = 0
    for (let at = 0; at < CHECKS; at++) {
      const project = draftOf({ ...make(), record_no: null, record_key: null })
      times.push(
        await milliseconds(async () => {
          found += (await client.projects.checkRepeat({ project })).length
        }),
      )
    }
    sayTimes(what, times, GOAL_MS)
    say(`${''.padEnd(34)} ${(found / CHECKS).toFixed(1)} pairs found each`)
  }
}

const fresh = randomFrom(7)

async function measureChunks(db: Db): Promise<void> {
  const rows = (): Subject[] =>
    Array.from({ length: CHUNK }, () => ({ ...manyLike(0, fresh), id: null }) as unknown as Subject)
  for (const size of [1, 100, CHUNK]) {
    const ms = await milliseconds(() => findDuplicates(db, rows().slice(0, size)))
    say(`${`rows in one call: ${size}`.padEnd(34)} ${ms.toFixed(0)} ms, ${(ms / size).toFixed(2)} ms a row`)
  }
}

class Undone extends Error {}

/** Time of inserts without some indexes. Rolled back afterwards. */
async function insertionWithout(
  db: DbPool,
  isSubmitted: boolean,
  dropped: readonly string[],
): Promise<number> {
  let ms = 0
  const work = db.transaction().execute(async (trx) => {
    for (const name of dropped) await sql`drop index ${sql.ref(name)}`.execute(trx)
    const make = (at: number) => ({ ...manyLike(2 * FIRST_ID + at, fresh), submitted_once: isSubmitted })
    ms = await milliseconds(() => insertProjects(trx, INSERTED, make))
    throw new Undone()
  })
  await work.catch((error: unknown) => {
    if (!(error instanceof Undone)) throw error
  })
  return ms
}

async function measureInsertion(db: DbPool): Promise<void> {
  await insertionWithout(db, true, [])
  for (const isSubmitted of [false, true]) {
    const what = `insert ${INSERTED} ${isSubmitted ? 'submitted projects' : 'drafts'}`
    for (const dropped of [[], ...(isSubmitted ? INDEXES.map((name) => [name]) : []), INDEXES]) {
      const ms = await insertionWithout(db, isSubmitted, dropped)
      const without = dropped.length > 0 ? ` without ${dropped.join(', ')}` : ''
      say(`${what}${without}: ${ms.toFixed(0)} ms`)
    }
  }
}

const opened = await openFilled(async (db) => {
  await insertProjects(db, PROJECTS, (at) => manyLike(FIRST_ID + at, randomFrom(at)))
  await sql`vacuum analyze es_project`.execute(db)
})
const { db } = opened
const app = await createApp({ db, config: benchConfig, captcha: () => ({ text: '', answer: '' }) })
const client = createClient({ baseUrl: await app.listen({ port: 0, host: '127.0.0.1' }) })
await client.login({ username: 'province_nx', password: SAMPLE_PASSWORD, code: '', uuid: '' })
await measureChecks(client)
await measureChunks(db)
await measureInsertion(db)
await app.close()
await opened.close()
