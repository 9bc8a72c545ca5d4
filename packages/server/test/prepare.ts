import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { build } from 'tsup'
import { readConfig } from '../src/config.ts'
import { openDatabase } from '../src/db/open.ts'
import { packageRoot, workerPath } from '../src/runtime/package-root.ts'
import { prepareDatabase } from '../src/seed/prepare.ts'
import { workers } from '../workers.config.ts'
import { createDatabase } from './support/postgres.ts'

/** A prepared demonstration database that every test file on the embedded engine begins with. */
export const template: string = join(packageRoot, 'dist/test-template.tar')

/** Fills a database of PostgreSQL that the test files copy. Returns how to drop it. */
async function prepareTemplate(server: string): Promise<() => Promise<void>> {
  const { name, url, drop } = await createDatabase(server)
  const opened = await openDatabase({ databaseUrl: url })
  await prepareDatabase(opened.db, readConfig({}), new Date())
  await opened.close()
  process.env['TEST_TEMPLATE'] = name
  return drop
}

/** Builds the worker threads and prepares the database once for all test files. */
export async function setup(): Promise<(() => Promise<void>) | undefined> {
  await build({
    config: false,
    silent: true,
    clean: false,
    entry: Object.fromEntries(
      Object.entries(workers).map(([name, source]) => [name, join(packageRoot, source)]),
    ),
    outDir: dirname(workerPath('pglite')),
    format: ['esm'],
    target: 'node20',
    noExternal: [/^@xinchu\//],
    esbuildOptions(options) {
      options.conditions = ['@xinchu/source']
    },
  })
  const server = process.env['TEST_DATABASE_URL']
  if (server) return prepareTemplate(server)
  const opened = await openDatabase({})
  await prepareDatabase(opened.db, readConfig({}), new Date())
  const tar = await opened.dump?.()
  await opened.close()
  mkdirSync(dirname(template), { recursive: true })
  if (tar) writeFileSync(template, tar)
  return undefined
}
