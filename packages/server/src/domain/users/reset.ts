import { deptKinds } from '@xinchu/sdk/rights'
import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import type { Transact } from '../../db/transaction.ts'
import { badRequest } from '../../errors.ts'
import { hashPassword, randomPassword } from '../auth/password.ts'
import { type Caller, may } from '../caller.ts'
import { storePassword } from './password.ts'
import { requireUser } from './query.ts'
import { below } from './reach.ts'

const KEPT = 3

/**
 * Sets a one-time password that must be changed at the next log-in, and ends the account's sessions. A province may do so
 * only for its cities, counties and enterprises.
 * @throws HttpError 400 for one's own account, 404 out of scope
 */
export async function resetPassword(
  { db, change }: { db: Db; change: Transact },
  id: number,
  user: Caller,
): Promise<string> {
  if (id === user.id) throw badRequest('A-017', '本人的密码请通过修改密码更改', 'id')
  const kinds = may(user, 'accounts.manage')
    ? sql<boolean>`true`
    : sql<boolean>`o.dept_id = any(${[deptKinds.city, deptKinds.county, deptKinds.enterprise]}::integer[])`
  const row = await requireUser(db, id, sql<boolean>`(${below(user)}) and ${kinds}`)
  const text = randomPassword()
  const passwordHash = await hashPassword(text)
  await change(async (trx) => {
    const stored = await trx
      .selectFrom('app_user')
      .select(['password_hash', 'previous_hashes'])
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirstOrThrow()
    const earlier = [stored.password_hash, ...stored.previous_hashes].slice(0, KEPT)
    await storePassword(trx, id, { passwordHash, earlier })
    await trx
      .updateTable('app_user')
      // A pre-created account must still be completed.
      .set({
        flag: row.flag === 'users' ? 'users' : 'reset',
        update_by: user.username,
        update_time: sql`now()`,
      })
      .where('id', '=', id)
      .execute()
  })
  return text
}
