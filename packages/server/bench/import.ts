// Imports a large workbook into the built server while making other calls.
//   npx tsx packages/server/bench/import.ts [rows]        on the embedded database
//   npx tsx packages/server/bench/import.ts [rows] postgres     on an installed PostgreSQL, with a directory of its own
// The goals are for two idle cores. Under load compare CPU time.
import { openAsBlob } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { createClient, importWorkbook } from '@xinchu/sdk'
import { startPostgres } from '../../../scripts/lib/postgres.mjs'
import { importColumns } from '../src/domain/import/columns.ts'
import { writeRows } from '../src/workbook/index.ts'
import { provinceRow } from '../test/support/import-rows.ts'
import { askOn, cpuSeconds, startBuiltServer, watchMemory } from './support/built-server.ts'
import { ratio, say, sayMemory, sayOthers } from './support/figures.ts'

const ROWS = Number(process.argv[2] ?? 100_000)
const ENGINE = process.argv[3] === 'postgres' ? 'postgres' : 'embedded'
const GOALS = { seconds: (ENGINE === 'postgres' ? 60 : 120) * (ROWS / 100_000), megabytes: 300, p95Ms: 200 }
const EVERY_BAD = 100
/** Projects of a province, each in its own place. */
function* rows(): Generator<unknown[]> {
  for (let at = 0; at < ROWS; at++) {
    const row = provinceRow(at, at % EVERY_BAD === 0 ? { contactPhone: '12345' } : {})
    yield importColumns.map(({ name }) => row[name])
  }
}

async function makeWorkbook(folder: string): Promise<string> {
  const path = join(folder, 'projects.xlsx')
  const columns = importColumns.map(({ caption }) => ({ header: caption, kind: 'text' as const }))
  await writeRows(path, { name: '项目导入', columns, rows: rows() })
  return path
}

/** Prints the start of each state and the server's CPU time so far. */
function phases(pid: number) {
  const start = performance.now()
  const used = cpuSeconds(pid)
  let last = ''
  return ({ state }: { state: string }): void => {
    if (state === last) return
    last = state
    const seconds = ((performance.now() - start) / 1000).toFixed(1)
    say(`${seconds.padStart(7)} s  ${(cpuSeconds(pid) - used).toFixed(1).padStart(6)} s CPU  ${state}`)
  }
}

async function measure(url: string, pid: number, path: string): Promise<void> {
  const client = createClient({ baseUrl: url })
  await client.login({ username: 'province_nx', password: 'Xinchu@2026', code: '', uuid: '' })
  const stop = watchMemory(pid)
  let isOver = false
  const others = askOn(client, () => isOver)
  const file = new File([await openAsBlob(path)], 'projects.xlsx')
  const start = performance.now()
  const { batch } = await importWorkbook(client.imports, file, { onProgress: phases(pid) })
  const seconds = (performance.now() - start) / 1000
  isOver = true
  const times = await others
  const memory = stop()
  say(
    `load ${loadavg()[0]?.toFixed(1)}; rows ${batch.totalRows}, written ${batch.committedRows}, with errors ${batch.errorRows}, hints ${batch.warnRows}, repeats ${batch.repeatRows}`,
  )
  say(
    `upload to committed: ${seconds.toFixed(1)} s (${ratio(seconds, GOALS.seconds)}), ${Math.round(batch.totalRows / seconds)} rows/s`,
  )
  sayMemory(memory, GOALS.megabytes)
  sayOthers(times, GOALS.p95Ms)
}

const folder = await mkdtemp(join(tmpdir(), 'xinchu-bench-'))
const postgres = ENGINE === 'postgres' ? await startPostgres() : undefined
if (ENGINE === 'postgres' && !postgres) throw new Error('no PostgreSQL is installed here')
const path = await makeWorkbook(folder)
const server = await startBuiltServer(join(folder, 'data'), postgres?.url)
try {
  await measure(server.url, server.pid, path)
} finally {
  await server.stop()
  await postgres?.stop()
  await rm(folder, { recursive: true, force: true })
}
