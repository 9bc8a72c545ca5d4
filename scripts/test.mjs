// Every test: the contract, each package, and the browser. Prints where the time went.
import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { installApart } from './lib/apart.mjs'
import { findHeadlessChromium } from './lib/chromium.mjs'
import { startPostgres } from './lib/postgres.mjs'
import { bin, root, run } from './lib/run.mjs'
import './build.mjs'

const reports = join(root, '.cache/test')
rmSync(reports, { recursive: true, force: true })
mkdirSync(reports, { recursive: true })
const only = process.argv.slice(2)

const chromium = findHeadlessChromium()
// Checkpoints and full pages are for crashes of the machine, which a throw-away server need not survive.
const settings = { full_page_writes: 'off', max_wal_size: '4GB' }
const own = process.env.TEST_DATABASE_URL ? undefined : await startPostgres({ settings })
const databaseUrl = process.env.TEST_DATABASE_URL ?? own?.url
if (!databaseUrl) {
  if (process.env.CI) {
    console.error('未找到 PostgreSQL，服务端测试须在其上运行。')
    process.exit(1)
  }
  console.log('未找到 PostgreSQL：服务端测试仅在内嵌数据库上运行。')
}

const suites = {
  contract: { cwd: 'openapi' },
  validators: { cwd: 'packages/validators' },
  sdk: { cwd: 'packages/sdk' },
  web: { cwd: 'packages/web' },
  server: { cwd: 'packages/server', env: { TEST_DATABASE_URL: databaseUrl } },
  e2e: { cwd: 'e2e', env: { CHROME_PATH: chromium, TEST_DATABASE_URL: databaseUrl } },
}
/** Suites of a stage run side by side, and those of an inner list one after the other: web takes both cores, others of its stage one. */
const stages = [[['sdk'], ['contract', 'validators', 'web']], [['server']], [['e2e']]]

/** Folders whose dependencies only one suite needs: client generators, other runtimes. */
const apart = { e2e: 'openapi/clients', sdk: 'packages/sdk/consumers' }

const results = []

async function runSuite(name, quiet) {
  if (only.length > 0 && !only.includes(name)) return
  const { cwd, env } = suites[name]
  const started = performance.now()
  if (!quiet) console.log(`\n── ${name} ──`)
  if (name in apart) await installApart(apart[name])
  const report = join(reports, `${name}.json`)
  const code = await run(
    bin('vitest'),
    ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${report}`],
    { cwd, env: { TEST_DATABASE_URL: '', ...env }, quiet },
  )
  const { files, passed, failed } = readReport(report)
  if (passed === 0 && failed === 0) console.error(`${name} ran no test`)
  const isBroken = code !== 0 || passed === 0
  if (code !== 0 && failed === 0 && passed > 0) console.error(`${name} failed outside of its tests`)
  const seconds = (performance.now() - started) / 1_000
  results.push({ name, files, passed, failed: failed || Number(isBroken), seconds })
}

for (const lanes of stages)
  await Promise.all(
    lanes.map(async (names) => {
      for (const name of names) await runSuite(name, lanes.length > 1)
    }),
  )
await own?.stop()

console.log(`\n${'suite'.padEnd(12)}${'files'.padStart(7)}${'tests'.padStart(8)}${'seconds'.padStart(10)}`)
for (const { name, files, passed, failed, seconds } of results)
  console.log(
    name.padEnd(12) +
      String(files).padStart(7) +
      String(passed + failed).padStart(8) +
      seconds.toFixed(1).padStart(10),
  )
const sum = (key) => results.reduce((total, result) => total + result[key], 0)
console.log(`\n${sum('passed')} passed, ${sum('failed')} failed`)
process.exit(results.length > 0 && sum('failed') === 0 ? 0 : 1)

function readReport(path) {
  try {
    const { numPassedTests, numFailedTests, testResults } = JSON.parse(readFileSync(path, 'utf8'))
    return { files: testResults.length, passed: numPassedTests, failed: numFailedTests }
  } catch {
    return { files: 0, passed: 0, failed: 0 }
  }
}
