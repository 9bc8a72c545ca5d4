import { fileURLToPath } from 'node:url'
import ts from 'typescript'
import { expect, test } from 'vitest'
import manifest from '../package.json' with { type: 'json' }
import { createClient } from '../src/index.ts'

const root = new URL('..', import.meta.url)
const ENTRIES = Object.fromEntries(
  Object.entries(manifest.exports)
    .map(([entry, { '@xinchu/source': file }]) => [entry.replace('.', manifest.name), file] as const)
    .filter(([, file]) => file.endsWith('.ts')),
)
const pathOf = (file: string) => fileURLToPath(new URL(file, root))

/** The names that an entry point exports, values and types alike, each with its kind. */
function* exportsOf(program: ts.Program, entry: string, file: string): Generator<string> {
  const checker = program.getTypeChecker()
  const source = program.getSourceFile(pathOf(file))
  const module = source && checker.getSymbolAtLocation(source)
  if (!module) throw new Error(`${file} is no module`)
  for (const exported of checker.getExportsOfModule(module)) {
    const symbol = exported.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(exported) : exported
    yield `${entry} ${symbol.flags & ts.SymbolFlags.Value ? 'value' : 'type'} ${exported.name}`
  }
}

/** Every method of the client as `resource.method`. */
function* methods(): Generator<string> {
  const client = createClient({ baseUrl: 'http://platform.test' })
  for (const [resource, value] of Object.entries(client)) {
    if (typeof value !== 'object' || value === null) continue
    for (const [name, method] of Object.entries(value))
      if (typeof method === 'function') yield `client.${resource}.${name}`
  }
}

// A name that disappears from the list breaks someone's script. Run with --update to add new names.
test('the public names are those of the list', async () => {
  const program = ts.createProgram(Object.values(ENTRIES).map(pathOf), {
    module: ts.ModuleKind.NodeNext,
    moduleResolution: ts.ModuleResolutionKind.NodeNext,
    customConditions: ['@xinchu/source'],
    allowImportingTsExtensions: true,
    noEmit: true,
    types: [],
  })
  const names = [
    ...methods(),
    ...Object.entries(ENTRIES).flatMap(([entry, file]) => [...exportsOf(program, entry, file)]),
  ]
  await expect(`${names.sort().join('\n')}\n`).toMatchFileSnapshot('public-names.txt')
})
