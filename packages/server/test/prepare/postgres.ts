import { prepareDatabase } from '@xinchu/sample'
import { readConfig } from '../../src/config.ts'
import { openDatabase } from '../../src/db/open.ts'
import { createDatabase } from '../support/postgres.ts'
import { buildProcesses } from './build.ts'
import { cheapenPasswords } from './cheap-passwords.ts'

/** Prepares the database of PostgreSQL that the test files copy. Returns how to drop it. */
export async function setup(): Promise<() => Promise<void>> {
  const server = process.env['TEST_DATABASE_URL']
  if (!server) throw new Error('TEST_DATABASE_URL is not set')
  await buildProcesses()
  const { name, url, drop } = await createDatabase(server)
  const opened = await openDatabase({ databaseUrl: url })
  await prepareDatabase(opened.db, readConfig({}), new Date())
  await cheapenPasswords(opened.db)
  await opened.close()
  process.env['TEST_TEMPLATE'] = name
  return drop
}
