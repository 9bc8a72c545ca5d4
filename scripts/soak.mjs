// npm run soak [minutes] [seed] [part…]: what the check cuts, whole, with one seed after the other until the time is over.
import { randomInt } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { findHeadlessChromium } from './lib/chromium.mjs'
import { startPostgres } from './lib/postgres.mjs'
import { bin, root, run } from './lib/run.mjs'
import './build.mjs'

const [minutes = '30', first = String(randomInt(2 ** 30)), ...only] = process.argv.slice(2)
const seconds = Number(minutes) * 60
if (!(seconds > 0) || !/^\d+$/.test(first)) {
  console.error('npm run soak [minutes] [seed] [part…]')
  process.exit(1)
}

const own = process.env.TEST_DATABASE_URL ? undefined : await startPostgres()
const databaseUrl = process.env.TEST_DATABASE_URL ?? own?.url ?? ''

/** Test files of a folder whose text has a pattern. */
function filesOf(folder, pattern) {
  const names = readdirSync(join(root, folder, 'test'), { recursive: true, encoding: 'utf8' })
  return names
    .filter((name) => /\.test\.tsx?$/.test(name))
    .map((name) => `test/${name.replaceAll('\\', '/')}`)
    .filter((name) => pattern.test(readFileSync(join(root, folder, name), 'utf8')))
}

/** Has more to run in soak, or has properties that another seed tries with other values. */
const SEEDED = /test-seed\.mjs|from 'fast-check'/
// Without a PostgreSQL all tests run on the embedded engine.
const onPostgres = databaseUrl === '' ? [] : ['--project=postgres']

/**
 * Parts in their order. Each runs its command once for each seed, with SOAK=1 and TEST_SEED. `files` are the tests that
 * vitest runs in the folder.
 */
const parts = [
  { name: 'properties', cwd: 'packages/validators', files: filesOf('packages/validators', SEEDED) },
  { name: 'walks', cwd: 'packages/server', args: onPostgres, files: filesOf('packages/server', SEEDED) },
  { name: 'embedded', cwd: 'packages/server', args: ['--project=embedded'], files: ['test/engines'] },
  { name: 'sdk', cwd: 'packages/sdk', files: filesOf('packages/sdk', SEEDED) },
  { name: 'testing', cwd: 'packages/testing', files: filesOf('packages/testing', SEEDED) },
  { name: 'gated', cwd: '.', command: [process.execPath, 'scripts/test.mjs', '--all', '--gated'] },
  { name: 'faults', cwd: '.', command: [process.execPath, 'scripts/mutate.mjs'] },
  {
    name: 'screens',
    cwd: 'e2e',
    files: filesOf('e2e', /test-seed\.mjs|screen-visits\.ts|\bSOAK\b/),
    env: withBrowser,
  },
]

function withBrowser() {
  return { CHROME_PATH: findHeadlessChromium() }
}

const chosen = parts
  .filter(({ files, command }) => command || files.length > 0)
  .filter(({ name }) => only.length === 0 || only.includes(name))
if (chosen.length === 0 || only.some((name) => !parts.some((part) => part.name === name))) {
  console.error(`parts: ${parts.map(({ name }) => name).join(' ')}`)
  await own?.stop()
  process.exit(1)
}

const end = performance.now() + seconds * 1_000
const outcomes = []
let seed = Number(first)
for (; performance.now() < end; seed += 1)
  for (const part of chosen) if (outcomes.length === 0 || performance.now() < end) await runPart(part)
await own?.stop()

const failed = outcomes.filter(({ code }) => code !== 0)
for (const { name, seed: repeated } of failed) console.log(`failed: npm run soak 1 ${repeated} ${name}`)
console.log(`\n${outcomes.length - failed.length} passed, ${failed.length} failed`)
process.exit(failed.length === 0 ? 0 : 1)

/** Runs a part to its end, also when the time is over before. */
async function runPart({ name, cwd, args = [], files = [], env = () => ({}), command }) {
  console.log(`\n── ${name}, seed ${seed} ──`)
  const [program, ...given] = command ?? [bin('vitest'), 'run', ...args, ...files]
  const all = { TEST_DATABASE_URL: databaseUrl, SOAK: '1', TEST_SEED: String(seed), ...env() }
  const code = await run(program, given, { cwd, env: all })
  outcomes.push({ name, seed, code })
}
