import { createClient, fetchTransport, memoryStore } from '../../dist/index.js'
import { nodeTransport } from '../../dist/node.js'
import { startPlatform } from './platform.mjs'
import { cpuOf, median, runLanes } from './statistics.mjs'

const ROUNDS = 3
const session = { token: 'Bearer t1', refreshToken: 'r1', randomNumber: '1' }

/** Two bare calls for each: one that is refused, and one that is answered. As many at once as the SDK sends. */
async function bare({ baseUrl }, calls) {
  const call = async () =>
    (await fetch(`${baseUrl}/open`, { headers: { Authorization: 'Bearer t1' } })).json()
  await runLanes(call, 64, calls * 2)
  return calls
}

const own = (transport) => async (platform, calls) => {
  await platform.tell('expire')
  const { messages } = createClient({
    baseUrl: platform.baseUrl,
    session: memoryStore(session),
    retry: { times: 0 },
    timeout: { ordinary: 120_000 },
    transport: transport(),
  })
  const all = await Promise.allSettled(Array.from({ length: calls }, () => messages.getUnreadCount()))
  return all.filter(({ status }) => status === 'fulfilled').length
}

const storms = {
  'bare fetch, each call twice': bare,
  'xinchu, fetch': own(fetchTransport),
  'xinchu, nodeTransport': own(nodeTransport),
}

/**
 * Calls that are all made at once and whose token is refused; the refresh token can be used once. Time and CPU as ratios to
 * bare fetch in the same round.
 */
export async function measureStorm(calls) {
  const platform = await startPlatform()
  const results = Object.fromEntries(Object.keys(storms).map((name) => [name, []]))
  try {
    for (let round = -1; round < ROUNDS; round++) {
      for (const [name, storm] of Object.entries(storms)) {
        await platform.tell('restart')
        const started = performance.now()
        let answered = 0
        const cpu = await cpuOf(async () => {
          answered = await storm(platform, round < 0 ? calls / 10 : calls)
        })
        const ms = performance.now() - started
        const { refreshes, reuses, requests } = await platform.tell('state')
        if (round >= 0) results[name].push({ answered, refreshes, reuses, requests, ms, cpu })
      }
    }
  } finally {
    platform.stop()
  }
  const [floor] = Object.values(results)
  const ratio = (all, of) => median(all.map((one, round) => one[of] / floor[round][of]))
  return Object.entries(results).map(([client, all]) => ({
    client,
    calls,
    answered: Math.min(...all.map((one) => one.answered)),
    refreshes: Math.max(...all.map((one) => one.refreshes)),
    reuses: Math.max(...all.map((one) => one.reuses)),
    requests: Math.max(...all.map((one) => one.requests)),
    milliseconds: Math.round(median(all.map(({ ms }) => ms))),
    timeToBareFetch: ratio(all, 'ms'),
    cpuToBareFetch: ratio(all, 'cpu'),
  }))
}
