import { existsSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type InstalledPackage, installPackages, published } from './support/installed-package.ts'
import { folderOf, packageFolder, run } from './support/programs.ts'
import { json, startServer, type TestServer } from './support/server.ts'

// Installed outside the workspace by `npm test sdk`.
const consumers = join(packageFolder, 'consumers')
const tool = (name: string) => join(consumers, 'node_modules/.bin', name)

let installed: InstalledPackage
let server: TestServer

beforeAll(async () => {
  if (!existsSync(join(consumers, 'node_modules')))
    throw new Error(
      'Deno, Bun, webpack, package linters and earlier TypeScripts are missing; "npm test sdk" installs them',
    )
  server = await startServer((_seen, response) => json(response, 200, { count: 7 }))
  installed = await installPackages()
})

afterAll(async () => {
  await installed?.remove()
  await server?.close()
})

/** Path of Bun's binary. Its command works only after an install script, which pnpm does not run. */
function bunProgram(): string {
  const system = process.platform === 'win32' ? 'windows' : process.platform
  const processor = process.arch === 'arm64' ? 'aarch64' : process.arch
  const bun = createRequire(join(consumers, 'package.json')).resolve('bun/package.json')
  const program = process.platform === 'win32' ? 'bun.exe' : 'bun'
  return join(folderOf(`@oven/bun-${system}-${processor}`, bun), 'bin', program)
}

// Grants neither files nor environment.
const DENO = ['run', '--node-modules-dir=manual', '--no-remote', '--no-prompt', '--allow-net=127.0.0.1']
const runtimes: Record<string, (script: string) => [program: string, args: string[]]> = {
  Node: (script) => ['node', [script]],
  Deno: (script) => [tool('deno'), [...DENO, script]],
  Bun: (script) => [bunProgram(), [script]],
}

const asks = `
async function main() {
  for (const transport of [fetchTransport(), nodeTransport()]) {
    const client = createClient({ baseUrl: process.argv[2] ?? '', transport })
    const { count } = await client.messages.getUnreadCount()
    console.log(count, entities !== undefined, isXinchuError(new Error('')))
  }
}
main()
`
const imports = `import process from 'node:process'
import { createClient, fetchTransport, isXinchuError } from '@xinchu/sdk'
import * as entities from '@xinchu/sdk/fields'
import { nodeTransport } from '@xinchu/sdk/node'
${asks}`
const requires = `const { createClient, fetchTransport, isXinchuError } = require('@xinchu/sdk')
const entities = require('@xinchu/sdk/fields')
const { nodeTransport } = require('@xinchu/sdk/node')
${asks}`

test.each([
  ['Node', 'consumer.mjs', imports],
  ['Node', 'consumer.cjs', requires],
  ['Deno', 'consumer.mjs', imports],
  ['Deno', 'consumer.ts', imports],
  ['Bun', 'consumer.ts', imports],
  ['Bun', 'consumer.cjs', requires],
])('%s runs %s, which calls the platform by fetch and by node:http', async (runtime, name, text) => {
  await writeFile(join(installed.place, name), text)
  const [program, args] = runtimes[runtime]?.(name) ?? [runtime, []]
  const { stdout } = await run(program, [...args, server.url], installed.place, {
    DENO_NO_UPDATE_CHECK: '1',
    DO_NOT_TRACK: '1',
  })
  expect(stdout.trim().split('\n')).toEqual(['7 true false', '7 true false'])
})

const fakes = (load: string) => `${load}
async function main() {
  const platform = fakePlatform()
  const [{ username, password }] = platform.accounts
  const client = createClient({ baseUrl: 'http://platform.test', fetch: platform.fetch })
  await client.login({ username, password })
  const { totalElements } = await client.projects.list()
  const server = setupServer(operation('getUnreadCount', { count: 9 }), ...platform.handlers)
  server.listen()
  const { count } = await createClient({ baseUrl: 'http://other.test' }).messages.getUnreadCount()
  server.close()
  console.log(totalElements > 0, count)
}
main()
`

test.each([
  [
    'fakes.mjs',
    `import { createClient } from '@xinchu/sdk'\nimport { fakePlatform, operation } from '@xinchu/testing'\nimport { setupServer } from 'msw/node'`,
  ],
  [
    'fakes.cjs',
    `const { createClient } = require('@xinchu/sdk')\nconst { fakePlatform, operation } = require('@xinchu/testing')\nconst { setupServer } = require('msw/node')`,
  ],
])('%s tests a tool without a server, with the msw of its project', async (name, load) => {
  await installed.linkPeers()
  await writeFile(join(installed.place, name), fakes(load))
  const { stdout } = await run('node', [name], installed.place)
  expect(stdout.trim()).toBe('true 9')
})

const page = `import { browserStore, browserTransport, connect, messages } from '@xinchu/sdk'
const { origin } = globalThis.location
const client = connect({ baseUrl: origin, session: browserStore(), transport: browserTransport() }, { messages })
globalThis.unread = client.messages.getUnreadCount()
`
// The browser globals that this page uses.
const browser = `globalThis.location = new URL(process.argv[2])
globalThis.document = { cookie: '' }
await import('./dist/page.js')
console.log('unread', (await globalThis.unread).count)
process.exit() // the open channel to other tabs keeps Node running
`

/** Builds the page, runs it as a browser would and returns what the build said. */
async function builtPage(config: readonly [name: string, text: string], build: readonly string[]) {
  const texts = { 'page.js': page, [config[0]]: config[1], 'browser.mjs': browser }
  for (const [name, text] of Object.entries(texts)) await writeFile(join(installed.place, name), text)
  const built = await run('node', build, installed.place)
  const { stdout } = await run('node', ['browser.mjs', server.url], installed.place)
  expect(stdout.trim()).toBe('unread 7')
  return built.stdout + built.stderr
}

test('Vite builds a page that calls the platform, and finds nothing of Node in it', async () => {
  const config = `export default {
  build: { rollupOptions: { input: 'page.js', output: { entryFileNames: 'page.js' } } },
}
`
  // Vite is a dependency of vitest.
  const vite = folderOf('vite', createRequire(import.meta.url).resolve('vitest/package.json'))
  const said = await builtPage(['vite.config.js', config], [join(vite, 'bin/vite.js'), 'build'])
  expect(said).not.toMatch(/externalized|warn/i)
})

test('webpack builds the same page, and finds nothing of Node in it', async () => {
  const entry = createRequire(join(consumers, 'package.json')).resolve('webpack')
  const program = `import webpack from ${JSON.stringify(entry)}
const settings = { mode: 'production', target: 'web', entry: './page.js', output: { filename: 'page.js', clean: true } }
webpack(settings, (error, stats) => {
  if (error) throw error
  console.log(stats.toString({ preset: 'errors-warnings' }))
  process.exitCode = stats.hasErrors() ? 1 : 0
})
`
  const said = await builtPage(['webpack.mjs', program], ['webpack.mjs'])
  expect(said.trim()).toBe('webpack compiled successfully')
})

// attw exits with 1 and a table if an entry does not resolve. The command line has none.
test.each(published.filter((name) => name !== 'cli'))(
  'every entry of %s resolves to types that match its code, with each module resolution',
  async (name) => {
    const words = [installed.archive(name), '--no-color', '--no-emoji']
    const { stdout } = await run(tool('attw'), words, installed.place)
    expect(stdout).toContain('No problems found')
    expect(stdout).toContain('node10')
  },
)

test.each(published)('publint finds nothing to improve in the archive of %s', async (name) => {
  const { stdout } = await run(tool('publint'), [installed.archive(name), '--strict'], installed.place)
  expect(stdout).toContain('All good!')
})

const early = `import { connect, createClient, isXinchuError, items, projects, type ProjectPage } from '@xinchu/sdk'
import { fields } from '@xinchu/sdk/fields'
import { TechType } from '@xinchu/sdk/codes'
import { readContract } from '@xinchu/sdk/operations'
import { may } from '@xinchu/sdk/rights'
import { refreshQueue } from '@xinchu/sdk/queue'
import { verifyWebhook } from '@xinchu/sdk/webhooks'
import type { components } from '@xinchu/sdk/schema'
export const tools = [fields, TechType, readContract, may, refreshQueue, verifyWebhook, isXinchuError, items]
export async function nameOf(draft: components['schemas']['EsProjectDraft']): Promise<string | undefined> {
  await connect({ baseUrl: '' }, { projects }).projects.create(draft)
  const page: ProjectPage = await createClient({ baseUrl: '' }).projects.list({ techType: ['01'] })
  // @ts-expect-error a page has no such field
  page.rows
  // @ts-expect-error the schema has no such type
  type None = components['schemas']['None']
  return page.content[0]?.projectName
}
`

const BY_IMPORT = ['early.mts']
const BY_BOTH = ['early.mts', 'early.cts']
test.each([
  ['4.9', 'node', 'commonjs', ['early.ts']],
  ['4.9', 'node16', 'node16', BY_BOTH],
  ['5.0', 'node16', 'node16', BY_BOTH],
  ['5.0', 'bundler', 'esnext', BY_IMPORT],
  ['5.4', 'nodenext', 'nodenext', BY_BOTH],
  ['5.4', 'bundler', 'esnext', BY_IMPORT],
])('TypeScript %s reads the types by %s resolution', async (version, resolution, module, names) => {
  for (const name of names) await writeFile(join(installed.place, name), early)
  const compiler = join(consumers, `node_modules/typescript-${version}/bin/tsc`)
  const options = ['--noEmit', '--strict', '--target', 'es2021', '--lib', 'es2022,dom']
  const args = [...options, '--moduleResolution', resolution, '--module', module, ...names]
  const found = await run('node', [compiler, ...args], installed.place).catch((failure: unknown) => failure)
  expect(found).toMatchObject({ stdout: '' })
})
