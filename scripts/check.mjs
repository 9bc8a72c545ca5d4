// Everything that runs no test: lint, floors, unused code, contract lint, coverage of
// the specification, generated files and types.
import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { build } from './lib/build.mjs'
import { longInPackages } from './lib/long-functions.mjs'
import { bin, must, root } from './lib/run.mjs'
import { digest } from './lib/stamp.mjs'

const quiet = { quiet: true }
const tsc = join(root, 'node_modules/typescript-native/bin/tsc')

async function lint() {
  await must(bin('biome'), ['check', '.'], quiet)
  await must(bin('redocly'), ['lint', 'openapi/openapi.yaml', '--max-problems=50'], quiet)
  await must('node', ['scripts/spec-coverage.mjs', '--check'], quiet)
}

/** The linter bounds functions too, but counts fewer lines. */
function checkFunctions() {
  const complaints = longInPackages()
  if (complaints.length === 0) return
  console.error(`Functions may have 50 lines, in the portal 80:\n${complaints.join('\n')}`)
  process.exit(1)
}

const generated = ['packages/contract/src/gen', 'packages/sdk/src/gen', 'packages/server/src/db/gen']

/** Generates twice: what the build made, and once more. */
async function checkGenerated() {
  await build(['contract', 'tables'])
  const first = digest(generated)
  await must('node', ['scripts/generate.mjs'], { ...quiet, cwd: 'packages/contract' })
  await must('node', ['scripts/generate-tables.mjs'], { ...quiet, cwd: 'packages/server' })
  if (digest(generated) !== first) {
    console.error('The generated files differ from run to run, or were edited.')
    process.exit(1)
  }
  const tracked = execFileSync('git', ['ls-files', ...generated, '*.gen.ts'], { cwd: root, encoding: 'utf8' })
  if (tracked.trim()) {
    console.error(`Generated files are committed:\n${tracked}`)
    process.exit(1)
  }
}

async function checkTypes() {
  for (const folder of [
    'packages/contract',
    'packages/validators',
    'packages/sdk',
    'packages/conformance',
    'packages/testing',
    'packages/cli',
    'packages/server',
    'packages/sample',
    'packages/web',
    'packages/docs',
    'e2e',
  ])
    await must('node', [tsc, '-p', folder], quiet)
}

/** Needs what the generators make, because many modules import it. */
async function checkModules() {
  const names = [
    'cli',
    'conformance',
    'contract',
    'docs',
    'sample',
    'sdk',
    'server',
    'testing',
    'validators',
    'web',
  ]
  const folders = names.map((name) => `packages/${name}/src`)
  const places = [...folders, 'packages/web/build']
  await must(bin('depcruise'), ['--config', '.dependency-cruiser.mjs', ...places], quiet)
  await must(bin('knip'), ['--no-progress'], quiet)
  await must(bin('knip'), ['--no-progress', '--production', '--include', 'files'], quiet)
  await checkTypes()
}

await must('node', ['scripts/ensure.mjs'])
checkFunctions()
await Promise.all([lint(), checkGenerated()])
// The build uses both cores for short times only: most of it is one process after the other.
await Promise.all([build(), checkModules()])
