/**
 * The suites: folder, and what a test file's outcome can depend on beside the modules that it loads.
 * `setup` runs before the tests, `reads` is read as files or run in its built form.
 */
const contract = ['openapi', 'packages/contract/scripts', 'packages/contract/src', 'packages/sdk/scripts']
const partsOf = (name) => [`packages/${name}/src`, `packages/${name}/package.json`]
const libraries = ['packages/validators/src', ...['sdk', 'conformance', 'testing', 'cli'].flatMap(partsOf)]
const serverParts = ['fonts', 'manual', 'scripts', 'package.json', 'workers.config.ts']
const server = [...['src', ...serverParts].map((part) => `packages/server/${part}`), ...partsOf('sample')]
const pages = ['build', 'public', 'index.html', 'frame.html', 'public.html', 'package.json', 'vite.config.ts']
const portal = pages.map((part) => `packages/web/${part}`)

export const suites = {
  contract: {
    cwd: 'openapi',
    setup: ['openapi/vitest.config.ts'],
    reads: ['openapi', 'packages', 'scripts', 'docs', 'redocly.yaml'],
  },
  validators: {
    cwd: 'packages/validators',
    setup: ['packages/validators/vitest.config.ts'],
    reads: ['openapi', 'packages/validators', 'docs/requirements.yaml'],
  },
  sdk: {
    cwd: 'packages/sdk',
    setup: ['packages/sdk/vitest.config.ts'],
    reads: [
      ...[
        ...contract,
        ...libraries,
        'packages/sdk',
        'packages/conformance',
        'packages/testing',
        'packages/cli',
      ],
      ...['packages/docs/pages', '.changeset', 'CONTRIBUTING.md'],
    ],
  },
  conformance: {
    cwd: 'packages/conformance',
    setup: ['packages/conformance/vitest.config.ts'],
    reads: [...contract, ...libraries, 'packages/conformance'],
  },
  testing: {
    cwd: 'packages/testing',
    setup: ['packages/testing/vitest.config.ts'],
    reads: [...contract, ...libraries, 'packages/testing'],
  },
  cli: {
    cwd: 'packages/cli',
    setup: ['packages/cli/vitest.config.ts'],
    reads: [...contract, ...libraries, 'packages/cli'],
  },
  web: {
    cwd: 'packages/web',
    setup: ['packages/web/vitest.config.ts'],
    reads: [...contract, ...libraries, ...partsOf('sample'), 'packages/web'],
  },
  server: {
    cwd: 'packages/server',
    setup: ['packages/server/vitest.config.ts', 'packages/server/test/prepare'],
    reads: [...contract, ...libraries, ...server, 'packages/server/test', 'scripts/lib', 'docs'],
  },
  e2e: {
    cwd: 'e2e',
    setup: ['e2e/vitest.config.ts', 'e2e/support/prepare.ts'],
    reads: [...contract, ...libraries, ...server, ...portal, 'packages/web/src', 'packages/docs', 'docs'],
  },
}

/**
 * Suites of a stage run side by side, those of an inner list one after the other. Two workers of one suite, or one of
 * each of two, fill two cores.
 */
export const stages = [
  [
    ['sdk', 'conformance', 'testing', 'cli'],
    ['contract', 'validators', 'web'],
  ],
  [['server']],
  [['e2e']],
]
