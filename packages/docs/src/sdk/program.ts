import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'
import { root } from '../pages.ts'

/** The published packages with entry points, by the names of their folders. */
const PACKAGES = ['sdk', 'conformance', 'testing']

interface Manifest {
  name: string
  exports: Readonly<Record<string, { '@xinchu/source': string }>>
}

function entriesOf(name: string): (readonly [entry: string, file: string])[] {
  const folder = join(root, 'packages', name)
  const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest // its own manifest
  return Object.entries(manifest.exports).map(
    ([entry, { '@xinchu/source': file }]) => [entry.replace('.', manifest.name), join(folder, file)] as const,
  )
}

/** Entry points of the packages with their source files. Data and pure type files are left out. */
export const entriesOfPackages = (): Map<string, string> =>
  new Map(PACKAGES.flatMap(entriesOf).filter(([, file]) => file.endsWith('.ts') && !file.endsWith('.d.ts')))

/** One public name of an entry point. */
export interface PublicName {
  name: string
  symbol: ts.Symbol
  declaration: ts.Declaration
  isGenerated: boolean
}

export function programOf(files: readonly string[]): ts.Program {
  return ts.createProgram([...files], {
    target: ts.ScriptTarget.ES2022,
    lib: ['lib.es2023.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts', 'lib.dom.asynciterable.d.ts'],
    module: ts.ModuleKind.NodeNext,
    moduleResolution: ts.ModuleResolutionKind.NodeNext,
    customConditions: ['@xinchu/source'],
    allowImportingTsExtensions: true,
    resolveJsonModule: true,
    strict: true,
    noEmit: true,
    types: [],
  })
}

/** The names that an entry point exports, in alphabetical order. */
export function namesOf(program: ts.Program, file: string): PublicName[] {
  const checker = program.getTypeChecker()
  const source = program.getSourceFile(file)
  const module = source && checker.getSymbolAtLocation(source)
  if (!module) throw new Error(`${file} is no module`)
  return checker
    .getExportsOfModule(module)
    .flatMap((exported) => {
      const symbol = exported.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(exported) : exported
      const declaration = symbol.declarations?.[0]
      if (!declaration) return []
      const isGenerated = /\/src\/(?:gen\/|types\.ts$)/.test(declaration.getSourceFile().fileName)
      return [{ name: exported.name, symbol, declaration, isGenerated }]
    })
    .sort((left, right) => left.name.localeCompare(right.name, 'en'))
}
