import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'
import { root } from '../pages.ts'

export const sdkFolder = join(root, 'packages/sdk')

interface Manifest {
  name: string
  exports: Readonly<Record<string, { '@xinchu/source': string }>>
}

/** Entry points of the SDK with their source files. Data and pure type files are left out. */
export function entriesOfSdk(): Map<string, string> {
  const manifest = JSON.parse(readFileSync(join(sdkFolder, 'package.json'), 'utf8')) as Manifest // its own manifest
  return new Map(
    Object.entries(manifest.exports)
      .map(
        ([entry, { '@xinchu/source': file }]) =>
          [entry.replace('.', manifest.name), join(sdkFolder, file)] as const,
      )
      .filter(([, file]) => file.endsWith('.ts') && !file.endsWith('.d.ts')),
  )
}

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
