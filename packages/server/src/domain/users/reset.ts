import type { components } from '@xinchu/sdk/schema'
import { sql } from 'kysely'
import type { Config } from '../../config.ts'
import type { Db } from '../../db/database.ts'
import type { Transact } from '../../db/transaction.ts'
import { badRequest } from '../../errors.ts'
import { hashPassword, randomPassword } from '../auth/password.ts'
import type { Caller } from '../caller.ts'
import { servedBy } from './managed.ts'
import { moment, validUntil } from './one-time.ts'
import { storePassword } from './password.ts'
import { requireUser } from './query.ts'

type Schemas = components['schemas']

const KEPT = 3

/** Values of accounts that are created with one-time passwords. */
export interface Making {
  db: Db
  change: Transact
  config: Pick<Config, 'oneTimePasswordDays'>
  now(): Date
}

/**
 * Sets a one-time password that must be changed at the next log-in, and ends the account's sessions. A province may do so
 * only for its cities, counties and enterprises.
 * @throws HttpError 400 for one's own account, 404 out of scope
 */
export async function resetPassword(
  { db, change, config, now }: Making,
  id: number,
  user: Caller,
): Promise<Schemas['TempPassword']> {
  if (id === user.id) throw badRequest('A-017', '本人的密码请通过修改密码更改', 'id')
  const row = await requireUser(db, id, servedBy(user))
  const text = randomPassword()
  const passwordHash = await hashPassword(text)
  const until = validUntil(config, now())
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
        password_expires: moment(until),
        update_by: user.username,
        update_time: sql`now()`,
      })
      .where('id', '=', id)
      .execute()
  })
  return { tempPassword: text, ...(until ? { validUntil: until } : {}) }
}
