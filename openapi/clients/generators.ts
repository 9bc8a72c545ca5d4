// Runs third-party client generators on the bundled contract and type-checks their output.
import { spawnSync } from 'node:child_process'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const here = fileURLToPath(new URL('.', import.meta.url))
const root = join(here, '../..')
const contract = join(root, 'packages/contract/src/gen/openapi.json')

/** Folder of the generated clients, one subfolder per generator. */
export const clients: string = join(root, '.cache/clients')

const shell = process.platform === 'win32'
const bin = (name: string) => join(here, 'node_modules/.bin', name)

function run(command: string, args: readonly string[]): void {
  const { status, stdout, stderr } = spawnSync(command, args, {
    cwd: here,
    encoding: 'utf8',
    shell,
  })
  if (status !== 0) throw new Error(`${command} ${args.join(' ')} failed:\n${stdout}${stderr}`)
}

/** Generators with the command that writes a client to a folder. */
export const generators: Readonly<Record<string, (out: string) => void>> = {
  'hey-api': (out) => run(bin('openapi-ts'), ['-i', contract, '-o', out, '--silent']),
  orval: (out) =>
    run(bin('orval'), ['--input', contract, '--output', join(out, 'client.ts'), '--client', 'fetch']),
  oazapfts: (out) => run(bin('oazapfts'), [contract, join(out, 'client.ts')]),
  'rtk-query': (out) => {
    const base = join(out, 'base.ts')
    const config = join(out, 'config.json')
    writeFileSync(
      base,
      `import { createApi, fetchBaseQuery } from '@reduxjs/toolkit/query'
export const base = createApi({ baseQuery: fetchBaseQuery(), endpoints: () => ({}) })
`,
    )
    const options = {
      schemaFile: contract,
      apiFile: base,
      apiImport: 'base',
      outputFile: join(out, 'client.ts'),
    }
    writeFileSync(config, JSON.stringify({ ...options, exportName: 'client' }))
    run(bin('rtk-query-codegen-openapi'), [config])
  },
  'swagger-typescript-api': (out) =>
    run(bin('swagger-typescript-api'), ['generate', '-p', contract, '-o', out, '-n', 'client.ts']),
  'openapi-typescript-codegen': (out) =>
    run(bin('openapi'), ['-i', contract, '-o', out, '--useOptions', '--client', 'fetch']),
}

/**
 * Generates one client into an empty folder.
 * @param out folder in which the client's dependencies are found, such as one below `clients`
 * @throws Error with the generator's output if it fails
 */
export function generate(name: string, out: string = join(clients, name)): void {
  rmSync(out, { recursive: true, force: true })
  mkdirSync(out, { recursive: true })
  generators[name]?.(out)
}

const compilerOptions = {
  strict: true,
  noEmit: true,
  target: 'es2022',
  module: 'esnext',
  moduleResolution: 'bundler',
  allowImportingTsExtensions: true,
  lib: ['es2022', 'dom', 'dom.iterable'],
  skipLibCheck: true,
  types: [],
  // Generated clients are outside the folder in which their runtimes are installed.
  paths: { '*': [join(here, 'node_modules/*')] },
}

/**
 * Type-checks generated clients and files that use them strictly, as a user's project would, all in one run.
 * @throws Error with the compiler's messages
 */
export function typecheck(names: readonly string[], files: readonly string[] = []): void {
  const config = join(clients, 'tsconfig.json')
  const include = names.map((name) => `${name}/**/*.ts`)
  writeFileSync(config, JSON.stringify({ compilerOptions, files, include }))
  run(bin('tsc'), ['-p', config])
}
