import type { components } from '@xinchu/contract/schema'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import { badRequest } from '../../errors.ts'
import { moment, validUntil } from '../auth/one-time.ts'
import { hashPassword, randomPassword } from '../auth/password.ts'
import { type Caller, may } from '../caller.ts'
import { staffedBy } from './managed.ts'
import { assertPerson } from './person.ts'
import { requireUser, userInfo } from './query.ts'
import type { Making } from './reset.ts'
import { assertRoles } from './roles-of.ts'
import { assertUnique } from './unique.ts'

type Schemas = components['schemas']

interface Office {
  id: number
  dept_id: number
  org_name: string
  version: number
}

/** Returns an office under a condition that accounts may belong to. @throws HttpError 400 */
export async function requireOffice(
  db: Db,
  id: number,
  reach: RawBuilder<boolean> = sql<boolean>`true`,
): Promise<Office> {
  const { rows } = await sql<Office>`
    select o.id, o.dept_id, o.org_name, o.version from org o left join region r on r.code = o.region_code
    where o.id = ${id} and o.enabled and ${reach}`.execute(db)
  const [org] = rows
  if (!org)
    throw badRequest('A-018', '所属机构：机构不存在或已停用', [
      { field: 'orgId', message: '机构不存在或已停用' },
    ])
  return org
}

/** Creates an account with a one-time password that must be changed at the first log-in. @throws HttpError 400, 409 */
export async function createUser(
  { db, change, config, now }: Making,
  draft: Schemas['UserDraft'],
  admin: Caller,
): Promise<Schemas['UserCreated']> {
  assertPerson(draft)
  const org = await requireOffice(db, draft.orgId, staffedBy(admin))
  const roleIds = [...new Set(draft.roleIds)]
  await assertRoles(db, org.dept_id, roleIds)
  await assertUnique(db, 'username', draft.username)
  await assertUnique(db, 'phone', draft.phone ?? '')
  const initialPassword = randomPassword()
  const passwordHash = await hashPassword(initialPassword)
  const until = validUntil(config, now())
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
        password_expires: moment(until),
        captcha_exempt: may(admin, 'accounts.manage') && (draft.captchaExempt ?? false),
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
  return { user: userInfo(row), initialPassword, ...(until ? { validUntil: until } : {}) }
}
