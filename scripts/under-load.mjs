// Runs tests again and again beside processes that only compute, as on a busy machine. See docs/checks.md.
import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { run } from './lib/run.mjs'

const PROCESSES = 6
const LONGEST_MS = 4 * 60 * 60_000
const SLICE_MS = 50

/** Computes until the parent process has ended. */
function compute() {
  const isOver = performance.now() > LONGEST_MS
  const end = performance.now() + SLICE_MS
  for (let value = 1; performance.now() < end; ) value = Math.sqrt(value + 1)
  // The end of the parent is noticed between two slices.
  if (!isOver && process.connected) setImmediate(compute)
}

async function runTests(options) {
  const times = Number(options.find((each) => each.startsWith('--times='))?.slice('--times='.length) ?? 1)
  const tests = options.filter((each) => !each.startsWith('--times='))
  const self = fileURLToPath(import.meta.url)
  const busy = Array.from({ length: PROCESSES }, () => fork(self, ['--compute']))
  const failed = []
  for (let at = 1; at <= times; at += 1) {
    console.log(`\n── run ${at} of ${times}, under load ──`)
    if ((await run(process.execPath, ['scripts/test.mjs', ...tests])) !== 0) failed.push(at)
  }
  for (const each of busy) each.disconnect()
  console.log(`\n${times - failed.length} of ${times} runs passed under load`)
  if (failed.length > 0) console.log(`failed: run ${failed.join(', ')}`)
  process.exitCode = failed.length === 0 ? 0 : 1
}

if (process.argv[2] === '--compute') compute()
else await runTests(process.argv.slice(2))
