// npm run mutate [package…]: puts each fault of scripts/lib/reading-faults.mjs into a copy, and says which the tests do not find.
import { spawn } from 'node:child_process'
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import './build.mjs'
import { startPostgres } from './lib/postgres.mjs'
import { readingFaults } from './lib/reading-faults.mjs'
import { bin, root } from './lib/run.mjs'

/** Tests of the reading layer by package. */
const TESTS = {
  validators: ['test/reading'],
  server: [
    ...['header', 'files', 'questions', 'reading-map'].map((name) => `test/import/${name}`),
    ...['test/workbook', '--project=postgres'],
  ],
  web: ['test/sheet-headings', 'test/sheet-model', 'test/paste'],
}

const copy = join(root, '.cache/mutants')
const LINKED = new Set(['node_modules', '.cache'])

const link = (from, to) => symlinkSync(join(root, from), join(copy, to))

/** A copy of a package among links to everything else, so that its tests find what they import. */
function makeCopy(name) {
  rmSync(copy, { recursive: true, force: true })
  mkdirSync(join(copy, 'packages', name), { recursive: true })
  for (const entry of readdirSync(root))
    if (!['packages', '.cache', '.git'].includes(entry)) link(entry, entry)
  for (const entry of readdirSync(join(root, 'packages')))
    if (entry !== name) link(`packages/${entry}`, `packages/${entry}`)
  for (const entry of readdirSync(join(root, 'packages', name))) {
    const path = `packages/${name}/${entry}`
    // Tests build their worker threads there. In a shared folder other runs would replace those with the fault, and find them.
    if (entry === 'dist') continue
    if (LINKED.has(entry)) link(path, path)
    else cpSync(join(root, path), join(copy, path), { recursive: true })
  }
}

const packageOf = (file) => file.split('/')[1]

/** Whether the tests fail. What they print is of no interest: each fault is one that somebody has put there. */
function isFound(name, env) {
  const tests = spawn(bin('vitest'), ['run', '--bail=1', ...TESTS[name]], {
    cwd: join(copy, 'packages', name),
    env: { ...process.env, ...env },
    stdio: 'ignore',
  })
  return new Promise((resolve, reject) => {
    tests.on('error', reject)
    tests.on('close', (code) => resolve(code !== 0))
  })
}

const chosen = process.argv.length > 2 ? process.argv.slice(2) : Object.keys(TESTS)
const faults = readingFaults.filter(([, file]) => chosen.includes(packageOf(file)))
for (const [, file, from] of faults)
  if (!readFileSync(join(root, file), 'utf8').includes(from)) throw new Error(`${file} has no ${from}`)
const own = process.env.TEST_DATABASE_URL || !chosen.includes('server') ? undefined : await startPostgres()
const env = { TEST_DATABASE_URL: process.env.TEST_DATABASE_URL ?? own?.url ?? '' }
const missed = []
for (const name of chosen) {
  makeCopy(name)
  if (await isFound(name, env)) throw new Error(`the tests of ${name} fail without a fault`)
  for (const [what, file, from, to] of faults) {
    if (packageOf(file) !== name) continue
    const text = readFileSync(join(root, file), 'utf8')
    writeFileSync(
      join(copy, file),
      text.replace(from, () => to),
    )
    const found = await isFound(name, env)
    if (!found) missed.push(what)
    console.log(`${found ? 'found ' : 'MISSED'}  ${what}`)
    writeFileSync(join(copy, file), text)
  }
}
await own?.stop()
rmSync(copy, { recursive: true, force: true })
console.log(`${faults.length - missed.length} of ${faults.length} found`)
process.exit(missed.length === 0 ? 0 : 1)
