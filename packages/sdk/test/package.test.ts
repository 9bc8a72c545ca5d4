import { execFile } from 'node:child_process'
import { cp, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { json, startServer } from './support/server.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const isWindows = process.platform === 'win32'
const execute = promisify(execFile)
const run = (command: string, args: readonly string[], cwd: string) =>
  execute(command, args, { cwd, encoding: 'utf8', shell: isWindows })

/** Where a dependency lies, as seen from there. */
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

test('the package takes at most 1.5 MB, and holds neither sources, tests nor maps', () => {
  expect(packed?.unpackedSize).toBeLessThanOrEqual(1_500_000)
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
  const { stdout } = await run(
    'node',
    [compiler, ...options, ...roots, 'typed.mts', 'typed.cts'],
    place,
  ).catch((failure: { stdout: string }) => failure)
  expect(stdout).toBe('')
}, 120_000)
