// Which test files of a suite have inputs that changed since the file last passed here. Used while working: what a test
// reaches without naming it, such as a page that its browser opens on the way, is known only as far as stated below.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { featuresOf } from './covered-features.mjs'
import { digestOf, filesOf, hashOf } from './inputs.mjs'
import { isGenerated, modulesOf } from './modules.mjs'
import { root } from './run.mjs'
import { suites } from './suites.mjs'

/** Signs that a test reads sources, or runs what is built of them, without importing them. */
const READS =
  /node:child_process|node:worker_threads|readFileSync|readdirSync|\bread(?:File|dir)\(|createReadStream|\/dist\//
/** Test support that uses files or processes of its own making alone. */
const OWN_FILES = ['packages/server/test/support/database.ts', 'packages/server/test/support/postgres.ts']

const isCode = (file) => /\.(?:[cm]?ts|tsx|mjs)$/.test(file)
const hashed = (files) => files.filter((file) => !isGenerated(file)).map((file) => [file, hashOf(file)])
const textOf = (file) => readFileSync(join(root, file), 'utf8')

function readsSources(modules) {
  const own = modules.filter((file) => /^(?:e2e|openapi|packages\/\w+\/test)\//.test(file))
  return own.some((file) => isCode(file) && !OWN_FILES.includes(file) && READS.test(textOf(file)))
}

/** Inputs of all files of a suite: versions, settings, preparation, the contract and what is no code, such as tables and styles. */
function groundOf(name, hasPostgres) {
  const { setup, reads } = suites[name]
  const files = filesOf(reads).filter((file) => !isCode(file) || /^openapi\/|\/scripts\//.test(file))
  const versions = ['pnpm-lock.yaml', 'tsconfig.base.json']
  const prepared = modulesOf(filesOf(setup)).filter((file) => !/^packages\/(server|sample)\/src\//.test(file))
  return digestOf([process.version, hasPostgres, ...hashed([...versions, ...prepared, ...files])])
}

/** Inputs that a file reaches through what is built or read: all, but for features of the portal that it does not open. */
function reachedBy(name, file) {
  const features = name === 'e2e' ? featuresOf(file) : undefined
  return filesOf(suites[name].reads).filter((each) => {
    const [, feature] = /^packages\/web\/src\/features\/([^/]+)\//.exec(each) ?? []
    return !feature || !features || features.includes(feature)
  })
}

/** Test files of a suite with the digest of their inputs. */
export function digestsOf(name, hasPostgres) {
  const ground = groundOf(name, hasPostgres)
  const whole = new Map()
  const reached = (file) => {
    const key = name === 'e2e' ? String(featuresOf(file)) : ''
    if (!whole.has(key)) whole.set(key, digestOf(hashed(reachedBy(name, file))))
    return whole.get(key)
  }
  const tests = filesOf([`${suites[name].cwd}/test`]).filter((file) => /\.test\.tsx?$/.test(file))
  return tests.map((file) => {
    const modules = modulesOf([file])
    const isWide = name === 'e2e' || name === 'contract' || readsSources(modules)
    return [file, digestOf([ground, hashed(modules), isWide ? reached(file) : ''])]
  })
}

const record = join(root, '.cache/passed.json')
const read = () => (existsSync(record) ? JSON.parse(readFileSync(record, 'utf8')) : {})

/** Of test files with their digests, those that have not passed with it. */
export function unproved(digests) {
  const passed = read()
  return digests.filter(([file, digest]) => passed[file] !== digest).map(([file]) => file)
}

/** Records with which digests files passed. Those that failed lose theirs, and those that did not run keep it. */
export function recordPassed(digests, outcomeOf) {
  const passed = read()
  for (const [file, digest] of digests) {
    const outcome = outcomeOf(file)
    if (outcome !== undefined) passed[file] = outcome ? digest : ''
  }
  mkdirSync(dirname(record), { recursive: true })
  writeFileSync(record, JSON.stringify(passed))
}
