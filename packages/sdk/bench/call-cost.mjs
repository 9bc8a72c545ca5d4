// What a call costs beside bare fetch: CPU of this process, ratios of medians. Build first, then:
// node bench/call-cost.mjs [calls a round]
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createClient, fetchTransport, memoryStore, rawClient } from '../dist/index.js'
import { fileStore, nodeTransport } from '../dist/node.js'

const CALLS = Number(process.argv[2] ?? 4_000)
const ROUNDS = 7
const path = '/api/messagePush/unreadCount'
const server = fork(fileURLToPath(new URL('server.mjs', import.meta.url)))
const [{ port }] = await once(server, 'message')
const baseUrl = `http://127.0.0.1:${port}`
const options = {
  baseUrl,
  session: memoryStore({ token: 'Bearer t1', refreshToken: 'r1', randomNumber: '1' }),
  hooks: { onRequest() {}, onResponse() {} },
}
const byFetch = createClient({ ...options, transport: fetchTransport() })
const byNode = createClient({ ...options, transport: nodeTransport() })
const raw = rawClient(byFetch)
const file = fileStore(join(mkdtempSync(join(tmpdir(), 'xinchu-cost-')), 'session.json'))
await file.write(options.session.read())
const withFile = createClient({ ...options, session: file, transport: nodeTransport() })
const calls = {
  'bare fetch': async () => (await fetch(baseUrl + path, { headers: { Authorization: 'Bearer t1' } })).json(),
  'messages.getUnreadCount()': () => byFetch.messages.getUnreadCount(),
  'raw.GET(…)': () => raw.GET(path),
  'the same over nodeTransport()': () => byNode.messages.getUnreadCount(),
  'the same with fileStore()': () => withFile.messages.getUnreadCount(),
}

/** Microseconds of CPU a call, with so many under way at once. */
async function cpuOf(call, lanes, count) {
  const started = process.cpuUsage()
  let left = count
  const lane = async () => {
    while (left-- > 0) await call()
  }
  await Promise.all(Array.from({ length: lanes }, lane))
  const { user, system } = process.cpuUsage(started)
  return (user + system) / count
}

const median = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]

async function compare(lanes) {
  const rounds = Object.fromEntries(Object.keys(calls).map((name) => [name, []]))
  for (const call of Object.values(calls)) await cpuOf(call, lanes, CALLS / 2)
  for (let round = 0; round < ROUNDS; round++) {
    for (const [name, call] of Object.entries(calls)) rounds[name].push(await cpuOf(call, lanes, CALLS))
  }
  const base = median(rounds['bare fetch'])
  return Object.entries(rounds).map(([name, values]) => ({
    name,
    'at once': lanes,
    'µs of CPU': Math.round(median(values)),
    'to bare fetch': (median(values) / base).toFixed(2),
  }))
}

try {
  console.table([...(await compare(1)), ...(await compare(64))])
} finally {
  server.kill()
}
process.exit()
