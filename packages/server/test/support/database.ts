import { join } from 'node:path'
import { type OpenDatabase, openDatabase } from '../../src/db/open.ts'
import { packageRoot } from '../../src/runtime/package-root.ts'
import { createDatabase } from './postgres.ts'

/** A dump of the embedded engine with the demonstration data; copied by every test that runs on it. */
export const embeddedTemplate: string = join(packageRoot, 'dist/test-template.tar')

/** Opens a copy of the demonstration database on the engine of this run. Closing it drops the copy. */
export async function openCopy(): Promise<OpenDatabase> {
  const server = process.env['TEST_DATABASE_URL']
  if (!server) return openDatabase({ template: embeddedTemplate })
  const copy = await createDatabase(server, process.env['TEST_TEMPLATE'])
  const opened = await openDatabase({ databaseUrl: copy.url })
  return {
    ...opened,
    async close() {
      await opened.close()
      await copy.drop()
    },
  }
}
