// Every test: the contract, each package, and the browser. Prints where the time went.
import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { installApart } from './lib/apart.mjs'
import { build } from './lib/build.mjs'
import { digestsOf, recordPassed } from './lib/changed.mjs'
import { findHeadlessChromium } from './lib/chromium.mjs'
import { digestOfGroup, recordProved } from './lib/gated.mjs'
import { forgetHashes } from './lib/inputs.mjs'
import { planOf } from './lib/plan.mjs'
import { startPostgres } from './lib/postgres.mjs'
import { printTable, readReport } from './lib/report.mjs'
import { bin, root, run } from './lib/run.mjs'
import { stages, suites } from './lib/suites.mjs'
import { parseArguments } from './lib/test-arguments.mjs'
import { TEST_SEED } from './lib/test-seed.mjs'

const options = parseArguments(process.argv.slice(2), Object.keys(suites))
// One seed for all suites, also past midnight.
process.env.TEST_SEED = String(TEST_SEED)
const reports = join(root, '.cache/test')
rmSync(reports, { recursive: true, force: true })
mkdirSync(reports, { recursive: true })

// Checkpoints and full pages are for crashes of the machine, which a throw-away server need not survive.
const settings = { full_page_writes: 'off', max_wal_size: '4GB' }
const needsServer = ['server', 'e2e'].some((name) => options.names.includes(name))
const isServed = !needsServer || Boolean(process.env.TEST_DATABASE_URL)
const [own] = await Promise.all([isServed ? undefined : startPostgres({ settings }), build()])
const databaseUrl = process.env.TEST_DATABASE_URL ?? own?.url
if (needsServer && !databaseUrl) {
  if (process.env.CI) {
    console.error('未找到 PostgreSQL，服务端测试须在其上运行。')
    process.exit(1)
  }
  console.log('未找到 PostgreSQL：服务端测试仅在内嵌数据库上运行。')
}

/** The SDK and its packages leave a core to the suites beside them. */
const beside = options.names.includes('web') ? ['--maxWorkers=1'] : ['--maxWorkers=2']
const workers = { sdk: beside, conformance: beside, testing: beside, cli: beside }

const environments = {
  server: () => ({ TEST_DATABASE_URL: databaseUrl }),
  e2e: () => ({ CHROME_PATH: findHeadlessChromium(), TEST_DATABASE_URL: databaseUrl }),
}

const results = []
const notes = []
const proved = []

/** Records what passed: groups for the repository, files for `--changed`. */
function record(digests, { groups }, { outcomeOf }) {
  // An input that was edited while the tests ran proves nothing.
  forgetHashes()
  for (const group of groups)
    if (group.tests.every(outcomeOf) && digestOfGroup(group) === group.digest) proved.push(group)
  recordPassed(digests, outcomeOf)
}

async function runSuite(name, quiet) {
  if (!options.names.includes(name)) return
  const started = performance.now()
  const digests = digestsOf(name, Boolean(databaseUrl))
  const plan = planOf(name, options, digests)
  notes.push(...plan.notes)
  for (const note of plan.notes) console.log(note)
  if (!plan.isRun) return
  if (!quiet) console.log(`\n── ${name} ──`)
  for (const folder of plan.apart) await installApart(folder)
  const report = join(reports, `${name}.json`)
  const code = await run(
    bin('vitest'),
    [
      'run',
      ...plan.arguments,
      ...(workers[name] ?? []),
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${report}`,
    ],
    { cwd: suites[name].cwd, env: { TEST_DATABASE_URL: '', ...environments[name]?.() }, quiet },
  )
  const read = readReport(report)
  const { files, passed, failed, failures } = read
  const isBroken = code !== 0 || passed === 0
  const isOutside = isBroken && failed === 0
  if (isOutside) console.error(passed === 0 ? `${name} ran no test` : `${name} failed outside of its tests`)
  const seconds = (performance.now() - started) / 1_000
  results.push({ name, files, passed, failed: failed || Number(isBroken), failures, seconds })
  if (plan.isWhole && !isOutside) record(digests, plan, read)
}

for (const lanes of stages)
  await Promise.all(
    lanes.map(async (names) => {
      for (const name of names) await runSuite(name, lanes.length > 1)
    }),
  )
await own?.stop()
recordProved(proved)

const { passed, failed } = printTable(results, notes)
console.log(`\nTEST_SEED=${TEST_SEED}\n${passed} passed, ${failed} failed`)
process.exit(failed === 0 && (passed > 0 || notes.length > 0) ? 0 : 1)
