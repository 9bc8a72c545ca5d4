// Measures project lists among many projects, over HTTP as the portal does: a page, its total, and the badges.
//   npx tsx packages/server/bench/lists.ts [projects]        on the embedded database, in memory
//   DATABASE_URL=postgres://… npx tsx packages/server/bench/lists.ts [projects]     on PostgreSQL (an empty database, or that of an earlier run)
import { createClient, type XinchuClient } from '@xinchu/sdk'
import { sql } from 'kysely'
import { randomFrom } from '../../sample/src/random.ts'
import { createApp } from '../src/app.ts'
import { SAMPLE_PASSWORD } from '../src/domain/auth/sample-password.ts'
import { benchConfig, FIRST_ID, openFilled } from './support/database.ts'
import { insertProjects, manyLike } from './support/many-projects.ts'
import { measure } from './support/measure.ts'

const PROJECTS = Number(process.argv[2] ?? 250_000)
const GOAL_MS = 200

const opened = await openFilled(async (db) => {
  await insertProjects(db, PROJECTS, (at) => manyLike(FIRST_ID + at, randomFrom(at)))
  await sql`vacuum analyze es_project`.execute(db)
})
const app = await createApp({ db: opened.db, config: benchConfig, captcha: () => ({ text: '', answer: '' }) })
const client = createClient({ baseUrl: await app.listen({ port: 0, host: '127.0.0.1' }) })

const LISTS: readonly [what: string, call: (client: XinchuClient) => Promise<unknown>][] = [
  ['first page', ({ projects }) => projects.list()],
  ['page 500', ({ projects }) => projects.list({ page: 500 })],
  ['what waits', ({ projects }) => projects.list({ todo: true })],
  ['in operation', ({ projects }) => projects.list({ buildStatus: ['4'] })],
  ['the largest first', ({ projects }) => projects.list({ sort: ['ratedPower,desc'] })],
  ['the latest changed first', ({ projects }) => projects.list({ sort: ['updateTime,desc'] })],
  ['by a word', ({ projects }) => projects.list({ keyword: '河湾' })],
  ['the ledger', ({ projects }) => projects.list({ source: 'warehouse' })],
  ['by state', ({ projects }) => projects.getDeclareStatusCounts()],
  ['by state of the nation', ({ projects }) => projects.getCountryStatusCounts()],
  ['badge of what waits', ({ projects }) => projects.getDeclareStatusCounts({ todo: true })],
  ['by province', ({ projects }) => projects.listProvinceSummaries()],
]

for (const username of ['nation', 'province_nx', 'enterprise_yc']) {
  await client.login({ username, password: SAMPLE_PASSWORD, code: '', uuid: '' })
  for (const [what, call] of LISTS)
    if (username !== 'enterprise_yc' || what !== 'by province')
      await measure(`${username}, ${what}`, GOAL_MS, () => call(client))
}
await app.close()
await opened.close()
