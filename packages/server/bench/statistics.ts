// Measures every call of the statistics screens among many projects, over HTTP as the portal does.
//   npx tsx packages/server/bench/statistics.ts [projects]        on the embedded database, in memory
//   DATABASE_URL=postgres://… npx tsx packages/server/bench/statistics.ts [projects]     on PostgreSQL (an empty database, or that of an earlier run)
//   BENCH_CHANGES=1 states a change of one province's projects and reports before each call.
//   A further argument limits the run to cases whose name contains it. Prints a table: the first call, then the 50th and
//   95th percentiles of up to 20 calls or 2 seconds, in milliseconds.
import { loadavg } from 'node:os'
import { createClient } from '@xinchu/sdk'
import { sql } from 'kysely'
import { createApp } from '../src/app.ts'
import { SAMPLE_PASSWORD } from '../src/domain/auth/sample-password.ts'
import { benchConfig, openFilled } from './support/database.ts'
import { milliseconds, say, share } from './support/measure.ts'
import { CASES, type Case } from './support/statistics-cases.ts'
import { fillStatistics, period } from './support/statistics-fill.ts'

const PROJECTS = Number(process.argv[2] ?? 250_000)
const ONLY = process.argv[3] ?? ''
const GOALS_MS = { postgres: 100, embedded: 300 }
const MOST_CALLS = 20
const LEAST_CALLS = 5
const MOST_MS = 2_000

const opened = await openFilled((db) => fillStatistics(db, PROJECTS))
const goal = GOALS_MS[opened.engine]
const app = await createApp({ db: opened.db, config: benchConfig, captcha: () => ({ text: '', answer: '' }) })
const client = createClient({ baseUrl: await app.listen({ port: 0, host: '127.0.0.1' }) })
let above = 0

/** What a submission of a report does to kept sums. */
async function change(): Promise<void> {
  if (!process.env['BENCH_CHANGES']) return
  await sql`insert into statistics_change (province_code, year, quarter)
    values ('640000', null, null), ('640000', ${period.year}, ${period.quarter})`.execute(opened.db)
}

async function measure(who: string, [what, call]: Case): Promise<void> {
  const first = await milliseconds(() => call(client))
  const times: number[] = []
  const start = performance.now()
  while (times.length < LEAST_CALLS || (times.length < MOST_CALLS && performance.now() - start < MOST_MS)) {
    await change()
    times.push(await milliseconds(() => call(client)))
  }
  times.sort((a, b) => a - b)
  const p95 = share(times, 0.95)
  if (p95 > goal) above += 1
  const figures = [first, share(times, 0.5), p95].map((each) => each.toFixed(0).padStart(6)).join(' |')
  say(
    `| ${`${who}, ${what}`.padEnd(60)} |${figures} |${String(goal).padStart(5)} | ${p95 > goal ? 'ABOVE' : ''}`,
  )
}

say('| call | first | p50 | p95 | goal |\n| --- | ---: | ---: | ---: | ---: |')
const begun = performance.now()
for (const username of ['nation', 'province_nx']) {
  await client.login({ username, password: SAMPLE_PASSWORD, code: '', uuid: '' })
  for (const each of CASES) if (`${username}, ${each[0]}`.includes(ONLY)) await measure(username, each)
}
say(
  `${above} above the goal, ${((performance.now() - begun) / 1_000).toFixed(0)} s, load average ${loadavg()[0]?.toFixed(1)} at the end`,
)
await app.close()
await opened.close()
