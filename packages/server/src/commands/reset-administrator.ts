import { deptKinds } from '@xinchu/contract/rights'
import type { Config } from '../config.ts'
import type { DbPool } from '../db/database.ts'
import { inTransaction } from '../db/transaction.ts'
import { writeEntry } from '../domain/audit-log/entry.ts'
import { validUntil } from '../domain/auth/one-time.ts'
import { hashPassword, randomPassword } from '../domain/auth/password.ts'
import { dropFactor } from '../domain/auth/second-factor/manage.ts'
import { storeOneTime } from '../domain/users/reset.ts'

/** The account cannot be reset on the machine. */
export class NoAdministratorError extends Error {}

/**
 * Gives an administrator a new one-time password, removes the second factor and the lock, and ends all sessions. The
 * caller is the operator of the machine, whom the audit log names as author.
 * @throws NoAdministratorError
 */
export async function resetAdministrator(
  db: DbPool,
  { username, now }: { username: string; now: Date },
  config: Pick<Config, 'oneTimePasswordDays'>,
): Promise<{ password: string; until: string | null }> {
  const password = randomPassword()
  const passwordHash = await hashPassword(password)
  const until = validUntil(config, now)
  await inTransaction(db, async (trx) => {
    const user = await trx
      .selectFrom('app_user as u')
      .innerJoin('org as o', 'o.id', 'u.org_id')
      .select(['u.id', 'u.username', 'u.real_name', 'u.flag'])
      .where('u.username_key', '=', username.toLowerCase())
      .where('o.dept_id', '=', deptKinds.administration)
      .forUpdate('u')
      .executeTakeFirst()
    if (!user) throw new NoAdministratorError(`${username} 不是系统管理员`)
    await storeOneTime(trx, user, { passwordHash, until, by: 'system' })
    await dropFactor(trx, user.id)
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
  return { password, until }
}
