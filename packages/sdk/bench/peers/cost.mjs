import { BARE, clientsOf } from './clients.mjs'
import { startPlatform } from './platform.mjs'
import { cpuOf, median, runLanes } from './statistics.mjs'

const CALLS_PER_TURN = 150
const TURNS = 21

/** Each client in turn, again and again, each time paired with the bare calls of the same round. */
async function compare(calls, lanes) {
  const names = Object.keys(calls)
  const spent = Object.fromEntries(names.map((name) => [name, []]))
  for (let turn = -3; turn < TURNS; turn++) {
    for (const name of names) {
      const cpu = await cpuOf(() => runLanes(calls[name], lanes, CALLS_PER_TURN))
      // The first turns only warm up.
      if (turn >= 0) spent[name].push(cpu / CALLS_PER_TURN)
    }
  }
  return names.map((name) => ({
    client: name,
    lanes,
    cpuMicroseconds: Math.round(median(spent[name])),
    toBareFetch: median(spent[name].map((cpu, turn) => cpu / spent[BARE][turn])),
  }))
}

/** CPU of a call in this process, as a ratio to bare fetch: one after the other, and 64 at once. */
export async function measureCost() {
  const platform = await startPlatform()
  try {
    const calls = await clientsOf(platform.baseUrl)
    return [...(await compare(calls, 1)), ...(await compare(calls, 64))]
  } finally {
    platform.stop()
  }
}
