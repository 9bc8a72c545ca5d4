// Measures the search for everything among many projects, over HTTP as the portal does.
//   npx tsx packages/server/bench/search.ts [projects]        on the embedded database, in memory
//   DATABASE_URL=postgres://… npx tsx packages/server/bench/search.ts [projects]     on PostgreSQL
import { createClient } from '@xinchu/sdk'
import { sql } from 'kysely'
import { randomFrom } from '../../sample/src/random.ts'
import { createApp } from '../src/app.ts'
import { inTransaction } from '../src/db/transaction.ts'
import { SAMPLE_PASSWORD } from '../src/domain/auth/sample-password.ts'
import { indexMissing } from '../src/domain/text-search/project-index.ts'
import { benchConfig, FIRST_ID, openFilled } from './support/database.ts'
import { insertProjects, manyLike } from './support/many-projects.ts'
import { measure, milliseconds, say } from './support/measure.ts'

const PROJECTS = Number(process.argv[2] ?? 250_000)
const GOAL_MS = 100

const opened = await openFilled(async (db) => {
  await insertProjects(db, PROJECTS, (at) => manyLike(FIRST_ID + at, randomFrom(at)))
  await sql`vacuum analyze es_project`.execute(db)
})
const indexed = await milliseconds(() => indexMissing((work) => inTransaction(opened.db, work)))
say(`made searchable in ${(indexed / 1_000).toFixed(1)} s`)
await sql`vacuum analyze es_project, project_search`.execute(opened.db)
const app = await createApp({ db: opened.db, config: benchConfig, captcha: () => ({ text: '', answer: '' }) })
const client = createClient({ baseUrl: await app.listen({ port: 0, host: '127.0.0.1' }) })

const WORDS: readonly [what: string, q: string][] = [
  ['a locality', '河湾'],
  ['a word in every name', '储能'],
  ['a word in no name', '龙凤呈祥'],
  ['one character', '滩'],
  ['three words', '共享 200MWh 南河'],
  ['a company', '"华能特储能"'],
  ['initials', 'nxlysh'],
  ['two initials', 'cn'],
  ['a code', 'ES642026000'],
  ['conditions', '宁夏 200MW 铁锂 在建'],
  ['conditions that few fit', '2019年投运 压缩空气 大于500MW'],
  ['conditions and a word', '宁夏 在建 河湾'],
]

for (const username of ['nation', 'province_nx', 'county_yc', 'enterprise_yc']) {
  await client.login({ username, password: SAMPLE_PASSWORD, code: '', uuid: '' })
  for (const [what, q] of WORDS)
    await measure(`${username}, ${what}`, GOAL_MS, () => client.search.all({ q }))
}
await app.close()
await opened.close()
