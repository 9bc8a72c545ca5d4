// Imports rows through a proxy that spoils a share of the requests, from a process that is killed again and again.
//   npx tsx packages/server/bench/import-faults.ts [rows] [kills] [share] [seed]     on an installed PostgreSQL
import { mkdtemp, rm } from 'node:fs/promises'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { createClient, memoryStore } from '@xinchu/sdk'
import pg from 'pg'
import { startPostgres } from '../../../scripts/lib/postgres.mjs'
import { randomOf } from '../../../scripts/lib/test-seed.mjs'
import { startFaultyProxy } from '../test/support/faulty-proxy.ts'
import { provinceRow } from '../test/support/import-rows.ts'
import { killedImport } from '../test/support/killed-import.ts'
import { startBuiltServer } from './support/built-server.ts'
import { say } from './support/figures.ts'

const numberAt = (at: number, otherwise: number) => Number(process.argv[at] ?? otherwise)
const [ROWS, KILLS, SHARE] = [numberAt(2, 100_000), numberAt(3, 10), numberAt(4, 0.01)]
const SEED = numberAt(5, Math.floor(Math.random() * 2 ** 31))
const PART_ROWS = 2_000

async function tokenOf(url: string): Promise<string> {
  const session = memoryStore()
  await createClient({ baseUrl: url, session }).login({ username: 'province_nx', password: 'Xinchu@2026' })
  return (await session.read())?.token ?? ''
}

/** How many of the rows are projects once, more than once, and not at all. */
async function tally(databaseUrl: string) {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  const names = Array.from({ length: ROWS }, (_, at) => String(provinceRow(at)['projectName']))
  const { rows } = await client.query<{ count: string }>(
    'select count(*) from es_project where project_name = any($1) group by project_name',
    [names],
  )
  await client.end()
  const once = rows.filter(({ count }) => Number(count) === 1).length
  return { once, more: rows.length - once, lost: ROWS - rows.length }
}

async function measure(url: string, databaseUrl: string, folder: string): Promise<void> {
  const random = randomOf('import faults', SEED)
  const proxy = await startFaultyProxy(url, { share: SHARE, random })
  const start = performance.now()
  const ended = await killedImport(
    {
      url: proxy.url,
      token: await tokenOf(url),
      journal: join(folder, 'import.json'),
      clientKey: `faults-${SEED}`,
      rows: 'province',
      first: 0,
      count: ROWS,
      partRows: PART_ROWS,
    },
    { kills: KILLS, most: (3 * ROWS) / PART_ROWS, random },
  )
  const seconds = (performance.now() - start) / 1000
  await proxy.close()
  const { requests, ...faults } = proxy.counts
  const { once, more, lost } = await tally(databaseUrl)
  say(`seed ${SEED}; load ${loadavg()[0]?.toFixed(1)}; ${seconds.toFixed(0)} s; killed ${ended.kills} times`)
  say(`${requests} requests, faults: ${JSON.stringify(faults)}`)
  say(`${ended.state}: of ${ROWS} rows ${once} written once, ${more} more than once, ${lost} lost`)
}

const folder = await mkdtemp(join(tmpdir(), 'xinchu-bench-'))
const postgres = await startPostgres()
if (!postgres) throw new Error('no PostgreSQL is installed here')
const server = await startBuiltServer(join(folder, 'data'), postgres.url)
try {
  await measure(server.url, postgres.url, folder)
} finally {
  await server.stop()
  await postgres.stop()
  await rm(folder, { recursive: true, force: true })
}
