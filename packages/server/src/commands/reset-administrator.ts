import { deptKinds } from '@xinchu/sdk/rights'
import { sql } from 'kysely'
import type { DbPool } from '../db/database.ts'
import { inTransaction } from '../db/transaction.ts'
import { writeEntry } from '../domain/audit-log/entry.ts'
import { hashPassword, randomPassword } from '../domain/auth/password.ts'
import { dropFactor } from '../domain/auth/second-factor/manage.ts'
import { storePassword } from '../domain/users/password.ts'

/** The account cannot be reset on the machine. */
export class NoAdministratorError extends Error {}

/**
 * Gives an administrator a new one-time password, takes his second factor and lock away, and ends his sessions. For who
 * has the machine, so the audit log names the machine as its author.
 * @throws NoAdministratorError
 */
export async function resetAdministrator(db: DbPool, username: string): Promise<string> {
  const text = randomPassword()
  const passwordHash = await hashPassword(text)
  await inTransaction(db, async (trx) => {
    const user = await trx
      .selectFrom('app_user as u')
      .innerJoin('org as o', 'o.id', 'u.org_id')
      .select(['u.id', 'u.username', 'u.real_name', 'u.password_hash', 'u.previous_hashes'])
      .where('u.username_key', '=', username.toLowerCase())
      .where('o.dept_id', '=', deptKinds.administration)
      .forUpdate('u')
      .executeTakeFirst()
    if (!user) throw new NoAdministratorError(`${username} 不是系统管理员`)
    await storePassword(trx, user.id, {
      passwordHash,
      earlier: [user.password_hash, ...user.previous_hashes].slice(0, 3),
    })
    await dropFactor(trx, user.id)
    await sql`update app_user set flag = 'reset', update_by = 'system', update_time = now() where id = ${user.id}`.execute(
      trx,
    )
    await writeEntry(trx, {
      username: 'system',
      realName: '本机运维',
      action: '重设管理员密码、解除两步验证',
      actionGroup: 'account',
      recordKind: 'USER',
      records: [
        {
          kind: 'USER',
          id: String(user.id),
          name: `${user.real_name ?? ''}（${user.username}）`,
          changes: [],
        },
      ],
      result: 200,
    })
  })
  return text
}
