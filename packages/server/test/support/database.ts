import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { type OpenDatabase, openDatabase } from '../../src/db/open.ts'
import { packageRoot } from '../../src/runtime/package-root.ts'
import { createDatabase, type TestDatabase } from './postgres.ts'

/** A dump of the embedded engine with the demonstration data; copied by every test that runs on it. */
export const embeddedTemplate: string = join(packageRoot, 'dist/test-template.tar')

/** The embedded engine's code. While it is referenced, threads that load it share what V8 has compiled of it. */
let engine: Promise<WebAssembly.Module> | undefined

function keepEngine(): Promise<WebAssembly.Module> {
  const folder = dirname(createRequire(import.meta.url).resolve('@electric-sql/pglite'))
  engine ??= WebAssembly.compile(readFileSync(join(folder, 'pglite.wasm')))
  return engine
}

/** A new connection reads the catalogs anew, which takes more work than the calls of most files. */
const CONNECTIONS = 4

/** Copies the demonstration database on the PostgreSQL of this run. @throws Error when there is none */
export function copyDatabase(): Promise<TestDatabase> {
  const server = process.env['TEST_DATABASE_URL']
  if (!server) throw new Error('TEST_DATABASE_URL is not set')
  return createDatabase(server, process.env['TEST_TEMPLATE'])
}

/** Opens a copy of the demonstration database on the engine of this run. Closing it drops the copy. */
export async function openCopy(): Promise<OpenDatabase> {
  if (!process.env['TEST_DATABASE_URL']) {
    await keepEngine()
    return openDatabase({ template: embeddedTemplate })
  }
  const copy = await copyDatabase()
  const opened = await openDatabase({ databaseUrl: copy.url, connections: CONNECTIONS })
  return {
    ...opened,
    async close() {
      await opened.close()
      await copy.drop()
    },
  }
}

/** Puts a copy of the demonstration database into a folder, for a server that starts on it. */
export async function fillFolder(dataDir: string): Promise<void> {
  await (await openDatabase({ dataDir, template: embeddedTemplate })).close()
}
