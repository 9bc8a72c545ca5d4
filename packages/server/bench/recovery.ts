// Clients create and list while PostgreSQL fails in several ways. Prints the time until recovery, the replies during the
// outage, and lost or doubled creates.
//   npx tsx --conditions=@xinchu/source packages/server/bench/recovery.ts [clients] [rounds]
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { type PostgresServer, startPostgres } from '../../../scripts/lib/postgres.mjs'
import { CreateAndList } from '../test/support/create-and-list.ts'
import { logIn } from '../test/support/http.ts'
import { startServer } from '../test/support/server-process.ts'
import { say } from './support/figures.ts'

const CLIENTS = Number(process.argv[2] ?? 6)
const ROUNDS = Number(process.argv[3] ?? 3)
const DOWN_MS = 1_000

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

async function ask(url: string, text: string, values: unknown[] = []): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query(text, values)
  await client.end()
  return rows
}

const outages: Readonly<Record<string, (postgres: PostgresServer) => Promise<void>>> = {
  async 'fast restart'(postgres) {
    await postgres.halt('fast')
    await postgres.resume()
  },
  async 'stopped for a second'(postgres) {
    await postgres.halt('fast')
    await pause(DOWN_MS)
    await postgres.resume()
  },
  async 'immediate stop'(postgres) {
    await postgres.halt('immediate')
    await postgres.resume()
  },
  async 'connections ended'({ url }) {
    await ask(url, 'select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid()')
  },
}

function countByStatus(load: CreateAndList): string {
  const counts = new Map<number, number>()
  for (const { status } of load.answers) counts.set(status, (counts.get(status) ?? 0) + 1)
  return [...counts]
    .sort(([a], [b]) => a - b)
    .map(([status, count]) => `${status === 0 ? 'reset' : status} × ${count}`)
    .join(', ')
}

const folder = await mkdtemp(join(tmpdir(), 'xinchu-bench-'))
const postgres = await startPostgres()
if (!postgres) throw new Error('no PostgreSQL is installed here')
const server = await startServer({
  DATABASE_URL: postgres.url,
  DATA_DIR: folder,
  SAMPLE_DATA: 'true',
  LOG_LEVEL: 'silent',
})
try {
  const token = await logIn(server.url, 'enterprise_yc')
  for (const [what, disturb] of Object.entries(outages)) {
    for (let round = 0; round < ROUNDS; round++) {
      const load = new CreateAndList(server.url, token, CLIENTS)
      await load.untilServed()
      await disturb(postgres)
      const back = performance.now()
      await load.untilServed()
      const recovery = Math.round(performance.now() - back)
      await load.stop()
      const stored = await ask(
        postgres.url,
        'select project_name as name from es_project where starts_with(project_name, $1)',
        [load.label],
      )
      const names = new Set(stored.map(({ name }) => String(name)))
      const lost = load.acknowledged.filter((name) => !names.has(name)).length
      say(
        `${what.padEnd(22)} served again after ${String(recovery).padStart(5)} ms; ${countByStatus(load)}; ` +
          `acknowledged ${load.acknowledged.length}, lost ${lost}, doubled ${stored.length - names.size}`,
      )
    }
  }
  say(`server ${server.isAlive() ? 'alive' : 'ended'}`)
} finally {
  server.kill('SIGTERM')
  await server.ended
  await postgres.stop()
  await rm(folder, { recursive: true, force: true })
}
