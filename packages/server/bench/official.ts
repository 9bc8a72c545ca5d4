// Measures storing, publishing, sealing, revising and verifying official figures, and reading them as of a moment.
//   npx tsx --conditions=@xinchu/source packages/server/bench/official.ts [projects]     on the embedded database
//   DATABASE_URL=postgres://… npx tsx … packages/server/bench/official.ts [projects]     on an empty PostgreSQL
// Six projects in a hundred change before the first storing, one in a thousand before the revision. Prints milliseconds.
// It publishes, which cannot be undone: every run needs a fresh database.
import { loadavg } from 'node:os'
import { createClient } from '@xinchu/sdk'
import { sql } from 'kysely'
import { createApp } from '../src/app.ts'
import { SAMPLE_PASSWORD } from '../src/domain/auth/sample-password.ts'
import { storePreviewed } from '../test/support/store-sync.ts'
import { benchConfig, FIRST_ID, openFilled } from './support/database.ts'
import { milliseconds, say, share } from './support/measure.ts'
import { fillStatistics, period } from './support/statistics-fill.ts'

const PROJECTS = Number(process.argv[2] ?? 250_000)
const READS = 10
const quarter = { year: period.year, quarter: period.quarter as 1 | 2 | 3 | 4 } // a quarter is 1 to 4

const opened = await openFilled((db) => fillStatistics(db, PROJECTS))
const config = { ...benchConfig, undoSeconds: 0 }
const app = await createApp({ db: opened.db, config, captcha: () => ({ text: '', answer: '' }) })
const client = createClient({
  baseUrl: await app.listen({ port: 0, host: '127.0.0.1' }),
  timeout: { ordinary: 3_600_000 },
  retry: { times: 0 },
})
await client.login({ username: 'nation', password: SAMPLE_PASSWORD, code: '', uuid: '' })

/** Adds 1 MW to one in `every` operating projects, and marks them as passed by the nation and not yet stored. */
async function changeOneIn(every: number): Promise<void> {
  await sql`update es_project set rated_power = rated_power + 1, country_status = '3', declare_status = '7',
      version = version + 1
    where id >= ${FIRST_ID} and id % ${every} = 0 and build_status = '4'`.execute(opened.db)
}

const sayOne = (what: string, ms: number) => say(`| ${what.padEnd(64)} | ${ms.toFixed(0).padStart(7)} |`)

async function timed(what: string, work: () => Promise<unknown>): Promise<void> {
  sayOne(what, await milliseconds(work))
}

/** The first read of a figure, and the middle of the next ones. */
async function read(what: string, asOf?: string): Promise<void> {
  const call = () =>
    client.statistics.getScaleLayout({
      ...quarter,
      source: 'warehouse',
      groupBy: ['region'],
      ...(asOf ? { asOf } : {}),
    })
  await timed(`${what}, first read`, call)
  const times: number[] = []
  for (let at = 0; at < READS; at += 1) times.push(await milliseconds(call))
  times.sort((a, b) => a - b)
  sayOne(`${what}, then`, share(times, 0.5))
}

const newest = async () => {
  const batches = await client.statistics.listPublications(quarter)
  return batches.map(({ batch }) => batch).toSorted()
}

await sql`update fill_time set start_time = '2020-01-01', end_time = '2020-01-02'`.execute(opened.db)
await sql`update usage_report set status = '4' where status in ('1', '3')`.execute(opened.db)

say('| what | ms |\n| --- | ---: |')
await changeOneIn(17)
await timed('preview of storing, 6 % of the projects changed', () =>
  client.projects.syncWarehousingData({ ...quarter, dryRun: true }),
)
await timed('storing them and the reports of the quarter', () => client.projects.syncWarehousingData(quarter))
await timed('first publication: all periods so far, each sealed', () =>
  client.statistics.publishPeriod(quarter),
)
const [first = ''] = (await newest()).slice(-1)
await changeOneIn(1_000)
const back = { revise: { year: period.year - 1, quarter: 4 as const }, reason: '按核实结果更正' }
let previewId = 0
await timed('preview of a revision of several periods, 0.1 % changed', async () => {
  const report = await client.projects.syncWarehousingData({ ...quarter, revise: back.revise, dryRun: true })
  previewId = report.previewId ?? 0
})
await timed('the revision, each period sealed', () =>
  storePreviewed(client, { ...quarter, ...back, previewId }),
)
const [last = ''] = (await newest()).slice(-1)
await read(`scale by region`)
await read(`the same as of ${first}`, first)
await read(`the same as of ${last}`, last)
await timed(`verification of ${first}`, () => client.statistics.verifyPublication({ batch: first }))
await timed(`verification of ${last}`, () => client.statistics.verifyPublication({ batch: last }))
say(`load average ${loadavg()[0]?.toFixed(1)} at the end`)
await app.close()
await opened.close()
