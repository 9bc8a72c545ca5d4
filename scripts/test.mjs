// Every test: the contract, each package, the server on PostgreSQL as well where there is one, and the browser.
import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { findChromium } from './lib/chromium.mjs'
import { installForeignClients } from './lib/foreign-clients.mjs'
import { startPostgres } from './lib/postgres.mjs'
import { bin, root, run } from './lib/run.mjs'
import './build.mjs'

const reports = join(root, '.cache/test')
rmSync(reports, { recursive: true, force: true })
mkdirSync(reports, { recursive: true })
const only = process.argv.slice(2)

const chromium = findChromium()
const own = process.env.TEST_DATABASE_URL ? undefined : await startPostgres()
const databaseUrl = process.env.TEST_DATABASE_URL ?? own?.url
if (!databaseUrl) {
  if (process.env.CI) {
    console.error('未找到 PostgreSQL，服务端测试须在其上运行。')
    process.exit(1)
  }
  console.log('未找到 PostgreSQL：服务端测试仅在内嵌数据库上运行。')
}

const suites = [
  { name: 'contract', cwd: 'openapi' },
  { name: 'validators', cwd: 'packages/validators' },
  { name: 'sdk', cwd: 'packages/sdk' },
  { name: 'server', cwd: 'packages/server' },
  ...(databaseUrl
    ? [{ name: 'server-postgres', cwd: 'packages/server', env: { TEST_DATABASE_URL: databaseUrl } }]
    : []),
  { name: 'web', cwd: 'packages/web' },
  { name: 'e2e', cwd: 'e2e', env: { CHROME_PATH: chromium } },
].filter(({ name }) => only.length === 0 || only.includes(name))

const totals = { passed: 0, failed: 0 }
for (const { name, cwd, env } of suites) {
  console.log(`\n── ${name} ──`)
  if (name === 'e2e') await installForeignClients()
  const report = join(reports, `${name}.json`)
  const code = await run(
    bin('vitest'),
    ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${report}`],
    { cwd, env: { TEST_DATABASE_URL: '', ...env } },
  )
  const { passed, failed } = readReport(report)
  totals.passed += passed
  totals.failed += failed || (code === 0 ? 0 : 1)
  if (passed === 0 && failed === 0) {
    console.error(`${name} ran no test`)
    totals.failed += 1
  }
}
await own?.stop()

console.log('')
console.log(`${totals.passed} passed, ${totals.failed} failed`)
process.exit(totals.failed === 0 ? 0 : 1)

function readReport(path) {
  try {
    const { numPassedTests, numFailedTests } = JSON.parse(readFileSync(path, 'utf8'))
    return { passed: numPassedTests, failed: numFailedTests }
  } catch {
    return { passed: 0, failed: 0 }
  }
}
