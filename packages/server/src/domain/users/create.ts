import type { components } from '@xinchu/sdk/schema'
import type { Db } from '../../db/database.ts'
import type { Transact } from '../../db/transaction.ts'
import { badRequest } from '../../errors.ts'
import { hashPassword, randomPassword } from '../auth/password.ts'
import type { Caller } from '../caller.ts'
import { assertPerson } from './person.ts'
import { requireUser, userInfo } from './query.ts'
import { assertRoles } from './roles-of.ts'
import { assertUnique } from './unique.ts'

type Schemas = components['schemas']

/** Returns an office that accounts may belong to. @throws HttpError 400 */
export async function requireOffice(db: Db, id: number): Promise<{ id: number; dept_id: number }> {
  const org = await db
    .selectFrom('org')
    .select(['id', 'dept_id'])
    .where('id', '=', id)
    .where('enabled', '=', true)
    .executeTakeFirst()
  if (!org)
    throw badRequest('A-018', '所属机构：机构不存在或已停用', [
      { field: 'orgId', message: '机构不存在或已停用' },
    ])
  return org
}

/** Creates an account with a one-time password that must be changed at the first log-in. @throws HttpError 400, 409 */
export async function createUser(
  { db, change }: { db: Db; change: Transact },
  draft: Schemas['UserDraft'],
  admin: Caller,
): Promise<Schemas['UserCreated']> {
  assertPerson(draft)
  const org = await requireOffice(db, draft.orgId)
  const roleIds = [...new Set(draft.roleIds)]
  await assertRoles(db, org.dept_id, roleIds)
  await assertUnique(db, 'username', draft.username)
  await assertUnique(db, 'phone', draft.phone ?? '')
  const initialPassword = randomPassword()
  const passwordHash = await hashPassword(initialPassword)
  const row = await change(async (trx) => {
    const { id } = await trx
      .insertInto('app_user')
      .values({
        username: draft.username,
        username_key: draft.username.toLowerCase(),
        password_hash: passwordHash,
        real_name: draft.realName ?? null,
        id_card: draft.idCard ?? null,
        phone: draft.phone ?? null,
        email: draft.email ?? null,
        office_phone: draft.officePhone ?? null,
        position: draft.position ?? null,
        org_id: org.id,
        flag: 'init',
        captcha_exempt: draft.captchaExempt ?? false,
        create_by: admin.username,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await trx
      .insertInto('user_role')
      .values(roleIds.map((role_id) => ({ user_id: id, role_id })))
      .execute()
    return requireUser(trx, id)
  })
  return { user: userInfo(row), initialPassword }
}
