import { fileURLToPath } from 'node:url'
import ts from 'typescript'

interface Manifest {
  name: string
  exports: Readonly<Record<string, { '@xinchu/source': string }>>
}

/** The names that an entry point exports, values and types alike, each with its kind. */
function* exportsOf(program: ts.Program, entry: string, path: string): Generator<string> {
  const checker = program.getTypeChecker()
  const source = program.getSourceFile(path)
  const module = source && checker.getSymbolAtLocation(source)
  if (!module) throw new Error(`${path} is no module`)
  for (const exported of checker.getExportsOfModule(module)) {
    const symbol = exported.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(exported) : exported
    yield `${entry} ${symbol.flags & ts.SymbolFlags.Value ? 'value' : 'type'} ${exported.name}`
  }
}

/**
 * The public names of a package, one of each entry point.
 * @param root folder of the package
 */
export function exportedNames(manifest: Manifest, root: URL): string[] {
  const entries = Object.entries(manifest.exports)
    .map(([entry, { '@xinchu/source': file }]) => [entry.replace('.', manifest.name), file] as const)
    .filter(([, file]) => file.endsWith('.ts'))
    .map(([entry, file]) => [entry, fileURLToPath(new URL(file, root))] as const)
  const program = ts.createProgram(
    entries.map(([, path]) => path),
    {
      module: ts.ModuleKind.NodeNext,
      moduleResolution: ts.ModuleResolutionKind.NodeNext,
      customConditions: ['@xinchu/source'],
      allowImportingTsExtensions: true,
      noEmit: true,
      types: [],
    },
  )
  return entries.flatMap(([entry, path]) => [...exportsOf(program, entry, path)])
}
