import { type DbPool, fillDatabase, makeAdministrator } from '@xinchu/server/sample-port'
import { loadSample } from './load.ts'

/**
 * Fills an empty database as a start of the server does, and makes its administrator.
 * @returns his first password, if he was made
 */
export async function prepareDatabase(
  db: DbPool,
  { sampleData }: { sampleData: boolean },
  now: Date,
): Promise<string | undefined> {
  await fillDatabase(db, sampleData ? loadSample : undefined, now)
  return makeAdministrator(db)
}
