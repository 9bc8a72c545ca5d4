import type { TestProject } from 'vitest/node'
import { openDatabase } from '../../packages/server/src/db/open.ts'
import { cheapenPasswords } from '../../packages/server/test/prepare/cheap-passwords.ts'
import { startPlatform } from './platform.ts'
import { embeddedData, emptyData, type PlatformData } from './platform-data.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** URL of the platform that no test changes. */
    demonstration: string
  }
}

/** Creates a demonstration to copy. */
async function prepare(server?: string): Promise<PlatformData> {
  const data = await emptyData(server)
  const platform = await startPlatform({}, data)
  await platform.halt()
  const { db, close } = await openDatabase(data)
  await cheapenPasswords(db)
  await close()
  return data
}

/**
 * Creates the demonstration once for each engine. Test files that write start with a copy of it, on PostgreSQL where
 * there is one; the others share one platform, which runs on the embedded engine as at a first start.
 */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = process.env['TEST_DATABASE_URL']
  const [embedded, onServer] = await Promise.all([prepare(), server ? prepare(server) : undefined])
  process.env['PREPARED_DATA'] = embedded.dataDir
  if (onServer?.databaseUrl) {
    process.env['PREPARED_FILES'] = onServer.dataDir
    process.env['PREPARED_DATABASE'] = new URL(onServer.databaseUrl).pathname.slice(1)
  }
  const shared = await startPlatform({}, embeddedData())
  project.provide('demonstration', shared.url)
  return async () => {
    await shared.stop()
    await onServer?.remove()
    await embedded.remove()
  }
}
