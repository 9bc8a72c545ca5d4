import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { bin, must, root } from './run.mjs'
import { isFresh, markFresh } from './stamp.mjs'

const shared = ['tsconfig.base.json', 'pnpm-lock.yaml']
const documents = ['openapi', 'parameters', 'responses', 'dictionaries'].map((name) => `openapi/${name}.yaml`)
const folders = ['paths', 'schemas', 'examples'].map((name) => `openapi/${name}`)
/** What the bundled contract is made of. The manifest has the version that the client tells. */
const contract = [
  ...[...documents, ...folders, 'openapi/plugin.mjs', 'redocly.yaml'],
  ...['packages/contract/scripts', 'packages/sdk/scripts', 'packages/sdk/package.json'],
]
const of = (name) => [
  `packages/${name}/src`,
  `packages/${name}/package.json`,
  `packages/${name}/tsup.config.ts`,
  `packages/${name}/tsconfig.json`,
]
const validators = [...shared, ...of('validators')]
const ofContract = [...contract, 'packages/contract/src', 'packages/contract/package.json']
const sdk = [...ofContract, ...validators, ...of('sdk')]
const conformance = [...sdk, ...of('conformance')]
const testing = [...sdk, ...of('testing')]

const steps = [
  {
    name: 'contract',
    inputs: contract,
    output: 'packages/contract/src/gen/schema.d.ts',
    work: () => must('node', ['scripts/generate.mjs'], { cwd: 'packages/contract' }),
  },
  {
    name: 'validators',
    inputs: validators,
    output: 'packages/validators/dist/index.js',
    work: () => must(bin('tsup'), [], { cwd: 'packages/validators' }),
  },
  {
    name: 'sdk',
    inputs: sdk,
    output: 'packages/sdk/dist/index.js',
    work: () => must(bin('tsup'), [], { cwd: 'packages/sdk' }),
  },
  {
    name: 'testing',
    inputs: testing,
    output: 'packages/testing/dist/index.js',
    work: () => must(bin('tsup'), [], { cwd: 'packages/testing' }),
  },
  {
    name: 'conformance',
    inputs: conformance,
    output: 'packages/conformance/dist/index.js',
    work: () => must(bin('tsup'), [], { cwd: 'packages/conformance' }),
  },
  {
    name: 'cli',
    inputs: [...conformance, ...of('cli')],
    output: 'packages/cli/dist/cli.js',
    work: () => must(bin('tsup'), [], { cwd: 'packages/cli' }),
  },
  {
    name: 'tables',
    inputs: ['pnpm-lock.yaml', 'packages/server/src/db/migrations', 'packages/server/scripts'],
    output: 'packages/server/src/db/gen/tables.ts',
    work: () => must('node', ['scripts/generate-tables.mjs'], { cwd: 'packages/server' }),
  },
  {
    name: 'server',
    inputs: [...sdk, ...of('server')],
    output: 'packages/server/dist/main.js',
    work: () => must(bin('tsup'), [], { cwd: 'packages/server' }),
  },
  {
    name: 'sample',
    inputs: [...sdk, ...of('server'), ...of('sample')],
    output: 'packages/sample/dist/main.js',
    work: () => must(bin('tsup'), [], { cwd: 'packages/sample' }),
  },
  {
    name: 'web',
    inputs: [
      ...sdk,
      ...of('web'),
      'packages/web/index.html',
      'packages/web/public.html',
      'packages/web/frame.html',
      'packages/web/public',
      'packages/web/vite.config.ts',
      'packages/web/build',
    ],
    output: 'packages/web/dist/index.html',
    work: () => must(bin('vite', 'packages/web'), ['build'], { cwd: 'packages/web' }),
  },
  {
    name: 'docs',
    inputs: [
      ...[...conformance, ...testing],
      ...of('docs'),
      'packages/docs/pages',
      'packages/docs/theme',
      'packages/sdk/examples/first-hour',
      'packages/sdk/README.md',
      'packages/sdk/CHANGELOG.md',
      'packages/web/public',
      'openapi/clients/python',
      ...['conformance', 'contract', 'events', 'other-languages', 'queries'].map((name) => `docs/${name}.md`),
    ],
    output: 'packages/docs/dist/index.html',
    async work() {
      const cwd = 'packages/docs'
      await must(bin('tsup'), [], { cwd })
      await must(bin('tsx'), ['--conditions=@xinchu/source', 'src/build.ts'], { cwd })
    },
  },
]

/** Runs the named steps, or all, in the order of dependence, where their inputs changed since the last build. */
export async function build(names = steps.map(({ name }) => name)) {
  for (const { name, inputs, output, work } of steps.filter((step) => names.includes(step.name))) {
    if (existsSync(join(root, output)) && isFresh(`build-${name}`, inputs)) continue
    console.log(`正在构建 ${name}……`)
    await work()
    markFresh(`build-${name}`, inputs)
  }
}
