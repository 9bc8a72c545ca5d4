// Sends the worst known bodies and prints each reply, the bytes sent until then, and the longest event-loop delay.
// Needs a build: `node scripts/build.mjs`, then
// `node --conditions=@xinchu/source --import tsx packages/server/bench/hostile-bodies.ts`.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { startBuiltServer } from './support/built-server.ts'
import { say } from './support/measure.ts'

const GOAL_MS = 50
const PART = 64 * 1024

const folder = mkdtempSync(join(tmpdir(), 'xinchu-bench-'))
const loopFile = join(folder, 'loop')
process.env['BENCH_LOOP_FILE'] = loopFile
process.env['NODE_OPTIONS'] =
  `--import ${fileURLToPath(new URL('./support/measure-loop.mjs', import.meta.url))}`
const server = await startBuiltServer(join(folder, 'data'))

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** Longest delay since the last call, ms. */
async function longestDelay(): Promise<number> {
  process.kill(server.pid, 'SIGUSR2')
  await sleep(200)
  return Number(readFileSync(loopFile, 'utf8'))
}

interface Sent {
  status: number | string
  sent: number
}

/** Sends a body in chunks until a reply arrives. */
function send(path: string, token: string, body: Buffer): Promise<Sent> {
  return new Promise((resolve) => {
    let sent = 0
    let isOver = false
    const call = request(server.url + path, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        'Content-Length': body.length,
        ...(token ? { Authorization: token } : {}),
      },
    })
    const end = (status: number | string) => {
      if (isOver) return
      isOver = true
      resolve({ status, sent })
      call.destroy()
    }
    call.on('response', (reply) => {
      reply.resume()
      reply.on('end', () => end(reply.statusCode ?? 0))
    })
    call.on('error', (error) => end(error.message))
    const more = () => {
      if (isOver) return
      if (sent >= body.length) return void call.end()
      const part = body.subarray(sent, sent + PART)
      sent += part.length
      call.write(part, () => setImmediate(more))
    }
    call.flushHeaders()
    setTimeout(more, 5)
  })
}

const reply = await fetch(`${server.url}/auth/login`, {
  method: 'POST',
  headers: { 'Content-Type': 'application/json' },
  body: JSON.stringify({ username: 'enterprise_yc', password: 'Xinchu@2026' }),
})
const token: string = (await reply.json()).token

const list = (count: number, make: (at: number) => string) =>
  Array.from({ length: count }, (_, at) => make(at))
const keys = (count: number) => `{${list(count, (at) => `"k${at}":1`).join()}}`
const rows = (count: number, columns: number, text: string) =>
  JSON.stringify({
    clientKey: `bench-${crypto.randomUUID()}`,
    rows: list(count, () => '').map(() =>
      Object.fromEntries(COLUMNS.slice(0, columns).map((name) => [name, text])),
    ),
    last: false,
  })
const COLUMNS = [
  'projectName',
  'province',
  'city',
  'county',
  'address',
  'companyName',
  'creditCode',
  'contactName',
  'contactPhone',
  'ratedPower',
  'ratedEnergy',
  'remark',
]
const project = '/api/esProject'
const imports = '/api/esProject/importProject'

const bodies: [what: string, path: string, who: string, body: () => string][] = [
  ['log-in, 100,000 unknown keys', '/auth/login', '', () => keys(100_000)],
  ['log-in, 600,000 unknown keys', '/auth/login', '', () => keys(600_000)],
  ['registration, 600,000 unknown keys', '/api/users/register', '', () => keys(600_000)],
  ['project without a session, 600,000 keys', project, '', () => keys(600_000)],
  ['log-in, 64 KB of keys', '/auth/login', '', () => keys(5_500)],
  [
    'log-in, 64 KB of brackets',
    '/auth/login',
    '',
    () => `{"username":${'['.repeat(32_000)}${']'.repeat(32_000)}}`,
  ],
  ['project, 1 MB of keys', project, token, () => keys(88_000)],
  ['project, 1 MB of brackets', project, token, () => '['.repeat(500_000) + ']'.repeat(500_000)],
  ['project, 1 MB of empty lists', project, token, () => `{"functionTypes":[${'[],'.repeat(340_000)}[]]}`],
  [
    'project, 10,000 function types',
    project,
    token,
    () => `{"functionTypes":${JSON.stringify(list(10_000, String))}}`,
  ],
  [
    'project, 80,000 function types',
    project,
    token,
    () => `{"functionTypes":${JSON.stringify(list(80_000, (at) => `t${at}`))}}`,
  ],
  [
    'project, 400,000 function types',
    project,
    token,
    () => `{"functionTypes":${JSON.stringify(list(400_000, (at) => `t${at}`))}}`,
  ],
  ['project, a name of 1 MB', project, token, () => JSON.stringify({ projectName: 'x'.repeat(1_000_000) })],
  ['project, a name of escapes', project, token, () => `{"projectName":"${'\\u4e2d'.repeat(170_000)}"}`],
  ['project, a number of 1 MB', project, token, () => `{"ratedPower":${'9'.repeat(1_000_000)}}`],
  ['project, a decimal of 1 MB', project, token, () => `{"ratedPower":0.${'1'.repeat(1_000_000)}}`],
  [
    'project, 1 MB of index keys',
    project,
    token,
    () => `{${list(80_000, (at) => `"${at * 4_999}":1`).join()}}`,
  ],
  ['import, 8 MB of keys', imports, token, () => keys(620_000)],
  [
    'import, 8 MB of empty rows',
    imports,
    token,
    () => `{"clientKey":"12345678","rows":[${'{},'.repeat(2_700_000)}{}]}`,
  ],
  [
    'import, 8 MB of wrong cells',
    imports,
    token,
    () =>
      `{"clientKey":"12345678","rows":[${list(2_000, () => `{${list(40, (at) => `"column-${at}-${'x'.repeat(50)}":[1,2,{"a":[]}]`).join()}}`).join()}]}`,
  ],
  [
    'import, 8 MB of unknown columns',
    imports,
    token,
    () =>
      JSON.stringify({
        clientKey: 'bench-unknown-1',
        rows: list(2_000, () => '').map(() =>
          Object.fromEntries(list(60, (at) => `c${at}`).map((name) => [name, 'x'.repeat(58)])),
        ),
      }),
  ],
  ['import, 2,000 right rows of 3.7 KB', imports, token, () => rows(2_000, 12, '储能'.repeat(50))],
  ['import, 100 right rows of 72 KB', imports, token, () => rows(100, 12, '储能'.repeat(1_000))],
  [
    'use of stations, 500 items of 2 KB',
    '/api/esProject/addGeneralItems',
    token,
    () =>
      JSON.stringify({
        action: 'SAVE',
        items: list(500, () => '').map((_, at) => ({
          itemType: 'USAGE',
          usage: { projectId: 1_000 + at, year: 2026, quarter: 3, remark: '储能'.repeat(300) },
        })),
      }),
  ],
]

await longestDelay()
await sleep(500)
say(`idle: ${(await longestDelay()).toFixed(0)} ms`)
for (const [what, path, who, make] of bodies) {
  const body = Buffer.from(make())
  await sleep(100)
  await longestDelay()
  const { status, sent } = await send(path, who, body)
  const delay = await longestDelay()
  const size = `${(sent / 1024).toFixed(0)} of ${(body.length / 1024).toFixed(0)} KB`
  say(
    `${what.padEnd(42)} ${String(status).padEnd(8)} ${size.padEnd(20)} ${delay.toFixed(0)} ms (${(delay / GOAL_MS).toFixed(2)} of the goal)`,
  )
}
await server.stop()
rmSync(folder, { recursive: true, force: true })
