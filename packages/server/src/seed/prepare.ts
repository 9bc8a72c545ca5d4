import { deptKinds } from '@xinchu/contract/rights'
import { sql } from 'kysely'
import type { Config } from '../config.ts'
import type { DbPool } from '../db/database.ts'
import { inTransaction } from '../db/transaction.ts'
import { hashPassword, randomPassword } from '../domain/auth/password.ts'
import { keyNumbers } from '../domain/es-project/duplicates/number-keys.ts'
import { indexSections } from '../domain/sections/search.ts'
import { seedDemo } from './demo.ts'
import { seedReference } from './reference.ts'

/**
 * Fills an empty database with reference data, and a demonstration if it is to be one. Adds to the rows of an earlier
 * version what this one compares.
 */
export async function fillDatabase(db: DbPool, config: Pick<Config, 'demoData'>, now: Date): Promise<void> {
  await seedReference(db)
  await indexSections(db)
  await keyNumbers((work) => inTransaction(db, work))
  if (!config.demoData || (await hasUsers(db))) return
  await seedDemo(db, now)
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

/** Fills an empty database and makes its administrator. Returns his first password, if he was made. */
export async function prepareDatabase(
  db: DbPool,
  config: Pick<Config, 'demoData'>,
  now: Date,
): Promise<string | undefined> {
  await fillDatabase(db, config, now)
  return makeAdministrator(db)
}
