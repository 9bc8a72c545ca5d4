// npm run mutate [name…]: puts each fault of the lists into a copy of its package, and says which the tests do not find. A name
// is that of a package, or the beginning of a fault's.
import { spawn } from 'node:child_process'
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import './build.mjs'
import { checkFaults } from './lib/check-faults.mjs'
import { startPostgres } from './lib/postgres.mjs'
import { readingFaults } from './lib/reading-faults.mjs'
import { bin, root } from './lib/run.mjs'

/** Tests of the reading layer by package. */
const OF_READING = {
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

const faults = [
  ...readingFaults.map(([what, file, from, to]) => ({
    what,
    file,
    from,
    to,
    tests: OF_READING[packageOf(file)],
  })),
  ...checkFaults,
].map((fault) => ({ ...fault, name: packageOf(fault.file) }))

/** Whether the tests fail. What they print is of no interest: each fault is one that somebody has put there. */
function isFound({ name, tests }, env) {
  const run = spawn(bin('vitest'), ['run', '--bail=1', ...tests], {
    cwd: join(copy, 'packages', name),
    env: { ...process.env, ...env },
    stdio: 'ignore',
  })
  return new Promise((resolve, reject) => {
    run.on('error', reject)
    run.on('close', (code) => resolve(code !== 0))
  })
}

/** Tests that have passed without a fault, so that their failure means that they found one. */
const sound = new Set()

async function assertSound(fault, env) {
  const key = [fault.name, ...fault.tests].join(' ')
  if (sound.has(key)) return
  if (await isFound(fault, env)) throw new Error(`these tests fail without a fault: ${key}`)
  sound.add(key)
}

const names = process.argv.slice(2)
const isChosen = ({ name, what }) =>
  names.length === 0 || names.some((text) => text === name || what.startsWith(text))
const chosen = faults.filter(isChosen)
for (const { file, from } of chosen)
  if (!readFileSync(join(root, file), 'utf8').includes(from)) throw new Error(`${file} has no ${from}`)
const needsServer = chosen.some(({ name }) => name === 'server')
const own = process.env.TEST_DATABASE_URL || !needsServer ? undefined : await startPostgres()
const env = { TEST_DATABASE_URL: process.env.TEST_DATABASE_URL ?? own?.url ?? '' }
const missed = []
for (const name of new Set(chosen.map((fault) => fault.name))) {
  makeCopy(name)
  for (const fault of chosen.filter((other) => other.name === name)) {
    const { what, file, from, to } = fault
    await assertSound(fault, env)
    const text = readFileSync(join(root, file), 'utf8')
    writeFileSync(
      join(copy, file),
      text.replace(from, () => to),
    )
    const found = await isFound(fault, env)
    if (!found) missed.push(what)
    console.log(`${found ? 'found ' : 'MISSED'}  ${what}`)
    writeFileSync(join(copy, file), text)
  }
}
await own?.stop()
rmSync(copy, { recursive: true, force: true })
console.log(`${chosen.length - missed.length} of ${chosen.length} found`)
process.exit(missed.length === 0 ? 0 : 1)
