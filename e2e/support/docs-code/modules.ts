import { join } from 'node:path'
import ts from 'typescript'
import { root } from '../../../packages/docs/src/pages.ts'
import type { Block } from './blocks.ts'

const IMPORT = /^import\s[^'"]*['"][^'"]+['"][^\n]*$|^import \{[^}]*\}[^\n]*$/gm

/** Imports of several texts, each name once. */
function importsOf(texts: readonly string[]): string {
  const named = new Map<string, Set<string>>()
  const whole = new Set<string>()
  for (const [line] of texts.flatMap((text) => [...text.matchAll(IMPORT)])) {
    const [, names, from = ''] = /^import \{([^}]*)\} from '([^']+)'$/.exec(line) ?? []
    if (names === undefined) whole.add(line)
    else
      for (const name of names.split(','))
        if (name.trim()) named.set(from, (named.get(from) ?? new Set()).add(name.trim()))
  }
  return [
    ...whole,
    ...[...named].map(([from, names]) => `import { ${[...names].join(', ')} } from '${from}'`),
  ].join('\n')
}

const withoutImports = (text: string) => text.replace(IMPORT, '')

/** A block as a module. `xinchu` is a client of the page's account; what the block declares itself is its own. */
export function moduleOf({ code, setup }: Block, username: string): string {
  return `${importsOf([setup, code])}
import { clientAs } from './client.mjs'
export {}
const xinchu = await clientAs('${username}')
${withoutImports(setup)}
{
${withoutImports(code)}
}
`
}

/** The client that the modules share, one for each account. */
export const CLIENT = `import { createClient, type XinchuClient } from '@xinchu/sdk'
const clients = new Map<string, XinchuClient>()
export async function clientAs(username: string): Promise<XinchuClient> {
  const known = clients.get(username)
  if (known) return known
  const client = createClient({ baseUrl: process.env['XINCHU_SERVER'] ?? '' })
  await client.login({ username, password: process.env['XINCHU_PASSWORD'] ?? '', code: '', uuid: '' })
  clients.set(username, client)
  return client
}
`

const OPTIONS: ts.CompilerOptions = {
  strict: true,
  noUncheckedIndexedAccess: true,
  exactOptionalPropertyTypes: true,
  target: ts.ScriptTarget.ES2022,
  lib: ['lib.es2023.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts', 'lib.dom.asynciterable.d.ts'],
  module: ts.ModuleKind.ESNext,
  moduleResolution: ts.ModuleResolutionKind.Bundler,
  resolveJsonModule: true,
  noEmit: true,
  skipLibCheck: true,
  types: ['node'],
  // A project that queues the calls of another service has openapi-fetch of its own.
  paths: { 'openapi-fetch': [join(root, 'packages/sdk/node_modules/openapi-fetch')] },
}

/** Type errors of files, as `file: message`. */
export function typeErrors(files: readonly string[]): string[] {
  const program = ts.createProgram([...files], OPTIONS)
  return files.flatMap((file) => {
    const source = program.getSourceFile(file)
    const found = [...program.getSyntacticDiagnostics(source), ...program.getSemanticDiagnostics(source)]
    return found.map(({ messageText, start = 0 }) => {
      const near = source?.text.slice(start, start + 60).split('\n')[0]
      return `${file}: ${ts.flattenDiagnosticMessageText(messageText, ' ')} at: ${near}`
    })
  })
}

/** A module as a script that Node runs. */
export const scriptOf = (text: string): string =>
  ts.transpileModule(text, {
    compilerOptions: { target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.ESNext },
  }).outputText
