// Exports many projects from the built server while making other calls.
//   npx tsx packages/server/bench/export.ts [projects]        on the embedded database
//   npx tsx packages/server/bench/export.ts [projects] postgres     on an installed PostgreSQL, with a directory of its own
import { mkdtemp, rm } from 'node:fs/promises'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { prepareDatabase } from '@xinchu/sample'
import { createClient } from '@xinchu/sdk'
import { startPostgres } from '../../../scripts/lib/postgres.mjs'
import { randomFrom } from '../../sample/src/random.ts'
import { openDatabase } from '../src/db/open.ts'
import { SAMPLE_PASSWORD } from '../src/domain/auth/sample-password.ts'
import { askOn, cpuSeconds, startBuiltServer, watchMemory } from './support/built-server.ts'
import { ratio, say, sayMemory, sayOthers } from './support/figures.ts'
import { insertProjects, manyLike } from './support/many-projects.ts'

const PROJECTS = Number(process.argv[2] ?? 100_000)
const ENGINE = process.argv[3] === 'postgres' ? 'postgres' : 'embedded'
const GOALS = { seconds: 60 * (PROJECTS / 100_000), megabytes: 150, p95Ms: 200 }
// Above the demonstration's ids.
const FIRST_ID = 10_000_000

async function fill(dataDir: string, databaseUrl: string | undefined): Promise<void> {
  const database = await openDatabase({ databaseUrl, dataDir })
  await prepareDatabase(database.db, { sampleData: true }, new Date())
  await insertProjects(database.db, PROJECTS, (at) => manyLike(FIRST_ID + at, randomFrom(at)))
  await database.close()
}

async function measure(url: string, pid: number): Promise<void> {
  const client = createClient({ baseUrl: url })
  await client.login({ username: 'nation', password: SAMPLE_PASSWORD, code: '', uuid: '' })
  const stop = watchMemory(pid)
  let isOver = false
  const others = askOn(client, () => isOver)
  const [start, used] = [performance.now(), cpuSeconds(pid)]
  const { blob } = await client.projects.download({})
  const seconds = (performance.now() - start) / 1000
  const cpu = cpuSeconds(pid) - used
  isOver = true
  const times = await others
  say(
    `load ${loadavg()[0]?.toFixed(1)}; ${seconds.toFixed(1)} s (${ratio(seconds, GOALS.seconds)}), ${cpu.toFixed(1)} s CPU, ${(blob.size / 1e6).toFixed(1)} MB`,
  )
  sayMemory(stop(), GOALS.megabytes)
  sayOthers(times, GOALS.p95Ms)
}

const folder = await mkdtemp(join(tmpdir(), 'xinchu-bench-'))
const postgres = ENGINE === 'postgres' ? await startPostgres() : undefined
if (ENGINE === 'postgres' && !postgres) throw new Error('no PostgreSQL is installed here')
const dataDir = join(folder, 'data')
await fill(dataDir, postgres?.url)
const server = await startBuiltServer(dataDir, postgres?.url)
try {
  await measure(server.url, server.pid)
} finally {
  await server.stop()
  await postgres?.stop()
  await rm(folder, { recursive: true, force: true })
}
