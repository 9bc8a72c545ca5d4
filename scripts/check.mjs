// Lint, floors, contract lint, coverage of the specification, freshness of generated files and types: everything that runs no test.
import { execFileSync } from 'node:child_process'
import { bin, must, root } from './lib/run.mjs'
import { digest } from './lib/stamp.mjs'

await must('node', ['scripts/ensure.mjs'])
await must(bin('biome'), ['check', '.'])
await must(bin('redocly'), ['lint', 'openapi/openapi.yaml', '--max-problems=50'])
await must('node', ['scripts/spec-coverage.mjs', '--check'])

const generated = ['packages/sdk/src/gen', 'packages/server/src/db/gen']
async function generate() {
  await must('node', ['scripts/generate.mjs'], { cwd: 'packages/sdk' })
  await must('node', ['scripts/generate-tables.mjs'], { cwd: 'packages/server' })
}
await generate()
// After the generators: many modules import what they make.
await must('npm', ['run', '--silent', 'floors'])
const first = digest(generated)
await generate()
if (digest(generated) !== first) {
  console.error('The generated files differ from run to run.')
  process.exit(1)
}
const tracked = execFileSync('git', ['ls-files', ...generated, '*.gen.ts'], { cwd: root, encoding: 'utf8' })
if (tracked.trim()) {
  console.error(`Generated files are committed:\n${tracked}`)
  process.exit(1)
}

await must('node', ['scripts/build.mjs'])
for (const name of ['validators', 'sdk', 'server', 'web']) {
  await must(bin('tsc'), ['-p', '.'], { cwd: `packages/${name}` })
}
await must(bin('tsc'), ['-p', 'e2e'])
