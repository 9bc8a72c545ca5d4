import { deptKinds } from '@xinchu/contract/rights'
import { sql } from 'kysely'
import type { DbPool } from '../db/database.ts'
import { inTransaction } from '../db/transaction.ts'
import { hashPassword, randomPassword } from '../domain/auth/password.ts'
import { keyNumbers } from '../domain/es-project/duplicates/number-keys.ts'
import { indexSections } from '../domain/sections/search.ts'
import { seedReference } from './reference.ts'

/** Writes sample accounts and records into a database that has reference data and no user. */
export type LoadSample = (db: DbPool, now: Date) => Promise<void>

/**
 * Fills an empty database with reference data, and with sample data if it is to have any. Adds to the rows of an earlier
 * version what this one compares.
 */
export async function fillDatabase(db: DbPool, load: LoadSample | undefined, now: Date): Promise<void> {
  await seedReference(db)
  await indexSections(db)
  await keyNumbers((work) => inTransaction(db, work))
  if (!load || (await hasUsers(db))) return
  await load(db, now)
  await indexSections(db)
  // The first queries need the statistics of the tables that were just filled: without them some take 10 seconds.
  await sql`analyze`.execute(db)
}

const hasUsers = async (db: DbPool): Promise<boolean> =>
  (await db.selectFrom('app_user').select('id').limit(1).execute()).length > 0

/**
 * Makes the administrator of a database without users.
 * @returns his first password, to be shown once
 */
export async function makeAdministrator(db: DbPool): Promise<string | undefined> {
  if (await hasUsers(db)) return undefined
  const password = randomPassword()
  const passwordHash = await hashPassword(password)
  await inTransaction(db, async (trx) => {
    const org = await trx
      .insertInto('org')
      .values({ org_name: '平台管理中心', dept_id: deptKinds.administration, create_by: 'system' })
      .returning('id')
      .executeTakeFirstOrThrow()
    const user = await trx
      .insertInto('app_user')
      .values({
        username: 'admin',
        username_key: 'admin',
        password_hash: passwordHash,
        real_name: '系统管理员',
        org_id: org.id,
        flag: 'init',
        create_by: 'system',
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await trx.insertInto('user_role').values({ user_id: user.id, role_id: 1 }).execute()
  })
  return password
}
