import { execFile } from 'node:child_process'
import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { dictionaries, fields, groups } from '../src/gen/fields.ts'
import document from '../src/gen/openapi.json' with { type: 'json' }
import { json, startServer } from './support/server.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const isWindows = process.platform === 'win32'
const execute = promisify(execFile)
const run = (command: string, args: readonly string[], cwd: string) =>
  execute(command, args, { cwd, encoding: 'utf8', shell: isWindows })

/** Returns the folder of a dependency, resolved from a module. */
function folderOf(name: string, from: string): string {
  const entry = createRequire(from).resolve(`${name}/package.json`)
  return dirname(entry)
}

interface Packed {
  filename: string
  unpackedSize: number
  files: { path: string }[]
}

let place = ''
let packed: Packed | undefined

// What a script's author does: an empty folder, the package, and what it needs; from here instead of from a registry.
beforeAll(async () => {
  place = await mkdtemp(join(tmpdir(), 'xinchu-package-'))
  const rawClient = folderOf('openapi-fetch', join(root, 'package.json'))
  const helpers = folderOf('openapi-typescript-helpers', join(rawClient, 'package.json'))
  const folders = [root]
  for (const [name, folder] of Object.entries({ rawClient, helpers })) {
    // Installed files may be links to each other, which an archive would hold as empty ones.
    await cp(folder, join(place, 'from', name), { recursive: true, dereference: true })
    folders.push(join(place, 'from', name))
  }
  const { stdout } = await run(
    'npm',
    ['pack', '--json', '--ignore-scripts', '--pack-destination', place, ...folders],
    root,
  )
  packed = (JSON.parse(stdout) as Packed[])[0] // as npm prints it
  await writeFile(
    join(place, 'package.json'),
    JSON.stringify({ name: 'consumer', private: true, type: 'module' }),
  )
  const archives = (await readdir(place)).filter((name) => name.endsWith('.tgz')).map((name) => `./${name}`)
  await run(
    'npm',
    ['install', '--offline', '--ignore-scripts', '--no-audit', '--no-fund', ...archives],
    place,
  )
}, 120_000)

afterAll(() => rm(place, { recursive: true, force: true }))

test('the package takes at most 1.6 MB, and holds neither sources, tests nor maps', () => {
  // Two thirds are the contract and its types, which grow with the calls. npm rounds: from 1,650,000 B on it shows 1.7 MB.
  expect(packed?.unpackedSize).toBeLessThan(1_650_000)
  const paths = packed?.files.map(({ path }) => path) ?? []
  expect(paths).toContain('dist/index.js')
  expect(
    paths.filter((path) => !/^(?:dist|bin)\/[^/]+$|^(?:package\.json|README\.md|LICENSE)$/.test(path)),
  ).toEqual([])
  expect(paths.filter((path) => path.endsWith('.map'))).toEqual([])
})

test('npx xinchu says how it is used', async () => {
  const { stdout } = await run('npx', ['--offline', 'xinchu', '--help'], place)
  expect(stdout).toContain('用法：xinchu <命令> [选项]')
})

const asks = `
  const client = createClient({ baseUrl: process.argv[2] ?? '', transport: nodeTransport() })
  client.messages.getUnreadCount().then(({ count }) => {
    console.log(count, entities !== undefined, isXinchuError(new Error('')))
  })
`

test.each([
  [
    'consumer.mjs',
    `import { createClient, isXinchuError } from '@xinchu/sdk'
import * as entities from '@xinchu/sdk/fields'
import { nodeTransport } from '@xinchu/sdk/node'
${asks}`,
  ],
  [
    'consumer.cjs',
    `const { createClient, isXinchuError } = require('@xinchu/sdk')
const entities = require('@xinchu/sdk/fields')
const { nodeTransport } = require('@xinchu/sdk/node')
${asks}`,
  ],
])('a script runs as %s', async (name, text) => {
  const server = await startServer((_seen, response) => json(response, 200, { count: 7 }))
  await writeFile(join(place, name), text)
  const { stdout } = await run('node', [name, server.url], place)
  expect(stdout.trim()).toBe('7 true false')
  await server.close()
})

const tells = `console.log(JSON.stringify({ fields, groups, dictionaries }))`

test.each([
  ['tables.mjs', `import { dictionaries, fields, groups } from '@xinchu/sdk/fields'\n${tells}`],
  ['tables.cjs', `const { dictionaries, fields, groups } = require('@xinchu/sdk/fields')\n${tells}`],
])('the tables are those of the contract in %s', async (name, text) => {
  await writeFile(join(place, name), text)
  const { stdout } = await execute('node', [name], { cwd: place, encoding: 'utf8', maxBuffer: 2 ** 24 })
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
  const installed = join(place, 'node_modules/@xinchu/sdk/dist/openapi.json')
  const short = JSON.parse(await readFile(installed, 'utf8')) as Contract // the contract itself
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

const typed = `
async function main(): Promise<void> {
  const client = createClient({ baseUrl: '', session: fileStore('x'), transport: nodeTransport() })
  const page: ProjectPage = await client.projects.list({ techType: ['01'] })
  const name: string | undefined = page.content[0]?.projectName
  const draft: Schemas['EsProjectDraft'] = { projectName: name ?? '', provinceCode: '640000' }
  // @ts-expect-error a project has no such field
  await client.projects.create({ ...draft, owner: 1 })
  const narrow = connect({ baseUrl: '' }, { projects })
  // @ts-expect-error that resource was not named
  narrow.users
  await narrow.projects.create(draft).catch((error: unknown) => {
    if (isXinchuError(error) && error.kind === 'rate-limit') return error.retryAfterMs
    throw error
  })
}
main
`
// The published types are shorter in text only.
const same = `
import type { components as Mine, operations as Calls, paths as Places } from '@xinchu/sdk/schema'
import type { components, operations, paths } from '${join(root, 'src/gen/schema.js').replaceAll('\\', '/')}'
type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : [A, B]
type At<T, K> = K extends keyof T ? T[K] : never
type Body<T> = NonNullable<At<NonNullable<T>, 'content'>>
type Part<T, K> = [NonNullable<At<At<T, 'parameters'>, K>>] extends [never] ? 'none' : At<At<T, 'parameters'>, K>
type Call<T> = {
  sent: Body<At<T, 'requestBody'>>
  query: Part<T, 'query'>
  path: Part<T, 'path'>
  header: Part<T, 'header'>
  got: { [Status in keyof At<T, 'responses'>]: Body<At<T, 'responses'>[Status]> }
}
type Odd<A, B> = { [Key in keyof A & keyof B]: Same<A[Key], B[Key]> extends true ? never : Key }[keyof A & keyof B]
type Other = { [Name in keyof Calls]: [Odd<Call<Calls[Name]>, Call<operations[Name]>>] extends [never] ? never : Name }
type Others = Other[keyof Calls]
type Method<T> = { [Name in keyof T]-?: Name extends 'parameters' ? never : T[Name] extends object ? Name : never }[keyof T]
type Methods<T> = { [Path in keyof T]: Method<T[Path]> }
export const schemas: Same<Mine['schemas'], components['schemas']> = true
export const calls: Same<keyof Calls, keyof operations> = true
export const others: [Others] extends [never] ? true : Others = true
export const places: Same<Methods<Places>, Methods<paths>> = true
`
const names = `import { connect, createClient, isXinchuError, projects, type ProjectPage } from '@xinchu/sdk'
import { fileStore, nodeTransport } from '@xinchu/sdk/node'`

test('typed scripts find the same types by import and by require', async () => {
  const schemas = `import type { components } from '@xinchu/sdk/schema'\ntype Schemas = components['schemas']\n`
  await writeFile(join(place, 'typed.mts'), `${names}\n${schemas}${typed}`)
  await writeFile(join(place, 'typed.cts'), `${names}\n${schemas}${typed}`)
  const options = [
    '--strict',
    '--noEmit',
    '--skipDefaultLibCheck',
    '--module',
    'nodenext',
    '--target',
    'es2022',
    '--types',
    'node',
  ]
  const roots = ['--typeRoots', join(folderOf('@types/node', join(root, 'package.json')), '..')]
  const compiler = createRequire(import.meta.url).resolve('typescript/bin/tsc')
  await writeFile(join(place, 'same.mts'), same)
  const { stdout } = await run(
    'node',
    [compiler, ...options, ...roots, 'typed.mts', 'typed.cts', 'same.mts'],
    place,
  ).catch((failure: { stdout: string }) => failure)
  expect(stdout).toBe('')
}, 120_000)
