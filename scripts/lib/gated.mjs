// Groups of tests that run only if their inputs changed since they last passed. What passed travels with the repository.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { digestOf, filesOf, hashOf, lockedVersions } from './inputs.mjs'
import { isGenerated, modulesOf } from './modules.mjs'
import { root } from './run.mjs'

/** What the bundled contract is made of. */
const contract = [
  ...['openapi/*.yaml', 'openapi/plugin.mjs', 'redocly.yaml', 'packages/contract/scripts'],
  ...['packages/sdk/scripts', 'packages/sdk/package.json'],
]
const sourcesOf = (name) =>
  ['src', 'package.json', 'tsup.config.ts'].map((part) => `packages/${name}/${part}`)
const sdk = [...contract, ...['contract', 'sdk', 'validators'].flatMap(sourcesOf), 'tsconfig.base.json']
const published = ['sdk', 'conformance', 'testing', 'cli']
const packages = [...sdk, ...published.flatMap(sourcesOf), 'packages/cli/bin']
/** What is packed, beside what is built. */
const textsOf = (name) => ['README.md', 'CHANGELOG.md', 'LICENSE'].map((part) => `packages/${name}/${part}`)
const packed = [...packages, ...published.flatMap(textsOf)]
const server = [
  ...[
    ...sdk,
    ...sourcesOf('server'),
    ...sourcesOf('sample'),
    'packages/server/scripts',
    'packages/server/workers.config.ts',
  ],
  ...['packages/server/fonts', 'scripts/lib/postgres.mjs'],
]
const tools = ['@redocly/cli', 'tsup', 'vitest']
const ofContract = { '.': tools, 'packages/contract': ['openapi-typescript', 'typescript'] }
const ofPublished = Object.fromEntries(published.map((name) => [`packages/${name}`, undefined]))
const ofPackage = { '.': [...tools, 'typescript-native', '@types/node'], ...ofPublished }
const ofServer = { '.': tools, 'packages/server': undefined, 'packages/sdk': undefined }

/** What starts the platform of the browser tests. */
const platform = ['e2e/vitest.config.ts', 'e2e/support/prepare.ts']

/**
 * Each group: its suite and test files, what it says of itself, files that its tests read or run, and dependencies. All
 * that the test files import is an input too.
 */
export const groups = {
  'client-generators': {
    title: '客户端生成器',
    suite: 'e2e',
    tests: ['e2e/test/foreign-clients.test.ts'],
    reads: [...contract, 'openapi/clients'],
    needs: ofContract,
    apart: 'openapi/clients',
  },
  'client-scripts': {
    title: '生成的客户端调用平台',
    suite: 'e2e',
    tests: ['e2e/test/client-scripts.test.ts'],
    reads: [...server, 'openapi/clients', ...platform],
    needs: ofServer,
    apart: 'openapi/clients',
  },
  'docs-code': {
    title: '文档代码块',
    suite: 'e2e',
    tests: ['e2e/test/docs-code.test.ts'],
    reads: [
      ...[
        ...server,
        ...packages,
        ...platform,
        'e2e/support/docs-code',
        'packages/docs/pages',
        'packages/docs/package.json',
        'packages/sdk/examples/first-hour',
      ],
      ...['docs/*.md', 'openapi/clients/python', 'packages/sdk/README.md', 'packages/sdk/CHANGELOG.md'],
    ],
    needs: { ...ofServer, 'packages/docs': ['typescript', 'msw'], ...ofPublished },
  },
  'first-hour': {
    title: '第一小时',
    suite: 'e2e',
    tests: ['e2e/test/first-hour.test.ts'],
    reads: [...server, ...packed, ...platform, 'LICENSE', 'packages/sdk/examples/first-hour'],
    needs: { ...ofServer, ...ofPackage },
  },
  'packed-package': {
    title: 'SDK 安装包',
    suite: 'sdk',
    tests: ['package', 'package-types'].map((name) => `packages/sdk/test/${name}.test.ts`),
    reads: [...packed, 'packages/sdk/vitest.config.ts', 'LICENSE'],
    needs: ofPackage,
  },
  runtimes: {
    title: '其他运行环境',
    suite: 'sdk',
    tests: ['packages/sdk/test/runtimes.test.ts'],
    reads: [...packed, 'packages/sdk/consumers', 'packages/sdk/vitest.config.ts'],
    needs: ofPackage,
    apart: 'packages/sdk/consumers',
  },
}

/** Files that decide the outcome of a group's tests. */
export function inputsOf({ tests, reads }) {
  const loaded = modulesOf([...tests, ...reads.filter((path) => platform.includes(path))])
  return [...new Set([...loaded, ...filesOf(reads)])].filter((file) => !isGenerated(file)).sort()
}

/** Digest of a group's inputs, the same on every machine with this major version of Node. */
export function digestOfGroup(group) {
  const [node] = process.versions.node.split('.')
  return digestOf([
    node,
    ...inputsOf(group).map((file) => [file, hashOf(file)]),
    ...lockedVersions(group.needs),
  ])
}

const record = join(root, '.ci/proved.json')

/** Digests of the inputs with which each group last passed. A file that cannot be read proves nothing. */
function proved() {
  try {
    return existsSync(record) ? JSON.parse(readFileSync(record, 'utf8')) : {}
  } catch {
    return {}
  }
}

/** The groups of a suite with their digest, and whether they passed with it. */
export function groupsOf(suite) {
  const passed = proved()
  return Object.entries(groups)
    .filter(([, group]) => group.suite === suite)
    .map(([name, group]) => {
      const digest = digestOfGroup(group)
      return { name, ...group, digest, isFresh: passed[name] === digest }
    })
}

/** Records that groups passed. CI proves and does not write. */
export function recordProved(passed) {
  if (process.env.CI || passed.length === 0) return
  const all = { ...proved(), ...Object.fromEntries(passed.map(({ name, digest }) => [name, digest])) }
  const sorted = Object.fromEntries(
    Object.entries(all)
      .filter(([name]) => name in groups)
      .sort(),
  )
  writeFileSync(record, `${JSON.stringify(sorted, null, 2)}\n`)
  console.log('已更新 .ci/proved.json，请随改动一并提交。')
}
