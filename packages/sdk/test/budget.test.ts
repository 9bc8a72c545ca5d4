import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'
import { expect, test } from 'vitest'
import { createClient } from '../src/index.ts'
import { packedSize } from './support/bundle.ts'

const client = createClient({ baseUrl: '' })
const groups = Object.entries(client).filter(([, group]) => typeof group === 'object' && group !== null)
const calls = groups.flatMap(([group, functions]) =>
  Object.entries(functions as Record<string, (...args: never[]) => unknown>).map(([name, call]) => ({
    name: `${group}.${name}`,
    // Only its types are looked at: whatever is asked for, `never` will do.
    text: `client.${group}.${name}(${Array.from({ length: call.length }, () => 'null as never').join(', ')})`,
  })),
)

const bound = (names: string) => `import { connect, ${names} } from '@xinchu/sdk'
const xinchu = connect({ baseUrl: '' }, { ${names} })
await xinchu.login({ username: 'a', password: 'b' })`

test('a page that logs in and works with projects loads at most 11,410 bytes with openapi-fetch', async () => {
  const text = `${bound('projects')}\nawait xinchu.projects.list()`
  expect(await packedSize(text)).toBeLessThanOrEqual(11_410)
  expect((await packedSize(text)) - (await packedSize(text, ['openapi-fetch']))).toBeGreaterThan(2_000)
})

test('MEASURED.md says how many functions a page with projects has', () => {
  const count = calls.filter(({ name }) => name.startsWith('projects.')).length
  const measured = readFileSync(join(import.meta.dirname, '../MEASURED.md'), 'utf8')
  expect(measured).toContain(`\`projects\` 的 ${count} 个函数`)
})

// The contract grows, and the client with it: what is bounded is what a further function costs.
test('a client of the whole platform is at most 11,410 bytes and 15 for each function of other resources', async () => {
  const text = `import { createClient } from '@xinchu/sdk'
await createClient({ baseUrl: '' }).login({ username: 'a', password: 'b' })`
  const others = calls.filter(({ name }) => !name.startsWith('projects.'))
  expect(await packedSize(text)).toBeLessThanOrEqual(11_410 + 15 * others.length)
})

test('the refresh queue for another service is at most 3,900 bytes, without openapi-fetch', async () => {
  const text = `import { bearerSession, memoryStore, refreshQueue } from '@xinchu/sdk/queue'
console.log(refreshQueue(bearerSession({ store: memoryStore(), refresh: async () => undefined })))`
  expect(await packedSize(text)).toBeLessThanOrEqual(3_900)
})

test('a function of a resource is at most 60 bytes, and those that are not named weigh nothing', async () => {
  const [one, all] = await Promise.all([
    packedSize(bound('health')),
    packedSize(bound(groups.map(([name]) => name).join(', '))),
  ])
  expect((all - one) / calls.length).toBeLessThanOrEqual(60)
  expect(one).toBeLessThan(all)
})

test.each([
  'browserTransport()',
  'browserStore()',
  'serverEvents(new Response())',
  'importRows',
  'sessionFetch',
  'rawClient',
])('%s is loaded by who names it, and by nobody else', async (part) => {
  const name = part.replace(/\(.*/, '')
  const text = `${bound('imports')}\nimport { ${name} } from '@xinchu/sdk'`
  const [without, withIt] = await Promise.all([packedSize(text), packedSize(`${text}\nconsole.log(${part})`)])
  expect(withIt - without).toBeGreaterThan(80)
})

// The published types with `skipLibCheck` off, so that their declarations are checked.
const asPublished: ts.CompilerOptions = { skipDefaultLibCheck: true }
const fromSources: ts.CompilerOptions = {
  customConditions: ['@xinchu/source'],
  allowImportingTsExtensions: true,
  skipLibCheck: true,
}

/** Counts the type instantiations of the checker for this text. */
function instantiationsOf(text: string, given: ts.CompilerOptions): { count: number; problems: string[] } {
  const options: ts.CompilerOptions = {
    strict: true,
    exactOptionalPropertyTypes: true,
    target: ts.ScriptTarget.ES2022,
    lib: ['lib.es2023.d.ts', 'lib.dom.d.ts'],
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    noEmit: true,
    types: [],
    ...given,
  }
  const path = join(import.meta.dirname, 'fifty-calls.ts')
  const host = ts.createCompilerHost(options)
  const { getSourceFile, fileExists } = host
  host.fileExists = (name) => name === path || fileExists(name)
  host.getSourceFile = (name, ...rest) =>
    name === path ? ts.createSourceFile(name, text, ts.ScriptTarget.ES2022) : getSourceFile(name, ...rest)
  const program = ts.createProgram([path], options, host)
  const found = program.getSemanticDiagnostics(options.skipLibCheck ? program.getSourceFile(path) : undefined)
  return {
    count: program.getInstantiationCount(),
    problems: found.map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n')),
  }
}

test.each([
  [3_000, 'from the sources', fromSources],
  [5_000, 'with the published types, whose declarations are checked too', asPublished],
])('fifty calls cost the type checker at most %i instantiations %s', (most, _how, options) => {
  const step = Math.floor(calls.length / 50)
  const fifty = calls.filter((_, at) => at % step === 0).slice(0, 50)
  const lines = fifty.map(({ text }, at) => `export const reply${at} = await ${text}`)
  const { count, problems } = instantiationsOf(
    [
      `import { createClient } from '@xinchu/sdk'`,
      `const client = createClient({ baseUrl: '' })`,
      ...lines,
    ].join('\n'),
    options,
  )
  expect([lines.length, problems]).toEqual([50, []])
  expect(count).toBeLessThanOrEqual(most)
})
