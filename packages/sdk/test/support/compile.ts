import { createRequire } from 'node:module'
import { join } from 'node:path'
import { folderOf, packageFolder, run } from './programs.ts'

const strict = [
  ...['--strict', '--target', 'es2022', '--skipDefaultLibCheck', '--types', 'node'],
  ...['--typeRoots', join(folderOf('@types/node', join(packageFolder, 'package.json')), '..')],
]

export const typescript5: string = createRequire(import.meta.url).resolve('typescript/bin/tsc')
export const typescript7: string = join(packageFolder, '../../node_modules/typescript-native/bin/tsc')

/** Compiles files strictly, with the types of Node, and returns the compiler's messages. */
export async function messagesOf(compiler: string, options: readonly string[], cwd: string): Promise<string> {
  const args = [compiler, ...strict, ...options]
  const { stdout } = await run('node', args, cwd).catch((failure: { stdout: string }) => failure)
  return stdout
}
