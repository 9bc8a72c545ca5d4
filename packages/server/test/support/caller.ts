import type { Db } from '../../src/db/database.ts'
import { loadUser } from '../../src/domain/auth/load-caller.ts'
import type { Caller } from '../../src/domain/caller.ts'

/** A demonstration account as the domain sees it. */
export async function loadCaller(db: Db, username: string): Promise<Caller> {
  const { id } = await db
    .selectFrom('app_user')
    .select('id')
    .where('username', '=', username)
    .executeTakeFirstOrThrow()
  const caller = await loadUser(db, id)
  if (!caller) throw new Error(`${username} is no user`)
  return caller
}
