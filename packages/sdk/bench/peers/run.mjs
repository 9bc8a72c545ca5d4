// Size and cost of the SDK beside bare fetch, openapi-fetch, ky, axios, got and ofetch, in one run of a few minutes:
// node packages/sdk/bench/peers/run.mjs [--json] [cost size storm completion start]
import { loadavg } from 'node:os'
import { installApart } from '../../../../scripts/lib/apart.mjs'
import { build } from '../../../../scripts/lib/build.mjs'

const STORM_CALLS = 10_000
const words = process.argv.slice(2)
const isJson = words.includes('--json')
const only = words.filter((word) => word !== '--json')

// Their progress must not mix with the JSON.
const { log } = console
if (isJson) console.log = console.error
await build(['contract', 'validators', 'sdk', 'conformance', 'cli'])
await installApart('packages/sdk/bench/peers')

// Loaded when they run, after what they import is installed and built.
const sections = {
  size: async () => (await import('./size.mjs')).measureSize(),
  cost: async () => (await import('./cost.mjs')).measureCost(),
  storm: async () => (await import('./storm.mjs')).measureStorm(STORM_CALLS),
  completion: async () => (await import('./completion.mjs')).measureCompletion(),
  start: async () => (await import('../../../cli/bench/start.mjs')).measureStart(),
}

const results = { date: new Date().toISOString(), node: process.version, loadBefore: loadavg() }
for (const [name, measure] of Object.entries(sections)) {
  if (only.length > 0 && !only.includes(name)) continue
  results[name] = await measure()
  if (!isJson) {
    log(name)
    const round = (value) => (typeof value === 'number' ? Math.round(value * 100) / 100 : value)
    console.table(
      results[name].map((row) =>
        Object.fromEntries(Object.entries(row).map(([key, value]) => [key, round(value)])),
      ),
    )
  }
}
results.loadAfter = loadavg()
if (isJson) log(JSON.stringify(results, undefined, 2))
else
  log(
    `load average ${results.loadBefore.map((load) => load.toFixed(1))} before, ${results.loadAfter.map((load) => load.toFixed(1))} after`,
  )
// Kept connections and channels would hold the process for a while.
process.exit()
