import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { dictionaries, fields, groups } from '@xinchu/contract/fields'
import document from '@xinchu/contract/openapi.json' with { type: 'json' }
import { afterAll, beforeAll, expect, test } from 'vitest'
import { packedSize } from './support/bundle.ts'
import { type InstalledPackage, installPackages } from './support/installed-package.ts'
import { execute, run } from './support/programs.ts'

let installed: InstalledPackage

beforeAll(async () => {
  installed = await installPackages()
})

afterAll(() => installed.remove())

test.each([
  // The contract and its types, which grow with the calls, are 1.3 MB; the maps are loaded by debuggers alone.
  ['sdk', 4_900_000],
  ['conformance', 500_000],
  ['testing', 400_000],
  ['cli', 900_000],
] as const)('%s takes at most %i bytes unpacked, and holds neither sources nor tests', (name, most) => {
  const { unpackedSize, files } = installed.packed(name)
  expect(unpackedSize).toBeLessThan(most)
  const paths = files.map(({ path }) => path)
  expect(paths).toEqual(expect.arrayContaining(['LICENSE', 'README.md', 'CHANGELOG.md']))
  expect(
    paths.filter(
      (path) => !/^(?:dist|bin)\/[^/]+$|^(?:package\.json|README\.md|CHANGELOG\.md|LICENSE)$/.test(path),
    ),
  ).toEqual([])
})

test.each([
  ['sdk', /^dist\/(index|node|webhooks)\.c?js$/, 6],
  ['conformance', /^dist\/index\.cjs$/, 1],
  ['testing', /^dist\/index\.cjs$/, 1],
  ['cli', /^dist\/cli\.js$/, 1],
] as const)('%s has a map beside each script', (name, pattern, count) => {
  const paths = installed.packed(name).files.map(({ path }) => path)
  const scripts = paths.filter((path) => pattern.test(path))
  expect(scripts.length).toBe(count)
  expect(paths).toEqual(expect.arrayContaining(scripts.map((path) => `${path}.map`)))
})

const thrown = `
try { await createClient({ baseUrl: 'http://127.0.0.1:9', retry: { times: 0 } }).projects.list() } catch (error) {
  console.log(error.name, new NotFoundError('x').name, String(new NotFoundError('没有')), error.toJSON().name, error.stack)
}`

test.each([
  ['import', 'names.mjs', `import { createClient, NotFoundError } from '@xinchu/sdk'\n${thrown}`],
  [
    'require',
    'names.cjs',
    `const { createClient, NotFoundError } = require('@xinchu/sdk')\n;(async () => {${thrown}})()`,
  ],
])(
  'errors keep their names by %s, and their traces lead to lines of the sources',
  async (_how, name, text) => {
    await writeFile(join(installed.place, name), text)
    const { stdout } = await execute('node', ['--enable-source-maps', name], {
      cwd: installed.place,
      encoding: 'utf8',
    })
    expect(stdout).toContain('NetworkError NotFoundError NotFoundError: 没有 NetworkError')
    expect(stdout).toMatch(/src\/http\/transmit\.ts:\d+/)
  },
)

test.each([
  [
    11_410,
    'one resource',
    `import { connect, projects } from '@xinchu/sdk'
    const xinchu = connect({ baseUrl: '' }, { projects })
    await xinchu.login({ username: 'a', password: 'b' })
    await xinchu.projects.list()`,
  ],
  [16_330, 'all resources', `import { createClient } from '@xinchu/sdk'\ncreateClient({ baseUrl: '' })`],
])('the published files add at most %i bytes to a page that uses %s', async (most, _what, text) => {
  expect(await packedSize(text, [], installed.place)).toBeLessThanOrEqual(most)
})

test('npx --no -- xinchu says how it is used', async () => {
  const { stdout } = await run('npx', ['--offline', '--no', '--', 'xinchu', '--help'], installed.place)
  expect(stdout).toContain('用法：xinchu <命令> [选项]')
})

test('the packed conformance kit lists its checks in another program', async () => {
  const text =
    "import { chosenChecks, levels } from '@xinchu/conformance'\nconsole.log(chosenChecks({}).length > levels.length)"
  await writeFile(join(installed.place, 'checks.mjs'), text)
  const { stdout } = await run('node', ['checks.mjs'], installed.place)
  expect(stdout.trim()).toBe('true')
})

const tells = `console.log(JSON.stringify({ fields, groups, dictionaries }))`

test.each([
  ['tables.mjs', `import { dictionaries, fields, groups } from '@xinchu/sdk/fields'\n${tells}`],
  ['tables.cjs', `const { dictionaries, fields, groups } = require('@xinchu/sdk/fields')\n${tells}`],
])('the tables are those of the contract in %s', async (name, text) => {
  await writeFile(join(installed.place, name), text)
  const { stdout } = await execute('node', [name], {
    cwd: installed.place,
    encoding: 'utf8',
    maxBuffer: 2 ** 24,
  })
  expect(JSON.parse(stdout)).toEqual({ fields, groups, dictionaries })
})

interface Part {
  $ref?: string
}

interface Operation {
  description?: string
  parameters?: Part[]
  responses?: Record<string, Part>
  'x-callers'?: readonly string[]
  'x-sdk'?: unknown
}

interface Contract {
  paths: Record<string, Record<string, Operation>>
  components: Record<'parameters' | 'responses', Record<string, Part>>
  'x-shared-responses': Record<string, Record<string, string>>
  'x-sdk-resources'?: unknown
}

const operationsOf = ({ paths }: Contract) =>
  Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => [`${method} ${path}`, operation] as const),
  )

/** Puts parameters and replies that the short contract shares back to the operations that have them. */
function inlineShared(short: Contract, full: Contract): void {
  for (const kind of ['parameters', 'responses'] as const) {
    const shared = short.components[kind]
    const moved = Object.keys(shared).filter((name) => !(name in full.components[kind]))
    const back = new Map(moved.map((name) => [`#/components/${kind}/${name}`, shared[name]]))
    const inlined = (each: Part) => back.get(each.$ref ?? '') ?? each
    for (const [, operation] of operationsOf(short)) {
      operation.parameters &&= operation.parameters.map(inlined)
      const { responses = {} } = operation
      for (const [status, reply] of Object.entries(responses)) responses[status] = inlined(reply)
    }
    for (const name of moved) delete shared[name]
  }
}

test('the contract lacks nothing but what it or the types state once: common statuses, words for callers, names of functions, marks of extensions', async () => {
  const path = join(installed.place, 'node_modules/@xinchu/sdk/dist/openapi.json')
  const short = JSON.parse(await readFile(path, 'utf8')) as Contract // the contract itself
  const withoutMarks = (name: string, value: unknown) => (name === 'x-extension' ? undefined : value)
  const full = JSON.parse(JSON.stringify(document), withoutMarks) as Contract // the contract itself
  const shared = Object.values(full['x-shared-responses']).flatMap(Object.entries<string>)
  const known = new Map(operationsOf(short))
  for (const [name, operation] of operationsOf(full)) {
    const { responses = {}, description = '', 'x-callers': callers = [] } = operation
    const [words = ''] = /^\*\*可调用者\*\*：.*\n*/.exec(description) ?? []
    expect([name, words !== '', callers.length > 0]).toEqual([name, true, true])
    operation.description = description.slice(words.length)
    delete operation['x-sdk']
    for (const [status, schema] of shared) {
      const kept = known.get(name)?.responses ?? {}
      if (responses[status]?.$ref !== `#/components/responses/${schema}`) continue
      expect([name, status, kept[status], kept['default'] !== undefined]).toEqual([
        name,
        status,
        undefined,
        true,
      ])
      delete responses[status]
    }
  }
  delete full['x-sdk-resources']
  inlineShared(short, full)
  expect(short).toEqual(full)
})
