// Imports a large workbook into the built server, and asks it for other things meanwhile.
//   npx tsx packages/server/bench/import.ts [rows]        on the embedded database
//   DATABASE_URL=postgres://… npx tsx packages/server/bench/import.ts [rows]     on PostgreSQL (an empty database)
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { openAsBlob, readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { createClient, importWorkbook, type XinchuClient } from '@xinchu/sdk'
import { completeCreditCode } from '@xinchu/validators'
import { importColumns } from '../src/domain/import/columns.ts'
import { writeRows } from '../src/workbook/index.ts'
import { goodRow } from '../test/support/import-rows.ts'

const ROWS = Number(process.argv[2] ?? 100_000)
const EVERY_BAD = 100
const COMPANIES = 2_000
const main = fileURLToPath(new URL('../dist/main.js', import.meta.url))
const say = (text: string) => process.stdout.write(`${text}\n`)

const companyOf = (at: number) => completeCreditCode(`91640323MA${String(at % COMPANIES).padStart(7, '0')}`)

function* rows(): Generator<unknown[]> {
  for (let at = 0; at < ROWS; at++) {
    const bad = at % EVERY_BAD === 0 ? { contactPhone: '12345' } : {}
    const row = goodRow(at, { creditCode: companyOf(at), ...bad })
    yield importColumns.map(({ name }) => row[name])
  }
}

async function makeWorkbook(folder: string): Promise<string> {
  const path = join(folder, 'projects.xlsx')
  const columns = importColumns.map(({ caption }) => ({ header: caption, kind: 'text' as const }))
  await writeRows(path, { name: '项目导入', columns, rows: rows() })
  return path
}

async function startServer(folder: string) {
  const env = { ...process.env, PORT: '0', HOST: '127.0.0.1', DATA_DIR: join(folder, 'data'), CAPTCHA: 'off' }
  const server = spawn(process.execPath, [main], { env, stdio: ['ignore', 'pipe', 'inherit'] })
  for await (const line of createInterface({ input: server.stdout })) {
    const url = /已启动：(\S+)/.exec(line)?.[1]
    if (url) return { server, url }
  }
  throw new Error('the server did not start')
}

const residentMegabytes = (pid: number): number =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024

/** Asks for a list again and again until told to stop; answers how long each answer took, ms. */
async function askOn(client: XinchuClient, isOver: () => boolean): Promise<number[]> {
  const times: number[] = []
  while (!isOver()) {
    const start = performance.now()
    await client.projects.list({ provinceCode: '640000', size: 20 })
    times.push(performance.now() - start)
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  return times.sort((a, b) => a - b)
}

const part = (sorted: readonly number[], share: number): number =>
  Math.round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0)

async function measure(url: string, pid: number, path: string): Promise<void> {
  const client = createClient({ baseUrl: url })
  await client.login({ username: 'province_nx', password: 'Xinchu@2026', code: '', uuid: '' })
  const before = residentMegabytes(pid)
  let most = before
  let isOver = false
  const watch = setInterval(() => {
    most = Math.max(most, residentMegabytes(pid))
  }, 200)
  const others = askOn(client, () => isOver)
  const start = performance.now()
  let lastState = ''
  const { batch } = await importWorkbook(
    client.imports,
    new File([await openAsBlob(path)], 'projects.xlsx'),
    {
      onProgress({ state }) {
        if (state !== lastState)
          say(`${((performance.now() - start) / 1000).toFixed(1).padStart(7)} s  ${state}`)
        lastState = state
      },
    },
  )
  const seconds = (performance.now() - start) / 1000
  isOver = true
  const times = await others
  clearInterval(watch)
  say(`rows ${batch.totalRows}, written ${batch.committedRows}, with errors ${batch.errorRows}`)
  say(`upload to committed: ${seconds.toFixed(1)} s, ${Math.round(batch.totalRows / seconds)} rows/s`)
  say(
    `memory: ${Math.round(before)} MB before, ${Math.round(most)} MB at most, growth ${Math.round(most - before)} MB`,
  )
  say(
    `other requests: ${times.length}, p50 ${part(times, 0.5)} ms, p95 ${part(times, 0.95)} ms, most ${part(times, 1)} ms`,
  )
}

const folder = await mkdtemp(join(tmpdir(), 'xinchu-bench-'))
const path = await makeWorkbook(folder)
const { server, url } = await startServer(folder)
server.stdout.resume()
try {
  await measure(url, server.pid ?? 0, path)
} finally {
  const ended = once(server, 'exit')
  server.kill('SIGTERM')
  await ended
  await rm(folder, { recursive: true, force: true })
}
