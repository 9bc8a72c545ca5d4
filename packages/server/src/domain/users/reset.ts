import type { components } from '@xinchu/contract/schema'
import { sql } from 'kysely'
import type { Config } from '../../config.ts'
import type { Db, Trx } from '../../db/database.ts'
import type { Row } from '../../db/schema.ts'
import type { Transact } from '../../db/transaction.ts'
import { badRequest } from '../../errors.ts'
import { moment, validUntil } from '../auth/one-time.ts'
import { hashPassword, randomPassword } from '../auth/password.ts'
import type { Caller } from '../caller.ts'
import { servedBy } from './managed.ts'
import { earlierOf, storePassword } from './password.ts'
import { requireUser } from './query.ts'

type Schemas = components['schemas']

/** Values of accounts that are created with one-time passwords. */
export interface Making {
  db: Db
  change: Transact
  config: Pick<Config, 'oneTimePasswordDays'>
  now(): Date
}

interface OneTime {
  passwordHash: string
  /** The moment until which it opens the account; null if it never expires. */
  until: string | null
  /** Username of the author. */
  by: string
}

/** Stores a one-time password that must be changed at the next log-in, and ends the account's sessions. */
export async function storeOneTime(
  trx: Trx,
  { id, flag }: Pick<Row<'app_user'>, 'id' | 'flag'>,
  { passwordHash, until, by }: OneTime,
): Promise<void> {
  const stored = await trx
    .selectFrom('app_user')
    .select(['password_hash', 'previous_hashes'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow()
  await storePassword(trx, id, { passwordHash, earlier: earlierOf(stored) })
  await trx
    .updateTable('app_user')
    // A pre-created account must still be completed.
    .set({
      flag: flag === 'users' ? 'users' : 'reset',
      password_expires: moment(until),
      update_by: by,
      update_time: sql`now()`,
    })
    .where('id', '=', id)
    .execute()
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
  await change((trx) => storeOneTime(trx, { id, flag: row.flag }, { passwordHash, until, by: user.username }))
  return { tempPassword: text, ...(until ? { validUntil: until } : {}) }
}
