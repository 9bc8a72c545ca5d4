// How the client stands a storm of refused calls.
// Build first, then: node bench/refresh-storm.mjs [calls]
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { createClient, fetchTransport, memoryStore } from '../dist/index.js'

const CALLS = Number(process.argv[2] ?? 1_000)
const server = fork(fileURLToPath(new URL('server.mjs', import.meta.url)))
const [{ port }] = await once(server, 'message')
const baseUrl = `http://127.0.0.1:${port}`

async function tell(message) {
  server.send(message)
  return (await once(server, 'message'))[0]
}

const tokens = () => memoryStore({ token: 'Bearer t1', refreshToken: 'r1', randomNumber: '1' })
const wait = (ms) => new Promise((resolve) => setTimeout(resolve, ms))

/** Refused replies reach the client up to `ms` late, after the refresh has ended. */
const late = (ms) => async (input, init) => {
  const response = await fetch(input, init)
  if (response.status === 401 && String(input).endsWith('unreadCount')) await wait(Math.random() * ms)
  return response
}

async function storm(name, options) {
  await tell('restart')
  await tell('expire')
  const client = createClient({
    baseUrl,
    session: tokens(),
    transport: fetchTransport(),
    retry: { times: 0 },
    ...options,
  })
  const started = performance.now()
  const settled = await Promise.allSettled(
    Array.from({ length: CALLS }, () => client.messages.getUnreadCount()),
  )
  const ms = Math.round(performance.now() - started)
  const { refreshes, reuses, requests } = await tell('state')
  const answered = settled.filter(({ status }) => status === 'fulfilled').length
  return { name, answered: `${answered}/${CALLS}`, refreshes, reuses, requests, ms }
}

async function floor() {
  await tell('restart')
  const started = performance.now()
  await Promise.all(Array.from({ length: CALLS * 2 }, async () => (await fetch(`${baseUrl}/open`)).json()))
  return {
    name: 'twice as many bare fetches',
    requests: CALLS * 2,
    ms: Math.round(performance.now() - started),
  }
}

// Without a limit each call opens a socket of its own; more than this would be more than a process may have.
const MOST_SOCKETS = 2_000
const unlimited = { maxConcurrency: Number.POSITIVE_INFINITY }

try {
  const results = [await storm('all at once, 64 under way', {})]
  if (CALLS <= MOST_SOCKETS) {
    results.push(
      await storm('all at once, no limit', unlimited),
      await storm('refusals up to 400 ms late', { fetch: late(400), ...unlimited }),
      await floor(),
    )
  }
  console.table(results)
} finally {
  server.kill()
}
