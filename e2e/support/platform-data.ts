import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createDatabase } from '../../packages/server/test/support/postgres.ts'

/** Storage of a platform under test: its files, and its database inside them or on a PostgreSQL server. */
export interface PlatformData {
  dataDir: string
  /** The PostgreSQL database. Without one the platform uses the embedded engine in `dataDir`. */
  databaseUrl?: string
  remove(): Promise<void>
}

const newFolder = () => mkdtempSync(join(tmpdir(), 'xinchu-e2e-'))
const removeFolder = (path: string) => rmSync(path, { recursive: true, force: true })

/** Creates empty data: on the PostgreSQL server of that URL, or embedded. */
export async function emptyData(server?: string): Promise<PlatformData> {
  const dataDir = newFolder()
  if (!server) return { dataDir, remove: async () => removeFolder(dataDir) }
  const { url, drop } = await createDatabase(server)
  return withDatabase(dataDir, url, drop)
}

const withDatabase = (dataDir: string, databaseUrl: string, drop: () => Promise<void>): PlatformData => ({
  dataDir,
  databaseUrl,
  async remove() {
    await drop()
    removeFolder(dataDir)
  },
})

/** Creates embedded data with a fresh demonstration. */
export function embeddedData(): PlatformData {
  const dataDir = newFolder()
  const prepared = process.env['PREPARED_DATA']
  if (prepared) cpSync(prepared, dataDir, { recursive: true })
  return { dataDir, remove: async () => removeFolder(dataDir) }
}

/** Creates data with a fresh demonstration: on PostgreSQL where the tests have one, which starts in a third of the time. */
export async function freshData(): Promise<PlatformData> {
  const server = process.env['TEST_DATABASE_URL']
  const files = process.env['PREPARED_FILES']
  if (!server || !files) return embeddedData()
  const { url, drop } = await createDatabase(server, process.env['PREPARED_DATABASE'])
  const dataDir = newFolder()
  cpSync(files, dataDir, { recursive: true })
  return withDatabase(dataDir, url, drop)
}
