// Imports a large workbook into the built server, and asks it for other things meanwhile.
//   npx tsx packages/server/bench/import.ts [rows]        on the embedded database
//   npx tsx packages/server/bench/import.ts [rows] postgres     on an installed PostgreSQL, with a directory of its own
// The goals hold for 2 cores that do nothing else: under load look at the CPU time.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { openAsBlob, readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { createClient, importWorkbook, type XinchuClient } from '@xinchu/sdk'
import { completeCreditCode } from '@xinchu/validators'
import { startPostgres } from '../../../scripts/lib/postgres.mjs'
import { importColumns } from '../src/domain/import/columns.ts'
import { writeRows } from '../src/workbook/index.ts'
import { goodRow, wordOf } from '../test/support/import-rows.ts'

const ROWS = Number(process.argv[2] ?? 100_000)
const ENGINE = process.argv[3] === 'postgres' ? 'postgres' : 'embedded'
const GOALS = { seconds: (ENGINE === 'postgres' ? 60 : 120) * (ROWS / 100_000), megabytes: 300, p95Ms: 200 }
const EVERY_BAD = 100
const COMPANIES = 2_000
const COUNTIES = [
  ['吴忠市', '盐池县'],
  ['吴忠市', '同心县'],
  ['吴忠市', '青铜峡市'],
  ['银川市', '灵武市'],
  ['银川市', '永宁县'],
  ['银川市', '贺兰县'],
  ['中卫市', '中宁县'],
  ['中卫市', '海原县'],
]
const main = fileURLToPath(new URL('../dist/main.js', import.meta.url))
const say = (text: string) => process.stdout.write(`${text}\n`)

const companyOf = (at: number) => completeCreditCode(`91640323MA${String(at % COMPANIES).padStart(7, '0')}`)

/** Projects of a province, each at its own place. */
function* rows(): Generator<unknown[]> {
  for (let at = 0; at < ROWS; at++) {
    const [city, county] = COUNTIES[at % COUNTIES.length] ?? []
    const row = goodRow(at, {
      projectName: `${county}${wordOf(at)}第${at}储能站`,
      city: city ?? '',
      county: county ?? '',
      longitude: 105 + (at % 211) / 100,
      latitude: 36 + (at % 307) / 100,
      creditCode: companyOf(at),
      ...(at % EVERY_BAD === 0 ? { contactPhone: '12345' } : {}),
    })
    yield importColumns.map(({ name }) => row[name])
  }
}

async function makeWorkbook(folder: string): Promise<string> {
  const path = join(folder, 'projects.xlsx')
  const columns = importColumns.map(({ caption }) => ({ header: caption, kind: 'text' as const }))
  await writeRows(path, { name: '项目导入', columns, rows: rows() })
  return path
}

async function startServer(folder: string, databaseUrl: string | undefined) {
  const database = databaseUrl ? { DATABASE_URL: databaseUrl } : {}
  const env = {
    ...process.env,
    ...database,
    PORT: '0',
    HOST: '127.0.0.1',
    DATA_DIR: join(folder, 'data'),
    CAPTCHA: 'off',
  }
  const server = spawn(process.execPath, [main], { env, stdio: ['ignore', 'pipe', 'inherit'] })
  for await (const line of createInterface({ input: server.stdout })) {
    const url = /已启动：(\S+)/.exec(line)?.[1]
    if (url) return { server, url }
  }
  throw new Error('the server did not start')
}

const residentMegabytes = (pid: number): number =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024

const TICKS_PER_SECOND = 100

/** Seconds of CPU that a process has used. */
function cpuSeconds(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? []
  return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND
}

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

const ratio = (value: number, goal: number): string => `${(value / goal).toFixed(2)} of the goal`

/** Watches what the server uses until it is told to stop. */
function watch(pid: number) {
  const before = residentMegabytes(pid)
  let most = before
  const timer = setInterval(() => {
    most = Math.max(most, residentMegabytes(pid))
  }, 200)
  return () => {
    clearInterval(timer)
    return { before, most }
  }
}

/** Says when each state began, and how much CPU the server had used until then. */
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
  const stop = watch(pid)
  let isOver = false
  const others = askOn(client, () => isOver)
  const file = new File([await openAsBlob(path)], 'projects.xlsx')
  const start = performance.now()
  const { batch } = await importWorkbook(client.imports, file, { onProgress: phases(pid) })
  const seconds = (performance.now() - start) / 1000
  isOver = true
  const times = await others
  const { before, most } = stop()
  const p95 = part(times, 0.95)
  say(
    `load ${loadavg()[0]?.toFixed(1)}; rows ${batch.totalRows}, written ${batch.committedRows}, with errors ${batch.errorRows}, hints ${batch.warnRows}, repeats ${batch.repeatRows}`,
  )
  say(
    `upload to committed: ${seconds.toFixed(1)} s (${ratio(seconds, GOALS.seconds)}), ${Math.round(batch.totalRows / seconds)} rows/s`,
  )
  say(
    `memory: ${Math.round(before)} MB before, growth ${Math.round(most - before)} MB (${ratio(most - before, GOALS.megabytes)})`,
  )
  say(
    `other requests: ${times.length}, p50 ${part(times, 0.5)} ms, p95 ${p95} ms (${ratio(p95, GOALS.p95Ms)}), most ${part(times, 1)} ms`,
  )
}

const folder = await mkdtemp(join(tmpdir(), 'xinchu-bench-'))
const postgres = ENGINE === 'postgres' ? await startPostgres() : undefined
if (ENGINE === 'postgres' && !postgres) throw new Error('no PostgreSQL is installed here')
const path = await makeWorkbook(folder)
const { server, url } = await startServer(folder, postgres?.url)
server.stdout.resume()
try {
  await measure(url, server.pid ?? 0, path)
} finally {
  const ended = once(server, 'exit')
  server.kill('SIGTERM')
  await ended
  await postgres?.stop()
  await rm(folder, { recursive: true, force: true })
}
